"""Where two games of the same deal went apart: the first choice that the two people made differently.

Until there both have seen the same, because what is revealed and what bots choose follows from what was moved.
"""

from collections.abc import Sequence

import msgspec

from domain.commands import Move
from domain.events import Event
from puzzles.review.review import Decision, decisions


class Choice(msgspec.Struct, frozen=True):
    """A choice, and the event of its game that begins with it."""

    seq: int
    move: Move


class Parting(msgspec.Struct, frozen=True):
    round: int  # 0 is the set-up
    own: Choice
    theirs: Choice


def parting(own: Sequence[Event], theirs: Sequence[Event], seat: int = 0) -> Parting | None:
    """None if both people made the same choices, as far as both have come."""
    for mine, other in zip(_of(own, seat), _of(theirs, seat), strict=False):
        if mine.played != other.played:
            return Parting(mine.position.round, _choice(mine), _choice(other))
    return None


def _of(events: Sequence[Event], seat: int) -> list[Decision]:
    return [decision for decision in decisions(events) if decision.seat == seat]


def _choice(decision: Decision) -> Choice:
    return Choice(decision.seq, decision.played)
