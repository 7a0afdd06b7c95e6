"""A short run of what `make soak` runs for longer."""

from service.store.event_store import EventStore
from tests.support.servers import emptied
from tests.tools.soak.notices import notices_survive_kills


async def test_a_worker_that_is_killed_while_it_sends_loses_no_notice_and_repeats_one_at_most(server_url: str) -> None:
    store = EventStore(server_url)
    await emptied(store)
    await store.aclose()
    await notices_survive_kills(rounds=2, url=server_url, seed=4)
