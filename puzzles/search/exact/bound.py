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
from puzzles.search.exact.window_problem import BOARDS, GOODS, MARK_HIGH, MARK_LOW, TAKEN, WindowProblem
from puzzles.search.exact.workspace import Workspace, plane
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import CRATERS, MARKS, RESOURCE, TERRAIN, TERRAINS, VOLCANO

KINDS: Final = 4  # the terrains that bear resources come first
_MOST: Final = 32  # regions of one terrain in a territory
_GOLD: Final = np.uint64(0x9E3779B97F4A7C15)
_ODD: Final = np.uint64(0xD6E8FEB86659FD93)


@compiled
def survey(
    problem: WindowProblem, workspace: Workspace, slot: int, ply: int, in_the_air: int
) -> tuple[int, int, np.uint64]:
    """A bound for the territory before the domino of this ply; the points that are certain; and its key.

    Two territories with the same key differ in the end by what they differ in their certain points. `in_the_air`
    is the number of fires just thrown that have not landed.
    """
    free = problem.window & ~plane(workspace, slot, TAKEN)
    is_open = beside(free)
    edges = slack_edges(problem, plane(workspace, slot, TAKEN)) if problem.must_place else ZERO
    certain, key = 0, scrambled(free + _GOLD * np.uint64(64 * ply + 1) + (problem.salt << np.uint64(56)))
    workspace.points = 0
    for terrain in range(TERRAINS):
        if problem.squares_left[ply, terrain] == 0:
            certain += _finished(problem, workspace, slot, terrain)
        else:
            its_points, its_key = _growing(problem, workspace, slot, terrain, is_open, edges)
            certain += its_points
            key += its_key
            _join_parts(problem, workspace, ply, terrain, free)
    bound = _bound(problem, workspace, slot, ply, free, in_the_air)
    if problem.recruits or _has_fires_left(problem, ply):
        return bound, 0, picture(problem, workspace, slot, ply)
    if problem.is_totem:
        certain += count(plane(workspace, slot, GOODS))
    if problem.is_tribe:
        certain += tribe_points(problem, workspace, slot)
        key += _GOLD * cavemen(workspace, slot)
    return bound, certain, key


@compiled
def picture(problem: WindowProblem, workspace: Workspace, slot: int, ply: int) -> np.uint64:
    """A key for all that matters of a territory as it lies."""
    key = np.uint64(ply + 1) + (problem.salt << np.uint64(56))
    for board in range(BOARDS):
        key = scrambled(key + plane(workspace, slot, board) * _GOLD)
    return np.uint64(key)


@compiled
def _has_fires_left(problem: WindowProblem, ply: int) -> bool:
    return bool(problem.fires_left[ply] > 0)


@compiled
def _finished(problem: WindowProblem, workspace: Workspace, slot: int, terrain: int) -> int:
    """The points of a terrain of which nothing is to come."""
    points, largest = 0, 0
    waiting = plane(workspace, slot, terrain)
    while waiting != ZERO:
        region = group(first_of(waiting), waiting)
        squares = count(region)
        points += squares * marks_in(workspace, slot, region)
        largest = max(largest, squares)
        waiting &= ~region
    workspace.base[terrain] = points
    workspace.points += points
    workspace.largest[terrain] = largest
    workspace.parts[terrain] = 0
    return points


@compiled
def _growing(
    problem: WindowProblem, workspace: Workspace, slot: int, terrain: int, is_open: np.uint64, edges: np.uint64
) -> tuple[int, np.uint64]:
    """Notes the regions that can grow. The points of the others, and a key for those it notes.

    Of a region only those squares matter that border on free cells, or over which the territory could leave the
    window.
    """
    points, largest, noted, key = 0, 0, 0, ZERO
    waiting = plane(workspace, slot, terrain)
    while waiting != ZERO:
        region = group(first_of(waiting), waiting)
        waiting &= ~region
        squares, marks = count(region), marks_in(workspace, slot, region)
        workspace.points += squares * marks
        border = region & (is_open | edges)
        if border != ZERO:
            key += scrambled(border * _GOLD ^ np.uint64((terrain * 64 + squares) * 64 + marks) * _ODD)
        if region & is_open == ZERO:
            points += squares * marks
            largest = max(largest, squares)
        else:
            workspace.region[noted], workspace.squares[noted], workspace.marks[noted] = region, squares, marks
            workspace.part[noted] = noted
            noted += 1
    workspace.base[terrain] = points
    workspace.largest[terrain] = largest
    workspace.parts[terrain] = noted
    return points, key


