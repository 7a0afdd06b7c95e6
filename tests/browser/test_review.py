"""The review of a finished game: opened, stepped through by mistakes, and a side line tried from it."""

import asyncio
import re
from typing import Any

import httpx
import pytest
import pytest_asyncio

from domain.commands import ClaimVictory, Resign
from domain.decide import decide
from domain.log import replay
from puzzles.review.review import Judged
from service.pages.assets import VERSION
from service.store.event_store import EventStore
from tests.support.browser_person import RETRIES, Arrive, Person, Run
from tests.support.browser_play import Player
from tests.support.browser_reviews import keep_review, reviewed
from tests.support.play import Played
from tests.support.servers import LONGEST_WAIT, eventually
from tests.support.stack import Stack
from tests.support.staged_tables import DISCOVERY, KINGDOMINO, TRIBE, finished, stage, turn_of, until
from tests.support.variants import only

GAME = "looked-back-on"
REVIEW = reviewed(TRIBE)
LAST = len(finished(TRIBE).events)
BAD = ("inaccuracy", "mistake", "blunder")
MISTAKES = [decision for decision in REVIEW.decisions if decision.grade in BAD]
_IS_WHOLE = """(verdict) => {
  verdict.querySelector("b").textContent = "Wilhelmina Throckmortons: placing";
  return document.documentElement.scrollWidth <= innerWidth && verdict.scrollHeight <= verdict.clientHeight + 1
    && [...document.querySelectorAll("caption")].every((title) => title.getBoundingClientRect().right <= innerWidth);
}"""
ON_BOARD = re.compile(r"@|\*")  # placements, fires and recruits are drawn on the territory


@pytest_asyncio.fixture(scope="module", loop_scope="session", autouse=True)
async def game(store: EventStore) -> None:
    await stage(store, GAME, finished(TRIBE), "ugh")
    await keep_review(store, GAME, TRIBE)


async def opens_review(person: Person, step: int = 1) -> None:
    await person.is_guest("Oona")
    await person.opens_game(GAME, step)
    await person.presses("v")
    await person.sees(".review .losses")
    await person.sees(".chronicle .grade")


async def test_a_review_shows_the_points_each_seat_lost(guest: Person) -> None:
    await guest.opens_game(GAME)
    await guest.page.get_by_role("button", name="Review the game").click()
    await guest.sees(".review .losses")
    assert await guest.page.locator(".losses figure svg[role=img]").count() == 2
    rows = await guest.page.locator(".summary-table tbody tr").all()
    for row, seat in zip(rows, REVIEW.of_seats(), strict=True):
        shown = [float(text) for text in (await row.locator("td").all_inner_texts())[:-1]]
        assert shown == pytest.approx([seat.mean, seat.median, *seat.lost.values()], abs=0.051)
        grades = await row.locator(".grades").inner_text()
        assert [int(number) for number in re.findall(r"\d+", grades)] == [
            count for count in seat.grades.values() if count
        ]
    assert "review" in guest.page.url
    for place in (".losses figcaption", ".summary-table th"):
        await guest.reads(f"{place} .kind", *["(guest)"] * 2)  # once it is known who they are


async def test_the_losses_are_also_a_table_by_round_and_every_decision_has_its_grade(guest: Person) -> None:
    await opens_review(guest)
    await guest.page.locator(".as-table summary").click()
    cells = await guest.page.locator(".as-table tbody td:not(:first-child)").all_inner_texts()
    lost = sum(float(text) for text in cells if text[0].isdigit())
    assert lost == pytest.approx(sum(decision.lost for decision in REVIEW.decisions), abs=0.05 * len(cells))

    graded = await guest.page.evaluate(
        """() => [...document.querySelectorAll(".chronicle li")].flatMap((line, index) => {
            const grade = line.querySelector(".grade");
            return grade ? [[index + 1, grade.classList[1]]] : [];
        })"""
    )
    assert graded == [[decision.seq, decision.grade] for decision in REVIEW.decisions]
    lost_there = await guest.page.locator(".chronicle .grade.blunder").first.text_content()
    assert "points lost" in (lost_there or "")


async def test_keys_step_from_mistake_to_mistake_and_around(guest: Person) -> None:
    await opens_review(guest)
    for mistake in [*MISTAKES, MISTAKES[0]]:
        await guest.presses("m")
        assert await guest.is_at(mistake.seq)
        await guest.sees(f".verdict .grade.{mistake.grade}")
        assert guest.path.startswith(f"/game/{GAME}/{mistake.seq}")
        await guest.sees(f".plate .nameplate.seat-{mistake.seat}")
        await draws(guest, mistake)
    for mistake in (MISTAKES[-1], MISTAKES[-2]):
        await guest.presses("Shift+M")
        assert await guest.is_at(mistake.seq)


async def draws(person: Person, decision: Judged) -> None:
    """The better move is on the table, beside the one that was played."""
    if ON_BOARD.search(decision.best):
        await person.sees(".board .suggested.best .tag", "+10.0")
    elif decision.best.startswith("="):
        await person.sees(".line-tag.best", "+10.0")
        await person.sees(".line-tag.played")


