"""How much a territory can be worth at most when the dominoes still to come are laid as well as can be.

Each terrain is judged by itself, as if the others were not in its way. Its regions may grow together where the squares
still to come are enough to lead from one to the other over free cells. Of what then are its parts, let each have s
squares and m marks, and let r squares with q marks be to come. The points are the sum of s × m, and what r and q add
to it: since s × m is linear in either, it is best to give all of r to one part and all of q to one part, the same or
another. A fire to be thrown adds its fires times the largest region there may be.

If the free cells have less room than there are dominoes, some of them must stay out: the best choice of one, or of
two, is taken; to leave out more never helps.
"""

from typing import Final

import numpy as np

from puzzles.search.exact.capacity import room_for
from puzzles.search.exact.cells import ZERO, beside, count, first_of, group, scrambled, spread
from puzzles.search.exact.placing import slack_edges
from puzzles.search.exact.tribe import cavemen, marks_in, tribe_bound, tribe_points
from puzzles.search.exact.window_problem import BOARDS, GOODS, MARK_HIGH, MARK_LOW, TAKEN, Task
from puzzles.search.exact.workspace import Desk, plane
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import CRATERS, MARKS, RESOURCE, TERRAIN, TERRAINS, VOLCANO

KINDS: Final = 4  # the terrains that bear resources come first
_MOST: Final = 32  # regions of one terrain in a territory
_GOLD: Final = np.uint64(0x9E3779B97F4A7C15)
_ODD: Final = np.uint64(0xD6E8FEB86659FD93)


@compiled
def survey(task: Task, desk: Desk, slot: int, ply: int, in_the_air: int) -> tuple[int, int, np.uint64]:
    """A bound for the territory before the domino of this ply; the points that are certain; and its key.

    Two territories with the same key differ in the end by what they differ in their certain points. `in_the_air`
    is the number of fires just thrown that have not landed.
    """
    free = task.window & ~plane(desk, slot, TAKEN)
    is_open = beside(free)
    edges = slack_edges(task, plane(desk, slot, TAKEN)) if task.must_place else ZERO
    certain, key = 0, scrambled(free + _GOLD * np.uint64(64 * ply + 1) + (task.salt << np.uint64(56)))
    desk.points = 0
    for terrain in range(TERRAINS):
        if task.squares_left[ply, terrain] == 0:
            certain += _finished(task, desk, slot, terrain)
        else:
            its_points, its_key = _growing(task, desk, slot, terrain, is_open, edges)
            certain += its_points
            key += its_key
            _join_parts(task, desk, ply, terrain, free)
    bound = _bound(task, desk, slot, ply, free, in_the_air)
    if task.recruits or _has_fires_left(task, ply):
        return bound, 0, picture(task, desk, slot, ply)
    if task.is_totem:
        certain += count(plane(desk, slot, GOODS))
    if task.is_tribe:
        certain += tribe_points(task, desk, slot)
        key += _GOLD * cavemen(desk, slot)
    return bound, certain, key


@compiled
def picture(task: Task, desk: Desk, slot: int, ply: int) -> np.uint64:
    """A key for all that matters of a territory as it lies."""
    key = np.uint64(ply + 1) + (task.salt << np.uint64(56))
    for board in range(BOARDS):
        key = scrambled(key + plane(desk, slot, board) * _GOLD)
    return np.uint64(key)


@compiled
def _has_fires_left(task: Task, ply: int) -> bool:
    return bool(task.fires_left[ply] > 0)


@compiled
def _finished(task: Task, desk: Desk, slot: int, terrain: int) -> int:
    """The points of a terrain of which nothing is to come."""
    points, largest = 0, 0
    waiting = plane(desk, slot, terrain)
    while waiting != ZERO:
        region = group(first_of(waiting), waiting)
        squares = count(region)
        points += squares * marks_in(desk, slot, region)
        largest = max(largest, squares)
        waiting &= ~region
    desk.base[terrain] = points
    desk.points += points
    desk.largest[terrain] = largest
    desk.parts[terrain] = 0
    return points


