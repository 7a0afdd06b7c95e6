"""Where to go on reading a feed: after its server was replaced, and after it was trimmed."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

from service.store.errors import ErrorReply
from service.store.feeds.entries import START, id_order
from service.store.keys import feed_key

Call: TypeAlias = Callable[..., Awaitable[Any]]  # sends a command to the server that holds the feed

_UNREPLICATED: Final = 60_000  # milliseconds: no replica that takes over is further behind than this

log = logging.getLogger(__name__)


class Trimmed(Exception):
    """Entries that a follower has not read were removed from this feed: it has been away for too long."""

    def __init__(self, bucket: int) -> None:
        super().__init__(f"feed {bucket} was trimmed beyond the entry that was read last")


async def place_in(call: Call, bucket: int, position: str) -> str:
    """Where to go on after the entry `position`; raises Trimmed.

    If the feed does not hold this entry, another server took over that had not got it. If the clock of that server is
    behind, its first entries have smaller ids than those that were read, and would never be read. So this goes back;
    too far does no harm, because a follower may see an entry again.
    """
    key = feed_key(bucket)
    if position == START or await call("XRANGE", key, position, position):
        return position
    if await is_trimmed(call, bucket, position):
        raise Trimmed(bucket)
    newest = await call("XREVRANGE", key, "+", "-", "COUNT", 1)
    ends = [position, *(number.decode() for number, _ in newest)]
    earlier = f"{max(0, min(map(id_order, ends))[0] - _UNREPLICATED)}-0" if newest else START
    log.warning("feed %s was set back: reading it again from %s", bucket, earlier)
    return earlier


async def is_trimmed(call: Call, bucket: int, position: str) -> bool:
    """Whether entries after `position` were removed. (A server that was set back has lost the newest entries, not the
    oldest, and has counted no others. The trimmer keeps the last entry of every follower that it knows.)"""
    key = feed_key(bucket)
    if position != START and await call("XRANGE", key, position, position):
        return False
    try:
        about = await call("XINFO", "STREAM", key)
    except ErrorReply as error:
        if "no such key" in error.detail:
            return False
        raise
    facts = dict(zip(about[::2], about[1::2], strict=True))
    if facts[b"entries-added"] == facts[b"length"]:
        return False
    first = facts[b"first-entry"]
    return first is None or id_order(position) < id_order(first[0].decode())
