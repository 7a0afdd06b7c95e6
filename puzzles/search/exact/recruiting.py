"""The best recruits after the last domino (O10), exactly.

Resources score nothing by themselves in Tribe mode: spending one costs what the cavemen beside it lose. Two recruits
are paid with four resources, at most two of a kind; which recruit pays with which does not matter, since they can
always be paired so that each pair is of two kinds and a recruit who stands where a resource lay comes after it was
spent. So the standing places are tried one by one, and for each choice of them the cheapest resources are spent, kind
by kind.
"""

from typing import Final

import numpy as np

from puzzles.search.exact.cells import CELLS, ONE, ZERO, cell_board, cell_of, count
from puzzles.search.exact.tribe import (
    KINDS,
    caveman_at,
    cavemen,
    cells_near,
    horde_points,
    hordes,
    marks_in,
    standing_room,
    worth_of,
)
from puzzles.search.exact.window_problem import GOODS, MEN, WindowProblem
from puzzles.search.exact.workspace import Workspace, plane
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import FIRE_LADY, SHAMAN, WARRIOR

TOO_DEAR: Final = 1 << 20


@compiled
def recruits_worth(problem: WindowProblem, workspace: Workspace, slot: int) -> int:
    """What the best recruits add to the tribe; the recruits are noted in the camp."""
    weigh_resources(problem, workspace, slot)
    workspace.hired[0] = 0
    best = 0
    places = standing_room(problem, workspace, slot)
    for place in range(problem.cave_count):
        best = max(best, _best_alone(problem, workspace, slot, problem.cave[place], places, best))
        if problem.recruits == 2:
            for other in range(place + 1, problem.cave_count):
                best = max(
                    best, _best_pair(problem, workspace, slot, problem.cave[place], problem.cave[other], places, best)
                )
    return best


@compiled
def weigh_resources(problem: WindowProblem, workspace: Workspace, slot: int) -> None:
    for cell in range(CELLS):
        workspace.price[cell] = 0
    waiting = cavemen(workspace, slot) & ~plane(workspace, slot, MEN + 3)
    while waiting != ZERO:
        cell = cell_of(waiting)
        waiting &= waiting - ONE
        _raise_prices(problem, workspace, slot, caveman_at(workspace, slot, cell_board(cell)), cell)
    for cell in range(CELLS):
        workspace.cost[cell] = workspace.price[cell]


@compiled
def _copy_costs(workspace: Workspace) -> None:
    for cell in range(CELLS):
        workspace.price[cell] = workspace.cost[cell]


@compiled
def _raise_prices(problem: WindowProblem, workspace: Workspace, slot: int, caveman: int, cell: int) -> int:
    """Adds what a hunter-gatherer scores for each resource around him to its price; the sum of it."""
    total = 0
    for kind in range(KINDS):
        worth = worth_of(caveman, kind)
        if worth:
            resources = cells_near(problem, cell) & plane(workspace, slot, GOODS) & plane(workspace, slot, kind)
            total += worth * count(resources)
            while resources != ZERO:
                workspace.price[cell_of(resources)] += worth
                resources &= resources - ONE
    return total


@compiled
def _best_alone(
    problem: WindowProblem, workspace: Workspace, slot: int, caveman: int, places: np.uint64, best: int
) -> int:
    waiting = places
    while waiting != ZERO:
        cell = cell_of(waiting)
        waiting &= waiting - ONE
        gain = gain_alone(problem, workspace, slot, caveman, cell)
        if gain > best:
            best = gain
            workspace.hired[0], workspace.hired[1], workspace.hired[2] = 1, caveman, cell
    return best


@compiled
def gain_alone(problem: WindowProblem, workspace: Workspace, slot: int, caveman: int, cell: int) -> int:
    """What a single recruit who stands there adds, his price at its cheapest subtracted."""
    _copy_costs(workspace)
    gain = _raise_prices(problem, workspace, slot, caveman, cell)
    gain += _standing_gain(problem, workspace, slot, caveman, cell) + _horde_gain(workspace, slot, caveman, cell, 0, 0)
    return gain - cheapest(workspace, slot, cell_board(cell), 1)


@compiled
def _best_pair(
    problem: WindowProblem,
    workspace: Workspace,
    slot: int,
    caveman: int,
    other: int,
    places: np.uint64,
    best: int,
) -> int:
    firsts = places
    while firsts != ZERO:
        first = cell_of(firsts)
        firsts &= firsts - ONE
        seconds = places & ~cell_board(first)
        while seconds != ZERO:
            second = cell_of(seconds)
            seconds &= seconds - ONE
            gain = gain_of_pair(problem, workspace, slot, caveman, first, other, second)
            if gain > best:
                best = gain
                workspace.hired[0], workspace.hired[1], workspace.hired[2] = 2, caveman, first
                workspace.hired[3], workspace.hired[4] = other, second
    return best


