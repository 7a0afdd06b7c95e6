"""Tests that fail fast run first: the rules, then the service with its real processes, then the pages in a browser.
Of the pages, those that take longest come first, so that no worker is left alone with them at the end.

Temporary directories are in memory where there is room. The servers of tests write each command durably before they
answer, as in production, and on a disk the suite would spend much of its time waiting for that. A killed process loses
nothing that it wrote, in memory or on a disk; what survives a power cut is proven by `make soak`.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes depends on what else the machine does; whether it holds must not. `make test` has the same
# examples each time, so that it fails for what was changed; `make soak PARTS=properties` looks for new ones.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("exploring", settings.get_profile("steady"), derandomize=False, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

_LAST: Final = ("service", "browsers", "browser")
_LONGEST: Final = ("test_review.py", "test_whole_games.py", "test_connection.py", "test_hints.py", "test_every_page.py")
_ROOT: Final = Path(__file__).parent
_MEMORY: Final = Path("/dev/shm")
_ENOUGH: Final = 1_000_000_000  # bytes; all tests together need a tenth of it


def pytest_configure() -> None:
    # Else each of the hundreds of processes that the tests start, and each worker, would compile every module again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> tuple[int, int]:
    folder = item.path.relative_to(_ROOT).parts[0]
    if folder not in _LAST:
        return -1, 0
    name = item.path.name
    return _LAST.index(folder), _LONGEST.index(name) if name in _LONGEST else len(_LONGEST)
