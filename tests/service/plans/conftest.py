"""An empty store, and people who plan."""

from collections.abc import AsyncIterator

import pytest

from service.runtime.clock import wall_clock
from tests.support.api_persons import ManualClock
from tests.support.plan_worlds import PlanWorld
from tests.support.servers import emptied, patient_store


@pytest.fixture
async def world(server_url: str) -> AsyncIterator[PlanWorld]:
    store = patient_store(server_url)
    await emptied(store)
    yield PlanWorld(store, ManualClock(wall_clock()))
    await store.aclose()
