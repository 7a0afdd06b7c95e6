"""The secret address of a person's calendar. It shows when their games are due, and nothing else.

It is stored as it is, not as a hash, so that its owner can look it up again for another program.
"""

import secrets
from hmac import compare_digest
from typing import Final

from service.store.event_store import EventStore
from service.store.structures.values import Value

_BYTES: Final = 24


class CalendarAddresses:
    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def secret(self, player: str) -> str | None:
        stored = await self._value(player).get()
        return None if stored is None else stored.decode()

    async def renew(self, player: str) -> str:
        """Another secret; the old address is void."""
        secret = secrets.token_urlsafe(_BYTES)
        await self._value(player).set(secret)
        return secret

    async def opens(self, player: str, secret: str) -> bool:
        stored = await self.secret(player)
        return stored is not None and compare_digest(stored.encode(), secret.encode("utf-8", "surrogatepass"))

    async def erase(self, player: str) -> None:
        await self._value(player).delete()

    def _value(self, player: str) -> Value:
        return Value(self._store, f"calendar:{player}", durable=True)
