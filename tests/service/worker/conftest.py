"""The clock of the tests of deadlines and outages."""

import pytest

from tests.support.api_persons import ManualClock


@pytest.fixture
def time() -> ManualClock:
    return ManualClock()
