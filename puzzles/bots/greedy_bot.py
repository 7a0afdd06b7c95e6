"""The bot of level flint: values its territory right after each legal step, and takes the best step."""

from random import Random
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
from domain.dominoes import Domino, Square, dominoes
from domain.fire import land, targets
from domain.grid import Cell
from domain.legal import legal
from domain.position import Position
from domain.scoring import scores
from domain.territory import Territory, place, placements, regions
from domain.tribe import recruit
from puzzles.bots.greedy_recruits import best_recruit
from puzzles.bots.greedy_value import greedy_value

# In points.
EARLIER: Final = 0.01  # for every step a number is lower: its chief acts earlier
UNUSED: Final = 0.5  # lost with a domino that is not placed, since it could have served some purpose


def greedy_step(position: Position, rng: Random) -> Step:
    if position.step == "recruit":
        return best_recruit(position, rng)
    steps = legal(position)
    values = [step_value(position, step) for step in steps]
    best = max(values)
    return rng.choice([step for step, value in zip(steps, values, strict=True) if value == best])


def step_value(position: Position, step: Step) -> float:
    """The value of the own territory after `step`; compare it only with other steps of the same kind."""
    territory = position.territory
    match step:
        case PlaceDomino(_, a, b):
            return greedy_value(position, _laid(territory, position.domino, a, b))
        case DeclineDomino():
            return greedy_value(position, territory) - UNUSED
        case ThrowFire(at):
            assert position.volcano is not None
            return greedy_value(position, land(territory, at, territory.squares[position.volcano].craters))
        case GiveTotem(_, to):
            return -scores(position)[to].total
        case DraftDomino(domino) | ClaimDomino(int(domino)):
            return _drafted(position, domino)
        case ClaimDomino(_, pair):
            return sum(_drafted(position, domino) for domino in pair or ())
        case RecruitCaveman(caveman, _, spend, at):
            return greedy_value(position, recruit(territory, caveman, spend, at))
        case PassRecruit():
            return greedy_value(position, territory)
        case _:
            assert_never(step)


def _drafted(position: Position, number: int) -> float:
    """The value of the territory with this domino where it fits best, or without it if it fits nowhere."""
    territory, domino = position.territory, dominoes(position.rules)[number]
    laid = [greedy_value(position, _laid(territory, domino, a, b)) for a, b in placements(territory, domino)]
    return (max(laid) if laid else greedy_value(position, territory) - UNUSED) - EARLIER * number


def _laid(territory: Territory, domino: Domino, a: Cell, b: Cell) -> Territory:
    """The territory with `domino` laid and its fire, if it has any, thrown where it probably gains most."""
    laid = place(territory, domino, a, b)
    if not domino.has_volcano:
        return laid
    volcano = a if domino.a.craters else b
    craters = laid.squares[volcano].craters
    sizes = {cell: len(region.cells) for region in regions(laid) for cell in region.cells}
    landings = {at: craters * sizes[at] - _burning(laid.squares[at]) for at in targets(laid, volcano)}
    return land(laid, max(landings, key=landings.__getitem__), craters) if landings else laid


def _burning(square: Square) -> int:
    """Roughly what a fire costs that lands here; the throw itself is valued exactly when it comes."""
    if square.caveman:
        return 5
    return 1 if square.resource else 0
