"""The long proofs: `make soak`. `PARTS=games GAMES=500 SEED=7 make soak` runs one part on another sample."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Final

from tests.tools.soak import cuts, engine_kills, games, kernel, kills, notices, power_cut, proofs, stack_kills
from tests.tools.soak.hostile import attacks

_WITH_PROPERTIES: Final = ("tests/domain", "tests/projections", "tests/service/tournaments")

PARTS: dict[str, Callable[[], object]] = {
    "games": lambda: games.play_games(int(os.environ.get("GAMES", "10000")), int(os.environ.get("SEED", "1"))),
    "kernel": lambda: kernel.compare(int(os.environ.get("POSITIONS", "10000")), int(os.environ.get("SEED", "1"))),
    "proofs": lambda: proofs.prove(int(os.environ.get("SAMPLE", "1000")), int(os.environ.get("SEED", "1"))),
    "long": lambda: _pytest("-m", "long"),
    "properties": lambda: _pytest("-m", "hypothesis", *_WITH_PROPERTIES, profile="exploring"),
    "kills": lambda: kills.main(rounds=20),
    "engine_kills": lambda: engine_kills.main(rounds=10),
    "power_cut": lambda: power_cut.main(cuts=20),
    "stack_kills": lambda: stack_kills.main(rounds=20, seed=int(os.environ.get("SEED", "1"))),
    "cuts": lambda: cuts.main(rounds=200, seed=int(os.environ.get("SEED", "1"))),
    "notices": lambda: notices.main(rounds=200, seed=int(os.environ.get("SEED", "1"))),
    "hostile": lambda: attacks.main(os.environ.get("ATTACKS", "").split()),
}


def _pytest(*words: str, profile: str = "steady") -> None:
    """Runs some tests with the examples of this profile of Hypothesis (tests/conftest.py)."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", *words]
    subprocess.run(command, env={**os.environ, "HYPOTHESIS_PROFILE": profile}, check=True)


for part in os.environ.get("PARTS", " ".join(PARTS)).split():
    print(f"== {part}", flush=True)
    PARTS[part]()
