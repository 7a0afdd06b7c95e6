"""The keys of logs and feeds.

The keys of a game, of its command ids and of its feed contain the hash tag of one of 256 buckets. So one function may
write to all three on a cluster, and a follower reads 256 feeds, no matter how many games there are.
"""

from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

BUCKETS = 256
_GAME = ":game:"


class GameKeys(NamedTuple):
    stream: str
    commands: str
    feed: str


def bucket_of(game: str) -> int:
    """Never change this: it determines the key of every stored game."""
    return crc32(game.encode()) % BUCKETS


def feed_key(bucket: int) -> str:
    return f"{{b{bucket:03}}}:feed"


def health_key(bucket: int) -> str:
    """Written only to check that the server accepts writes."""
    return f"{{b{bucket:03}}}:health"


def tag_of(game: str) -> str:
    """The prefix of all keys that must be in the slot of this game."""
    return f"{{b{bucket_of(game):03}}}"


@lru_cache(10_000)
def game_keys(game: str) -> GameKeys:
    tag = tag_of(game)
    return GameKeys(f"{tag}{_GAME}{game}", f"{tag}:commands:{game}", f"{tag}:feed")


GAMES_PATTERN = f"{{b???}}{_GAME}*"


def game_of(stream: str) -> str:
    return stream.partition(_GAME)[2]
