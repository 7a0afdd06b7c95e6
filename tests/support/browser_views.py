"""Everything one may come to see, and how to get there: for what must hold of every page."""

from collections.abc import Awaitable, Callable
from functools import partial
from secrets import token_hex
from typing import Final

from domain.commands import Resign
from domain.decide import decide
from domain.log import replay
from service.moderation.act_log import ActLog
from service.moderation.acts import OPERATOR, Act, Banned, Entry, RoleGiven, Warned
from service.moderation.nightly import Suspicions
from service.moderation.reports import Complaint, Reports
from service.moderation.suspicion import Mark
from service.people import identity
from service.people.identity import People
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from tests.support.browser_accounts import (
    PASSWORD,
    devices_of,
    enters_password,
    makes_passkey,
    prepares_factor,
    turns_factor_on,
)
from tests.support.browser_person import PHONE, Person
from tests.support.browser_puzzles import answer, new_puzzle
from tests.support.browser_reviews import keep_review
from tests.support.play import Played
from tests.support.staged_tables import DISCOVERY, KINGDOMINO, TOTEM, TRIBE, finished, stage, turn_of, until

_MIDDLE: Final = 20  # events after which there is something to see

# The API reads acts that others append once a second.
_UNTIL_ACTS_ARE_KNOWN: Final = """async () => {
    while (!(await (await fetch("/api/session")).json()).standing) await new Promise((go) => setTimeout(go, 100));
}"""


def _staged() -> dict[str, Played]:
    """Games of the person who looks, by what is to be done there."""
    return {
        "claim": until(KINGDOMINO, turn_of(0, "claim")),
        "place": until(DISCOVERY, turn_of(0, "place", _MIDDLE)),
        "fire": until(DISCOVERY, turn_of(0, "fire", _MIDDLE)),
        "totem": until(TOTEM, turn_of(0, "totem")),
        "draft": until(TRIBE, turn_of(0, "draft", _MIDDLE)),
        "recruit": until(
            TRIBE, lambda game: turn_of(0, "recruit", _MIDDLE)(game) and len(game.position.territory.squares) > 12
        ),
        "kingdomino": until(KINGDOMINO, turn_of(0, "place", _MIDDLE)),
        "left": _left(until(DISCOVERY, turn_of(0, "place", _MIDDLE))),
        "finished": finished(TRIBE),
    }


def _left(played: Played) -> Played:
    """The same game, in which seat 1 has resigned."""
    resign = Resign(1, "flint")
    events = decide(played.end, resign)
    games = [*played.games, replay(events, played.end)]
    return Played([*played.events, *events], games, [*played.commands, resign])


async def settle(person: Person, store: EventStore, prefix: str) -> None:
    """Makes the person a guest who has such games, each named with this prefix; all agreed to hints in one of them."""
    player = await person.is_guest("Oona")
    for name, played in _staged().items():
        await stage(store, f"{prefix}{name}", played, player, hints=name == "draft")
    await keep_review(store, f"{prefix}finished", TRIBE)
    await _moderates(store, player)
    await person.page.evaluate(_UNTIL_ACTS_ARE_KNOWN)


async def _moderates(store: EventStore, player: str) -> None:
    """Gives the person the role of a moderator, a warning, and somebody who was reported and banned."""
    people, log = People(store), ActLog(store, wall_clock)
    reported, _ = await people.welcome("Wolfgang Amadeus Steinbeis")
    complaint = Complaint(reported.player, reported.name, "name", "other", "He is called like our chief.")
    await Reports(store, wall_clock).file(identity.Person(player, "Oona"), "127.0.0.1", complaint)
    acts: list[tuple[str, Act]] = [
        (player, RoleGiven("moderator")),
        (player, Warned()),
        (reported.player, Banned(wall_clock() + 30 * 24 * 60 * 60 * 1000)),
    ]
    for about, act in acts:
        await log.append(partial(Entry, wall_clock(), OPERATOR, about, "Insults.", act))
    games = tuple(f"game{number}" for number in range(10))
    mark = Mark(player, reported.player, ("same_network", "same_winner"), 12, games, wall_clock())
    await Suspicions(store, log).replace([mark])  # until a worker makes its own marks


async def _mine(person: Person, game: str) -> None:
    await person.opens_game(game)
    await person.sees(".action.mine")


