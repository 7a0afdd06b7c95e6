"""Whole logs: rebuild a game quickly, or check every event against the rules."""

from collections import deque
from collections.abc import Iterable
from functools import reduce
from typing import assert_never

from domain import events as e
from domain.commands import (
    CancelGame,
    ClaimDomino,
    ClaimVictory,
    Command,
    DeclineDomino,
    DraftDomino,
    DrawBot,
    GiveTotem,
    PassRecruit,
    PlaceDomino,
    Play,
    RecruitCaveman,
    Resign,
    StartGame,
    Step,
    TakeBack,
    ThrowFire,
    TimeOut,
    UndoTurn,
)
from domain.decide import decide, settled
from domain.errors import DamagedLog, IllegalMove
from domain.evolve import evolve
from domain.game import INITIAL, Game


def replay(events: Iterable[e.Event], game: Game = INITIAL) -> Game:
    """The game after `events`; raises DamagedLog at the first event that cannot follow the ones before it."""
    return reduce(evolve, events, game)


def standing(events: Iterable[e.Event]) -> list[e.Event]:
    """The events without those that were taken back: they lead to the same positions."""
    kept: list[tuple[int, e.Event]] = []
    for number, event in enumerate(events, 1):
        if isinstance(event, e.TurnUndone):
            while kept[-1][0] > event.to:
                kept.pop()
        else:
            kept.append((number, event))
    return [event for _, event in kept]


def audit(events: Iterable[e.Event], game: Game = INITIAL) -> Game:
    """As `replay`, but every event must be exactly what the rules produce for its move."""
    game, due = unfinished(events, game)
    if due:
        raise DamagedLog(game.version + 1, f"the log ends in the middle of a move: a {_kind(due[0])} is missing")
    return game


def unfinished(events: Iterable[e.Event], game: Game = INITIAL) -> tuple[Game, list[e.Event]]:
    """As `audit` for a log that may end in the middle of a move: the game, and the events still missing."""
    due: deque[e.Event] = deque()
    for event in events:
        if not due:
            due.extend(_caused(game, event))
        if event != (expected := due.popleft()):
            raise DamagedLog(
                game.version + 1, f"this {_kind(event)} is not the {_kind(expected)} that the rules make of it"
            )
        game = evolve(game, event)
    return game, list(due)


def _kind(event: e.Event) -> str:
    """The name only: the event itself may hold hidden orders, and errors are logged."""
    return type(event).__name__


def _caused(game: Game, event: e.Event) -> list[e.Event]:
    """All events of the move that begins with `event`."""
    try:
        if isinstance(event, e.ChiefsDrawn | e.LineRevealed | e.CaveRevealed) and game.deal is None:
            return settled(game, [event])  # a public log does not hold the deal
        if isinstance(event, e.GameStarted) and event.deal is None:
            return settled(game, [event])
        return decide(game, command_behind(game, event))
    except IllegalMove as illegal:
        raise DamagedLog(game.version + 1, illegal.reason.text) from illegal


def command_behind(game: Game, event: e.Event) -> Command:  # noqa: C901 - one case per event
    """The command whose first event is `event`; raises DamagedLog if no command begins with it here."""
    match event:
        case e.GameStarted(rules, seats, _, deal, salt) if deal is not None and salt is not None:
            return StartGame(rules, seats, deal, salt)
        case e.SeatResigned(seat, successor):
            return Resign(seat, successor)
        case e.SeatTimedOut(seat, successor):
            return TimeOut(seat, successor)
        case e.VictoryClaimed(seat):
            return ClaimVictory(seat)
        case e.TurnUndone(seat, _, agreed):
            return TakeBack(seat, agreed) if agreed else Play(seat, UndoTurn())
        case e.GameCancelled(seat, agreed):
            return CancelGame(seat, agreed)
        case e.BotDrawn(seat, successor, by, agreed):
            return DrawBot(by, seat, successor, agreed)
        case e.DominoDiscarded(int(seat), domino):
            return Play(seat, DeclineDomino(domino))
        case e.TotemMoved(resource, int(seat), to):
            return Play(seat, GiveTotem(resource, to))
        case (
            e.GameStarted()
            | e.GameFinished()
            | e.ChiefsDrawn()
            | e.LineRevealed()
            | e.CaveRevealed()
            | e.FireLost()
            | e.DominoDiscarded()
            | e.TotemMoved()
        ):
            raise DamagedLog(game.version + 1, f"a {_kind(event)} cannot come by itself here")
        case _:
            return Play(event.seat, _step(game, event))


def _step(
    game: Game, event: e.DominoDrafted | e.DominoPlaced | e.FireLanded | e.CavemanRecruited | e.RecruitPassed
) -> Step:
    match event:
        case e.DominoPlaced(_, domino, a, b):
            return PlaceDomino(domino, a, b)
        case e.DominoDrafted(_, domino):
            return _draft(game, domino)
        case e.FireLanded(_, _, at):
            return ThrowFire(at)
        case e.CavemanRecruited(_, caveman, source, spent, at):
            return RecruitCaveman(caveman, source, spent, at)
        case e.RecruitPassed():
            return PassRecruit()
        case _:
            assert_never(event)


def _draft(game: Game, domino: int) -> Step:
    position = game.position
    if position.round:
        return DraftDomino(domino)
    if not position.rules.claims_in_pairs:
        return ClaimDomino(domino=domino)
    # The lower domino of a pair is drafted first; the outer pair begins with the lowest domino of the line.
    slots = [slot.domino for slot in position.next_line]
    partner = dict(zip(slots, reversed(slots), strict=True)).get(domino, domino)
    return ClaimDomino(dominoes=(domino, partner))
