"""What followers get whose place in a feed was trimmed: every log of this feed, as if it had just been appended to.

So they start over from the logs themselves, and miss nothing: all of them work out what to do from a whole log, and
allow that it comes again.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry, id_order
from service.store.followers.inbox import Inbox
from service.store.keys import bucket_of

Lost: TypeAlias = list[tuple[Inbox, set[int]]]  # the feeds in which each has lost its place

log = logging.getLogger(__name__)


async def places(store: EventStore, feeds: Collection[int], inboxes: Sequence[Inbox]) -> dict[int, str]:
    """Where to begin to read the feeds, after every log was put into the inboxes that need it."""
    passed = {(feed, inbox.position(feed)) for inbox in inboxes for feed in feeds}
    trimmed = await store.feeds.trimmed(passed)
    lost = [(inbox, {feed for feed in feeds if (feed, inbox.position(feed)) in trimmed}) for inbox in inboxes]
    if not trimmed:
        ends: Mapping[int, str] = {}
    else:
        log.warning("feeds: %d were trimmed while followers were away: reading all their logs", len(trimmed))
        ends = await store.feeds.ends()  # before the logs: what is appended meanwhile is read from the feeds
        await _put_logs(store, lost, ends)
    begins = [{feed: ends[feed] if feed in away else inbox.position(feed) for feed in feeds} for inbox, away in lost]
    return {feed: min((begin[feed] for begin in begins), key=id_order) for feed in feeds}


async def _put_logs(store: EventStore, lost: Lost, ends: Mapping[int, str]) -> None:
    """With the last log of a feed a follower has reached the end of the feed, and no sooner."""
    of_all = {feed for _, feeds in lost for feed in feeds}
    last: dict[int, str] = {}
    async for name in store.games():
        feed = bucket_of(name)
        if feed in of_all:
            if feed in last:
                await _put(store, lost, feed, last[feed])
            last[feed] = name
    for feed, name in last.items():
        await _put(store, lost, feed, name, ends[feed])
    for inbox, feeds in lost:
        inbox.positions.update((feed, ends[feed]) for feed in feeds - last.keys())


async def _put(store: EventStore, lost: Lost, feed: int, name: str, reached: str | None = None) -> None:
    version = await store.version(name)
    for inbox, feeds in lost:
        if feed in feeds:
            await inbox.put(FeedEntry(feed, reached or inbox.position(feed), name, 1, version))
