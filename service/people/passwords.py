"""Passwords as argon2id hashes, made in threads of their own: each takes some 50 ms, and games go on meanwhile."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from domain.errors import Reason
from service.people.login_throttle import TooOften
from service.runtime.refusal import Refused

SHORTEST, LONGEST = 8, 200
_AT_ONCE: Final = 2  # each takes 32 MB and a core
_WAITING: Final = 40  # two seconds' worth
_PAUSE: Final = 2  # seconds
# Above what OWASP asks for (19 MiB, two passes); some 50 ms on one core of a small server.
HASHER: Final = PasswordHasher(time_cost=2, memory_cost=32 * 1024, parallelism=1)

PASSWORD_LENGTH: Final = Reason("password_length", "", "A password has {shortest} to {longest} characters.")

T = TypeVar("T")


class BadPassword(Refused):
    """A password that is too short or too long."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason, "invalid", title="Not a password")


class Overrun(TooOften):
    """More passwords are to be checked than this machine can check in time."""

    def __init__(self) -> None:
        super().__init__(_PAUSE)


class Passwords:
    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        self._hasher = hasher
        self._threads = ThreadPoolExecutor(_AT_ONCE, "passwords")  # starts none before it is used
        self._waiting = 0

    async def hashed(self, password: str) -> str:
        """Raises BadPassword or Overrun."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise BadPassword(PASSWORD_LENGTH.about(shortest=SHORTEST, longest=LONGEST))
        return await self._apart(lambda: self._hasher.hash(_bytes(password)))

    async def match(self, stored: str | None, password: str) -> bool:
        """Takes as long for one that is not there as for one that is wrong. Raises Overrun."""
        return await self._apart(lambda: _matches(self._hasher, stored, password))

    def is_outdated(self, stored: str) -> bool:
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _apart(self, work: Callable[[], T]) -> T:
        if self._waiting >= _WAITING:
            raise Overrun
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _matches(hasher: PasswordHasher, stored: str | None, password: str) -> bool:
    decoy = _decoy(hasher)  # asked for in any case, so that the first time is as long for everybody
    try:
        return hasher.verify(stored or decoy, _bytes(password)) and stored is not None
    except (VerificationError, InvalidHashError):
        return False


@cache
def _decoy(hasher: PasswordHasher) -> str:
    return hasher.hash(b"nobody has this one")


def _bytes(password: str) -> bytes:
    """JSON may hold halves of surrogate pairs, which are no text."""
    return password.encode("utf-8", "surrogatepass")
