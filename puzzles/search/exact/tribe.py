"""What the cavemen of a territory are worth (O11, O12), now and at most."""

from typing import Final

import numpy as np

from puzzles.search.exact.cells import ZERO, around, cell_board, cell_of, count, first_of, group
from puzzles.search.exact.window_problem import GOODS, MARK_HIGH, MARK_LOW, MEN, TAKEN, Task
from puzzles.search.exact.workspace import Desk, plane
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import FIRE_LADY, GATHERER, PAINTER, SCULPTOR, SHAMAN, VOLCANO, WARRIOR

KINDS: Final = 4  # of resources; each has the number of its terrain


@compiled
def cavemen(desk: Desk, slot: int) -> np.uint64:
    """Where cavemen stand."""
    return plane(desk, slot, MEN) | plane(desk, slot, MEN + 1) | plane(desk, slot, MEN + 2) | plane(desk, slot, MEN + 3)


@compiled
def shamans(desk: Desk, slot: int) -> np.uint64:
    low = plane(desk, slot, MEN) & plane(desk, slot, MEN + 1) & plane(desk, slot, MEN + 2)
    return low & ~plane(desk, slot, MEN + 3)


@compiled
def caveman_at(desk: Desk, slot: int, cell: np.uint64) -> int:
    """Which caveman stands on a cell; 0 is none."""
    caveman = 0
    for digit in range(4):
        if plane(desk, slot, MEN + digit) & cell != ZERO:
            caveman |= 1 << digit
    return caveman


@compiled
def cells_near(task: Task, cell: int) -> np.uint64:
    centre = cell_board(cell)
    return np.uint64(around(centre) & task.window & ~centre)


@compiled
def standing_room(task: Task, desk: Desk, slot: int) -> np.uint64:
    """Where a caveman may stand, once what lies there is spent."""
    barred = (
        plane(desk, slot, MARK_LOW)
        | plane(desk, slot, MARK_HIGH)
        | plane(desk, slot, VOLCANO)
        | task.hut
        | cavemen(desk, slot)
    )
    return np.uint64(plane(desk, slot, TAKEN) & ~barred)


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
def marks_in(desk: Desk, slot: int, cells: np.uint64) -> int:
    return count(cells & plane(desk, slot, MARK_LOW)) + 2 * count(cells & plane(desk, slot, MARK_HIGH))


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
def hordes(desk: Desk, slot: int) -> int:
    return horde_points(plane(desk, slot, MEN + 3), plane(desk, slot, MEN), plane(desk, slot, MEN + 1))


@compiled
def tribe_points(task: Task, desk: Desk, slot: int) -> int:
    """What all cavemen are worth as they stand."""
    return _gatherers(task, desk, slot, task.count, ZERO, 0) + hordes(desk, slot)


@compiled
def tribe_bound(task: Task, desk: Desk, slot: int, ply: int, in_the_air: int) -> int:
    """What all cavemen can be worth at most, with those still to be recruited."""
    if task.recruits == 0 and cavemen(desk, slot) == ZERO:
        return 0
    fires = in_the_air
    for size in range(1, KINDS):
        fires += size * task.tokens_left[ply, size]
    free = task.window & ~plane(desk, slot, TAKEN) if ply < task.count else ZERO
    bound = _gatherers(task, desk, slot, ply, free, fires)
    hired = min(task.recruits, _affordable(task, desk, slot, ply))
    return bound + _best_recruits(task, desk, slot, ply, free, fires, hired)


@compiled
def _gatherers(task: Task, desk: Desk, slot: int, ply: int, free: np.uint64, fires: int) -> int:
    """The hunter-gatherers that stand there, with all that may still come beside them."""
    points = 0
    waiting = cavemen(desk, slot) & ~plane(desk, slot, MEN + 3)
    while waiting != ZERO:
        post = first_of(waiting)
        waiting &= ~post
        caveman = caveman_at(desk, slot, post)
        points += _prospect(task, desk, slot, ply, caveman, cells_near(task, cell_of(post)), free, fires)
    return points


@compiled
def _prospect(
    task: Task, desk: Desk, slot: int, ply: int, caveman: int, near: np.uint64, free: np.uint64, fires: int
) -> int:
    """What a hunter-gatherer with these cells around him scores at most; nothing more comes if no cell is free."""
    empty = count(near & free)
    if caveman == SHAMAN:
        return 2 * count(near & cavemen(desk, slot))
    if caveman == FIRE_LADY:
        return marks_in(desk, slot, near) + min(2 * empty, _to_come(task, ply, False)) + fires
    if caveman == PAINTER:
        return 2 * (count(near & plane(desk, slot, GOODS)) + min(empty, _to_come(task, ply, True)))
    kind = caveman - 1
    present = count(near & plane(desk, slot, GOODS) & plane(desk, slot, kind))
    return int(worth_of(caveman, kind) * (present + min(empty, task.goods_left[ply, kind])))


@compiled
def _to_come(task: Task, ply: int, goods: bool) -> int:
    """How many resources or marks are still to come."""
    total = 0
    for terrain in range(VOLCANO):
        total += task.goods_left[ply, terrain] if goods else task.marks_left[ply, terrain]
    return total


@compiled
def _affordable(task: Task, desk: Desk, slot: int, ply: int) -> int:
    """How many recruits there are resources for: two of different kinds for each."""
    kinds, pairs = 0, 0
    for kind in range(KINDS):
        owned = count(plane(desk, slot, GOODS) & plane(desk, slot, kind)) + task.goods_left[ply, kind]
        kinds += min(owned, 1)
        pairs += min(owned, 2)
    return 2 if pairs >= 4 else 1 if kinds >= 2 else 0


@compiled
def _best_recruits(task: Task, desk: Desk, slot: int, ply: int, free: np.uint64, fires: int, hired: int) -> int:
    """The hordes, and what up to two recruits add to the tribe at most, each where it is best for him."""
    warriors = plane(desk, slot, MEN + 3)
    number = count(warriors)
    power = number + count(warriors & plane(desk, slot, MEN)) + 2 * count(warriors & plane(desk, slot, MEN + 1))
    now = hordes(desk, slot)
    best = now
    for place in range(task.cave_count if hired else 0):
        first = _recruit_bound(task, desk, slot, ply, task.cave[place], free, fires, hired)
        joining, strength = _warrior(task.cave[place])
        horde = (number + joining) * (power + strength) if joining else now
        best = max(best, first + horde)
        for other in range(place + 1, task.cave_count if hired == 2 else 0):
            second = _recruit_bound(task, desk, slot, ply, task.cave[other], free, fires, hired)
            more, stronger = _warrior(task.cave[other])
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
    task: Task, desk: Desk, slot: int, ply: int, caveman: int, free: np.uint64, fires: int, hired: int
) -> int:
    """What a recruit scores at most for what is around him, and shamans for him."""
    best = 0
    places = ZERO if caveman >= WARRIOR else standing_room(task, desk, slot) | free
    while places != ZERO:
        cell = cell_of(places)
        places &= places - np.uint64(1)
        near = cells_near(task, cell)
        best = max(best, _prospect(task, desk, slot, ply, caveman, near, free, fires))
    if caveman == SHAMAN:
        best += 2 * (hired - 1)
    return best + 2 * count(shamans(desk, slot))
