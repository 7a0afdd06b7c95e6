"""Cavemen in hindsight: given all placements of a game, where each caveman stands best, and his cheapest payment.

It is known what will lie around each caveman in the end, and what will burn. Each is placed as if he were the last one:
that is good, but not always best for all of them together.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.commands import RecruitCaveman, Step, ThrowFire
from domain.dominoes import Square, dominoes
from domain.grid import Cell, around
from domain.pieces import WARRIOR_POWER, Caveman
from domain.scoring import score
from domain.territory import Territory, change
from domain.tribe import PRICE, places_to_stand, recruit, resources_by_kind
from puzzles.search.exact.line import after
from puzzles.search.exact.problem import Problem

_BARE: Final = Square(0, "desert")
_FIRST: Final = (1, 0)


class Turn(msgspec.Struct):
    """One turn: the domino, how it was placed, and the caveman recruited, if any."""

    domino: int
    placing: list[Step] = []
    recruit: RecruitCaveman | None = None


def with_recruits(problem: Problem, turns: Sequence[Turn]) -> list[Step]:
    """The turns as a line of steps, with each caveman where he gains most."""
    line: list[Step] = []
    for number, turn in enumerate(turns):
        line += turn.placing
        if turn.recruit:
            then = replace(problem, territory=after(problem, line))
            rest = [step for later in turns[number + 1 :] for step in later.placing]
            step = _best_way(then, turn.recruit, rest)
            line += [step] if step else []
    return line


def _best_way(problem: Problem, wanted: RecruitCaveman, rest: Sequence[Step]) -> RecruitCaveman | None:
    """The recruit with the place and payment that gain most in the end, or None if none gains anything."""
    end = after(problem, rest)
    burning = {step.at for step in rest if isinstance(step, ThrowFire)}
    now, best, most = _points(problem, end), None, 0
    for gain, at in sorted(_posts(problem, wanted.caveman, end, burning, now), reverse=True):
        if gain <= most:
            break
        joined = recruit(end, wanted.caveman, (at,), at)
        if spend := _cheapest(problem, wanted, at, joined):
            gain = _points(problem, recruit(joined, wanted.caveman, spend, at)) - now
            if gain > most:
                best, most = replace(wanted, spend=spend, at=at), gain
    return best


def _posts(
    problem: Problem, caveman: Caveman, end: Territory, burning: set[Cell], now: int
) -> Iterator[tuple[int, Cell]]:
    """Where he may stand once resources are spent, and what he gains there before that."""
    on_resources = (cell for cells in resources_by_kind(problem.territory).values() for cell in cells)
    for at in (*places_to_stand(problem.territory), *on_resources):
        if at not in burning:
            yield _points(problem, recruit(end, caveman, (at,), at)) - now, at


def _cheapest(problem: Problem, wanted: RecruitCaveman, at: Cell, end: Territory) -> tuple[Cell, ...]:
    """For each of the cheapest kinds the resource that costs least; empty if there are too few kinds."""
    prices: list[tuple[bool, int, Cell]] = []
    for cells in resources_by_kind(problem.territory).values():
        losses = [(cell != at, -_points(problem, _without(end, cell)), cell) for cell in cells]
        prices.append(min(losses))
    if len(prices) < PRICE[wanted.source]:
        return ()
    return tuple(cell for _, _, cell in sorted(prices)[: PRICE[wanted.source]])


def _without(end: Territory, cell: Cell) -> Territory:
    return change(end, {cell: replace(end.squares[cell], resource=None)})


def _points(problem: Problem, territory: Territory) -> int:
    return score(problem.rules, territory, {}, 0).total


def tribe_bound(problem: Problem, turns: Iterable[Turn]) -> int:
    """The most that the cavemen of these turns can score: each surrounded by the best there is, all warriors joined."""
    men: list[Caveman] = [turn.recruit.caveman for turn in turns if turn.recruit]
    halves = [half for number in problem.dominoes for half in _halves(problem, number)]
    tokens = [replace(_BARE, fire=half.craters) for half in halves if half.craters]
    horde = _row([replace(_BARE, caveman=man) for man in men if man in WARRIOR_POWER])
    bound = sum(item.points for item in score(problem.rules, horde, {}, 0).hordes)
    for number, man in enumerate(men):
        others = [replace(_BARE, caveman=other) for other in (*men[:number], *men[number + 1 :])]
        bound += _most_around(problem, man, [*halves, *tokens, *others])
    return bound


def _halves(problem: Problem, number: int) -> tuple[Square, Square]:
    domino = dominoes(problem.rules)[number]
    return domino.a, domino.b


def _most_around(problem: Problem, caveman: Caveman, things: Iterable[Square]) -> int:
    """The points for the things that score most beside him, as many as there are cells around."""
    points: list[int] = []
    for thing in things:
        pair = _row([replace(_BARE, caveman=caveman), thing])
        points.append(sum(item.points for item in score(problem.rules, pair, {}, 0).cavemen if item.at == _FIRST))
    return sum(sorted(points, reverse=True)[: len(list(around(_FIRST)))])


def _row(squares: Iterable[Square]) -> Territory:
    """A territory of these squares side by side, whatever its size."""
    x, y = _FIRST
    return Territory(7, {(x + number, y): square for number, square in enumerate(squares)})
