"""The entries of the feeds."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from service.store.keys import BUCKETS

START: Final = "0-0"  # before the first entry of a feed
ALL: Final = range(BUCKETS)

AT_ONCE: Final = 200  # entries of one feed in one reply
GATHER: Final = 0.004  # seconds between a reply and the next request: under load, one request returns many entries


class FeedEntry(NamedTuple):
    """Events `first` to `last` of `game` were appended together."""

    bucket: int
    id: str
    game: str
    first: int
    last: int


Batch = list[FeedEntry]


def read_entry(bucket: int, number: bytes, fields: Sequence[bytes]) -> FeedEntry:
    """The entry of a feed as the server sends it."""
    _, game, _, first, _, last = fields
    return FeedEntry(bucket, number.decode(), game.decode(), int(first), int(last))


def id_order(number: str) -> tuple[int, ...]:
    """By which the ids of the entries of a feed are in order."""
    return tuple(int(part) for part in number.split("-"))
