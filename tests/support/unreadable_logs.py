"""Logs that the server refuses to read: something that no worker expects, and that concerns one game alone."""

from service.store.event_store import EventStore
from service.store.keys import game_keys


async def make_unreadable(store: EventStore, log: str) -> None:
    """In place of the log there is a value of another type."""
    key = game_keys(log).stream
    await store.servers.call(key, "RENAME", key, f"{key}:away")
    await store.servers.call(key, "SET", key, "not a log")


async def make_readable(store: EventStore, log: str) -> None:
    key = game_keys(log).stream
    await store.servers.call(key, "RENAME", f"{key}:away", key)
