"""Whether a worker has started to work: a mark in the store, by its process id."""

from service.store.event_store import EventStore
from service.store.structures.values import Value


async def is_ready(store: EventStore, pid: int) -> bool:
    return await ready_mark(store, pid).exists()


def ready_mark(store: EventStore, pid: int) -> Value:
    return Value(store, f"{{bots}}:ready:{pid}")
