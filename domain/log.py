"""Whole logs: rebuild a game quickly, or check every event of it against the rules."""

from collections import deque
from collections.abc import Iterable
from functools import reduce
from typing import assert_never

from domain.commands import (
    ClaimDomino,
    Command,
    DeclineDomino,
    DraftDomino,
    GiveTotem,
    PassRecruit,
    PlaceDomino,
    Play,
    RecruitCaveman,
    Resign,
    StartGame,
    Step,
    ThrowFire,
    TimeOut,
    UndoTurn,
)
from domain.decide import decide, settled
from domain.errors import DamagedLog, IllegalMove
from domain.events import (
    CavemanRecruited,
    CaveRevealed,
    ChiefsDrawn,
    DominoDiscarded,
    DominoDrafted,
    DominoPlaced,
    Event,
    FireLanded,
    FireLost,
    GameFinished,
    GameStarted,
    LineRevealed,
    RecruitPassed,
    SeatResigned,
    SeatTimedOut,
    TotemMoved,
    TurnUndone,
)
from domain.evolve import evolve
from domain.game import INITIAL, Game


def replay(events: Iterable[Event], game: Game = INITIAL) -> Game:
    """The game after `events`; raises DamagedLog at the first that cannot follow those before it."""
    return reduce(evolve, events, game)


def audit(events: Iterable[Event], game: Game = INITIAL) -> Game:
    """As `replay`, but every event must be just what the rules make of the move behind it."""
    game, due = unfinished(events, game)
    if due:
        raise DamagedLog(game.version + 1, f"the log ends in the middle of a move: a {_kind(due[0])} is missing")
    return game


def unfinished(events: Iterable[Event], game: Game = INITIAL) -> tuple[Game, list[Event]]:
    """The same for a log that may end in the middle of a move: the game there, and the events still due."""
    due: deque[Event] = deque()
    for event in events:
        if not due:
            due.extend(_caused(game, event))
        if event != (expected := due.popleft()):
            raise DamagedLog(
                game.version + 1, f"this {_kind(event)} is not the {_kind(expected)} that the rules make of it"
            )
        game = evolve(game, event)
    return game, list(due)


def _kind(event: Event) -> str:
    """Not the event itself: it may hold what is still hidden, and errors go into logs."""
    return type(event).__name__


def _caused(game: Game, event: Event) -> list[Event]:
    """All the events of the move that begins with `event`."""
    try:
        if isinstance(event, ChiefsDrawn | LineRevealed | CaveRevealed) and game.deal is None:
            return settled(game, [event])  # from a public log, whose deal is not known yet
        if isinstance(event, GameStarted) and event.deal is None:
            return settled(game, [event])
        return decide(game, command_behind(game, event))
    except IllegalMove as illegal:
        raise DamagedLog(game.version + 1, illegal.reason.text) from illegal


def command_behind(game: Game, event: Event) -> Command:
    """The command of which `event` is the first that it caused; raises DamagedLog if it cannot come by itself here."""
    match event:
        case GameStarted(rules, seats, _, deal, salt) if deal is not None and salt is not None:
            return StartGame(rules, seats, deal, salt)
        case SeatResigned(seat, successor):
            return Resign(seat, successor)
        case SeatTimedOut(seat, successor):
            return TimeOut(seat, successor)
        case TurnUndone(seat):
            return Play(seat, UndoTurn())
        case DominoDiscarded(int(seat), domino):
            return Play(seat, DeclineDomino(domino))
        case TotemMoved(resource, int(seat), to):
            return Play(seat, GiveTotem(resource, to))
        case (
            GameStarted()
            | GameFinished()
            | ChiefsDrawn()
            | LineRevealed()
            | CaveRevealed()
            | FireLost()
            | DominoDiscarded()
            | TotemMoved()
        ):
            raise DamagedLog(game.version + 1, f"a {_kind(event)} cannot come by itself here")
        case _:
            return Play(event.seat, _step(game, event))


def _step(game: Game, event: DominoDrafted | DominoPlaced | FireLanded | CavemanRecruited | RecruitPassed) -> Step:
    match event:
        case DominoPlaced(_, domino, a, b):
            return PlaceDomino(domino, a, b)
        case DominoDrafted(_, domino):
            return _draft(game, domino)
        case FireLanded(_, _, at):
            return ThrowFire(at)
        case CavemanRecruited(_, caveman, source, spent, at):
            return RecruitCaveman(caveman, source, spent, at)
        case RecruitPassed():
            return PassRecruit()
        case _ as never:
            assert_never(never)


def _draft(game: Game, domino: int) -> Step:
    position = game.position
    if position.round:
        return DraftDomino(domino)
    if not position.rules.claims_in_pairs:
        return ClaimDomino(domino=domino)
    # The first of a pair is its lower domino: the outer pair opens with the lowest of the line.
    slots = [slot.domino for slot in position.next_line]
    other = dict(zip(slots, reversed(slots), strict=True)).get(domino, domino)
    return ClaimDomino(dominoes=(domino, other))
