"""Limits how often a caller may guess passwords: after some free attempts, each doubles the wait for the next.

Attempts are counted in the store, so that all processes share the count, and before the password is checked, so that a
hundred simultaneous guesses gain nothing. Attempts count for names that do not exist, too.
"""

from hashlib import sha256
from typing import Final, NamedTuple

from domain.errors import Reason
from service.people.client_network import network
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.scripts import Script
from service.store.structures.stored_key import StoredKey

TOO_MANY_ATTEMPTS: Final = Reason(
    "too_many_attempts", "", "There were too many attempts: wait {seconds} seconds, then try again."
)
_FORGOTTEN_AFTER: Final = 60 * 60 * 1000  # milliseconds without an attempt
_TAKE: Final = Script("service.people", "take_attempt.lua")
_GIVE_BACK: Final = Script("service.people", "give_back_attempt.lua")


class TooOften(Refused):
    """Too many wrong passwords, or too many requests of another kind: wait `seconds`."""

    def __init__(self, seconds: int) -> None:
        reason = TOO_MANY_ATTEMPTS.about(seconds=seconds)
        super().__init__(reason, "too_many", title="Too many attempts", retry_after=seconds)


class _Limit(NamedTuple):
    free: int
    longest: int  # milliseconds


# A name is not blocked for long, or anyone could lock its owner out; many people may share one address.
_NAME: Final = _Limit(free=5, longest=5 * 60 * 1000)
_ADDRESS: Final = _Limit(free=30, longest=15 * 60 * 1000)


class LoginThrottle:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def take(self, name: str, address: str) -> None:
        """Count an attempt, before the password is checked; raises TooOften."""
        await self._take(_key_of("address", network(address)), _ADDRESS)
        await self._take(_key_of("name", name), _NAME)

    async def succeeded(self, name: str, address: str) -> None:
        """The password was right: reset the count of the name; from that of the address, subtract this attempt only."""
        await StoredKey(self._store, _key_of("name", name)).delete()
        await _GIVE_BACK.run(self._store, _key_of("address", network(address)), _FORGOTTEN_AFTER)

    async def _take(self, key: str, limit: _Limit) -> None:
        wait: int = await _TAKE.run(self._store, key, self._clock(), *limit, _FORGOTTEN_AFTER)
        if wait:
            raise TooOften(-(-wait // 1000))


def _key_of(kind: str, subject: str) -> str:
    """The subject is hashed, because people sometimes type a password into the field for the name."""
    return f"attempts:{kind}:{sha256(subject.encode('utf-8', 'surrogatepass')).hexdigest()}"
