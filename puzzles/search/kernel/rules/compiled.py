"""How the kernel is compiled, and where the machine code is cached.

Numba compiles a function when it is first called, which takes seconds, and keeps the machine code in a cache. It
looks for changes only in the module of the function itself, not in those it calls: a cached caller would go on
with the old rules. So the cache has one folder for each version of the compiled sources, named by their digest.
"""

import os
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar, cast

import numba
from numba.core import config

from puzzles.search.kernel.rules.parts import call_as_part

P = ParamSpec("P")
R = TypeVar("R")

_OPTIONS: Final[dict[str, Any]] = {"cache": True, "error_model": "numpy", "nogil": True, "no_cfunc_wrapper": True}
_KERNEL: Final = Path(__file__).parents[1]
_DOMAIN: Final = _KERNEL.parents[2] / "domain"


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function as machine code, compiled when Python first calls it. Types are inferred, whatever is annotated."""
    made = numba.njit(**_OPTIONS)(function)
    call_as_part(made)
    return cast(Callable[P, R], made)


def cache_folder() -> Path:
    """Where the machine code is kept: in NUMBA_CACHE_DIR, or in the package, or else in the user's cache."""
    return _base() / _digest()


def _base() -> Path:
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    private = f"firstfire-{os.getuid()}" if hasattr(os, "getuid") else "firstfire"
    for folder in (_KERNEL / "__pycache__", Path(home) / "firstfire", Path(tempfile.gettempdir()) / private):
        if _is_writable(folder):
            return folder
    raise OSError("there is no folder to keep the compiled kernel in: set NUMBA_CACHE_DIR to a writable one")


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _digest() -> str:
    """Changes with the sources of the compiled packages and of the rules that they copy as constants."""
    sources = [*_KERNEL.parent.glob("*/**/*.py"), *(_DOMAIN / "data").glob("*.json"), _DOMAIN / "pieces.py"]
    digest = sha256(numba.__version__.encode())
    for path in sorted(sources):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


# Numba reads this when a function is decorated, so it must be set before the first one is.
setattr(config, "CACHE_DIR", str(cache_folder()))  # noqa: B010 - the type checkers do not know it
