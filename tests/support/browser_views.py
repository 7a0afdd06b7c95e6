"""Everything one may come to see, and how to get there: for what must hold of every page."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from domain.commands import Resign
from domain.decide import decide
from domain.log import replay
from projections.timing import Days
from service.games.clocks.rests import Quiet, Terms
from service.games.clocks.time_events import PauseAsked, RestsChosen
from service.games.questions import QuestionAsked
from service.games.seating import SeatingEvent
from service.moderation.act_log import ActLog
from service.moderation.acts import OPERATOR, Act, Banned, Entry, RoleGiven, Warned
from service.moderation.nightly import Suspicions
from service.moderation.reports import Complaint, Reports
from service.moderation.suspicion import Mark
from service.people import identity
from service.people.identity import People
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from service.store.structures.values import Value
from tests.support import browser_people_views as people
from tests.support import browser_table_views as tables
from tests.support.browser_deals import deal
from tests.support.browser_person import Person
from tests.support.browser_puzzles import answer, new_puzzle
from tests.support.browser_reviews import keep_review
from tests.support.play import Played
from tests.support.staged_tables import DISCOVERY, KINGDOMINO, TOTEM, TRIBE, finished, stage, turn_of, until
from tests.support.staged_tournaments import stage_round_robin

_AWAY: Final = 2 * 24 * 60 * 60 * 1000  # milliseconds
_MIDDLE: Final = 20  # events after which there is something to see

# The API reads acts that others append once a second.
_ACTS_ARE_KNOWN: Final = "async () => Boolean((await (await fetch('/api/session')).json()).standing)"

_IS_NOTICED: Final = """async () =>
    (await (await fetch("/api/notices")).json()).notices.some(({ kind }) => kind === "turn")"""


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
        "timed": until(DISCOVERY, turn_of(1, "place", _MIDDLE)),
    }


def _left(played: Played) -> Played:
    """The same game, in which seat 1 has resigned."""
    resign = Resign(1, "flint")
    events = decide(played.end, resign)
    games = [*played.games, replay(events, played.end)]
    return Played([*played.events, *events], games, [*played.commands, resign])


def _agreed(played: Played) -> tuple[SeatingEvent, ...]:
    """What was agreed at the table, and what is asked for."""
    rests = RestsChosen(Terms(days_off=True, holidays=True, quiet=Quiet(1320, 480)))
    off = QuestionAsked(1, wall_clock(), "call_off", played.end.version, (0,), None, None)
    return (rests, PauseAsked(1, 1, 7), off)


async def settle(person: Person, store: EventStore, prefix: str) -> None:
    """Makes the person a guest who has such games, each named with this prefix; all agreed to hints in one of them."""
    player = await person.is_guest("Oona")
    for name, played in _staged().items():
        clock, agreed = (Days(3), _agreed(played)) if name == "timed" else (None, ())
        await stage(store, f"{prefix}{name}", played, player, hints=name == "draft", clock=clock, agreed=agreed)
    await keep_review(store, f"{prefix}finished", TRIBE)
    await stage_round_robin(store, f"{prefix}cup", player)
    await _moderates(store, player)
    await person.until(_ACTS_ARE_KNOWN)
    await person.until(_IS_NOTICED)
    # Not the time of the last visit: a worker that comes to these games later takes their moves for a visit of today.
    await Value(store, f"absence:{player}").set(f"{wall_clock() - _AWAY} {wall_clock() + _AWAY}")


async def _moderates(store: EventStore, player: str) -> None:
    """Gives the person the role of a moderator, a warning, and somebody who was reported and banned."""
    log = ActLog(store, wall_clock)
    reported, _ = await People(store).welcome("Wolfgang Amadeus Steinbeis")
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


async def _spoilt_record(person: Person, game: str) -> None:
    await person.opens("/record")
    await person.page.locator("textarea").fill("firstfire 1\nrules 1 origins discovery 2\nnonsense\n")
    await person.page.locator("form.record button.main").click()
    await person.sees(".problem")


def _at(path: str) -> Callable[[Person, str], Awaitable[None]]:
    async def go(person: Person, game: str) -> None:
        await person.opens(path)

    return go


async def _developers(person: Person, game: str) -> None:
    """A call that was tried and refused, with the answer's shape below."""
    await person.opens("/developers")
    call = person.page.locator(".call", has_text="Make a move")
    await call.locator("> summary").click()
    await call.locator("input").first.fill("nosuchgame")
    await call.locator("button.main").click()
    await person.sees(".answer")
    await call.locator("details summary").click()


def _rules(chapter: str, attempt: int) -> Callable[[Person, str], Awaitable[None]]:
    async def go(person: Person, game: str) -> None:
        """A chapter, and one of its boards tried."""
        await person.opens(f"/rules/{chapter}")
        await person.page.locator(".tries button").nth(attempt).click()
        await person.sees(".ruling")

    return go


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
    await person.sees(".meanwhile a")


