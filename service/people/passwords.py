"""Hashes passwords with argon2id, in threads of their own: a hash takes some 50 ms, and games must go on meanwhile.

Checking a password and making a new hash have separate threads and waiting lines, so that nobody can keep others from
signing in by signing up.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import Final, TypeVar

import brotli
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from domain.errors import Reason
from service.people.login_throttle import TooOften
from service.people.names import folded
from service.runtime.refusal import Refused

SHORTEST, LONGEST = 8, 200
_RETRY_AFTER: Final = 2  # seconds
# More than OWASP recommends (19 MiB, two passes); some 50 ms on one core of a small server.
HASHER: Final = PasswordHasher(time_cost=2, memory_cost=32 * 1024, parallelism=1)

PASSWORD_COMMON: Final = Reason(
    "password_common", "", "This password is one of the first that others would guess: choose another."
)
PASSWORD_LENGTH: Final = Reason("password_length", "", "A password has {shortest} to {longest} characters.")

T = TypeVar("T")


class BadPassword(Refused):
    """Nobody should choose this password."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason, "invalid", title="Not a password")


class Overrun(TooOften):
    """More passwords wait to be hashed than this machine can hash in time."""

    def __init__(self) -> None:
        super().__init__(_RETRY_AFTER)


class _Line:
    """Threads for one kind of work, each of which needs 32 MB and a core, and a limit on the work that waits."""

    def __init__(self, name: str, threads: int, most_waiting: int) -> None:
        self._threads = ThreadPoolExecutor(threads, name)  # starts no thread before it is used
        self._most_waiting = most_waiting
        self._waiting = 0

    async def do(self, work: Callable[[], T]) -> T:
        if self._waiting >= self._most_waiting:
            raise Overrun
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


class Passwords:
    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        self._hasher = hasher
        self._checking = _Line("checks", threads=2, most_waiting=40)  # about a second of work for each thread
        self._making = _Line("new-passwords", threads=1, most_waiting=20)

    async def hashed(self, password: str) -> str:
        """The hash to be stored, of a password that `check_new` accepts. Raises Overrun."""
        return await self._making.do(lambda: self._hasher.hash(_bytes(password)))

    async def match(self, stored: str | None, password: str) -> bool:
        """Whether this is the password with the stored hash. Without a hash it takes as long, and returns False. Raises
        Overrun."""
        return await self._checking.do(lambda: _matches(self._hasher, stored, password))

    def is_outdated(self, stored: str) -> bool:
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        self._checking.close()
        self._making.close()


def check_new(password: str, name: str = "") -> None:
    """Raises BadPassword if nobody, or nobody of this name, should choose this password."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadPassword(PASSWORD_LENGTH.about(shortest=SHORTEST, longest=LONGEST))
    if password.lower() in _common() or folded(password) == folded(name):
        raise BadPassword(PASSWORD_COMMON)


@cache
def _common() -> frozenset[str]:
    """The passwords of the package zxcvbn (MIT licence) that are long enough: 11,611 of the 30,000 commonest."""
    packed = files("service.people").joinpath("common_passwords.txt.br").read_bytes()
    return frozenset(brotli.decompress(packed).decode().split("\n"))


def _matches(hasher: PasswordHasher, stored: str | None, password: str) -> bool:
    decoy = _decoy(hasher)  # even if there is a hash, so that the first call takes as long with one as without
    try:
        return hasher.verify(stored or decoy, _bytes(password)) and stored is not None
    except (VerificationError, InvalidHashError):
        return False


@cache
def _decoy(hasher: PasswordHasher) -> str:
    return hasher.hash(b"nobody has this one")


def _bytes(password: str) -> bytes:
    """JSON may contain lone surrogates, which UTF-8 cannot encode."""
    return password.encode("utf-8", "surrogatepass")
