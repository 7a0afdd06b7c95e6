"""After precompiling, no question waits for the compiler."""

import subprocess
import sys

_SOLVES_AFTER_WARMING = """
import importlib, pkgutil
from random import Random
import puzzles.search.exact as package
from puzzles.search.exact.problem import Budget
from puzzles.search.exact.solve import solve
from puzzles.search.precompile import warm
from tests.puzzles.search.exact.samples import KINDS, sample

names = [found.name for found in pkgutil.iter_modules(package.__path__)]
modules = [importlib.import_module(f"{package.__name__}.{name}") for name in names]

def compiled():
    functions = {id(made): made for module in modules for made in vars(module).values() if hasattr(made, "signatures")}
    return {made.py_func.__qualname__: len(made.signatures) for made in functions.values()}

warm()
before = compiled()
assert before["search"] == before["count_boards"] == 1, before
for kind, rules in KINDS.items():
    for seed in range(3):
        solve(sample(rules, Random(seed), 5), Budget(counts_optima=True))
print(sorted(name for name, number in compiled().items() if number != before[name]))
"""


def test_nothing_is_compiled_after_precompiling() -> None:
    done = subprocess.run([sys.executable, "-c", _SOLVES_AFTER_WARMING], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
