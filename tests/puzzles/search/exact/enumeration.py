"""Every final board there is, by the rules alone and without leaving out anything: what the exact solver is held to.

Territories that look the same are followed once: that is no pruning, for they lead to the same boards.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from domain.commands import DeclineDomino, PlaceDomino, Step
from domain.dominoes import Square, dominoes
from domain.fire import land, targets
from domain.grid import Cell
from domain.pieces import Caveman
from domain.rules import Rules
from domain.scoring import score
from domain.territory import Placement, Territory, place, placements
from domain.tribe import places_to_stand, prices, recruit, resources_by_kind
from puzzles.search.exact.problem import Problem, Solution

Face = frozenset[tuple[Cell, Square]]


class Verdict(NamedTuple):
    optimum: int
    boards: int
    first_moves: set[Face]  # what the optimal first moves show before their fire is thrown

    def check(self, problem: Problem, solution: Solution) -> None:
        """Whether the solver says the same."""
        assert solution.optima is not None
        assert (solution.best, solution.bound, solution.optima.boards) == (self.optimum, self.optimum, self.boards)
        shown = [first_face(problem, step) for step in solution.optima.first_moves]
        assert len(shown) == len(self.first_moves)
        assert set(shown) == self.first_moves


class Camp(NamedTuple):
    """A territory, who is still in the cave, and which first moves lead to it."""

    territory: Territory
    cave: tuple[Caveman, ...]
    firsts: set[Face]


Camps = dict[tuple[Face, tuple[Caveman, ...]], Camp]


class TooMany(Exception):
    """There are more boards than one cares to wait for."""


def verdict(problem: Problem, most: int = 100_000) -> Verdict:
    """Raises TooMany as soon as there are more than `most` ways to go on from."""
    worths: dict[Face, int] = {}
    firsts: dict[Face, set[Face]] = {}
    for (shown, _), camp in _finals(problem, most).items():
        worths[shown] = worths.get(shown) or score(problem.rules, camp.territory, {}, 0).total
        firsts.setdefault(shown, set()).update(camp.firsts)
    best = max(worths.values())
    optimal = [shown for shown, worth in worths.items() if worth == best]
    return Verdict(best, len(optimal), set[Face]().union(*(firsts[shown] for shown in optimal)))


def face(territory: Territory) -> Face:
    """What one sees of a territory: not to which domino a square belongs."""
    return frozenset((cell, replace(square, domino=0)) for cell, square in territory.squares.items())


def first_face(problem: Problem, step: Step) -> Face:
    """What a first move shows before its fire is thrown."""
    match step:
        case PlaceDomino(number, a, b):
            return face(place(problem.territory, dominoes(problem.rules)[number], a, b))
        case DeclineDomino():
            return face(problem.territory)
        case _:
            raise AssertionError(f"{step} is no first move")


def _finals(problem: Problem, most: int) -> Camps:
    begin = Camp(problem.territory, problem.cave, set())
    camps = _first_camps(problem, begin)
    for number in problem.dominoes[1:]:
        ways = (
            Camp(after, camp.cave, camp.firsts)
            for camp in camps.values()
            for _, after in continuations(problem.rules, camp.territory, number)
        )
        camps = _gathered(ways, most)
    for _ in range(problem.recruits):
        camps = _gathered((after for camp in camps.values() for after in chain([camp], _recruits(camp))), most)
    return camps


def _first_camps(problem: Problem, begin: Camp) -> Camps:
    first = problem.dominoes[0]
    has_room = any(placements(begin.territory, dominoes(problem.rules)[first]))
    return _gathered(
        Camp(after, begin.cave, {first_face(problem, _step(first, at))} if has_room else set())
        for at, after in continuations(problem.rules, begin.territory, first)
    )


def _step(number: int, at: Placement | None) -> Step:
    return PlaceDomino(number, *at) if at else DeclineDomino(number)


def _gathered(camps: Iterable[Camp], most: int = 100_000) -> Camps:
    gathered: Camps = {}
    for tried, camp in enumerate(camps):
        if tried > most:
            raise TooMany
        entry = gathered.setdefault((face(camp.territory), camp.cave), Camp(camp.territory, camp.cave, set()))
        entry.firsts.update(camp.firsts)
    return gathered


def continuations(rules: Rules, territory: Territory, number: int) -> Iterator[tuple[Placement | None, Territory]]:
    """What may come of a domino: where it was placed, if it was, and the territory with its fire thrown."""
    domino, has_room = dominoes(rules)[number], False
    for a, b in placements(territory, domino):
        has_room = True
        laid = place(territory, domino, a, b)
        volcano = a if domino.a.craters else b
        landings = list(targets(laid, volcano)) if domino.has_volcano else []
        for at in landings:
            yield (a, b), land(laid, at, laid.squares[volcano].craters)
        if not landings:
            yield (a, b), laid
    if not has_room or not rules.must_place:
        yield None, territory


def _recruits(camp: Camp) -> Iterator[Camp]:
    free, resources = places_to_stand(camp.territory), resources_by_kind(camp.territory)
    for caveman in set(camp.cave):
        others = list(camp.cave)
        others.remove(caveman)
        for spend in prices(resources, "cave"):
            for at in (*free, *spend):
                yield Camp(recruit(camp.territory, caveman, spend, at), tuple(others), camp.firsts)