@compiled
def _join_parts(problem: WindowProblem, workspace: Workspace, ply: int, terrain: int, free: np.uint64) -> None:
    """The regions of a terrain put together to parts within which they may become one region."""
    left, regions = problem.squares_left[ply, terrain], workspace.parts[terrain]
    for region in range(regions - 1):
        near = beside(spread(workspace.region[region], free, left))
        for other in range(region + 1, regions):
            if near & workspace.region[other] != ZERO and workspace.part[other] != workspace.part[region]:
                _merge(workspace, regions, workspace.part[other], workspace.part[region])
    parts = 0
    for region in range(regions):
        if workspace.part[region] == region:
            _note_part(workspace, terrain, region, parts, free, left)
            parts += 1
    workspace.parts[terrain] = parts
    workspace.largest[terrain] = max(workspace.largest[terrain], min(left, count(free)))  # a region all of new squares
    _note_most(workspace, terrain)


@compiled
def _merge(workspace: Workspace, regions: int, part: int, into: int) -> None:
    low, high = min(part, into), max(part, into)
    for region in range(regions):
        if workspace.part[region] == high:
            workspace.part[region] = low


@compiled
def _note_part(workspace: Workspace, terrain: int, name: int, number: int, free: np.uint64, left: int) -> None:
    squares, marks, cells = 0, 0, ZERO
    for region in range(name, workspace.parts[terrain]):
        if workspace.part[region] == name:
            squares += workspace.squares[region]
            marks += workspace.marks[region]
            cells |= workspace.region[region]
    room = min(left, count(spread(cells, free, left) & free))
    workspace.part_squares[terrain, number] = squares
    workspace.part_marks[terrain, number] = marks
    workspace.part_room[terrain, number] = room
    workspace.base[terrain] += squares * marks
    workspace.largest[terrain] = max(workspace.largest[terrain], squares + room)


@compiled
def _note_most(workspace: Workspace, terrain: int) -> None:
    squares, marks = 0, 0
    for number in range(workspace.parts[terrain]):
        squares = max(squares, workspace.part_squares[terrain, number])
        marks = max(marks, workspace.part_marks[terrain, number])
    workspace.most_squares[terrain] = squares
    workspace.most_marks[terrain] = marks


@compiled
def _prospect(workspace: Workspace, terrain: int, squares: int, marks: int, cells: int) -> int:
    """The most points of a terrain with these additional squares and marks and these free cells."""
    if squares == 0:
        return int(workspace.base[terrain])
    # All the squares to one part, all the marks to another; or both to the same, or to a region of their own. What has
    # no room there goes to where the most marks are.
    best = squares * workspace.most_marks[terrain] + marks * workspace.most_squares[terrain]
    apart = min(squares, cells)
    best = max(best, marks * apart + (squares - apart) * workspace.most_marks[terrain])
    for number in range(workspace.parts[terrain]):
        fitting = min(squares, workspace.part_room[terrain, number])
        gain = fitting * workspace.part_marks[terrain, number] + (squares - fitting) * workspace.most_marks[terrain]
        best = max(best, gain + marks * (workspace.part_squares[terrain, number] + fitting))
    return int(workspace.base[terrain] + best)