@compiled
def _growing(
    task: Task, desk: Desk, slot: int, terrain: int, is_open: np.uint64, edges: np.uint64
) -> tuple[int, np.uint64]:
    """Notes the regions that can grow. The points of the others, and a key for those it notes.

    Of a region only those squares matter that border on free cells, or over which the territory could leave the
    window.
    """
    points, largest, noted, key = 0, 0, 0, ZERO
    waiting = plane(desk, slot, terrain)
    while waiting != ZERO:
        region = group(first_of(waiting), waiting)
        waiting &= ~region
        squares, marks = count(region), marks_in(desk, slot, region)
        desk.points += squares * marks
        border = region & (is_open | edges)
        if border != ZERO:
            key += scrambled(border * _GOLD ^ np.uint64((terrain * 64 + squares) * 64 + marks) * _ODD)
        if region & is_open == ZERO:
            points += squares * marks
            largest = max(largest, squares)
        else:
            desk.region[noted], desk.squares[noted], desk.marks[noted] = region, squares, marks
            desk.part[noted] = noted
            noted += 1
    desk.base[terrain] = points
    desk.largest[terrain] = largest
    desk.parts[terrain] = noted
    return points, key


@compiled
def _join_parts(task: Task, desk: Desk, ply: int, terrain: int, free: np.uint64) -> None:
    """The regions of a terrain put together to parts within which they may become one region."""
    left, regions = task.squares_left[ply, terrain], desk.parts[terrain]
    for region in range(regions - 1):
        near = beside(spread(desk.region[region], free, left))
        for other in range(region + 1, regions):
            if near & desk.region[other] != ZERO and desk.part[other] != desk.part[region]:
                _merge(desk, regions, desk.part[other], desk.part[region])
    parts = 0
    for region in range(regions):
        if desk.part[region] == region:
            _note_part(desk, terrain, region, parts, free, left)
            parts += 1
    desk.parts[terrain] = parts
    desk.largest[terrain] = max(desk.largest[terrain], min(left, count(free)))  # a region all of new squares
    _note_most(desk, terrain)


@compiled
def _merge(desk: Desk, regions: int, part: int, into: int) -> None:
    low, high = min(part, into), max(part, into)
    for region in range(regions):
        if desk.part[region] == high:
            desk.part[region] = low


@compiled
def _note_part(desk: Desk, terrain: int, name: int, number: int, free: np.uint64, left: int) -> None:
    squares, marks, cells = 0, 0, ZERO
    for region in range(name, desk.parts[terrain]):
        if desk.part[region] == name:
            squares += desk.squares[region]
            marks += desk.marks[region]
            cells |= desk.region[region]
    room = min(left, count(spread(cells, free, left) & free))
    desk.part_squares[terrain, number] = squares
    desk.part_marks[terrain, number] = marks
    desk.part_room[terrain, number] = room
    desk.base[terrain] += squares * marks
    desk.largest[terrain] = max(desk.largest[terrain], squares + room)


@compiled
def _note_most(desk: Desk, terrain: int) -> None:
    squares, marks = 0, 0
    for number in range(desk.parts[terrain]):
        squares = max(squares, desk.part_squares[terrain, number])
        marks = max(marks, desk.part_marks[terrain, number])
    desk.most_squares[terrain] = squares
    desk.most_marks[terrain] = marks


@compiled
def _prospect(desk: Desk, terrain: int, squares: int, marks: int, cells: int) -> int:
    """The most points of a terrain with these additional squares and marks and these free cells."""
    if squares == 0:
        return int(desk.base[terrain])
    # All the squares to one part, all the marks to another; or both to the same, or to a region of their own. What has
    # no room there goes to where the most marks are.
    best = squares * desk.most_marks[terrain] + marks * desk.most_squares[terrain]
    apart = min(squares, cells)
    best = max(best, marks * apart + (squares - apart) * desk.most_marks[terrain])
    for number in range(desk.parts[terrain]):
        fitting = min(squares, desk.part_room[terrain, number])
        gain = fitting * desk.part_marks[terrain, number] + (squares - fitting) * desk.most_marks[terrain]
        best = max(best, gain + marks * (desk.part_squares[terrain, number] + fitting))
    return int(desk.base[terrain] + best)


