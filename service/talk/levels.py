"""Whether a person wants talk: everything, phrases only, or nothing. Holds for reading and for writing."""

from typing import Final

import msgspec

from service.games.seating import TalkLevel
from service.store.event_store import EventStore
from service.store.structures.values import Value

_DECODER: Final = msgspec.msgpack.Decoder(TalkLevel)


class OwnLevels:
    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def of(self, player: str | None) -> TalkLevel:
        stored = None if player is None else await self._value(player).get()
        return "free" if stored is None else _DECODER.decode(stored)

    async def choose(self, player: str, level: TalkLevel) -> None:
        await self._value(player).set(msgspec.msgpack.encode(level))

    async def erase(self, player: str) -> None:
        await self._value(player).delete()

    def _value(self, player: str) -> Value:
        return Value(self._store, f"talk:{player}", durable=True)
