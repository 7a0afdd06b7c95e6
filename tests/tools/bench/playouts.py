"""How many random games the compiled kernel plays in a second, beside a plain C program in the same run.

REFERENCE=some.c takes another program: called with a number of games, it prints how many it played in a second.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from domain.rules import Rules
from puzzles.search.kernel.policy.playout import random_games
from puzzles.search.kernel.rules.constants import BOX_OF_KINGDOMINO, CRATERS, MARKS, SQUARES, TERRAIN
from puzzles.search.kernel.rules.layout import empty_states
from puzzles.search.kernel.rules.pack import pack_table
from tests.tools.bench.measure import Ratio

GAMES = 60_000
ROUNDS = 5
KINGDOMINO = Rules("kingdomino", 4, None, ("must_place",))
OTHERS = (
    Rules("kingdomino", 2, None, ("must_place", "mighty_duel")),
    Rules("origins", 4, "discovery"),
    Rules("origins", 4, "totem"),
    Rules("origins", 4, "tribe"),
    Rules("origins", 2, "tribe"),
)


def figures() -> list[Ratio | str]:
    """Ours and the reference take turns, so that other work on the machine meets both alike."""
    measured: list[Ratio | str] = []
    with tempfile.TemporaryDirectory() as folder:
        reference = _compiled_reference(Path(folder))
        if reference is None:
            measured.append("there is no C compiler here: the kernel is measured without its reference")
        ours, theirs = [], []
        for _ in range(ROUNDS):
            ours.append(_speed(KINGDOMINO, GAMES))
            if reference is not None:
                theirs.append(_reference_speed(reference))
    points = random_games(pack_table(KINGDOMINO, 7), empty_states(1), GAMES)
    measured.append(
        Ratio(
            f"random playouts a second, Kingdomino, four seats, one core (mean {points:.2f} points a seat)",
            median(ours),
            median(theirs) if theirs else None,
            at_least=1.5 if theirs else None,
        )
    )
    for rules in OTHERS:
        called = f"{rules.game} {rules.mode or ' '.join(rules.variants[1:])}"
        measured.append(Ratio(f"the same, {called}, {rules.seats} seats", _speed(rules, GAMES // 10)))
    return measured


def _speed(rules: Rules, games: int) -> float:
    table, room = pack_table(rules, 1), empty_states(1)
    random_games(table, room, 1)
    begin = perf_counter()
    random_games(table, room, games)
    return games / (perf_counter() - begin)


def _compiled_reference(folder: Path) -> Path | None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    program = folder / "playouts"
    source = os.environ.get("REFERENCE", Path(__file__).with_name("playouts.c"))
    subprocess.run([compiler, "-O3", "-march=native", str(source), "-o", str(program)], check=True)
    return program


def _reference_speed(program: Path) -> float:
    fields = (TERRAIN, MARKS)
    assert not SQUARES[BOX_OF_KINGDOMINO, :, :, CRATERS].any()
    lines = [
        " ".join(str(int(square[field]) + (field == TERRAIN)) for square in domino for field in fields)
        for domino in SQUARES[BOX_OF_KINGDOMINO, 1:]
    ]
    done = subprocess.run([program, str(GAMES)], input="\n".join(lines), capture_output=True, text=True, check=True)
    return float(done.stdout.split()[0])