async def _ghost(person: Person, game: str) -> None:
    await _mine(person, game)
    await person.takes_the_board()
    await person.presses("ArrowRight")
    await person.sees(".board .ghost")


async def _paying(person: Person, game: str) -> None:
    await _mine(person, game)
    if await person.page.locator(".cave button").count():
        await person.page.locator(".cave button").first.click()
        await person.sees(".board .spot")


async def _dialog(person: Person, game: str, entry: str) -> None:
    await person.opens_game(game)
    await person.page.locator(".heading details.menu summary").click()
    await person.page.locator(f".heading details.menu button:has(use[href='#icon-{entry}'])").click()
    await person.sees("dialog[open]")


async def _menu(person: Person, game: str) -> None:
    await person.opens_game(game)
    await person.page.locator(".heading details.menu summary").click()
    await person.sees(".heading details.menu[open] li")


async def _account_menu(person: Person, game: str) -> None:
    await person.opens("/rules")
    await person.page.locator(".corner details.menu summary").click()
    await person.sees(".corner details.menu[open] li")


async def _caveman_note(person: Person, game: str) -> None:
    await _mine(person, game)
    await person.page.locator(".cave .caveman").first.focus()
    await person.presses("ArrowDown")
    await person.sees(".tip:popover-open")


async def _scene(person: Person, game: str) -> None:
    """The end while it is still being counted."""
    await person.page.emulate_media(reduced_motion="no-preference")
    await person.opens_game(game)
    await person.page.locator(".action button:has(use[href='#icon-graph'])").click()
    await person.sees(".ending:not(.is-over)")
    await person.page.emulate_media(reduced_motion="reduce")


async def _seat_sheet(person: Person, game: str) -> None:
    """A seat at a glance, which only small windows bring."""
    size = person.page.viewport_size
    assert size
    await person.opens_game(game)
    await person.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    await person.page.locator(".other").first.click()
    await person.sees("dialog.seat-sheet[open]")
    await person.page.set_viewport_size(size)


async def _fair(person: Person, game: str) -> None:
    await person.opens_game(game)
    await person.page.locator("button:has(use[href='#icon-check'])").first.click()
    await person.sees("dialog[open] code")


async def _result(person: Person, game: str) -> None:
    await person.opens_game(game)
    await person.page.locator(".action button:has(use[href='#icon-graph'])").click()
    await person.sees(".ending.is-over .moments .bad")


async def _waiting(person: Person, game: str) -> None:
    await person.opens("/new")
    await person.ticks("input[name=company][value=friends]")
    await person.page.locator("button.main.big").click()
    await person.sees(".invite")


async def _spoilt_record(person: Person, game: str) -> None:
    await person.opens("/record")
    await person.page.locator("textarea").fill("firstfire 1\nrules 1 origins discovery 2\nnonsense\n")
    await person.page.locator("form.record button.main").click()
    await person.sees(".problem")


def _at(path: str) -> Callable[[Person, str], Awaitable[None]]:
    async def go(person: Person, game: str) -> None:
        await person.opens(path)

    return go


async def _replay(person: Person, game: str) -> None:
    await person.opens_game(game, 60)


async def _developers(person: Person, game: str) -> None:
    """A call that was tried and refused, with the answer's shape below."""
    await person.opens("/developers")
    call = person.page.locator(".call", has_text="Make a move")
    await call.locator("> summary").click()
    await call.locator("input").first.fill("nosuchgame")
    await call.locator("button.main").click()
    await person.sees(".answer")
    await call.locator("details summary").click()


async def _person(person: Person, game: str) -> None:
    """Oneself, with a rival's page behind it."""
    await person.opens("/settings")
    await person.page.locator(".corner summary").click()
    await person.page.locator(".corner a[href^='/people/']").click()
    await person.sees(".person")


async def _leaders(person: Person, game: str) -> None:
    await person.opens("/leaders/kingdomino")
    await person.sees(".leaders p")


async def _moderation(person: Person, game: str) -> None:
    await person.opens("/moderation")
    await person.sees(".standing")
    await person.page.locator(".reason summary").first.click()
    await person.sees(".moderated textarea")


async def _moderated_person(person: Person, game: str) -> None:
    await _moderation(person, game)
    await person.page.locator(".moderated a.who", has_text="Wolfgang").first.click()
    await person.sees("#act-title")
    await person.page.locator(".moderation select").first.select_option("ban")
    await person.page.locator(".reason summary").first.click()


