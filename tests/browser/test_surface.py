"""What is said and shown at the right moment: sessions that end, moves on their way, replays, numbers and names."""

import json
import re
from asyncio import Event, timeout
from random import Random
from typing import Final

from playwright.async_api import Route

from domain.events import TurnUndone
from projections.chronicle import tell
from projections.frames import frames
from service.pages.assets import VERSION
from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.browser_play import OPEN_SPOTS, Player
from tests.support.browser_reviews import keep_review
from tests.support.play import random_game
from tests.support.staged_tables import DISCOVERY, KINGDOMINO, TRIBE, finished, stage, turn_of, until

SQUARES: Final = ".board .square"
MINUS: Final = "\N{MINUS SIGN}"
TITLE: Final = ".action .due b"
# What a key asks for has come, and is done.
_ASKED: Final = f"""async () => {{
  await import("/assets/{VERSION}/joined/hints/hint_actions.js");
  await (await import("/assets/{VERSION}/core/words.js")).everythingSaid();
  await new Promise((drawn) => setTimeout(() => setTimeout(drawn)));
}}"""


async def placing(person: Person, store: EventStore, game: str) -> int:
    """The person is to place a domino; gives the number of squares in the territory."""
    player = await person.is_guest("Oona")
    await stage(store, game, until(DISCOVERY, turn_of(0, "place", 20), turn_of(0, "draft")), player)
    await person.opens_game(game)
    await person.sees(".action.mine .held-domino")
    return await person.page.locator(SQUARES).count()


async def test_a_player_who_was_signed_out_learns_it_and_keeps_the_domino(guest: Person, store: EventStore) -> None:
    squares = await placing(guest, store, "signed-out")
    guest.expects("401")
    await guest.context.clear_cookies()
    await Player(guest).choose(OPEN_SPOTS, 0)
    await guest.sees(".notice", "You are signed out")
    assert await guest.page.locator(".notice a").get_attribute("href") == "/sign-in"
    await guest.sees(".corner > a", "Sign in")
    await guest.sees(".action.mine .held-domino")
    assert await guest.page.locator(SQUARES).count() == squares


async def test_a_move_is_drawn_before_it_is_answered_and_returned_when_it_is_refused(
    guest: Person, store: EventStore
) -> None:
    squares = await placing(guest, store, "on-its-way")
    guest.expects("422")
    is_answered = Event()
    problem = json.dumps({"status": 422, "title": "No", "detail": "The wind has blown it away.", "rule": "O3"})

    async def refuse(route: Route) -> None:
        await is_answered.wait()
        await route.fulfill(status=422, content_type="application/problem+json", body=problem)

    await guest.page.route(re.compile(r"/moves\?seq="), refuse)
    await Player(guest).choose(OPEN_SPOTS, 0)
    await guest.until(f"(count) => document.querySelectorAll('{SQUARES}').length === count", squares + 2)
    assert not await guest.page.locator(".held-domino").count()
    is_answered.set()
    await guest.sees(".notice", "The wind has blown it away.")
    await guest.sees(".action.mine .held-domino")
    assert await guest.page.locator(SQUARES).count() == squares


async def test_one_wish_makes_one_game_however_slow_the_network_is(guest: Person) -> None:
    is_there, is_wanted = Event(), Event()

    async def slowly(route: Route) -> None:
        is_wanted.set()
        await is_there.wait()
        await route.continue_()

    await guest.opens("/")
    await guest.page.route(re.compile(r"/pages/game\.js"), slowly)
    await guest.page.locator(".quick button.big").click()
    await is_wanted.wait()
    await guest.sees(".quick button.big:disabled")
    await guest.page.locator(".quick").evaluate("(form) => form.requestSubmit()")
    is_there.set()
    await guest.sees(".action.mine")
    assert len([answer for answer in guest.api("/api/games") if answer.request.method == "POST"]) == 1


async def test_a_replay_tells_what_happened_and_outlines_the_turn_that_is_shown(
    guest: Person, store: EventStore
) -> None:
    played = finished(TRIBE)
    await stage(store, "told", played, "ugh")
    await guest.opens_game("told", 1)
    before = frames(played.events)[58].game.position
    await guest.page.locator(".controls input[type=range]").fill("60")
    await guest.sees(TITLE, tell(before, played.events[59], "en"))
    await guest.sees(".banner button", "To the end")
    await guest.presses("End")
    await guest.sees(".plate .rank")
    assert await guest.page.locator(".edge.fresh").count() <= 1


