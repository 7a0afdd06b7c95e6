"""How often somebody may guess a password: after some free attempts each one makes the next wait twice as long.

Counted in the store, so that all processes share it, and before the guess is looked at, so that a hundred guesses at
the same moment gain nothing. Names are counted whether they exist or not.
"""

from hashlib import sha256
from typing import Final, NamedTuple

from domain.errors import Reason
from service.people.client_network import network
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.scripts import Script
from service.store.stored_key import StoredKey

TOO_MANY_ATTEMPTS: Final = Reason(
    "too_many_attempts", "", "There were too many attempts: wait {seconds} seconds, then try again."
)
_KEPT: Final = 60 * 60 * 1000  # without an attempt, in milliseconds
_TAKE: Final = Script("service.people", "take_attempt.lua")
_GIVE_BACK: Final = Script("service.people", "give_back_attempt.lua")


class TooOften(Refused):
    """Too many wrong guesses, or too many of something else: wait `seconds`."""

    def __init__(self, seconds: int) -> None:
        reason = TOO_MANY_ATTEMPTS.about(seconds=seconds)
        super().__init__(reason, "too_many", title="Too many attempts", retry_after=seconds)


class _Limit(NamedTuple):
    free: int
    longest: int  # milliseconds


# A name is not shut for long, or anybody could shut somebody else out; an address has more names to try.
_NAME: Final = _Limit(free=5, longest=5 * 60 * 1000)
_ADDRESS: Final = _Limit(free=30, longest=15 * 60 * 1000)


class Attempts:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def take(self, name: str, address: str) -> None:
        """One attempt is made, and counts until it turns out to be right; raises TooOften."""
        await self._take(_where("address", network(address)), _ADDRESS)
        await self._take(_where("name", name), _NAME)

    async def right(self, name: str, address: str) -> None:
        """It was no guess: the name starts afresh; the address only gets this attempt back."""
        own, shared = _where("name", name), _where("address", network(address))
        await StoredKey(self._store, own).delete()
        await _GIVE_BACK.run(self._store, shared, _KEPT)

    async def _take(self, key: str, limit: _Limit) -> None:
        wait: int = await _TAKE.run(self._store, key, self._clock(), *limit, _KEPT)
        if wait:
            raise TooOften(-(-wait // 1000))


def _where(kind: str, whom: str) -> str:
    """Hashed: what people type into the field for names is sometimes a password."""
    return f"attempts:{kind}:{sha256(whom.encode('utf-8', 'surrogatepass')).hexdigest()}"