async def _somebody_else(person: Person, game: str) -> None:
    """A person whom the reader has blocked and is about to report."""
    await _moderated_person(person, game)
    await person.page.locator(".page-head a[href^='/people/']").click()
    await person.sees(".person .page-head button")
    if not await person.page.locator(".blocked-note").count():
        await person.page.locator(".person .page-head button").first.click()
        await person.sees(".blocked-note")
    await person.page.locator(".person .page-head button").last.click()
    await person.sees("dialog[open] .report")


async def _settings(person: Person, game: str) -> None:
    await person.opens("/settings")
    await person.page.locator(".leave summary").click()
    await person.sees(".leave form")


async def _account_settings(person: Person, game: str) -> None:
    """Of somebody with an account and a passkey, who sets up a second factor."""
    await _new_account(person)
    await person.opens("/settings")
    await person.sees(".acts li")
    await makes_passkey(person, await devices_of(person), "laptop")
    await prepares_factor(person)


async def _second_factor(person: Person, game: str) -> None:
    """Just turned on; and how to turn it off."""
    await _new_account(person)
    await person.opens("/settings")
    await turns_factor_on(person, await prepares_factor(person))
    await person.page.locator("section[aria-labelledby=factor-title] summary").click()
    await person.sees("#factor-off-code")


async def _code_needed(person: Person, game: str) -> None:
    """Somebody with a second factor, whose password was right."""
    name = await _new_account(person)
    await person.opens("/settings")
    await turns_factor_on(person, await prepares_factor(person))
    await person.context.clear_cookies()
    await enters_password(person, name)
    await person.sees("#in-code")


async def _new_account(person: Person) -> str:
    """Lets the person come as somebody else, with an account that has nothing yet; gives its name."""
    await person.context.clear_cookies()
    name = f"Oona {token_hex(4)}"
    await person.has_account(name, PASSWORD)
    return name


def _rules(chapter: str, attempt: int) -> Callable[[Person, str], Awaitable[None]]:
    async def go(person: Person, game: str) -> None:
        """A chapter, and one of its boards tried."""
        await person.opens(f"/rules/{chapter}")
        await person.page.locator(".tries button").nth(attempt).click()
        await person.sees(".ruling")

    return go


async def _hint(person: Person, game: str) -> None:
    """As it begins, and as it ends."""
    await _mine(person, game)
    await person.presses("h")
    await person.sees(".deeper")
    while await person.page.locator(".deeper").count():
        await person.presses("h")
        await person.page.evaluate("new Promise((drawn) => setTimeout(drawn))")
    await person.sees(".hint-list:not([aria-busy])")


async def _departure(person: Person, game: str) -> None:
    await person.opens_game(game)
    await person.sees("dialog.departure button.main")


async def _review(person: Person, game: str) -> None:
    await person.opens_game(game, 60)
    await person.presses("v")
    await person.sees(".losses")
    await person.presses("m")
    await person.sees(".verdict .main")
    await person.page.locator(".as-table summary").click()


async def _side_line(person: Person, game: str) -> None:
    await _review(person, game)
    await person.page.locator(".verdict .main").click()
    await person.sees(".line-bar")


async def _puzzle(person: Person, game: str) -> None:
    """One that is being solved, with a hint on the board and a domino over it."""
    await person.opens(f"/puzzles/{await new_puzzle(person)}")
    for number in (1, 2):
        await person.page.locator(".rungs-card button").click()
        await person.sees(f".rungs-card li:nth-child({number})")
    await person.takes_the_board()
    await person.presses("ArrowRight")
    await person.sees(".board .ghost")


async def _answered(person: Person, game: str) -> None:
    await person.page.goto(f"{person.url}/health/live")
    await answer(person, "daily")
    await person.opens("/puzzles/daily")
    await person.sees(".result")
    for summary in await person.page.locator(".puzzle .as-table summary").all():
        await summary.click()


async def _heat(person: Person, game: str) -> None:
    await _answered(person, game)
    await person.page.locator(".tabs button").last.click()
    await person.sees(".heat")
    await person.page.locator(".centre .as-table summary").click()


async def _puzzles(person: Person, game: str) -> None:
    await person.page.goto(f"{person.url}/health/live")
    await answer(person, await new_puzzle(person))
    await answer(person, "daily")
    await person.opens("/puzzles")
    await person.sees(".history")


async def _lists(person: Person, game: str) -> None:
    await person.opens("/games")
    await person.sees("main a.game-name")


