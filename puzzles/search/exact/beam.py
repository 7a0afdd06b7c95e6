"""A good line quickly: of all territories after each domino only the most promising are kept.

It proves nothing, but what it finds is there to be had: the proof needs to look only for more.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from puzzles.search.exact.cells import ZERO
from puzzles.search.exact.placing import make
from puzzles.search.exact.proof import expand, final_worth, rank
from puzzles.search.exact.window_problem import BOARDS, PLIES, Numbers, WindowProblem, Words
from puzzles.search.exact.workspace import MOVES, Workspace
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled

_FAN: Final = 64  # the most children of one territory that compete with those of others
_RANKS: Final = 4096
_NOBODY: Final = -1


class Herd(NamedTuple):
    """The territories kept, and the children among which to choose."""

    boards: Words
    spare: Words  # the territories of the next ply while they are made
    move: Numbers  # for each ply and territory how it came about, and from which
    parent: Numbers
    child_move: Numbers
    child_parent: Numbers
    child_key: Words
    worst: Numbers  # of each rank the child noted last, and for each child the one noted before
    before: Numbers
    seen: Words  # keys of the children already kept


def herd(width: int) -> Herd:
    children = width * _FAN
    return Herd(
        np.zeros((width, BOARDS), np.uint64),
        np.zeros((width, BOARDS), np.uint64),
        np.zeros((PLIES, width), np.int64),
        np.zeros((PLIES, width), np.int64),
        np.zeros(children, np.int64),
        np.zeros(children, np.int64),
        np.zeros(children, np.uint64),
        np.zeros(_RANKS, np.int64),
        np.zeros(children, np.int64),
        np.zeros(1 << (4 * width).bit_length(), np.uint64),
    )


def best_line(
    problem: WindowProblem, workspace: Workspace, width: int, floor: int, should_stop: Callable[[], bool]
) -> tuple[int, list[int]]:
    """The best score above `floor` that it finds, with its moves; `floor` if there is none.

    The territory to begin with lies at ply 0 of the workspace.
    """
    kept, best, room = 1, floor, herd(width)
    room.boards[0] = workspace["boards"][0]
    line = np.zeros(PLIES, np.int64)
    for ply in range(int(problem["count"])):
        if should_stop():
            break
        kept, best = drive(problem, workspace, room, ply, kept, best, line)
    return best, [int(move) for move in line[: int(problem["count"])]]


@compiled
def drive(
    problem: WindowProblem, workspace: Workspace, herd: Herd, ply: int, kept: int, best: int, line: Numbers
) -> tuple[int, int]:
    """One domino on: how many territories are kept, and the best score if it was the last."""
    children = 0
    herd.worst[:] = _NOBODY
    for parent in range(kept):
        for board in range(BOARDS):
            workspace.boards[ply, board] = herd.boards[parent, board]
        expand(problem, workspace, ply, best + 1)
        workspace.nodes += 1
        if ply + 1 == problem.count:
            best = _finish(problem, workspace, herd, parent, best, line)
        else:
            children = _gather(workspace, herd, ply, parent, children)
    return _choose(problem, workspace, herd, ply), best


@compiled
def _gather(workspace: Workspace, herd: Herd, ply: int, parent: int, children: int) -> int:
    """Notes the children of a territory by their rank; how many there are now."""
    for place in range(min(_FAN, workspace.count[ply])):
        child = workspace.order[ply, place] & (MOVES - 1)
        herd.child_move[children] = workspace.move[ply, child]
        herd.child_parent[children] = parent
        herd.child_key[children] = workspace.key[ply, child]
        its_rank = min(_RANKS - 1, rank(workspace.order[ply, place]))
        herd.before[children] = herd.worst[its_rank]
        herd.worst[its_rank] = children
        children += 1
    return children


@compiled
def _choose(problem: WindowProblem, workspace: Workspace, herd: Herd, ply: int) -> int:
    """Lets the best children take the place of their parents, each territory once; how many they are."""
    kept, width = 0, len(herd.boards)
    herd.seen[:] = ZERO
    for its_rank in range(_RANKS):
        child = number(herd.worst[its_rank])
        while child != _NOBODY and kept < width:
            if _is_new(herd, herd.child_key[child]):
                _keep(problem, workspace, herd, ply, child, kept)
                kept += 1
            child = number(herd.before[child])
    for survivor in range(kept):
        for board in range(BOARDS):
            herd.boards[survivor, board] = herd.spare[survivor, board]
    return kept


@compiled
def _is_new(herd: Herd, key: np.uint64) -> bool:
    mask = np.uint64(len(herd.seen) - 1)
    place = key & mask
    while herd.seen[number(place)] != ZERO:
        if herd.seen[number(place)] == key:
            return False
        place = (place + np.uint64(1)) & mask
    herd.seen[number(place)] = key
    return True


@compiled
def _keep(problem: WindowProblem, workspace: Workspace, herd: Herd, ply: int, child: int, place: int) -> None:
    parent, move = herd.child_parent[child], herd.child_move[child]
    herd.move[ply, place], herd.parent[ply, place] = move, parent
    for board in range(BOARDS):
        workspace.boards[ply + 1, board] = herd.boards[parent, board]
    make(problem, workspace, ply + 1, ply, move)
    for board in range(BOARDS):
        herd.spare[place, board] = workspace.boards[ply + 1, board]


@compiled
def _finish(problem: WindowProblem, workspace: Workspace, herd: Herd, parent: int, best: int, line: Numbers) -> int:
    """Lays the last domino as well as can be; writes the line if it is the best so far."""
    last = problem.count - 1
    for place in range(workspace.count[last]):
        child = workspace.order[last, place] & (MOVES - 1)
        if workspace.bound[last, child] <= best:
            break
        for board in range(BOARDS):
            workspace.boards[last + 1, board] = workspace.boards[last, board]
        make(problem, workspace, last + 1, last, workspace.move[last, child])
        worth = final_worth(problem, workspace, last, child)
        if worth > best:
            best = worth
            line[last] = workspace.move[last, child]
            _trace(herd, last, parent, line)
    return best


@compiled
def _trace(herd: Herd, last: int, ancestor: int, line: Numbers) -> None:
    for ply in range(last - 1, -1, -1):
        line[ply] = herd.move[ply, ancestor]
        ancestor = herd.parent[ply, ancestor]