@compiled
def _bound(problem: WindowProblem, workspace: Workspace, slot: int, ply: int, free: np.uint64, in_the_air: int) -> int:
    cells, left = count(free), problem.count - ply
    bound = 0
    for terrain in range(TERRAINS):
        squares, marks = problem.squares_left[ply, terrain], problem.marks_left[ply, terrain]
        workspace.squares_left[terrain], workspace.marks_left[terrain] = squares, marks
        workspace.prospect[terrain] = _prospect(workspace, terrain, squares, marks, cells)
        bound += workspace.prospect[terrain]
    if in_the_air or _has_fires_left(problem, ply):
        bound += _fires(problem, workspace, slot, ply, in_the_air)
    if problem.is_totem:
        bound += count(plane(workspace, slot, GOODS)) + problem.all_goods_left[ply]
    room = room_for(free, problem.black)
    if left > room:
        bound -= _least_loss(problem, workspace, ply, left - room, cells)
    if 2 * room == cells and left >= room:
        bound += problem.full_bonus
    if left > 0 or _spans(problem, plane(workspace, slot, TAKEN)):
        bound += problem.centre_bonus
    if problem.is_tribe:
        bound += tribe_bound(problem, workspace, slot, ply, in_the_air)
    return bound


@compiled
def _spans(problem: WindowProblem, taken: np.uint64) -> bool:
    """Whether the territory reaches all sides of the window."""
    across = taken & problem.left != ZERO and taken & problem.right != ZERO
    return bool(across and taken & problem.top != ZERO and taken & problem.bottom != ZERO)


@compiled
def _fires(problem: WindowProblem, workspace: Workspace, slot: int, ply: int, in_the_air: int) -> int:
    """What the fires to be thrown can bring, each by itself."""
    marked = plane(workspace, slot, MARK_LOW) | plane(workspace, slot, MARK_HIGH)
    total = 0
    for fires in range(1, 4):
        worth = 0
        for terrain in range(VOLCANO):
            # Where every square without fire bears a resource, the fire burns one.
            bare = plane(workspace, slot, terrain) & ~marked & ~plane(workspace, slot, GOODS)
            burned = 1 if problem.is_totem and terrain < KINDS and bare == ZERO else 0
            worth = max(worth, fires * workspace.largest[terrain] - burned)
        workspace.fire_worth[fires] = worth
        total += worth * (problem.tokens_left[ply, fires] + (1 if in_the_air == fires else 0))
    return total


@compiled
def _least_loss(problem: WindowProblem, workspace: Workspace, ply: int, missing: int, cells: int) -> int:
    """What it costs at least to leave out one domino, or two if that many are missing."""
    least = 1 << 30
    for omitted in range(ply, problem.count):
        _leave_out(problem, workspace, omitted, 1)
        if missing == 1:
            least = min(least, _loss(problem, workspace, ply, cells) + _extras(problem, workspace, omitted))
        else:
            for other in range(omitted + 1, problem.count):
                _leave_out(problem, workspace, other, 1)
                extras = _extras(problem, workspace, omitted) + _extras(problem, workspace, other)
                least = min(least, _loss(problem, workspace, ply, cells) + extras)
                _leave_out(problem, workspace, other, -1)
        _leave_out(problem, workspace, omitted, -1)
    return least


@compiled
def _leave_out(problem: WindowProblem, workspace: Workspace, domino: int, times: int) -> None:
    for half in range(2):
        terrain = problem.halves[domino, half, TERRAIN]
        workspace.squares_left[terrain] -= times
        workspace.marks_left[terrain] -= times * problem.halves[domino, half, MARKS]


@compiled
def _loss(problem: WindowProblem, workspace: Workspace, ply: int, cells: int) -> int:
    """By how much the terrains fall short of their prospect with what is left out."""
    loss = 0
    for terrain in range(TERRAINS):
        squares, marks = workspace.squares_left[terrain], workspace.marks_left[terrain]
        if squares != problem.squares_left[ply, terrain]:
            loss += workspace.prospect[terrain] - _prospect(workspace, terrain, squares, marks, cells)
    return loss


@compiled
def _extras(problem: WindowProblem, workspace: Workspace, domino: int) -> int:
    """What goes with a domino that is left out: its fire, and in Totem mode its resources."""
    fires = problem.halves[domino, 0, CRATERS] + problem.halves[domino, 1, CRATERS]
    goods = problem.halves[domino, 0, RESOURCE] + problem.halves[domino, 1, RESOURCE]
    return (workspace.fire_worth[fires] if fires else 0) + (goods if problem.is_totem else 0)