# By name: the staged game it is about, how to get there, and what the console says anyway.
VIEWS: Final[dict[str, tuple[str, Callable[[Person, str], Awaitable[None]], str]]] = {
    "front": ("", _at("/"), ""),
    "lobby": ("", _at("/lobby"), ""),
    "new game": ("", _at("/new"), ""),
    "my games": ("", _lists, ""),
    "sign in": ("", _at("/sign-in"), ""),
    "record": ("", _at("/record"), ""),
    "spoilt record": ("", _spoilt_record, "422"),
    "lost": ("", _at("/nowhere/at/all"), "404"),
    "rules": ("", _at("/rules"), ""),
    "rules, drafting": ("", _rules("drafting", 1), ""),
    "rules, placing": ("", _rules("placing", 2), ""),
    "rules, fire": ("", _rules("fire", 0), ""),
    "rules, totem": ("", _rules("totem", 0), ""),
    "rules, tribe": ("", _rules("tribe", 0), ""),
    "rules, seats": ("", _rules("seats", 2), ""),
    "rules, ends": ("", _at("/rules/ends"), ""),
    "rules, variants": ("", _rules("variants", 0), ""),
    "puzzles": ("", _puzzles, ""),
    "puzzle": ("", _puzzle, ""),
    "puzzle, answered": ("", _answered, ""),
    "puzzle, first placements": ("", _heat, ""),
    "no such puzzle": ("", _at("/puzzles/nosuchpuzz"), "404"),
    "settings": ("", _settings, ""),
    "person": ("", _person, ""),
    "leaders": ("", _leaders, ""),
    "moderation": ("", _moderation, ""),
    "moderation, a person": ("", _moderated_person, ""),
    "somebody else": ("", _somebody_else, ""),
    "developers": ("", _developers, "404"),
    "no such person": ("", _at("/people/nobody-at-all"), "404"),
    "waiting for players": ("", _waiting, ""),
    "no such game": ("", _at("/game/nosuchgame"), "404"),
    "table, claim": ("claim", _mine, ""),
    "table, place": ("place", _ghost, ""),
    "table, place in Kingdomino": ("kingdomino", _ghost, ""),
    "table, fire": ("fire", _mine, ""),
    "table, totem": ("totem", _mine, ""),
    "table, draft": ("draft", _mine, ""),
    "table, recruit": ("recruit", _mine, ""),
    "table, pay": ("recruit", _paying, ""),
    "table, hint": ("draft", _hint, ""),
    "table, the other player has left": ("left", _departure, ""),
    "replay": ("finished", _replay, ""),
    "review": ("finished", _review, ""),
    "side line": ("finished", _side_line, ""),
    "finished game": ("finished", lambda person, game: person.opens_game(game), ""),
    "result": ("finished", _result, ""),
    "result, being counted": ("finished", _scene, ""),
    "menu of a table": ("place", _menu, ""),
    "menu of the account": ("", _account_menu, ""),
    "what a caveman does": ("recruit", _caveman_note, ""),
    "fair deal": ("finished", _fair, ""),
    "a seat at a glance": ("finished", _seat_sheet, ""),
    "keys": ("place", lambda person, game: _dialog(person, game, "keyboard"), ""),
    "still unseen": ("place", lambda person, game: _dialog(person, game, "eye"), ""),
    "play on from here": ("finished", lambda person, game: _dialog(person, game, "fork"), ""),
    "share": ("finished", lambda person, game: _dialog(person, game, "share"), ""),
    "frame of a game": ("finished", lambda person, game: person.opens(f"/embed/games/{game}/40"), ""),
    "frame of the daily puzzle": ("", _at("/embed/puzzles/daily"), ""),
    "report": ("finished", lambda person, game: _dialog(person, game, "person"), ""),
    "resign": ("place", lambda person, game: _dialog(person, game, "flag"), ""),
    # For a host that has a name; afterwards the person is somebody else.
    "settings of an account": ("", _account_settings, ""),
    "settings with a second factor": ("", _second_factor, ""),
    "sign in, with a code": ("", _code_needed, "401"),
}


async def show(person: Person, prefix: str, view: str) -> None:
    game, go, says = VIEWS[view]
    if says:
        person.expects(says)
    await go(person, f"{prefix}{game}")
    await person.page.wait_for_function("() => !document.querySelector('main [aria-busy=true]')")
