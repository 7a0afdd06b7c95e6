"""Whether this process can serve requests: the store accepts writes, and its feeds are read without delay."""

from typing import Final

from service.games.live_games import LiveGames
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.followers.reader import FeedReader
from service.store.probe import check_writes

LONGEST_LAG: Final = 5.0  # seconds


async def check(store: EventStore, live: LiveGames, feeds: FeedReader) -> None:
    """Raises Unavailable unless the store accepts writes and this process reads its feeds in time."""
    await check_writes(store)
    if not live.is_following:
        raise Unavailable("the feeds are not followed yet")
    if (lag := await store.feeds.lag(feeds.positions)) > LONGEST_LAG:
        raise Unavailable(f"the feeds are read {lag:.0f} s late")
