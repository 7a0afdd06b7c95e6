"""The legal moves of the seat to move, each in the form in which a client sends it back."""

import msgspec

from domain.commands import PassRecruit, Step
from domain.game import Game
from domain.grid import Cell
from domain.legal import legal
from domain.notation.moves import write_move
from domain.pieces import RESOURCES, Caveman, Resource
from domain.position import Due, Position
from domain.tribe import PRICE, Source, places_to_stand, resources_by_kind
from domain.undo import offered_undo
from projections.earnings import Earning, earnings
from projections.recruit_earnings import RecruitEarning, recruit_earnings


class Recruits(msgspec.Struct, frozen=True):
    """The ways to recruit, which are too many to list: a caveman, `price` different resources, a free cell.

    The cells of the spent resources become free as well.
    """

    cave: tuple[Caveman, ...]
    pile: tuple[Caveman, ...] | None  # sorted; None unless the territory has one resource of each kind
    resources: dict[Resource, list[Cell]]
    free: list[Cell]
    price: dict[Source, int]
    earns: list[RecruitEarning] | None  # what each caveman earns; None where the table does not show it


class Choices(msgspec.Struct, frozen=True):
    seq: int
    seat: int | None
    step: Due
    moves: list[Step]
    notation: list[str]  # the same moves in the notation
    recruit: Recruits | None
    undo: int | None  # the seat that can take back its turn
    earns: list[Earning] | None  # what each move earns, in the order of `moves`; None where the table does not show it


def choices(game: Game, *, shows_earnings: bool = True) -> Choices:
    position = game.position
    is_recruit = position.step == "recruit"
    moves: list[Step] = [PassRecruit()] if is_recruit else legal(position)
    return Choices(
        seq=game.version,
        seat=position.seat,
        step=position.step,
        moves=moves,
        notation=[write_move(move) for move in moves],
        recruit=recruits(position, shows_earnings=shows_earnings) if is_recruit else None,
        undo=offered_undo(game),
        earns=earnings(position, moves) if shows_earnings else None,
    )


def recruits(position: Position, *, shows_earnings: bool = True) -> Recruits:
    resources = resources_by_kind(position.territory)
    pile = position.pile if len(resources) == len(RESOURCES) and position.pile else None
    return Recruits(
        cave=position.cave,
        pile=pile,
        resources=resources,
        free=places_to_stand(position.territory),
        price=PRICE,
        earns=recruit_earnings(position) if shows_earnings else None,
    )
