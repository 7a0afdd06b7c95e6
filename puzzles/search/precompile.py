"""Compiles the engine before a question waits for it: a search process calls `warm` when it starts.

The first time on a machine, and after every change of what is compiled, this takes a minute or two of one core. Later
the machine code is read from the cache, which takes a second or two.
"""

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Final

from msgspec.structs import replace

from domain.commands import Play, StartGame
from domain.decide import advance
from domain.dominoes import NUMBERS
from domain.events import Deal, Player
from domain.game import INITIAL, Game
from domain.pieces import CAVEMEN, Caveman
from domain.rules import Rules
from domain.territory import Territory
from puzzles.search.best import MANY, best_moves
from puzzles.search.budget import Budget
from puzzles.search.endings.solve import solved
from puzzles.search.exact.problem import Budget as Patience
from puzzles.search.exact.problem import Problem
from puzzles.search.exact.solve import solve
from puzzles.search.explain import explain
from puzzles.search.kernel.policy.playout import random_games
from puzzles.search.kernel.rules.compiled import cache_folder
from puzzles.search.kernel.rules.layout import empty_states
from puzzles.search.kernel.rules.pack import pack_table

_TRIBE: Final = Rules("origins", 2, "tribe")
_WITH_REPLIES: Final = Rules("kingdomino", 2)

_CAVE: Final[tuple[Caveman, ...]] = ("hunter", "shaman", "painter", "small_warrior")

# Puzzles that together reach every part of the exact solver.
_PUZZLES: Final = (
    Problem(Rules("kingdomino", 4, None, ("must_place",)), Territory(5), (35, 34, 27, 39, 41, 38, 20)),
    Problem(Rules("origins", 4, "tribe"), Territory(5), (13, 20, 19), _CAVE, 1),
    Problem(Rules("origins", 4, "tribe"), Territory(5), (13, 20, 19), _CAVE, 2),
)


def warm(tell: Callable[[str], object] = print) -> None:
    """Compiles everything that a search calls; `tell` gets a line when it is done, and more if that takes long."""
    begin = perf_counter()
    folder = cache_folder()
    is_new = not any(folder.glob("*/*.nbi"))
    if is_new:
        tell(f"Compiling the engine, once for this version: a minute or two. It will be kept in {folder}")
    random_games(pack_table(_TRIBE), empty_states(1), 1)
    if is_new:
        tell(f"The rules are compiled after {perf_counter() - begin:.0f} s; the search comes next")
    _play_a_round()
    if is_new:
        tell(f"The search is compiled after {perf_counter() - begin:.0f} s; the solver of puzzles comes last")
    for puzzle in _PUZZLES:
        solve(puzzle, Patience(counts_optima=puzzle is _PUZZLES[0]))
    tell(f"The engine is ready after {perf_counter() - begin:.1f} s")


def _play_a_round() -> None:
    """A game of Tribe mode has every step that needs compiling, and reaches all but the fire in its first round.

    The search of lines is another one, whatever the step.
    """
    game = _begun(_TRIBE)
    while game.position.round < 2 and game.position.seat is not None:
        step = best_moves(game.position, Budget(1), Random(1))[0].step
        best_moves(game.position, Budget(1), Random(1), [step])
        _, game = advance(game, Play(game.position.seat, step))
    first, *_, last = best_moves(game.position, Budget(MANY), Random(1))
    explain(game.position, first, last, Budget(1), Random(1))
    solved(replace(game.position, round=_TRIBE.rounds - 1), Budget(1, ending_steps=1))
    best_moves(_begun(_WITH_REPLIES).position, Budget(1), Random(1))


def _begun(rules: Rules) -> Game:
    cavemen: tuple[Caveman, ...] = tuple(caveman for caveman, count in CAVEMEN.items() for _ in range(count))
    deal = Deal(tuple(sorted(NUMBERS)), cavemen if rules.mode == "tribe" else None, (0, 1))
    return advance(INITIAL, StartGame(rules, (Player("one"), Player("two")), deal, "0"))[1]


if __name__ == "__main__":
    warm(lambda line: print(line, flush=True))
