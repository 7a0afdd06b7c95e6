"""How the kernel writes a move as one number. Only this module knows the layout.

A claim is a place in the line, or 0 for the outer and 1 for the inner pair. A placement is the cell of the first square
and the direction of the second, or DISCARD. A fire is its cell, or LOST. A gift is a kind of totem and the seat that
gets it. A draft is a place in the next line. A recruit is the cell where he stands, the caveman, whether he comes from
the pile, and the cells whose resources are spent; or PASS.
"""

from typing import Final

from domain.grid import Cell
from puzzles.search.kernel.rules.bits import STRIDE
from puzzles.search.kernel.rules.compiled import compiled

DISCARD: Final = -1  # declined, or there is no room for it
LOST: Final = -1  # a fire that can land nowhere
PASS: Final = -1

# Where the second square of a placement lies from the first.
EAST, SOUTH, WEST, NORTH = range(4)
DIRECTIONS: Final[tuple[Cell, ...]] = ((1, 0), (0, 1), (-1, 0), (0, -1))

CAVE, FROM_PILE = range(2)  # where a recruit comes from


@compiled
def placement_move(cell: int, direction: int) -> int:
    """The first square on a cell, the second beside it in this direction."""
    return cell * 4 + direction


@compiled
def first_cell(placement: int) -> int:
    return placement >> 2


@compiled
def direction_of(placement: int) -> int:
    return placement & 3


@compiled
def second_cell(placement: int) -> int:
    """Where the second square of a domino goes."""
    cell, direction = first_cell(placement), direction_of(placement)
    if direction == EAST:
        return cell + 1
    if direction == SOUTH:
        return cell + STRIDE
    return cell - 1 if direction == WEST else cell - STRIDE


@compiled
def gift_move(kind: int, seat: int) -> int:
    """The totem of a kind for a seat. The gifts are numbered from 0, by kind and then by seat."""
    return kind * 4 + seat


@compiled
def given_kind(gift: int) -> int:
    return gift >> 2


@compiled
def given_to(gift: int) -> int:
    return gift & 3


@compiled
def recruit_move(caveman: int, source: int, at: int) -> int:
    """A recruit for which nothing is paid yet."""
    return at | caveman << 8 | source << 12


@compiled
def standing(move: int, cell: int) -> int:
    """A recruit that was written with cell 0, standing on this cell."""
    return move | cell


@compiled
def paying(move: int, number: int, cell: int) -> int:
    """The same recruit, with the resource on this cell as the payment of this number."""
    return move | cell << (16 + 8 * number)


@compiled
def stands_on(move: int) -> int:
    return move & 255


@compiled
def recruited(move: int) -> int:
    """Which caveman, counted from 1."""
    return (move >> 8) & 15


@compiled
def source_of(move: int) -> int:
    return (move >> 12) & 1


@compiled
def spent(move: int, number: int) -> int:
    """The cell of the payment of this number."""
    return (move >> (16 + 8 * number)) & 255


@compiled
def price_of(source: int) -> int:
    """O10: how many resources a recruit costs."""
    return 4 if source == FROM_PILE else 2
