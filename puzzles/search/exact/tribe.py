"""What the cavemen of a territory are worth (O11, O12), now and at most."""

from typing import Final

import numpy as np

from puzzles.search.exact.cells import ZERO, around, cell_board, cell_of, count, first_of, group
from puzzles.search.exact.window_problem import GOODS, MARK_HIGH, MARK_LOW, MEN, TAKEN, WindowProblem
from puzzles.search.exact.workspace import Workspace, plane
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import FIRE_LADY, GATHERER, PAINTER, SCULPTOR, SHAMAN, VOLCANO, WARRIOR

KINDS: Final = 4  # of resources; each has the number of its terrain


@compiled
def cavemen(workspace: Workspace, slot: int) -> np.uint64:
    """Where cavemen stand."""
    return (
        plane(workspace, slot, MEN)
        | plane(workspace, slot, MEN + 1)
        | plane(workspace, slot, MEN + 2)
        | plane(workspace, slot, MEN + 3)
    )


@compiled
def shamans(workspace: Workspace, slot: int) -> np.uint64:
    low = plane(workspace, slot, MEN) & plane(workspace, slot, MEN + 1) & plane(workspace, slot, MEN + 2)
    return low & ~plane(workspace, slot, MEN + 3)


@compiled
def caveman_at(workspace: Workspace, slot: int, cell: np.uint64) -> int:
    """Which caveman stands on a cell; 0 is none."""
    caveman = 0
    for digit in range(4):
        if plane(workspace, slot, MEN + digit) & cell != ZERO:
            caveman |= 1 << digit
    return caveman


@compiled
def cells_near(problem: WindowProblem, cell: int) -> np.uint64:
    centre = cell_board(cell)
    return np.uint64(around(centre) & problem.window & ~centre)


@compiled
def standing_room(problem: WindowProblem, workspace: Workspace, slot: int) -> np.uint64:
    """Where a caveman may stand, once what lies there is spent."""
    barred = (
        plane(workspace, slot, MARK_LOW)
        | plane(workspace, slot, MARK_HIGH)
        | plane(workspace, slot, VOLCANO)
        | problem.hut
        | cavemen(workspace, slot)
    )
    return np.uint64(plane(workspace, slot, TAKEN) & ~barred)


@compiled
def power_of(caveman: int) -> int:
    return caveman - WARRIOR + 1


@compiled
def worth_of(caveman: int, kind: int) -> int:
    """O11: what a hunter-gatherer scores for a resource of this kind beside him."""
    if caveman == PAINTER:
        return 2
    if caveman != kind + 1:  # hunter: mammoth, fisher: fish, and so on
        return 0
    return 5 if caveman == SCULPTOR else 4 if caveman == GATHERER else 3


@compiled
def marks_in(workspace: Workspace, slot: int, cells: np.uint64) -> int:
    return count(cells & plane(workspace, slot, MARK_LOW)) + 2 * count(cells & plane(workspace, slot, MARK_HIGH))


@compiled
def horde_points(warriors: np.uint64, second: np.uint64, third: np.uint64) -> int:
    """O12: number × power. Those of power 2 and 3 are also on boards of their own."""
    points = 0
    while warriors != ZERO:
        horde = group(first_of(warriors), warriors)
        size = count(horde)
        points += size * (size + count(horde & second) + 2 * count(horde & third))
        warriors &= ~horde
    return points


@compiled
def hordes(workspace: Workspace, slot: int) -> int:
    return horde_points(plane(workspace, slot, MEN + 3), plane(workspace, slot, MEN), plane(workspace, slot, MEN + 1))


@compiled
def tribe_points(problem: WindowProblem, workspace: Workspace, slot: int) -> int:
    """What all cavemen are worth as they stand."""
    return _gatherers(problem, workspace, slot, problem.count, ZERO, 0) + hordes(workspace, slot)


@compiled
def tribe_bound(problem: WindowProblem, workspace: Workspace, slot: int, ply: int, in_the_air: int) -> int:
    """What all cavemen can be worth at most, with those still to be recruited."""
    if problem.recruits == 0 and cavemen(workspace, slot) == ZERO:
        return 0
    fires = in_the_air
    for size in range(1, KINDS):
        fires += size * problem.tokens_left[ply, size]
    free = problem.window & ~plane(workspace, slot, TAKEN) if ply < problem.count else ZERO
    bound = _gatherers(problem, workspace, slot, ply, free, fires)
    hired = min(problem.recruits, _affordable(problem, workspace, slot, ply))
    return bound + _best_recruits(problem, workspace, slot, ply, free, fires, hired)