async def test_mistakes_of_a_seat_turning_points_and_the_picture_of_the_losses_lead_there(guest: Person) -> None:
    await opens_review(guest)
    await guest.page.get_by_label("Mistakes of").select_option("1")
    mine = [decision.seq for decision in MISTAKES if decision.seat == 1]
    for number, seq in enumerate(mine[:4], 1):
        await guest.page.locator(".review").get_by_role("button", name="Next mistake").click()
        assert await guest.is_at(seq)
        await guest.sees(".mistakes output", f"{number} of {len(mine)}")

    points = sorted(REVIEW.turning_points)
    buttons = guest.page.locator(".turning-points button")
    assert await buttons.count() == len(points) == 3
    await buttons.nth(1).click()
    assert await guest.is_at(points[1])
    await guest.page.locator("body").press("t")
    assert await guest.is_at(points[2])
    await guest.presses("Shift+T")
    assert await guest.is_at(points[1])

    await guest.presses("Home")
    assert await guest.is_at(1)
    picture = guest.page.locator(".losses svg[role=img]").first
    box = await picture.bounding_box()
    assert box
    await picture.click(position={"x": box["width"] / 2, "y": 30})
    await guest.reaches(2)
    assert abs(await guest.step() - (1 + (LAST - 1) / 2)) <= 1


# Side lines


async def test_the_better_move_is_tried_taken_back_and_left(guest: Person) -> None:
    placement = next(decision for decision in MISTAKES if decision.step == "place" and decision.seq > 40)
    await opens_review(guest, placement.seq)
    before = await guest.page.locator(".board .square").count()
    await guest.page.get_by_role("button", name="Try it").click()
    await guest.sees(".line-bar", f"Side line from step {placement.seq - 1}")
    await guest.sees(".action.mine")
    player = Player(guest)
    at = await guest.step()
    await player.act(await player.look())
    await guest.reaches(at + 1)
    await guest.page.locator(".line-bar").get_by_role("button", name="Take back").click()
    assert await guest.is_at(at)
    await guest.page.locator(".line-bar").get_by_role("button", name="Back to the game").click()
    assert await guest.is_at(placement.seq)
    await guest.misses(".line-bar")
    await guest.sees(f".verdict .grade.{placement.grade}")
    assert await guest.page.locator(".board .square").count() == before
    games = await guest.page.evaluate("fetch('/api/me/games').then((answer) => answer.json())")
    assert games["games"] == []


@pytest.mark.long
async def test_a_side_line_is_played_to_its_end(guest: Person) -> None:
    late = [decision for decision in REVIEW.decisions if decision.seat == 0][-6]
    await opens_review(guest, late.seq)
    await guest.page.get_by_role("button", name="Try something else").click()
    await guest.sees(".line-bar")
    offer = await Player(guest).play()
    assert offer.is_over
    await guest.sees(".action", "won")
    await guest.presses("Home")
    assert await guest.is_at(1)
    for _ in range(5):  # the first ones close what the end has opened
        await guest.presses("Escape")
        await guest.page.evaluate("new Promise((drawn) => setTimeout(drawn, 100))")
        if not await guest.page.locator(".line-bar").count():
            break
    await guest.misses(".line-bar")
    assert await guest.is_at(late.seq)


async def test_keys_alone_open_a_review_and_try_a_side_line(guest: Person) -> None:
    await guest.is_guest("Oona")
    await guest.opens_game(GAME, 30)
    await guest.presses("v")
    await guest.sees(".review .losses")
    await guest.presses("m")
    await guest.sees(".verdict .main")
    await guest.page.locator(".chronicle ol").focus()
    for _ in range(60):
        await guest.presses("Shift+Tab")
        if await guest.page.evaluate("document.activeElement.closest('.verdict .main') !== null"):
            break
    await guest.presses("Enter")
    await guest.sees(".line-bar")
    await guest.presses("u")
    await guest.until("() => document.querySelector('.line-bar button:disabled')")
    await guest.presses("Escape")
    await guest.misses(".line-bar")
    await guest.presses("v")
    await guest.misses(".losses")
    assert "review" not in guest.page.url


async def test_a_side_line_that_is_left_does_not_come_back_with_a_late_answer(guest: Person) -> None:
    await guest.is_guest("Oona")
    await guest.opens_game(GAME, 30)
    await guest.presses("v", "m")
    await guest.page.locator(".verdict .main").click()
    await guest.sees(".line-bar button:not(:disabled)")
    late: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    await guest.page.route("**/sideline*", lambda route: late.set_result(route))
    await guest.presses("u")
    route = await late
    await guest.presses("Escape")
    await guest.misses(".line-bar")
    async with guest.page.expect_response("**/sideline*"):
        await route.continue_()
    await guest.page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))")
    assert await guest.page.locator(".line-bar").count() == 0


