"""Interpreters of other Python versions on this machine, and the core of the game run under each of them.

`python -m tests.support.pythons` (`make test-pythons`) installs the locked packages for each into `.venv-3.x`, which
takes minutes and downloads, and runs the tests of the rules there.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
MINORS: Final = (11, 12, 13)
TESTS: Final = ("tests/domain", "tests/projections", "tests/puzzles/test_identity.py", "tests/puzzles/test_puzzle.py")
_INSTALL: Final = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")


def others() -> dict[str, Path]:
    """The interpreters of the declared versions other than the one that is running, by version."""
    names = [f"3.{minor}" for minor in MINORS if minor != sys.version_info.minor]
    interpreters = {name: next(filter(_works, _places(name)), None) for name in names}
    return {name: path for name, path in interpreters.items() if path is not None}


def environment(version: str) -> Path:
    return ROOT / f".venv-{version}"


def interpreter(version: str) -> Path | None:
    """The Python of the environment that `make test-pythons` has made for `version`, if it has."""
    path = environment(version)
    return path / "bin" / "python" if (path / "ready").exists() else None


def _places(version: str) -> Iterator[Path]:
    if on_path := shutil.which(f"python{version}"):
        yield Path(on_path)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted((pyenv / "versions").glob(f"{version}.*/bin/python"))


def _works(path: Path) -> bool:
    """A shim of pyenv may stand for a version that is not chosen, and only says so."""
    return subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0


def _prepare(version: str, python: Path) -> Path:
    lock, place = ROOT / "requirements" / "dev.txt", environment(version)
    own, ready = place / "bin" / "python", place / "ready"
    if not ready.exists() or ready.stat().st_mtime < lock.stat().st_mtime:
        subprocess.run([python, "-m", "venv", place], check=True)
        words = ("--only-binary", ":all:", "--require-hashes", "--requirement", lock)
        subprocess.run([own, *_INSTALL, *words], check=True)
        subprocess.run([own, *_INSTALL, "--no-deps", "--no-build-isolation", "--editable", ROOT], check=True)
        ready.touch()
    return own


def main() -> int:
    failed = []
    for version, python in others().items():
        own = _prepare(version, python)
        print(f"Python {version}:", flush=True)
        if subprocess.run([own, "-m", "pytest", "-q", *TESTS], cwd=ROOT, check=False).returncode:
            failed.append(version)
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
