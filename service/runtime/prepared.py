"""Answers that cost much to make: the most recent ones are kept, up to a number of bytes, and each is made once."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from service.runtime.recent import Recent

_Name = TypeVar("_Name", bound=Hashable)


class Prepared(Generic[_Name]):
    def __init__(self, size: int) -> None:
        self._made: Recent[_Name, bytes] = Recent(size, len)
        self._pending: dict[_Name, asyncio.Task[bytes]] = {}

    def kept(self, name: _Name) -> bytes | None:
        return self._made.get(name)

    def keep(self, name: _Name, data: bytes) -> bytes:
        self._made[name] = data
        return data

    @property
    def pending(self) -> int:
        return len(self._pending)

    def is_at_hand(self, name: _Name) -> bool:
        """Whether it is made already, or being made."""
        return name in self._made or name in self._pending

    async def get(self, name: _Name, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """What is kept, or what `make` makes; a name stands for its content."""
        if (data := self._made.get(name)) is not None:
            return data
        if name not in self._pending:
            self._pending[name] = asyncio.create_task(self._make(name, make))
        return await asyncio.shield(self._pending[name])  # a caller that disconnects must not cancel it for others

    async def _make(self, name: _Name, make: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            return self.keep(name, await make())
        finally:
            del self._pending[name]
