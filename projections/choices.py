"""What the seat to move may do, each move ready to be sent back as it is."""

import msgspec

from domain.commands import PassRecruit, Step
from domain.game import Game
from domain.grid import Cell
from domain.legal import legal
from domain.notation.moves import write_move
from domain.pieces import RESOURCES, Caveman, Resource
from domain.position import Due, Position
from domain.tribe import PRICE, Source, places_to_stand, stock
from domain.undo import undoable


class Recruits(msgspec.Struct, frozen=True):
    """Recruits are too many to list: a caveman, as many different resources as the `price` says, a place to stand.

    The cells one spends become places to stand as well.
    """

    cave: tuple[Caveman, ...]
    pile: tuple[Caveman, ...] | None  # in no order; None unless one of each resource can be paid
    resources: dict[Resource, list[Cell]]
    free: list[Cell]
    price: dict[Source, int]


class Choices(msgspec.Struct, frozen=True):
    seq: int
    seat: int | None
    step: Due
    moves: list[Step]
    notation: list[str]  # the same moves as a record writes them
    recruit: Recruits | None
    undo: int | None  # the seat that may take back its turn


def choices(game: Game) -> Choices:
    position = game.position
    is_recruit = position.step == "recruit"
    turn = undoable(game)
    moves: list[Step] = [PassRecruit()] if is_recruit else legal(position)
    return Choices(
        seq=game.version,
        seat=position.seat,
        step=position.step,
        moves=moves,
        notation=[write_move(move) for move in moves],
        recruit=recruits(position) if is_recruit else None,
        undo=turn.seat if turn else None,
    )


def recruits(position: Position) -> Recruits:
    resources = stock(position.territory)
    pile = position.pile if len(resources) == len(RESOURCES) and position.pile else None
    return Recruits(position.cave, pile, resources, places_to_stand(position.territory), PRICE)