@compiled
def _bound(task: Task, desk: Desk, slot: int, ply: int, free: np.uint64, in_the_air: int) -> int:
    cells, left = count(free), task.count - ply
    bound = 0
    for terrain in range(TERRAINS):
        squares, marks = task.squares_left[ply, terrain], task.marks_left[ply, terrain]
        desk.squares_left[terrain], desk.marks_left[terrain] = squares, marks
        desk.prospect[terrain] = _prospect(desk, terrain, squares, marks, cells)
        bound += desk.prospect[terrain]
    if in_the_air or _has_fires_left(task, ply):
        bound += _fires(task, desk, slot, ply, in_the_air)
    if task.is_totem:
        bound += count(plane(desk, slot, GOODS)) + task.all_goods_left[ply]
    room = room_for(free, task.black)
    if left > room:
        bound -= _least_loss(task, desk, ply, left - room, cells)
    if 2 * room == cells and left >= room:
        bound += task.full_bonus
    if left > 0 or _spans(task, plane(desk, slot, TAKEN)):
        bound += task.centre_bonus
    if task.is_tribe:
        bound += tribe_bound(task, desk, slot, ply, in_the_air)
    return bound


@compiled
def _spans(task: Task, taken: np.uint64) -> bool:
    """Whether the territory reaches all sides of the window."""
    across = taken & task.left != ZERO and taken & task.right != ZERO
    return bool(across and taken & task.top != ZERO and taken & task.bottom != ZERO)


@compiled
def _fires(task: Task, desk: Desk, slot: int, ply: int, in_the_air: int) -> int:
    """What the fires to be thrown can bring, each by itself."""
    marked = plane(desk, slot, MARK_LOW) | plane(desk, slot, MARK_HIGH)
    total = 0
    for fires in range(1, 4):
        worth = 0
        for terrain in range(VOLCANO):
            # Where every square without fire bears a resource, the fire burns one.
            bare = plane(desk, slot, terrain) & ~marked & ~plane(desk, slot, GOODS)
            burned = 1 if task.is_totem and terrain < KINDS and bare == ZERO else 0
            worth = max(worth, fires * desk.largest[terrain] - burned)
        desk.fire_worth[fires] = worth
        total += worth * (task.tokens_left[ply, fires] + (1 if in_the_air == fires else 0))
    return total


@compiled
def _least_loss(task: Task, desk: Desk, ply: int, missing: int, cells: int) -> int:
    """What it costs at least to leave out one domino, or two if that many are missing."""
    least = 1 << 30
    for omitted in range(ply, task.count):
        _leave_out(task, desk, omitted, 1)
        if missing == 1:
            least = min(least, _loss(task, desk, ply, cells) + _extras(task, desk, omitted))
        else:
            for other in range(omitted + 1, task.count):
                _leave_out(task, desk, other, 1)
                extras = _extras(task, desk, omitted) + _extras(task, desk, other)
                least = min(least, _loss(task, desk, ply, cells) + extras)
                _leave_out(task, desk, other, -1)
        _leave_out(task, desk, omitted, -1)
    return least


@compiled
def _leave_out(task: Task, desk: Desk, domino: int, times: int) -> None:
    for half in range(2):
        terrain = task.halves[domino, half, TERRAIN]
        desk.squares_left[terrain] -= times
        desk.marks_left[terrain] -= times * task.halves[domino, half, MARKS]


@compiled
def _loss(task: Task, desk: Desk, ply: int, cells: int) -> int:
    """By how much the terrains fall short of their prospect with what is left out."""
    loss = 0
    for terrain in range(TERRAINS):
        squares, marks = desk.squares_left[terrain], desk.marks_left[terrain]
        if squares != task.squares_left[ply, terrain]:
            loss += desk.prospect[terrain] - _prospect(desk, terrain, squares, marks, cells)
    return loss


@compiled
def _extras(task: Task, desk: Desk, domino: int) -> int:
    """What goes with a domino that is left out: its fire, and in Totem mode its resources."""
    fires = task.halves[domino, 0, CRATERS] + task.halves[domino, 1, CRATERS]
    goods = task.halves[domino, 0, RESOURCE] + task.halves[domino, 1, RESOURCE]
    return (desk.fire_worth[fires] if fires else 0) + (goods if task.is_totem else 0)