@compiled
def gain_of_pair(
    problem: WindowProblem, workspace: Workspace, slot: int, caveman: int, first: int, other: int, second: int
) -> int:
    """What two recruits who stand there add."""
    _copy_costs(workspace)
    gain = _raise_prices(problem, workspace, slot, caveman, first)
    gain += _raise_prices(problem, workspace, slot, other, second)
    gain += _standing_gain(problem, workspace, slot, caveman, first) + _standing_gain(
        problem, workspace, slot, other, second
    )
    if cells_near(problem, first) & cell_board(second) != ZERO:
        gain += 2 * ((caveman == SHAMAN) + (other == SHAMAN))
    gain += _horde_gain(workspace, slot, caveman, first, other, second)
    return gain - cheapest(workspace, slot, cell_board(first) | cell_board(second), 2)


@compiled
def _standing_gain(problem: WindowProblem, workspace: Workspace, slot: int, caveman: int, cell: int) -> int:
    """What he scores for fires or cavemen around, and the shamans around for him."""
    near = cells_near(problem, cell)
    gain = 0
    if caveman == FIRE_LADY:
        gain = marks_in(workspace, slot, near)
    elif caveman == SHAMAN:
        gain = 2 * count(near & cavemen(workspace, slot))
    shamans = (
        plane(workspace, slot, MEN)
        & plane(workspace, slot, MEN + 1)
        & plane(workspace, slot, MEN + 2)
        & ~plane(workspace, slot, MEN + 3)
    )
    return gain + 2 * count(near & shamans)


@compiled
def _horde_gain(workspace: Workspace, slot: int, recruit: int, first: int, other: int, second: int) -> int:
    """What the hordes gain by the warriors among two recruits; 0 is none."""
    if recruit < WARRIOR and other < WARRIOR:
        return 0
    warriors, second_power, third_power = (
        plane(workspace, slot, MEN + 3),
        plane(workspace, slot, MEN),
        plane(workspace, slot, MEN + 1),
    )
    for caveman, cell in ((recruit, first), (other, second)):
        if caveman >= WARRIOR:
            post = cell_board(cell)
            warriors |= post
            second_power |= post if caveman & 1 else ZERO
            third_power |= post if caveman & 2 else ZERO
    return horde_points(warriors, second_power, third_power) - hordes(workspace, slot)


@compiled
def cheapest(workspace: Workspace, slot: int, stood_on: np.uint64, recruits: int) -> int:
    """The least that paying for these recruits costs, when the resources they stand on must be among the price.

    Of each kind one can be spent for each recruit.
    """
    cost, due = 0, 2 * recruits
    first, second = TOO_DEAR, TOO_DEAR
    third, fourth = TOO_DEAR, TOO_DEAR
    for kind in range(KINDS):
        cells = plane(workspace, slot, GOODS) & plane(workspace, slot, kind)
        forced = cells & stood_on
        limit = recruits - count(forced)
        if limit < 0:
            return TOO_DEAR
        due -= count(forced)
        while forced != ZERO:
            cost += workspace.price[cell_of(forced)]
            forced &= forced - ONE
        low, high = _two_least(workspace, cells & ~stood_on)
        if limit >= 1:
            first, second, third, fourth = _sorted_in(first, second, third, fourth, low)
        if limit >= 2:
            first, second, third, fourth = _sorted_in(first, second, third, fourth, high)
    if due >= 1:
        cost += first
    if due >= 2:
        cost += second
    if due >= 3:
        cost += third
    if due >= 4:
        cost += fourth
    return cost


@compiled
def _two_least(workspace: Workspace, cells: np.uint64) -> tuple[int, int]:
    low, high = TOO_DEAR, TOO_DEAR
    while cells != ZERO:
        price = workspace.price[cell_of(cells)]
        cells &= cells - ONE
        if price < low:
            low, high = price, low
        else:
            high = min(high, price)
    return low, high


@compiled
def _sorted_in(first: int, second: int, third: int, fourth: int, new: int) -> tuple[int, int, int, int]:
    if new < first:
        return new, first, second, third
    if new < second:
        return first, new, second, third
    if new < third:
        return first, second, new, third
    return first, second, third, min(fourth, new)
