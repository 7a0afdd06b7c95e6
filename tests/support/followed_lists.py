"""What a worker does for the lists."""

import asyncio
from contextlib import suppress

from service.games.live_games import LiveGames
from service.lists.follower import ListsFollower, Settle
from service.lists.index import ListIndex
from service.runtime.shutdown import cancel_all
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.followers.reader import FeedReader


async def followed_lists(store: EventStore, live: LiveGames, *settle: Settle) -> None:
    """Runs until cancelled: keeps the served generation up to date, again from where it stood after an outage."""
    while True:
        with suppress(Unavailable):
            follower = ListsFollower(store, live, await ListIndex(store).generation(), *settle)
            reading = asyncio.create_task(FeedReader(store, [live]).run(inboxes=[follower.inbox]))
            updating = asyncio.create_task(follower.run())
            try:
                for ended in (await asyncio.wait([reading, updating], return_when=asyncio.FIRST_COMPLETED))[0]:
                    await ended
            finally:
                await cancel_all([reading, updating])
