"""The store of the API, for tests that check what is stored."""

from collections.abc import AsyncIterator

import pytest

from service.store.event_store import EventStore
from tests.support.servers import patient_store


@pytest.fixture
async def log(server_url: str) -> AsyncIterator[EventStore]:
    """The store of the API."""
    store = patient_store(server_url)
    yield store
    await store.aclose()
