"""Translates moves of the kernel to steps of the game, and back."""

from typing import assert_never

from domain.commands import (
    ClaimDomino,
    DeclineDomino,
    DraftDomino,
    GiveTotem,
    PassRecruit,
    PlaceDomino,
    RecruitCaveman,
    Step,
    ThrowFire,
)
from domain.grid import Cell
from domain.pieces import RESOURCES
from domain.position import Position
from domain.tribe import Source
from puzzles.search.kernel.rules.constants import TRIBE, cell_at, cell_number
from puzzles.search.kernel.rules.moves import (
    DIRECTIONS,
    DISCARD,
    FROM_PILE,
    PASS,
    first_cell,
    gift_move,
    given_kind,
    given_to,
    paying,
    placement_move,
    price_of,
    recruit_move,
    recruited,
    second_cell,
    source_of,
    spent,
    stands_on,
)


def as_step(position: Position, move: int) -> Step:
    """The step that a move of the kernel means in this position, which must have one due."""
    match position.step:
        case "claim":
            return _claim(position, move)
        case "place":
            return _placement(position.line[0].domino, move)
        case "fire":
            return ThrowFire(cell_at(move))
        case "totem":
            return GiveTotem(RESOURCES[given_kind(move)], given_to(move))
        case "draft":
            return DraftDomino(position.next_line[move].domino)
        case "recruit":
            return _recruit(move)
        case _:
            raise ValueError(f"no move is due in the step {position.step}")


def as_move(position: Position, step: Step) -> int:
    """The move of the kernel that means this step."""
    slots = [slot.domino for slot in position.next_line]
    match step:
        case ClaimDomino(_, (first, _)):
            return slots.index(first)
        case ClaimDomino(int(domino)) | DraftDomino(domino):
            return slots.index(domino)
        case PlaceDomino(_, a, b):
            return placement_move(cell_number(a), DIRECTIONS.index((b[0] - a[0], b[1] - a[1])))
        case DeclineDomino():
            return DISCARD
        case ThrowFire(at):
            return cell_number(at)
        case GiveTotem(resource, to):
            return gift_move(RESOURCES.index(resource), to)
        case RecruitCaveman():
            return _recruiting(step)
        case PassRecruit():
            return PASS
        case ClaimDomino():
            raise ValueError("a claim names what it claims")
        case _:
            assert_never(step)


def _recruiting(step: RecruitCaveman) -> int:
    move = recruit_move(TRIBE.index(step.caveman) + 1, int(step.source == "pile"), cell_number(step.at))
    for number, cell in enumerate(step.spend):
        move = paying(move, number, cell_number(cell))
    return move


def _claim(position: Position, move: int) -> Step:
    slots = [slot.domino for slot in position.next_line]
    if position.rules.claims_in_pairs:
        return ClaimDomino(dominoes=(slots[move], slots[3 - move]))
    return ClaimDomino(domino=slots[move])


def _placement(domino: int, move: int) -> Step:
    return DeclineDomino(domino) if move == DISCARD else PlaceDomino(domino, *placed_cells(move))


def placed_cells(move: int) -> tuple[Cell, Cell]:
    """The cells of the first and the second square of a placement."""
    return cell_at(first_cell(move)), cell_at(second_cell(move))


def _recruit(move: int) -> Step:
    return PassRecruit() if move == PASS else recruit_of(move)


def recruit_of(move: int) -> RecruitCaveman:
    """The recruit that a move other than PASS means."""
    spend = tuple(cell_at(spent(move, number)) for number in range(price_of(source_of(move))))
    source: Source = "pile" if source_of(move) == FROM_PILE else "cave"
    return RecruitCaveman(TRIBE[recruited(move) - 1], source, spend, cell_at(stands_on(move)))
