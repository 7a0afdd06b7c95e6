"""The clock of the tests of deadlines and outages."""

import pytest

from tests.support.api_persons import ManualClock
from tests.support.timed_games import STEP


@pytest.fixture
def time() -> ManualClock:
    return ManualClock()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Days go by in steps of half an hour: only more than that is an outage."""
    monkeypatch.setattr("service.games.outages.THRESHOLD", STEP)
