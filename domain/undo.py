"""Taking back a turn (O2a)."""

from typing import NamedTuple

from domain.game import Game
from domain.legal import is_choice


class Turn(NamedTuple):
    """A turn that can be taken back: its seat, and the number of the event after which it began."""

    seat: int
    start: int


def undoable(game: Game) -> Turn | None:
    """The turn that can be taken back now: the last turn with a choice, unless something was revealed since.

    `Game.before` reaches back to the last reveal. Forced steps are nobody's moves: they are skipped, and taken back
    together with the choice that led to them.
    """
    turn, chief = None, None
    earlier = game.before
    while earlier is not None:
        position = earlier.position
        if position.seat is not None and is_choice(position):
            if chief not in (None, position.chief):
                break
            chief = position.chief
            turn = Turn(position.seat, earlier.version)
        earlier = earlier.before
    return turn
