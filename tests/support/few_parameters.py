"""A plugin of pytest that runs each test with only a few of its parameter sets (`-p tests.support.few_parameters`)."""

from collections import Counter

import pytest

KEPT = 3


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    seen: Counter[str] = Counter()
    kept = []
    for item in items:
        function = item.nodeid.partition("[")[0]
        seen[function] += 1
        if seen[function] <= KEPT:
            kept.append(item)
    items[:] = kept
