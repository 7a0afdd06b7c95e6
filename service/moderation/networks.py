"""From which networks accounts came lately, so that several accounts of one person can be noticed.

No address is stored: a network is a hash with a secret that is replaced after 90 days, and what was not seen for 30
days is forgotten. Moderators see only how many accounts share a network.
"""

import secrets
from contextlib import suppress
from hashlib import blake2b
from typing import Final

from cachetools import LRUCache

from service.people.client_network import is_this_machine, network
from service.runtime.clock import Clock
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.structures.scripts import Script
from service.store.structures.sorted_sets import SortedSet
from service.store.structures.values import Value

_DAY: Final = 24 * 60 * 60 * 1000
_REMEMBERED: Final = 30 * _DAY
_MOST: Final = 50  # networks of a person, and persons of a network
_SECRET: Final = "networks:secret"
_SECRET_DAYS: Final = 90
_SECRET_CACHED: Final = 60 * 60 * 1000  # milliseconds
_CACHED: Final = 50_000  # persons with a network
_NOTE: Final = Script("service.moderation", "note_seen.lua")


class Networks:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._noted: LRUCache[tuple[str, str], int] = LRUCache(_CACHED)  # when this process last wrote it down
        self._secret = b""
        self._secret_read = 0

    async def note(self, player: str, address: str) -> None:
        """Once a day for each person and network. Addresses of this machine are a proxy's: they say nothing."""
        now, where = self._clock(), network(address)
        if 0 <= now - self._noted.get((player, where), -_DAY) < _DAY or is_this_machine(address):
            return
        self._noted[player, where] = now
        with suppress(Unavailable):  # it is noted on another day
            hashed = await self._hashed(where)
            await _NOTE.run(self._store, _of_player(player), hashed, now, _REMEMBERED, _MOST)
            await _NOTE.run(self._store, _of_network(hashed), player, now, _REMEMBERED, _MOST)

    async def of(self, player: str) -> frozenset[str]:
        """The hashes of the networks that the player came from lately."""
        oldest = self._clock() - _REMEMBERED
        seen = await SortedSet(self._store, _of_player(player)).scored()
        return frozenset(hashed for hashed, at in seen if at > oldest)

    async def neighbours(self, player: str) -> int:
        """How many other accounts came from the same networks."""
        others: set[str] = set()
        for hashed in await self.of(player):
            others.update(await SortedSet(self._store, _of_network(hashed)).members())
        return len(others - {player})

    async def erase(self, player: str) -> None:
        for hashed in await SortedSet(self._store, _of_player(player)).members():
            await SortedSet(self._store, _of_network(hashed)).remove(player)
        await SortedSet(self._store, _of_player(player)).delete()
        for noted in [noted for noted in self._noted if noted[0] == player]:
            del self._noted[noted]

    async def _hashed(self, where: str) -> str:
        now = self._clock()
        if not self._secret or not 0 <= now - self._secret_read < _SECRET_CACHED:
            new = secrets.token_bytes(32)
            self._secret = await Value(self._store, _SECRET).get_or_set(new, seconds=_SECRET_DAYS * 86_400) or new
            self._secret_read = now
        return blake2b(where.encode(), key=self._secret, digest_size=12).hexdigest()


def _of_player(player: str) -> str:
    return f"networks:of:{player}"


def _of_network(hashed: str) -> str:
    return f"networks:in:{hashed}"
