"""Moves as the kernel writes them, and as the rules do."""

from typing import Final, assert_never

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
from puzzles.search.kernel.rules.constants import TRIBE, cell_at, cell_number
from puzzles.search.kernel.rules.territory import second_cell
from puzzles.search.kernel.rules.tribe import FROM_PILE, PASS, paying, recruit_move, spent
from puzzles.search.kernel.rules.turn import DISCARD

_DIRECTIONS: Final[tuple[Cell, ...]] = ((1, 0), (0, 1), (-1, 0), (0, -1))  # east, south, west, north


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
            return GiveTotem(RESOURCES[move >> 2], move & 3)
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
            return cell_number(a) * 4 + _DIRECTIONS.index((b[0] - a[0], b[1] - a[1]))
        case DeclineDomino():
            return DISCARD
        case ThrowFire(at):
            return cell_number(at)
        case GiveTotem(resource, to):
            return RESOURCES.index(resource) * 4 + to
        case RecruitCaveman():
            return _recruiting(step)
        case PassRecruit():
            return PASS
        case ClaimDomino():
            raise ValueError("a claim names what it claims")
        case _ as never:
            assert_never(never)


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
    if move == DISCARD:
        return DeclineDomino(domino)
    return PlaceDomino(domino, cell_at(move >> 2), cell_at(second_cell(move)))


def _recruit(move: int) -> Step:
    if move == PASS:
        return PassRecruit()
    source = (move >> 12) & 1
    spend = tuple(cell_at(spent(move, number)) for number in range(4 if source == FROM_PILE else 2))
    return RecruitCaveman(
        TRIBE[((move >> 8) & 15) - 1], "pile" if source == FROM_PILE else "cave", spend, cell_at(move & 255)
    )
