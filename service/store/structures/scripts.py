"""Lua scripts that the server runs atomically, each on one key. They are files next to the modules that use them."""

from importlib.resources import files
from typing import Any

from service.store.client.connection import Argument
from service.store.event_store import EventStore


class Script:
    def __init__(self, package: str, file: str) -> None:
        self._text = files(package).joinpath(file).read_bytes()

    async def run(self, store: EventStore, key: str, *args: Argument, durable: bool = False) -> Any:
        """The result of the script, which receives the key as KEYS[1] and the arguments as ARGV.

        If `durable`, what it writes is as safe as an event. A run that writes nothing waits for nothing.
        """
        call = store.call_durably if durable else store.servers.call
        return await call(key, "EVAL", self._text, 1, key, *args)
