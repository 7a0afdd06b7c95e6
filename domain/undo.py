"""Taking back a turn (O2a)."""

from typing import NamedTuple

from domain.game import Game
from domain.legal import is_choice


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
        if position.seat is not None and is_choice(position):
            if chief not in (None, position.chief):
                break
            chief = position.chief
            found = Turn(position.seat, earlier.version)
        earlier = earlier.before
    return found
