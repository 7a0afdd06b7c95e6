"""Limits how often a caller may guess a password or a code, and how often they may have a new password hashed: after
some free attempts, each doubles the wait for the next.

Attempts are counted in the store, so that all processes share the count, and before the password is checked, so that a
hundred simultaneous guesses gain nothing. Attempts count for names that do not exist, too.

Nobody can shut somebody else out. A device that has signed in before has a count of its own. Other devices are counted
by their network, and by their network together with the name; only if strangers have tried a name often must each
network also wait before its first attempt, and then its turn cannot be taken by others.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from domain.errors import Reason
from service.people.client_network import Share, is_this_machine, network, shares
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.scripts import Script

TOO_MANY_ATTEMPTS: Final = Reason(
    "too_many_attempts", "", "There were too many attempts: wait {seconds} seconds, then try again."
)
_MINUTE: Final = 60 * 1000  # milliseconds
_FORGOTTEN_AFTER: Final = 60 * _MINUTE  # without an attempt
_TAKE: Final = Script("service.people", "take_attempt.lua")
_GIVE_BACK: Final = Script("service.people", "give_back_attempt.lua")


class TooOften(Refused):
    """Too many wrong passwords, or too many requests of another kind: wait `seconds`."""

    def __init__(self, seconds: int) -> None:
        reason = TOO_MANY_ATTEMPTS.about(seconds=seconds)
        super().__init__(reason, "too_many", title="Too many attempts", retry_after=seconds)


class _Limit(NamedTuple):
    free: int
    longest: int  # the longest wait, in milliseconds
    first: int = 0  # the wait before the first attempt


class _Count(NamedTuple):
    key: str
    limit: _Limit


_GUESSES: Final = _Limit(free=5, longest=5 * _MINUTE)  # of one device or person
_STRANGER: Final = _Limit(free=5, longest=5 * _MINUTE)  # of one network at one name
_SLOWED: Final = _Limit(free=1, longest=5 * _MINUTE, first=30 * 1000)  # the same, if the name has been tried often
_OFTEN: Final = 20  # attempts of strangers at one name
_NETWORK: Final = _Limit(free=30, longest=15 * _MINUTE)  # at any name: many people may share one network
_UNLIMITED: Final = _Limit(free=0, longest=0)  # is only counted
_HASHES: Final = _Limit(free=5, longest=_MINUTE)  # new passwords of one person
_LETTERS: Final = _Limit(free=3, longest=60 * _MINUTE)  # mails to one address
_LETTERS_OF_NETWORK: Final = _Limit(free=10, longest=60 * _MINUTE)
_HASHES_OF_NETWORK: Final = _Limit(free=20, longest=_MINUTE)


class Attempt(NamedTuple):
    """An attempt that was counted, and where."""

    own: str  # the count that a right password resets
    shared: tuple[str, ...]  # counts from which it subtracts this attempt only


class LoginThrottle:
    """An `address` is the network address of the caller."""

    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def stranger(self, name: str, address: str) -> Attempt:
        """Count an attempt at a name by a device that has not signed in to it before; raises TooOften."""
        caller, everybody = network(address), _key_of("strangers", name)
        tried = int(await Hash(self._store, everybody).get("made") or 0)
        return await self._take(
            _Count(_key_of("name", f"{caller} {name}"), _SLOWED if tried >= _OFTEN else _STRANGER),
            *_counts("network", shares(address), _NETWORK),
            _Count(everybody, _UNLIMITED),
        )

    async def known(self, secret: str) -> Attempt:
        """Count an attempt by somebody who has proved before who they are, by the hash of a secret or by the id of the
        player; raises TooOften."""
        return await self._take(_Count(_key_of("known", secret), _GUESSES))

    async def letter(self, to: str, address: str) -> None:
        """Count a mail that somebody has sent to an e-mail address, whether or not we know that; raises TooOften."""
        counts = [_Count(_key_of("letter", to), _LETTERS)]
        if not is_this_machine(address):
            counts += _counts("letters", shares(address), _LETTERS_OF_NETWORK)
        await self._take(*counts)

    async def new_password(self, player: str, address: str) -> Attempt:
        """Count the hash of a new password; raises TooOften. Addresses of this machine are not limited by network, as
        for new guests: they may belong to a proxy that does not forward the client's address."""
        person = _Count(_key_of("hashes", player), _HASHES)
        if is_this_machine(address):
            return await self._take(person)
        return await self._take(person, *_counts("hashes-of", shares(address), _HASHES_OF_NETWORK))

    async def succeeded(self, attempt: Attempt) -> None:
        """The password was right."""
        await Hash(self._store, attempt.own).set({"made": 0, "until": 0})
        await self._subtract(*attempt.shared)

    async def give_back(self, attempt: Attempt) -> None:
        """The password was not looked at."""
        await self._subtract(attempt.own, *attempt.shared)

    async def _take(self, *counts: _Count) -> Attempt:
        taken: list[str] = []
        for key, limit in counts:
            wait: int = await _TAKE.run(self._store, key, self._clock(), *limit, _FORGOTTEN_AFTER)
            if wait:
                await self._subtract(*taken)
                raise TooOften(-(-wait // 1000))
            taken.append(key)
        return Attempt(taken[0], tuple(taken[1:]))

    async def _subtract(self, *keys: str) -> None:
        for key in keys:
            await _GIVE_BACK.run(self._store, key, _FORGOTTEN_AFTER)


def _counts(kind: str, networks: Sequence[Share], limit: _Limit) -> list[_Count]:
    return [_Count(_key_of(kind, network), limit._replace(free=times * limit.free)) for network, times in networks]


def _key_of(kind: str, subject: str) -> str:
    """The subject is hashed, because people sometimes type a password into the field for the name."""
    return f"attempts:{kind}:{sha256(subject.encode('utf-8', 'surrogatepass')).hexdigest()}"
