"""Lua scripts that the server runs atomically, each on one key. They are files next to the modules that use them."""

from importlib.resources import files
from typing import Any

from service.store.client.connection import Argument
from service.store.event_store import EventStore


class Script:
    def __init__(self, package: str, file: str) -> None:
        self._text = files(package).joinpath(file).read_bytes()

    async def run(self, store: EventStore, key: str, *args: Argument) -> Any:
        """The result of the script, which receives the key as KEYS[1] and the arguments as ARGV."""
        return await store.servers.call(key, "EVAL", self._text, 1, key, *args)
