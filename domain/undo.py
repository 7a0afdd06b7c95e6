"""Taking back a turn (O2a)."""

from itertools import islice
from typing import NamedTuple

from domain.game import Game
from domain.legal import steps
from domain.position import Position


class Turn(NamedTuple):
    """A turn that may be taken back: whose it is, and the event after which it began."""

    seat: int
    start: int


def undoable(game: Game) -> Turn | None:
    """The turn that may be taken back now: the last one in which anybody chose anything.

    `Game.before` reaches back to the last thing revealed. Steps that left no choice are not
    anybody's moves: they are passed over, and taken back together with the choice that led to them.
    """
    found, chief = None, None
    earlier = game.before
    while earlier is not None:
        position = earlier.position
        if position.seat is not None and _is_choice(position):
            if chief not in (None, _chief(position)):
                break
            chief = _chief(position)
            found = Turn(position.seat, earlier.version)
        earlier = earlier.before
    return found


def _is_choice(position: Position) -> bool:
    return len(list(islice(steps(position), 2))) == 2


def _chief(position: Position) -> tuple[int, int]:
    """Which chief acts: in the set-up by how many are still to come, later by the domino it stands on."""
    return position.round, len(position.chiefs) or position.line[0].domino