async def test_what_was_taken_back_is_folded_away(guest: Person, store: EventStore) -> None:
    played = random_game(KINGDOMINO, Random(3), fickle=0.1)
    seq, undone = next((seq, event) for seq, event in enumerate(played.events, 1) if isinstance(event, TurnUndone))
    gone = {
        number
        for end, event in enumerate(played.events, 1)
        if isinstance(event, TurnUndone)
        for number in range(event.to + 1, end + 1)
    }
    await stage(store, "taken-back", played, "ugh")
    await guest.opens_game("taken-back", undone.to)
    shown = f"{undone.to} / {len(played.events) - len(gone)}"
    assert await guest.page.locator(".controls output").inner_text() == shown
    await guest.presses("ArrowRight")
    after = next(number for number in range(undone.to + 1, len(played.events) + 1) if number not in gone)
    await guest.arrives(f"/game/taken-back/{after}$")
    assert await guest.is_at(undone.to + 1)
    await guest.presses("ArrowLeft")
    await guest.arrives(f"/game/taken-back/{undone.to}$")

    sentence = guest.page.locator(".taken-back li", has_text="takes back the turn").first
    assert not await sentence.is_visible()
    await guest.page.locator(".taken-back summary").first.click()
    await sentence.locator("button").click()
    assert seq in gone
    await guest.arrives(r"/game/taken-back/\d+$")
    await guest.sees(TITLE, "takes back the turn")


async def test_where_hints_are_not_fair_none_is_offered(guest: Person, store: EventStore) -> None:
    await placing(guest, store, "no-hints")
    requested: list[str] = []
    guest.page.on("request", lambda request: requested.append(request.url))
    await guest.presses("h")
    await guest.page.evaluate(_ASKED)
    assert not await guest.page.locator(".ask-hint, .hint-bar").count()
    assert not [address for address in requested if "/hints?at=" in address]


async def test_a_hint_is_asked_for_again_when_the_service_is_briefly_away(guest: Person) -> None:
    guest.expects("503")
    failed, asked_again = Event(), Event()

    async def fail_once(route: Route) -> None:
        (asked_again if failed.is_set() else failed).set()
        await (route.continue_() if asked_again.is_set() else route.fulfill(status=503, body=""))

    await guest.opens("/")
    await guest.page.locator(".quick button.big").click()
    await guest.sees(".action.mine")
    await guest.page.route(re.compile(r"/hints\?at="), fail_once)
    await guest.page.locator(".ask-hint").click()
    async with timeout(60):  # only ends a test that would hang
        await asked_again.wait()
    await guest.sees(".hint-bar:not(.is-refused) .hint-line p")


async def test_a_visitor_sees_the_review_that_a_link_shows(guest: Person, store: EventStore) -> None:
    await stage(store, "shared-review", finished(TRIBE), "ugh")
    await keep_review(store, "shared-review", TRIBE)
    await guest.opens("/game/shared-review?review=1")
    await guest.sees(".review .losses")
    await guest.sees(".verdict", "go from mistake to mistake")
    assert "Nobody chose anything" not in await guest.page.locator(".verdict").inner_text()
    await guest.sees(".corner > a", "Sign in")


async def test_fire_is_as_large_as_its_volcano(guest: Person, store: EventStore) -> None:
    played = until(
        DISCOVERY,
        lambda game: (
            turn_of(0, "fire")(game) and game.position.territory.squares[game.position.volcano or (0, 0)].craters == 3
        ),
    )
    await stage(store, "three-craters", played, await guest.is_guest("Oona"))
    await guest.opens_game("three-craters")
    await guest.sees(".action.mine .due use[href$='#fire-token-3']")


async def test_names_that_the_service_gives_are_in_the_language_of_the_reader(
    arrive: Arrive, store: EventStore
) -> None:
    german = await arrive(language="de", size=PHONE)
    await german.opens("/")
    await german.page.locator(".quick button.big").click()
    await german.sees(".action.mine")
    assert await german.texts(".nameplate .name") == [await name(german), "Feuerstein"]
    assert re.fullmatch(r"Gast \d{4}", await name(german))
    assert not await german.page.locator(".nameplate .bot", has_text="Feuerstein").count(), "once is enough"
    assert await german.page.locator("a.brand").get_attribute("aria-label") == "Firstfire"


async def name(person: Person) -> str:
    """By which the header calls a person, for screen readers too."""
    return await person.page.locator(".corner .menu summary").get_attribute("aria-label") or ""


async def test_times_are_rounded_and_a_minus_is_a_minus(guest: Person) -> None:
    day, hour = 86_400, 3_600
    await guest.opens("/rules")

    async def called(module: str, function: str, numbers: list[float]) -> list[str]:
        script = (
            "async ([module, name, all]) => { const it = await import(module); return all.map((n) => it[name](n)); }"
        )
        texts: list[str] = await guest.page.evaluate(script, [f"/assets/{VERSION}/{module}", function, numbers])
        return texts

    seconds = [3 * day - 0.4, 2.4 * day, 2 * day - 0.4, day - 0.4, 30 * hour, 3_599.5, 61, 0]
    clock = ["3 days", "2 days", "2 days", "24:00 h", "30:00 h", "1:00 h", "01:01", "00:00"]
    assert await called("ui/moments.js", "clockTime", seconds) == clock
    now = float(await guest.page.evaluate("Date.now() + 5000"))
    dues = [now + 1000 * seconds for seconds in (3 * day, 2 * day, 2 * hour, 130, 20)]
    left = ["3 days left", "2 days left", "2 hours left", "2 minutes left", "less than a minute left"]
    assert await called("ui/moments.js", "left", dues) == left
    for function in ("lead", "points"):
        assert await called("ui/move_words.js", function, [-12.3, 0.04]) == [f"{MINUS}12.3", "0.0"]
