"""A problem within one window, in numbers: what the compiled search reads and never changes."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from domain.dominoes import Square
from domain.grid import Symmetry
from domain.pieces import Terrain
from domain.rules import Rules
from domain.territory import Territory
from puzzles.search.exact.cells import CELLS, STRIDE
from puzzles.search.exact.problem import Problem
from puzzles.search.exact.window import Window, symmetries
from puzzles.search.kernel.rules.constants import (
    CRATERS,
    KINGDOMINO,
    MARKS,
    ORIGINS,
    RESOURCE,
    SQUARES,
    TERRAIN,
    TERRAINS,
    TRIBE,
    box_number,
)

Words: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.int64]

# The boards of a territory; those of the terrains come first.
TAKEN: Final = TERRAINS  # with the hut
MARK_LOW: Final = TERRAINS + 1  # marks of a square, printed and thrown, are at most 3: two bits
MARK_HIGH: Final = TERRAINS + 2
GOODS: Final = TERRAINS + 3  # resources; their kind is that of the terrain
THROWN: Final = TERRAINS + 4  # where a token lies: it matters only for what is visible
MEN: Final = TERRAINS + 5  # cavemen: four bits of their number, from here on
BOARDS: Final = TERRAINS + 9


PLIES: Final = 24  # dominoes: as many as a territory of 7 × 7 has room for

WindowProblem: TypeAlias = Any  # a record of WINDOW_PROBLEM, of which no type checker knows the fields

# A record and not a tuple of arrays: Numba would count references to each of them at every call.
WINDOW_PROBLEM: Final = np.dtype(
    [
        ("window", "u8"),
        ("hut", "u8"),
        ("black", "u8"),  # every second cell, as on a chessboard
        ("left", "u8"),  # the outermost cells of the window on each side
        ("right", "u8"),
        ("top", "u8"),
        ("bottom", "u8"),
        ("salt", "u8"),  # makes the keys of this window differ from those of others
        ("turns", "i8", (8, CELLS)),  # for each symmetry of the territory and the window, where each cell goes
        ("turn_count", "i8"),
        ("count", "i8"),  # how many dominoes there are
        ("halves", "i8", (PLIES, 2, 4)),  # of each domino's squares terrain, marks, craters, resource
        ("is_alike", "i8", (PLIES,)),  # whether both squares of a domino are the same
        ("squares_left", "i8", (PLIES + 1, TERRAINS)),  # what is still to come of each terrain before each domino
        ("marks_left", "i8", (PLIES + 1, TERRAINS)),
        ("goods_left", "i8", (PLIES + 1, TERRAINS)),
        ("all_goods_left", "i8", (PLIES + 1,)),
        ("all_marks_left", "i8", (PLIES + 1,)),
        ("tokens_left", "i8", (PLIES + 1, 4)),  # fires to be thrown, by their size
        ("fires_left", "i8", (PLIES + 1,)),
        ("must_place", "i8"),
        ("centre_bonus", "i8"),  # if the hut is in the middle of this window
        ("full_bonus", "i8"),
        ("is_totem", "i8"),
        ("is_tribe", "i8"),
        ("recruits", "i8"),
        ("cave", "i8", (4,)),
        ("cave_count", "i8"),
    ]
)


def window_problems(problem: Problem, windows: Sequence[Window]) -> list[WindowProblem]:
    """The problem in each of these windows."""
    shared = np.zeros(1, WINDOW_PROBLEM)[0]
    _write_dominoes(shared, problem)
    _write_rules(shared, problem)
    turns = symmetries(problem.territory)
    return [_in_window(shared.copy(), problem, window, turns) for window in windows]


def _in_window(made: WindowProblem, problem: Problem, window: Window, turns: Sequence[Symmetry]) -> WindowProblem:
    size, edge = window.size, range(window.size)
    made["window"] = _board(window.cells())
    made["hut"] = _board([window.hut])
    made["black"] = _board(cell for cell in window.cells() if (cell // STRIDE + cell % STRIDE) % 2)
    made["left"] = _board(row * STRIDE for row in edge)
    made["right"] = _board(row * STRIDE + size - 1 for row in edge)
    made["top"] = _board(edge)
    made["bottom"] = _board((size - 1) * STRIDE + column for column in edge)
    made["salt"] = window.hut
    made["centre_bonus"] = 10 if window.is_centred and not _CENTRED.isdisjoint(problem.rules.variants) else 0
    _write_turns(made, [turn for turn in turns if window.turned(turn) == window], window)
    return made


def _write_turns(made: WindowProblem, turns: Sequence[Symmetry], window: Window) -> None:
    made["turn_count"] = len(turns)
    if len(turns) > 1:
        for number in window.cells():
            cell = window.cell(number)
            made["turns"][: len(turns), number] = [window.number(turn(cell)) for turn in turns]


def _write_dominoes(made: WindowProblem, problem: Problem) -> None:
    count = len(problem.dominoes)
    halves = SQUARES[box_number(problem.rules), list(problem.dominoes)].astype(np.int64).reshape(-1, 2, 4)
    made["count"] = count
    made["halves"][:count] = halves
    made["is_alike"][:count] = (halves[:, 0] == halves[:, 1]).all(axis=1)
    made["squares_left"][: count + 1] = _to_come(halves, np.ones_like(halves[:, :, MARKS]))
    made["marks_left"][: count + 1] = _to_come(halves, halves[:, :, MARKS])
    made["goods_left"][: count + 1] = _to_come(halves, halves[:, :, RESOURCE])
    made["tokens_left"][: count + 1] = _tokens(halves)
    made["all_marks_left"] = made["marks_left"].sum(axis=1)
    made["all_goods_left"] = made["goods_left"].sum(axis=1)
    made["fires_left"] = made["tokens_left"] @ np.arange(4)


def _write_rules(made: WindowProblem, problem: Problem) -> None:
    rules = problem.rules
    made["must_place"] = rules.must_place
    made["full_bonus"] = 0 if _COMPLETE.isdisjoint(rules.variants) else 5
    made["is_totem"] = rules.mode == "totem"
    made["is_tribe"] = rules.mode == "tribe"
    if rules.mode == "tribe":
        made["recruits"] = min(problem.recruits, len(problem.cave))
        made["cave"][: len(problem.cave)] = [TRIBE.index(caveman) + 1 for caveman in problem.cave]
        made["cave_count"] = len(problem.cave)


_CENTRED: Final = frozenset({"empire_of_fire", "middle_kingdom"})
_COMPLETE: Final = frozenset({"homo_habilis", "harmony"})


def _board(cells: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << cell for cell in cells))


def _to_come(halves: Numbers, what: Numbers) -> Numbers:
    """How much of each terrain comes from each domino on."""
    left = np.zeros((len(halves) + 1, TERRAINS), np.int64)
    for ply in reversed(range(len(halves))):
        left[ply] = left[ply + 1]
        for half in (0, 1):
            left[ply, halves[ply, half, TERRAIN]] += what[ply, half]
    return left


def _tokens(halves: Numbers) -> Numbers:
    left = np.zeros((len(halves) + 1, 4), np.int64)
    for ply in reversed(range(len(halves))):
        left[ply] = left[ply + 1]
        for half in (0, 1):
            left[ply, halves[ply, half, CRATERS]] += halves[ply, half, CRATERS] > 0
    return left


def boards(rules: Rules, territory: Territory, window: Window) -> Words:
    """The boards of a territory as it lies in this window."""
    terrains = KINGDOMINO if rules.game == "kingdomino" else ORIGINS
    words = [0] * BOARDS
    words[TAKEN] = 1 << window.hut
    for at, square in territory.squares.items():
        cell = 1 << window.number(at)
        for board in _planes(terrains, square):
            words[board] |= cell
    return np.array(words, np.uint64)


def _planes(terrains: tuple[Terrain, ...], square: Square) -> list[int]:
    """On which boards a square is."""
    marks = square.marks + square.fire
    caveman = TRIBE.index(square.caveman) + 1 if square.caveman else 0
    present = {
        TAKEN: True,
        MARK_LOW: marks & 1,
        MARK_HIGH: marks & 2,
        GOODS: square.resource is not None,
        THROWN: square.fire,
        **{MEN + digit: caveman & (1 << digit) for digit in range(4)},
    }
    return [terrains.index(square.terrain), *(board for board, there in present.items() if there)]
