"""What fails fast runs first: the rules, then the service with its real processes, then the pages in a browser."""

from pathlib import Path
from typing import Final

import pytest

_LAST: Final = ("service", "browser")
_HERE: Final = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    folder = item.path.relative_to(_HERE).parts[0]
    return _LAST.index(folder) if folder in _LAST else -1
