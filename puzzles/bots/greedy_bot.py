"""Flint: greedy. It weighs every step by the own territory right after it, and takes the best."""

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
from puzzles.bots.greedy_value import worth

# In points.
EARLIER: Final = 0.01  # for every step a number is lower: its chief acts earlier
UNUSED: Final = 0.5  # lost with a domino that is not placed, for it could have served some end


def greedy_step(position: Position, rng: Random) -> Step:
    if position.step == "recruit":
        return best_recruit(position, rng)
    steps = legal(position)
    worths = [step_worth(position, step) for step in steps]
    best = max(worths)
    return rng.choice([step for step, found in zip(steps, worths, strict=True) if found == best])


def step_worth(position: Position, step: Step) -> float:
    """The worth of the own territory after `step`, to be compared only with other steps of its kind."""
    territory = position.territory
    match step:
        case PlaceDomino(_, a, b):
            return worth(position, _laid(territory, position.domino, a, b))
        case DeclineDomino():
            return worth(position, territory) - UNUSED
        case ThrowFire(at):
            assert position.volcano is not None
            return worth(position, land(territory, at, territory.squares[position.volcano].craters))
        case GiveTotem(_, to):
            return -scores(position)[to].total
        case DraftDomino(domino) | ClaimDomino(int(domino)):
            return _drafted(position, domino)
        case ClaimDomino(_, pair):
            return sum(_drafted(position, domino) for domino in pair or ())
        case RecruitCaveman(caveman, _, spend, at):
            return worth(position, recruit(territory, caveman, spend, at))
        case PassRecruit():
            return worth(position, territory)
        case _ as never:
            assert_never(never)


def _drafted(position: Position, number: int) -> float:
    """The worth of the territory with this domino where it fits best, or without it if it fits nowhere."""
    territory, domino = position.territory, dominoes(position.rules)[number]
    laid = [worth(position, _laid(territory, domino, a, b)) for a, b in placements(territory, domino)]
    return (max(laid) if laid else worth(position, territory) - UNUSED) - EARLIER * number


def _laid(territory: Territory, domino: Domino, a: Cell, b: Cell) -> Territory:
    """The territory with `domino` laid and its fire, if it has any, thrown where it probably does most."""
    laid = place(territory, domino, a, b)
    if not domino.has_volcano:
        return laid
    volcano = a if domino.a.craters else b
    craters = laid.squares[volcano].craters
    sizes = {cell: len(region.cells) for region in regions(laid) for cell in region.cells}
    landings = {at: craters * sizes[at] - _burning(laid.squares[at]) for at in targets(laid, volcano)}
    return land(laid, max(landings, key=landings.__getitem__), craters) if landings else laid


def _burning(square: Square) -> int:
    """About what a fire costs that lands here; the throw itself, when it comes, is weighed exactly."""
    if square.caveman:
        return 5
    return 1 if square.resource else 0
