"""Lua scripts that the server runs as a whole, each on one key. They lie in files beside the modules that use them."""

from importlib.resources import files
from typing import Any

from service.store.client.connection import Argument
from service.store.event_store import EventStore


class Script:
    def __init__(self, package: str, file: str) -> None:
        self._text = files(package).joinpath(file).read_bytes()

    async def run(self, store: EventStore, key: str, *args: Argument) -> Any:
        """What the script answers; it knows the key as KEYS[1] and the rest as ARGV."""
        return await store.servers.call(key, "EVAL", self._text, 1, key, *args)
