"""Fingerprints of logs: what a log and all that followed from it looked like when somebody last looked.

The print of an event is a hash over the print before it, the stored bytes, and the position after the event. Kept of
each log are the newest print in full (eight bytes) and two bytes of each: the first of those that differs names the
event, and 300 bytes are enough for a game. A wrong event hides behind two equal bytes once in 65,536 times, and then
the event after it is named, because each print depends on all before.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

from service.store.event_store import EventStore
from service.store.hashes import Hash
from service.store.keys import tag_of

_FULL: Final = 8
_SHORT: Final = 2


def chain(steps: Iterable[tuple[bytes, str]]) -> list[bytes]:
    """The print of each event, from its stored bytes and the fingerprint of the position after it."""
    prints: list[bytes] = []
    last = b""
    for data, position in steps:
        last = blake2b(b"%b%d:%b%b" % (last, len(data), data, position.encode()), digest_size=_FULL).digest()
        prints.append(last)
    return prints


def packed(prints: list[bytes]) -> bytes:
    return prints[-1] + b"".join(one[:_SHORT] for one in prints)


def first_difference(prints: list[bytes], kept: bytes) -> int | None:
    """The number of the first event that is not what it was; events that have come since are none."""
    newest, short = kept[:_FULL], kept[_FULL:]
    known = [short[at : at + _SHORT] for at in range(0, len(short), _SHORT)]
    for number, before in enumerate(known, 1):
        if number > len(prints) or prints[number - 1][:_SHORT] != before:
            return number
    return None if prints[len(known) - 1] == newest else len(known)


async def kept_prints(store: EventStore, log: str) -> bytes | None:
    return await _prints(store, log).get(log)


async def keep_prints(store: EventStore, log: str, prints: bytes) -> None:
    await _prints(store, log).set({log: prints})


def _prints(store: EventStore, log: str) -> Hash:
    return Hash(store, f"{tag_of(log)}:prints")