async def _notes(person: Person, game: str) -> None:
    await person.opens("/games?turn=mine")
    await person.page.locator(".notes-beside button").nth(1).click()
    await person.sees("dialog[open]")


# By name: the staged game it is about, how to get there, and what the console says anyway.
VIEWS: Final[dict[str, tuple[str, Callable[[Person, str], Awaitable[None]], str]]] = {
    "front": ("", _at("/"), ""),
    "front, for newcomers": ("", people.newcomer, ""),
    "without a network": ("", people.offline, ""),
    "lesson": ("", tables.lesson, ""),
    "lobby": ("", _at("/lobby"), ""),
    "lobby, looking for people": ("", people.seeks, ""),
    "invitation": ("", people.invitation, ""),
    "new game": ("", _at("/new"), ""),
    "my games": ("", _lists, ""),
    "my games, notes about one": ("", _notes, ""),
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
    "settings": ("", people.settings, ""),
    "notices": ("", people.notices, ""),
    "list of notices": ("", people.notice_list, ""),
    "person": ("", people.person, ""),
    "leaders": ("", people.leaders, ""),
    "deal of the day": ("", deal, ""),
    "tournaments": ("", _at("/tournaments"), ""),
    "a tournament": ("cup", people.tournament, ""),
    "moderation": ("", people.moderation, ""),
    "moderation, a person": ("", people.moderated_person, ""),
    "somebody else": ("", people.somebody_else, ""),
    "developers": ("", _developers, "404"),
    "no such person": ("", _at("/people/nobody-at-all"), "404"),
    "waiting for players": ("", tables.waiting, ""),
    "no such game": ("", _at("/game/nosuchgame"), "404"),
    "table, claim": ("claim", tables.mine, ""),
    "table, place": ("place", tables.ghost, ""),
    "table, place in Kingdomino": ("kingdomino", tables.ghost, ""),
    "table, fire": ("fire", tables.mine, ""),
    "table, totem": ("totem", tables.mine, ""),
    "table, draft": ("draft", tables.mine, ""),
    "table, recruit": ("recruit", tables.mine, ""),
    "table, pay": ("recruit", tables.paying, ""),
    "table, hint": ("draft", tables.hint, ""),
    "table, the other player has left": ("left", tables.departure, ""),
    "table without scripts": ("kingdomino", lambda person, game: person.opens(f"/game/{game}/plain"), ""),
    "table without scripts, recruit": ("recruit", lambda person, game: person.opens(f"/game/{game}/plain"), ""),
    "dead link of a mail": ("", _at("/play/nosuchlink"), "404"),
    "replay": ("finished", tables.replay, ""),
    "review": ("finished", tables.review, ""),
    "side line": ("finished", tables.side_line, ""),
    "finished game": ("finished", lambda person, game: person.opens_game(game), ""),
    "result": ("finished", tables.result, ""),
    "result, being counted": ("finished", tables.scene, ""),
    "menu of a table": ("place", tables.menu, ""),
    "menu of the account": ("", people.account_menu, ""),
    "what a caveman does": ("recruit", tables.caveman_note, ""),
    "fair deal": ("finished", tables.fair, ""),
    "a seat at a glance": ("finished", tables.seat_sheet, ""),
    "keys": ("place", lambda person, game: tables.dialog(person, game, "keyboard"), ""),
    "still unseen": ("place", lambda person, game: tables.dialog(person, game, "eye"), ""),
    "play on from here": ("finished", lambda person, game: tables.dialog(person, game, "fork"), ""),
    "notes about a game": ("place", lambda person, game: tables.dialog(person, game, "list"), ""),
    "talk": ("place", tables.talk, ""),
    "notes and thoughts": ("place", tables.notebook, ""),
    "plan": ("timed", lambda person, game: tables.dialog(person, game, "forward"), ""),
    "guess": ("", tables.guessing, ""),
    "share": ("finished", lambda person, game: tables.dialog(person, game, "share"), ""),
    "frame of a game": ("finished", lambda person, game: person.opens(f"/embed/games/{game}/40"), ""),
    "frame of the daily puzzle": ("", _at("/embed/puzzles/daily"), ""),
    "report": ("finished", lambda person, game: tables.dialog(person, game, "person"), ""),
    "time": ("timed", lambda person, game: tables.dialog(person, game, "clock"), ""),
    "questions": ("timed", lambda person, game: tables.dialog(person, game, "undo"), ""),
    "resign": ("place", lambda person, game: tables.dialog(person, game, "flag"), ""),
    # For a host that has a name; afterwards the person is somebody else.
    "settings of an account": ("", people.account_settings, ""),
    "settings with a second factor": ("", people.second_factor, ""),
    "sign in, with a code": ("", people.code_needed, "401"),
    "sign in, as a guest with games": ("", people.bringing, ""),
}


async def show(person: Person, prefix: str, view: str) -> None:
    game, go, says = VIEWS[view]
    if says:
        person.expects(says)
    await go(person, f"{prefix}{game}")
    await person.page.wait_for_function("() => !document.querySelector('main [aria-busy=true]')")
