"""People in tournaments, on a real store."""

from collections.abc import AsyncIterator

import pytest

from service.store.event_store import EventStore
from tests.support.servers import emptied
from tests.support.tournament_worlds import TournamentWorld


@pytest.fixture
async def world(store: EventStore) -> AsyncIterator[TournamentWorld]:
    """Their accounts are gone afterwards: other tests need the names."""
    yield TournamentWorld(store)
    await emptied(store)
