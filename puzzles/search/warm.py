"""Compiling the engine before anybody waits for it: a worker calls `warm` when it starts.

The first time on a machine, and after every change of the kernel, this takes about half a minute of one core. Later
the machine code is read from the cache, which takes less than a second.
"""

from collections.abc import Callable
from time import perf_counter

from domain.rules import Rules
from puzzles.search.kernel.compiled import cache_folder
from puzzles.search.kernel.layout import empty_states
from puzzles.search.kernel.pack import pack_table
from puzzles.search.kernel.playout import random_games


def warm(tell: Callable[[str], object] = print) -> None:
    """Make everything ready that a search calls; `tell` gets a line when this takes long, and one at the end."""
    begin = perf_counter()
    folder = cache_folder()
    if not folder.exists():
        tell(f"Compiling the engine, once for this version: about half a minute. It is kept in {folder}")
    random_games(pack_table(Rules("origins", 4, "tribe")), empty_states(1), 1)
    tell(f"The engine is ready after {perf_counter() - begin:.1f} s")
