"""Earlier versions of the engine as yardsticks: their own code, taken from the history, in a process of its own.

Nothing of them stays in the tree. A version is unpacked and compiled once, in the user's cache.
"""

import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from domain.commands import Step, UndoTurn
from domain.notation.moves import read_move
from domain.pieces import Level
from domain.position import Position
from service.engine.questions import shown

ROOT: Final = Path(__file__).parents[3]
# The levels of earlier versions by name: the commit, and which of its levels.
FROZEN: Final[dict[str, tuple[str, Level]]] = {
    "volcano-1": ("9470471bdb313e7991a53eaa4101e51c39e17405", "volcano"),  # before endings were searched
    "volcano-2": ("df34147783574468ae9478d5ffb165bcb0a539a0", "volcano"),  # before lines were searched for replies
}

# Runs with the code of the earlier version: a question and its answer are a line each.
_ANSWERS: Final = """
import sys
from random import Random

import msgspec

from domain.notation.moves import write_move
from domain.notation.positions import read_position
from puzzles.bots.choose import choose

for line in sys.stdin:
    position, level, seed = msgspec.json.decode(line)
    print(write_move(choose(read_position(position), level, Random(seed))), flush=True)
"""


class Frozen:
    """A level of an earlier version."""

    def __init__(self, name: str) -> None:
        commit, self._level = FROZEN[name]
        folder = unpacked(commit)
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        command = (sys.executable, "-c", _ANSWERS)
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=folder, env=environment, stdin=pipe, stdout=pipe, text=True)

    def __call__(self, position: Position, rng: Random) -> Step:
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None
        assert answers is not None
        questions.write(msgspec.json.encode((shown(position), self._level, rng.getrandbits(62))).decode() + "\n")
        questions.flush()
        answer = answers.readline()
        if not answer:
            raise RuntimeError(f"the earlier version ended with code {self._process.wait()}")
        move = read_move(answer.strip(), claiming=position.step == "claim")
        assert not isinstance(move, UndoTurn)
        return move

    def close(self) -> None:
        """Ends the process: it reads until its input ends."""
        with self._process:
            pass


def unpacked(commit: str) -> Path:
    """The rules and the engine as they were in a commit."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "firstfire" / "frozen"
    folder = base / commit
    if not folder.exists():
        archive = subprocess.run(
            ("git", "archive", commit, "domain", "puzzles"), cwd=ROOT, check=True, capture_output=True
        ).stdout
        base.mkdir(parents=True, exist_ok=True)
        partial = base / f"{commit}.{os.getpid()}"
        with tarfile.open(fileobj=BytesIO(archive)) as files:
            files.extractall(partial, filter="data")
        try:
            partial.rename(folder)
        except OSError:  # another process was quicker
            if not folder.exists():
                raise
    return folder