@compiled
def _gatherers(problem: WindowProblem, workspace: Workspace, slot: int, ply: int, free: np.uint64, fires: int) -> int:
    """The hunter-gatherers that stand there, with all that may still come beside them."""
    points = 0
    waiting = cavemen(workspace, slot) & ~plane(workspace, slot, MEN + 3)
    while waiting != ZERO:
        post = first_of(waiting)
        waiting &= ~post
        caveman = caveman_at(workspace, slot, post)
        points += _prospect(problem, workspace, slot, ply, caveman, cells_near(problem, cell_of(post)), free, fires)
    return points


@compiled
def _prospect(
    problem: WindowProblem,
    workspace: Workspace,
    slot: int,
    ply: int,
    caveman: int,
    near: np.uint64,
    free: np.uint64,
    fires: int,
) -> int:
    """What a hunter-gatherer with these cells around him scores at most; nothing more comes if no cell is free."""
    empty = count(near & free)
    if caveman == SHAMAN:
        return 2 * count(near & cavemen(workspace, slot))
    if caveman == FIRE_LADY:
        return marks_in(workspace, slot, near) + min(2 * empty, _to_come(problem, ply, False)) + fires
    if caveman == PAINTER:
        return 2 * (count(near & plane(workspace, slot, GOODS)) + min(empty, _to_come(problem, ply, True)))
    kind = caveman - 1
    present = count(near & plane(workspace, slot, GOODS) & plane(workspace, slot, kind))
    return int(worth_of(caveman, kind) * (present + min(empty, problem.goods_left[ply, kind])))


@compiled
def _to_come(problem: WindowProblem, ply: int, goods: bool) -> int:
    """How many resources or marks are still to come."""
    total = 0
    for terrain in range(VOLCANO):
        total += problem.goods_left[ply, terrain] if goods else problem.marks_left[ply, terrain]
    return total


@compiled
def _affordable(problem: WindowProblem, workspace: Workspace, slot: int, ply: int) -> int:
    """How many recruits there are resources for: two of different kinds for each."""
    kinds, pairs = 0, 0
    for kind in range(KINDS):
        owned = count(plane(workspace, slot, GOODS) & plane(workspace, slot, kind)) + problem.goods_left[ply, kind]
        kinds += min(owned, 1)
        pairs += min(owned, 2)
    return 2 if pairs >= 4 else 1 if kinds >= 2 else 0


@compiled
def _best_recruits(
    problem: WindowProblem, workspace: Workspace, slot: int, ply: int, free: np.uint64, fires: int, hired: int
) -> int:
    """The hordes, and what up to two recruits add to the tribe at most, each where it is best for him."""
    warriors = plane(workspace, slot, MEN + 3)
    number = count(warriors)
    power = (
        number + count(warriors & plane(workspace, slot, MEN)) + 2 * count(warriors & plane(workspace, slot, MEN + 1))
    )
    now = hordes(workspace, slot)
    best = now
    for place in range(problem.cave_count if hired else 0):
        first = _recruit_bound(problem, workspace, slot, ply, problem.cave[place], free, fires, hired)
        joining, strength = _warrior(problem.cave[place])
        horde = (number + joining) * (power + strength) if joining else now
        best = max(best, first + horde)
        for other in range(place + 1, problem.cave_count if hired == 2 else 0):
            second = _recruit_bound(problem, workspace, slot, ply, problem.cave[other], free, fires, hired)
            more, stronger = _warrior(problem.cave[other])
            both = joining + more
            horde = (number + both) * (power + strength + stronger) if both else now
            best = max(best, first + second + horde)
    return best


@compiled
def _warrior(caveman: int) -> tuple[int, int]:
    """How many warriors he is, and of what power."""
    return (1, power_of(caveman)) if caveman >= WARRIOR else (0, 0)


@compiled
def _recruit_bound(
    problem: WindowProblem,
    workspace: Workspace,
    slot: int,
    ply: int,
    caveman: int,
    free: np.uint64,
    fires: int,
    hired: int,
) -> int:
    """What a recruit scores at most for what is around him, and shamans for him."""
    best = 0
    places = ZERO if caveman >= WARRIOR else standing_room(problem, workspace, slot) | free
    while places != ZERO:
        cell = cell_of(places)
        places &= places - np.uint64(1)
        near = cells_near(problem, cell)
        best = max(best, _prospect(problem, workspace, slot, ply, caveman, near, free, fires))
    if caveman == SHAMAN:
        best += 2 * (hired - 1)
    return best + 2 * count(shamans(workspace, slot))
