"""Stepping through a game: the sentence, the turn and the scores of every event."""

from typing import NamedTuple

import msgspec

from domain import events as e
from domain.game import INITIAL
from domain.position import Chief, Position
from projections.chronicle import tell, whose
from projections.frames import Frame
from projections.words import Language


class ReplayStep(msgspec.Struct, frozen=True):
    """One event of a replay."""

    seq: int
    type: str  # the tag of the event
    seat: int | None  # the seat it belongs to
    text: str
    domino: int | None  # the domino it is about
    round: int  # 0 is the set-up
    turn: int  # increases when another chief begins to act; 0 before the first
    totals: tuple[int, ...]  # the points of the seats after the event
    to: int | None = None  # when a turn is taken back: the event whose position is restored


class Turn(NamedTuple):
    """The turn that an event belongs to: a running number, and the chief that acts in it."""

    number: int = 0
    chief: Chief | None = None


def next_turn(last: Turn, before: Frame | None, event: e.Event, after: Frame) -> Turn:
    """The turn of `event`, if the event before it belongs to `last`.

    Automatic events (a line, a cave, a totem) belong to the turn that led to them, so the last event of a turn leaves
    the table as the next chief sees it. A turn that is taken back and immediately played again keeps its number. If
    other chiefs acted in between it gets a new one: numbers only increase, and no turn is split.
    """
    chief = _acting(_position(before), event, after.game.position)
    return last if chief in (None, last.chief) else Turn(last.number + 1, chief)


def replay_step(before: Frame | None, event: e.Event, after: Frame, turn: Turn, language: Language) -> ReplayStep:
    """The step for the event between two frames; `before` is None for the first event."""
    return ReplayStep(
        seq=after.seq,
        type=str(event.__struct_config__.tag),
        seat=whose(event),
        text=tell(_position(before), event, language),
        domino=event.domino if isinstance(event, e.DominoDrafted | e.DominoPlaced | e.DominoDiscarded) else None,
        round=after.game.position.round,
        turn=turn.number,
        totals=tuple(score.total for score in after.scores),
        to=event.to if isinstance(event, e.TurnUndone) else None,
    )


def _position(frame: Frame | None) -> Position:
    return INITIAL.position if frame is None else frame.game.position


def _acting(before: Position, event: e.Event, after: Position) -> Chief | None:
    """The chief that chose the event; None for automatic events."""
    match event:
        case e.TurnUndone():
            return after.chief
        case (
            e.DominoDrafted()
            | e.DominoPlaced()
            | e.DominoDiscarded(int())
            | e.FireLanded()
            | e.FireLost()
            | e.CavemanRecruited()
            | e.RecruitPassed()
        ):
            return before.chief
        case _:
            return None
