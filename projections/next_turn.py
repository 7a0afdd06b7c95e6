"""The next turn of a seat as if it came now: what it will place, to be tried on its territory in the meantime.

What the others do until then is left out, and so is what nobody knows yet. Nothing of it is a suggestion.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from domain.commands import Play, Step
from domain.decide import decide
from domain.errors import IllegalMove, Reason
from domain.evolve import evolve
from domain.game import Game
from domain.position import Due, Position, Slot

NOT_TO_TRY: Final = Reason(
    "not_to_try", "", "Only what you will place can be tried: the domino of your next turn, and its fire."
)
_TRIED: Final[tuple[Due, ...]] = ("place", "fire")


def next_domino(position: Position, seat: int) -> int | None:
    """The domino that this seat places next; None if it has drafted none, or has just placed the one of its turn."""
    if position.seat == seat and position.step != "place":
        return None
    return next((slot.domino for slot in (*position.line, *position.next_line) if slot.seat == seat), None)


def next_turn(game: Game, seat: int) -> Game | None:
    """The game at the beginning of the next turn of this seat; None if there is nothing to place."""
    domino = next_domino(game.position, seat)
    if domino is None:
        return None
    others = tuple(slot for slot in game.position.line if slot.seat not in (None, seat))
    position = replace(game.position, step="place", volcano=None, chiefs=(), line=(Slot(domino, seat), *others))
    return Game(position, game.version)


def may_try(turn: Game, seat: int) -> bool:
    """Whether the turn goes on with something to try: its later steps depend on what nobody knows yet."""
    return turn.position.seat == seat and turn.position.step in _TRIED


def after(turn: Game, seat: int, moves: Iterable[Step]) -> Game:
    """The turn after these moves; raises IllegalMove."""
    for move in moves:
        if not may_try(turn, seat):
            raise IllegalMove(NOT_TO_TRY)
        for event in decide(turn, Play(seat, move)):
            turn = evolve(turn, event) if may_try(turn, seat) else turn
    return turn
