"""Moves as the kernel writes them, and as the rules do."""

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
from domain.pieces import RESOURCES
from domain.position import Position
from puzzles.search.kernel.tables import TRIBE, cell_at
from puzzles.search.kernel.territory import second_cell
from puzzles.search.kernel.tribe import FROM_PILE, PASS, spent
from puzzles.search.kernel.turn import DISCARD


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
