"""Tests that fail fast run first: the rules, then the service with its real processes, then the pages in a browser.

Temporary directories are in memory where there is room. The servers of tests write each command durably before they
answer, as in production, and on a disk the suite would spend much of its time waiting for that. A killed process loses
nothing that it wrote, in memory or on a disk; what survives a power cut is proven by `make soak`.
"""

import os
import shutil
from pathlib import Path
from typing import Final

import pytest

_LAST: Final = ("service", "browser")
_ROOT: Final = Path(__file__).parent
_MEMORY: Final = Path("/dev/shm")
_ENOUGH: Final = 2_000_000_000  # bytes


def pytest_configure() -> None:
    if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    folder = item.path.relative_to(_ROOT).parts[0]
    return _LAST.index(folder) if folder in _LAST else -1
