"""A plugin of pytest that runs each test with its first and its last parameter set (`-p tests.support.few_parameters`).

Configurations are listed from Origins to Kingdomino, so these two have least in common. Where each set is a case of its
own, and takes no time, all of them run.
"""

from typing import Final

import pytest

_WHOLE: Final = frozenset({"test_misplaced_events.py"})


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    names = [item.nodeid.partition("[")[0] for item in items]
    first = {name: index for index, name in reversed([*enumerate(names)])}
    last = {name: index for index, name in enumerate(names)}
    few = {*first.values(), *last.values()}
    items[:] = [item for index, item in enumerate(items) if index in few or item.path.name in _WHOLE]
