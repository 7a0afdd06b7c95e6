"""Stepping through a game: for each event its sentence, which turn it belongs to, and the scores after it."""

from typing import NamedTuple

import msgspec

from domain.events import (
    CavemanRecruited,
    DominoDiscarded,
    DominoDrafted,
    DominoPlaced,
    Event,
    FireLanded,
    FireLost,
    RecruitPassed,
    TurnUndone,
)
from domain.game import INITIAL
from domain.position import Position
from projections.chronicle import tell, whose
from projections.frames import Frame
from projections.words import Language


class ReplayStep(msgspec.Struct, frozen=True):
    """One event, as a reader steps over it."""

    seq: int
    type: str  # of the event
    seat: int | None  # whose doing it is
    text: str
    domino: int | None  # that the event is about
    round: int  # 0 is the set-up
    turn: int  # grows whenever another chief begins to act; 0 before the first
    totals: tuple[int, ...]  # of the seats, as the territories stand


class Turn(NamedTuple):
    """Whose turn an event belongs to: a running number, and the round and domino of the chief."""

    number: int = 0
    chief: tuple[int, int] | None = None


def next_turn(last: Turn, before: Frame | None, event: Event, after: Frame) -> Turn:
    """The turn of `event`, when the one before it belongs to `last`.

    What follows by itself (a line, a cave, a totem) belongs to the turn that led to it, so that the last event of a
    turn leaves the table as the next chief finds it. A turn that is taken back and played again at once is still the
    same; if other chiefs have acted meanwhile, it gets a new number: numbers only grow, and no turn lies in two pieces.
    """
    chief = _acting(_position(before), event, after.game.position)
    return last if chief in (None, last.chief) else Turn(last.number + 1, chief)


def replay_step(before: Frame | None, event: Event, after: Frame, turn: Turn, language: Language) -> ReplayStep:
    """The event between two frames, the first of them None at the start."""
    return ReplayStep(
        seq=after.seq,
        type=str(event.__struct_config__.tag),
        seat=whose(event),
        text=tell(_position(before), event, language),
        domino=event.domino if isinstance(event, DominoDrafted | DominoPlaced | DominoDiscarded) else None,
        round=after.game.position.round,
        turn=turn.number,
        totals=tuple(score.total for score in after.scores),
    )


def _position(frame: Frame | None) -> Position:
    return INITIAL.position if frame is None else frame.game.position


def _acting(before: Position, event: Event, after: Position) -> tuple[int, int] | None:
    """The chief whose act the event is."""
    match event:
        case TurnUndone():
            return _chief(after)
        case (
            DominoDrafted()
            | DominoPlaced()
            | DominoDiscarded(int())
            | FireLanded()
            | FireLost()
            | CavemanRecruited()
            | RecruitPassed()
        ):
            return _chief(before)
        case _:
            return None


def _chief(position: Position) -> tuple[int, int] | None:
    if position.chiefs and position.rules.claims_in_pairs:
        return 0, (len(position.chiefs) + 1) // 2  # O1: a pair is claimed in one turn
    return position.chief
