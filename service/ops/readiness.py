"""Whether this process can serve requests: the store accepts writes, and its feeds are read without delay."""

import asyncio
from collections.abc import Mapping
from typing import Final

from service.assembly import Services
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.feeds import START, ends
from service.store.keys import BUCKETS, feed_key
from service.store.servers import Servers

LONGEST_LAG: Final = 5.0  # seconds


async def check(here: Services) -> None:
    """Raises Unavailable unless all is well."""
    await asyncio.gather(*(_write(here.store, key) for key in await _one_key_each(here.store.servers)))
    if not here.views.is_told:
        raise Unavailable("the feeds are not followed yet")
    if (behind := await lag(here.store.servers, here.hub.positions)) > LONGEST_LAG:
        raise Unavailable(f"news of the log reaches us {behind:.0f} s late")


async def lag(servers: Servers, positions: Mapping[int, str]) -> float:
    """The age in seconds of the oldest entry that a follower standing at `positions` has not heard; 0 if there is none.

    The ids of entries are the times at which the log's server took them; that server's clock is asked, not ours.
    """
    newest = await ends(servers)
    unheard = [bucket for bucket, end in newest.items() if _order(end) > _order(positions.get(bucket, START))]
    times = await asyncio.gather(*(_waiting_since(servers, bucket, positions.get(bucket, START)) for bucket in unheard))
    if not times:
        return 0.0
    seconds, micros = await servers.call(feed_key(unheard[0]), "TIME")
    return max(0.0, int(seconds) + int(micros) / 1e6 - min(times))


def _order(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("-"))


async def _waiting_since(servers: Servers, bucket: int, heard: str) -> float:
    key = feed_key(bucket)
    [[number, _]] = await servers.call(key, "XRANGE", key, f"({heard}", "+", "COUNT", 1)
    return _order(number.decode())[0] / 1000


async def _one_key_each(servers: Servers) -> list[str]:
    """A key on every server that holds a part of the log."""
    if not servers.is_cluster:
        return [_key(0)]
    return list({str(await servers.address_of(_key(bucket))): _key(bucket) for bucket in range(BUCKETS)}.values())


def _key(bucket: int) -> str:
    return f"{{b{bucket:03}}}:health"


async def _write(store: EventStore, key: str) -> None:
    """Durable as any other write: with `appendfsync always` it is on the disk when it is answered."""
    await store.servers.call(key, "SET", key, 1)
