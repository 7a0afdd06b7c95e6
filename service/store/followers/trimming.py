"""Removes entries from the feeds that every follower has processed, so that feeds do not grow with the logs.

What is kept: everything that the slowest registered follower has still to process, and its last entry, by which it
finds its place; the five minutes before that; and everything of the last hours, for processes that keep no positions.
A follower that nobody has seen for a week is not waited for: when it comes back, it starts over (lost_places.py).
Being killed at any point does no harm: each removal is complete in itself.
"""

import asyncio
import logging
from typing import Final

from service.store.event_store import EventStore
from service.store.feeds.entries import ALL, START, id_order
from service.store.followers.cursors import REGISTERED, Cursors
from service.store.keys import feed_key
from service.store.structures.sorted_sets import SortedSet

_TRIM_EVERY: Final = 600.0  # seconds
_MARGIN: Final = 300_000  # milliseconds before the slowest follower
_AWAY: Final = 7 * 24 * 3600  # seconds

log = logging.getLogger(__name__)


async def keep_trimmed(store: EventStore, hours: float, every: float = _TRIM_EVERY) -> None:
    """Runs until cancelled; raises Unavailable. One worker does this for all, but two do no harm."""
    while True:
        await asyncio.sleep(every)  # first, so that the followers of a worker that has just started are registered
        if removed := await trim(store, hours):
            log.info("feeds: removed %d entries that all followers have processed", removed)


async def trim(store: EventStore, hours: float, margin: int = _MARGIN) -> int:
    """Remove what is older than `hours` and not needed by anybody, and return how many entries that were."""
    slowest = await _slowest(store)
    oldest = int((await _now(store) - hours * 3600) * 1000)
    cuts = {feed: min(id_order(entry)[0] - margin, oldest) for feed, entry in slowest.items()}
    removed = await asyncio.gather(*(_trim_feed(store, feed, cut) for feed, cut in cuts.items() if cut > 0))
    return sum(removed)


async def _trim_feed(store: EventStore, feed: int, cut: int) -> int:
    key, removed = feed_key(feed), 0
    while True:  # the server removes only whole blocks of entries, and a limited number of them at once
        some: int = await store.servers.call(key, "XTRIM", key, "MINID", "~", f"{cut}-0")
        if not some:
            return removed
        removed += some


async def _slowest(store: EventStore) -> dict[int, str]:
    """The earliest position of all followers in each feed; nothing if there are none."""
    positions = [await Cursors(store, key).load() for key in await _followers(store)]
    if not positions:
        return {}
    return {feed: min((of.get(feed, START) for of in positions), key=id_order) for feed in ALL}


async def _followers(store: EventStore) -> list[str]:
    """The keys of the positions of all followers, except those that were away for too long: they are forgotten."""
    registered, now = SortedSet(store, REGISTERED), await _now(store)
    followers = []
    for key, seen in await registered.scored():
        if now - seen > _AWAY:
            log.warning("feeds: not waiting for %s any longer", key)
            await registered.remove(key)
        else:
            followers.append(key)
    return followers


async def _now(store: EventStore) -> float:
    """In seconds, by the clock of the server."""
    seconds, micros = await store.servers.read(REGISTERED, "TIME")
    return int(seconds) + int(micros) / 1e6
