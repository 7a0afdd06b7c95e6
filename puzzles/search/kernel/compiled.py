"""How the kernel is compiled, and where the result is kept.

Numba compiles a function when it is first called, which takes seconds, and keeps the machine code in a cache. It
looks for changes only in the module of the function itself, not in those it calls: a cached caller would go on
with the old rules. So the cache has one folder for each wording of the whole kernel, named by its digest.
"""

import os
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final, ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")

_KERNEL: Final = Path(__file__).parent
_DOMAIN: Final = _KERNEL.parents[2] / "domain"


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function as machine code, compiled at its first call. Types are inferred: annotations are for people."""
    made = numba.njit(cache=True, error_model="numpy", nogil=True)(function)
    return cast(Callable[P, R], made)


def cache_folder() -> Path:
    """Where the machine code is kept: in NUMBA_CACHE_DIR, or beside the package, or else in the user's cache."""
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
    """Changes with every word of the kernel and of what it takes over from the rules as constants."""
    sources = [*_KERNEL.glob("*.py"), *(_DOMAIN / "data").glob("*.json"), _DOMAIN / "pieces.py"]
    digest = sha256(numba.__version__.encode())
    for path in sorted(sources):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


# Numba asks for it when a function is decorated, so it must be known before the first one is.
setattr(numba.config, "CACHE_DIR", str(cache_folder()))  # noqa: B010 - the checker does not know it
