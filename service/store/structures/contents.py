"""Reads the value under a key of any type, for comparisons."""

from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.sets import StoredList
from service.store.structures.sorted_sets import Scored, SortedSet
from service.store.structures.stored_key import StoredKey

Content = list[bytes] | list[Scored] | dict[str, bytes]


async def content(store: EventStore, key: str) -> Content:
    """The whole value: a list, a sorted set or otherwise a hash."""
    kind = await StoredKey(store, key).kind()
    if kind == "list":
        return await StoredList(store, key).all()
    return await SortedSet(store, key).scored() if kind == "zset" else await Hash(store, key).all()
