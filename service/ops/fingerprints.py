"""Fingerprints of event logs, which show whether a log, or what it folds to, has changed since they were taken.

The fingerprint of an event is a hash of the fingerprint before it, of its stored bytes, and of the position after it.
Stored for each log are the newest fingerprint in full (eight bytes) and the first two bytes of each: the first of those
that differs tells which event changed, and 300 bytes are enough for a game. Once in 65,536 times the two bytes are
equal by chance; then the next event is reported, because each fingerprint depends on all before it.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

from service.store.event_store import EventStore
from service.store.keys import tag_of
from service.store.structures.hashes import Hash

_FULL: Final = 8
_SHORT: Final = 2


def chain(steps: Iterable[tuple[bytes, str]]) -> list[bytes]:
    """The fingerprint of each event, from its stored bytes and the fingerprint of the position after it."""
    fingerprints: list[bytes] = []
    last = b""
    for data, position in steps:
        last = blake2b(b"%b%d:%b%b" % (last, len(data), data, position.encode()), digest_size=_FULL).digest()
        fingerprints.append(last)
    return fingerprints


def packed(fingerprints: list[bytes]) -> bytes:
    """The stored form."""
    return fingerprints[-1] + b"".join(fingerprint[:_SHORT] for fingerprint in fingerprints)


def first_difference(fingerprints: list[bytes], stored: bytes) -> int | None:
    """The number of the first event that has changed or is gone; events added since do not count."""
    newest, rest = stored[:_FULL], stored[_FULL:]
    short = [rest[at : at + _SHORT] for at in range(0, len(rest), _SHORT)]
    for number, before in enumerate(short, 1):
        if number > len(fingerprints) or fingerprints[number - 1][:_SHORT] != before:
            return number
    return None if fingerprints[len(short) - 1] == newest else len(short)


async def stored_fingerprints(store: EventStore, log: str) -> bytes | None:
    return await _hash(store, log).get(log)


async def store_fingerprints(store: EventStore, log: str, fingerprints: bytes) -> None:
    await _hash(store, log).set({log: fingerprints})


def _hash(store: EventStore, log: str) -> Hash:
    return Hash(store, f"{tag_of(log)}:prints")
