"""People in tournaments, on a real store."""

import pytest

from service.store.event_store import EventStore
from tests.support.tournament_worlds import TournamentWorld


@pytest.fixture
def world(store: EventStore) -> TournamentWorld:
    return TournamentWorld(store)
