"""An empty store on one server: the logs and feeds themselves are tested on a cluster too, elsewhere."""

from collections.abc import AsyncIterator

import pytest

from service.runtime.clock import wall_clock
from tests.support.api_persons import ManualClock
from tests.support.notice_worlds import NoticeWorld
from tests.support.servers import emptied, patient_store


@pytest.fixture
async def world(server_url: str) -> AsyncIterator[NoticeWorld]:
    store = patient_store(server_url)
    await emptied(store)
    yield NoticeWorld(store, ManualClock(wall_clock()))
    await store.aclose()
