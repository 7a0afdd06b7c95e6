"""Reads the value under a key of any type, for comparisons."""

from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.sets import StoredList, StoredSet
from service.store.structures.sorted_sets import Scored, SortedSet
from service.store.structures.stored_key import StoredKey

Content = list[bytes] | list[Scored] | list[str] | dict[str, bytes]


async def content(store: EventStore, key: str) -> Content:
    """The whole value: a list, a set in the order of its names, a sorted set or otherwise a hash."""
    match await StoredKey(store, key).kind():
        case "list":
            return await StoredList(store, key).all()
        case "set":
            return sorted(await StoredSet(store, key).members())
        case "zset":
            return await SortedSet(store, key).scored()
        case _:
            return await Hash(store, key).all()