async def test_a_phone_shows_the_review_and_tries_a_side_line(arrive: Arrive) -> None:
    person = await arrive(size=(360, 640), touch=True)
    await person.is_guest("Oona")
    await person.opens_game(GAME, MISTAKES[3].seq)
    await person.page.get_by_role("button", name="Review the game").tap()
    await person.sees(".losses")
    assert await person.page.locator(".verdict").evaluate(_IS_WHOLE)
    await person.page.get_by_role("button", name="Try it").tap()
    await person.sees(".line-bar")
    assert await person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# While it is made, and what may come with it


def _ended(played: Played) -> Played:
    """The same game, which the other player has left: fewer decisions are to be judged than in a whole one."""
    end, events = played.end, list(played.events)
    for command in (Resign(1, "flint"), ClaimVictory(0)):
        following = decide(end, command)
        end = replay(following, end)
        events += following
    return Played(events, [*played.games, end], played.commands)


async def test_a_review_that_is_being_made_shows_its_progress_and_fills_in(
    guest: Person, store: EventStore, service: Stack
) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "not-yet-looked-at", _ended(until(KINGDOMINO, turn_of(0, "place", 24))), player)
    await guest.opens_game("not-yet-looked-at", 20)
    await guest.presses("v")
    await guest.sees(".review[aria-busy=true] progress")
    async with httpx.AsyncClient(base_url=service.url, timeout=LONGEST_WAIT) as client:

        async def is_done() -> bool:
            return (await client.get("/api/games/not-yet-looked-at/analysis")).status_code == httpx.codes.OK

        await eventually(is_done, seconds=180)
    await guest.sees(".review .losses")
    await guest.sees(".chronicle .grade")


async def test_a_link_with_the_review_opens_it_and_the_help_has_its_keys(guest: Person) -> None:
    await guest.is_guest("Oona")
    await guest.opens(f"/game/{GAME}/{MISTAKES[2].seq}?review=1")
    await guest.sees(f".verdict .grade.{MISTAKES[2].grade}")
    await guest.presses("?")
    help_text = await guest.page.locator("dialog .keys").inner_text()
    for name in ("Hint", "Review the game", "Next mistake", "Previous mistake", "Next turning point"):
        assert name in help_text


async def test_hindsight_is_shown_with_its_territory_where_it_is_known_and_puzzles_are_linked(guest: Person) -> None:
    async def answer(route: Any) -> None:
        analysis = await (await route.fetch(max_retries=RETRIES)).json()
        table = await (await guest.context.request.get(f"{guest.url}/api/games/{GAME}")).json()
        land = table["seats"][0]["territory"]
        analysis["seats"][0]["hindsight"] = {"best": 81, "bound": 81, "is_proven": True, "territory": land}
        analysis["seats"][1]["hindsight"] = None
        await route.fulfill(json=analysis)

    await guest.page.route("**/analysis*", answer)
    listed = {"puzzles": [{"id": "abcdefghij", "seat": 1, "seq": 44, "result": None}]}
    await guest.page.route("**/puzzles*", lambda route: route.fulfill(json=listed))
    await opens_review(guest)
    await guest.sees(".from-here a[href='/puzzles/abcdefghij']", "step 44")
    await guest.sees(".hindsights figcaption", "81 points, a proven maximum.")
    assert await guest.page.locator(".hindsights figure").count() == 1
    assert await guest.page.locator(".hindsights .square").count() > 10


async def test_a_running_game_has_no_review(guest: Person, store: EventStore) -> None:
    await guest.opens("/")
    await guest.page.locator(".quick button").click()
    await guest.sees_table()
    assert not await guest.page.locator(".review").count()
    await guest.presses("v")
    assert not await guest.page.locator(".review").count()


async def test_autoplay_stays_longer_where_much_was_lost(run: Run) -> None:
    factors = await run(
        "review/judgements.js",
        f"""async ({{ indexed }}, moves) => {{
            const {{ slowness }} = await import("/assets/{VERSION}/review/grades.js");
            const review = indexed({{ moves }});
            return [0, ...moves.map((move) => move.seq)].map((seq) => slowness(review, seq));
        }}""",
        [{"seq": seq, "grade": grade} for seq, grade in enumerate(("best", "good", *BAD), 1)],
    )
    assert factors == [1, 1, 1, 2, 3, 4]


@pytest.mark.parametrize("rules", only([KINGDOMINO], [DISCOVERY, KINGDOMINO]), ids=["discovery", "kingdomino"])
async def test_only_skills_of_the_mode_are_drawn(guest: Person, store: EventStore, rules: Any) -> None:
    name = f"looked-back-{rules.game}"
    await stage(store, name, finished(rules), await guest.is_guest("Oona"))
    await keep_review(store, name, rules)
    await guest.opens_game(name)
    await guest.presses("v")
    await guest.sees(".losses")
    skills = ["Draft", "Placement", "Fire"] if rules.game == "origins" else ["Draft", "Placement"]
    assert await guest.texts(".legend li") == skills
