"""The declared versions of Python, as far as this machine has them.

Without the installed packages of `make test-pythons` there is still the syntax, under warnings as errors.
"""

import subprocess
from pathlib import Path

import pytest

from tests.support.pythons import ROOT, interpreter, others

PACKAGES = ("domain", "projections", "puzzles", "service", "tests")
OTHERS = others()


@pytest.mark.skipif(not OTHERS, reason="this machine has one Python only")
@pytest.mark.parametrize("version", OTHERS)
def test_every_module_compiles(version: str, tmp_path: Path) -> None:
    words = ["-W", "error", "-X", f"pycache_prefix={tmp_path}", "-m", "compileall", "-q", *PACKAGES]
    done = subprocess.run([OTHERS[version], *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not OTHERS, reason="this machine has one Python only")
@pytest.mark.parametrize("version", OTHERS)
def test_stored_games_replay_to_the_same_fingerprints(version: str) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip("`make test-pythons` installs the packages of other versions")
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/domain/test_fixtures.py", "-k", "still_the_same"]
    done = subprocess.run([python, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
