"""Where things are kept. A game, its command ids and its feed carry the hash tag of one of 256 buckets, so that
one function may touch all three on a cluster, and so that a follower has 256 feeds to read however many games
there are."""

from typing import NamedTuple
from zlib import crc32

BUCKETS = 256
_GAME = ":game:"


class GameKeys(NamedTuple):
    stream: str
    commands: str
    feed: str


def bucket_of(game: str) -> int:
    """Never to be changed: it says where every stored game is."""
    return crc32(game.encode()) % BUCKETS


def feed_key(bucket: int) -> str:
    return f"{{b{bucket:03}}}:feed"


def health_key(bucket: int) -> str:
    """Written to, in order to see whether that can be done."""
    return f"{{b{bucket:03}}}:health"


def tag_of(game: str) -> str:
    """How the name of everything begins that lies beside this game."""
    return f"{{b{bucket_of(game):03}}}"


def game_keys(game: str) -> GameKeys:
    tag = tag_of(game)
    return GameKeys(f"{tag}{_GAME}{game}", f"{tag}:commands:{game}", f"{tag}:feed")


GAMES_PATTERN = f"{{b???}}{_GAME}*"


def game_of(stream: str) -> str:
    return stream.partition(_GAME)[2]
