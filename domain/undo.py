"""Taking back a turn (O2a).

What may be taken back is a rule, and every log is read by it. How often is a limit on new moves only, because logs from
before it hold turns that were taken back more often.
"""

from typing import Final, NamedTuple

from domain.errors import Reason
from domain.game import Game
from domain.legal import is_choice
from domain.position import Chief

MOST_UNDOS: Final = 5  # of one turn
# When a turn is taken back, those after it are counted from the beginning: so the length of the game is limited too.
# Without what was taken back a game has some 200 events at most.
LAST_UNDO: Final = 300  # events
LONGEST: Final = LAST_UNDO + 200
TOO_OFTEN: Final = Reason(
    "undone_too_often", "O2a", "A turn can be taken back {most} times at most: choose, and it stands."
)
TOO_LONG: Final = Reason(
    "too_long_to_undo", "O2a", "This game has {events} events already: nothing can be taken back any more."
)


class Turn(NamedTuple):
    """A turn that can be taken back: its seat, the number of the event after which it began, how often it was."""

    seat: int
    start: int
    undone: int


class Retraction(NamedTuple):
    """A turn that can be taken back if others agree: those who moved since, or all if something was revealed since."""

    turn: Turn
    voters: tuple[int, ...]  # seats that must agree; nobody, if the turn can be taken back without asking
    is_over_reveal: bool


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
            turn = Turn(position.seat, earlier.version, earlier.undone)
        earlier = earlier.before
    return turn


def retractable(game: Game, seat: int) -> Retraction | None:
    """The last turn of this seat with a choice, unless somebody has left since; and who must agree.

    Who only looks on learns nothing but that move, so before anybody else has moved nobody is asked.
    """
    start, chief = None, None
    moved, is_over_reveal = set[int](), False
    later = game
    while (earlier := later.previous) is not None:
        if chief is None and later.before is None:
            is_over_reveal = True
        mover = _chooser(earlier)
        if mover is not None and mover.seat == seat and chief in (None, mover):
            start, chief = earlier, mover
        elif mover is not None and chief is not None:
            break
        elif mover is not None:
            moved.add(mover.seat)
        later = earlier
    if start is None:
        return None
    others = {*range(game.position.rules.seats)} - {seat}
    voters = tuple(sorted(others if is_over_reveal else moved))
    return Retraction(Turn(seat, start.version, start.undone), voters, is_over_reveal)


def _chooser(game: Game) -> Chief | None:
    """The chief that has a choice here."""
    position = game.position
    return position.chief if position.seat is not None and is_choice(position) else None


def offered_undo(game: Game) -> int | None:
    """The seat that may take back its turn now, within the limits."""
    turn = undoable(game)
    return turn.seat if turn is not None and undo_limit(game) is None else None


def undo_limit(game: Game) -> Reason | None:
    """The limit that keeps the last turn from being taken back once more; None if it may be."""
    return limit_of(game, undoable(game))


def limit_of(game: Game, turn: Turn | None) -> Reason | None:
    """The limit that keeps this turn from being taken back once more; None if it may be."""
    if turn is not None and turn.undone >= MOST_UNDOS:
        return TOO_OFTEN.about(most=MOST_UNDOS)
    return TOO_LONG.about(events=game.version) if game.version >= LAST_UNDO else None
