"""People who look for games."""

import pytest

from service.store.event_store import EventStore
from tests.support.seeking import SeekingWorld


@pytest.fixture
def world(store: EventStore) -> SeekingWorld:
    return SeekingWorld.on(store)
