"""Sorted sets: each member occurs once, ordered by score and then by name. Members are text."""

from collections.abc import Mapping
from typing import NamedTuple

from service.store.replies import pairs
from service.store.structures.stored_key import StoredKey

# A score is stored as the double nearest to this number; as text it is sent with exactly the digits of the caller.
Score = int | str


class Scored(NamedTuple):
    member: str
    score: float


class SortedSet(StoredKey):
    __slots__ = ()

    async def add_new(self, member: str, score: Score) -> None:
        """Add a member; if it is in the set, it keeps its score."""
        await self._write("ZADD", "NX", score, member)

    async def raise_to(self, member: str, score: Score) -> None:
        """Add a member, or raise its score; a score is never lowered."""
        await self._write("ZADD", "GT", score, member)

    async def raise_all(self, scores: Mapping[str, Score]) -> None:
        """As `raise_to`, for several members (at least one) in one step."""
        await self._write("ZADD", "GT", *(part for member, score in scores.items() for part in (score, member)))

    async def lower_to(self, member: str, score: Score) -> None:
        """Add a member, or lower its score; a score is never raised."""
        await self._write("ZADD", "LT", score, member)

    async def put(self, member: str, score: Score) -> None:
        """Add a member, or give it another score."""
        await self._write("ZADD", score, member)

    async def remove(self, *members: str) -> None:
        """Remove these members (at least one)."""
        await self._write("ZREM", *members)

    async def size(self) -> int:
        size: int = await self._read("ZCARD")
        return size

    async def score(self, member: str) -> float | None:
        score: bytes | None = await self._read("ZSCORE", member)
        return None if score is None else float(score)

    async def rank(self, member: str) -> int | None:
        """The number of members before this one; None if it is not in the set."""
        rank: int | None = await self._read("ZRANK", member)
        return rank

    async def above(self, score: float) -> int:
        """The number of members with a higher score."""
        count: int = await self._read("ZCOUNT", f"({score}", "+inf")
        return count

    async def members(self, start: int = 0, count: int | None = None, *, highest_first: bool = False) -> list[str]:
        """`count` members (by default all) from index `start` on."""
        order = ("REV",) if highest_first else ()
        names: list[bytes] = await self._read("ZRANGE", start, _last(start, count), *order)
        return [name.decode() for name in names]

    async def scored(self, start: int = 0, count: int | None = None) -> list[Scored]:
        """As `members`, with their scores."""
        return _scored(await self._read("ZRANGE", start, _last(start, count), "WITHSCORES"))

    async def up_to(self, score: Score, count: int, start: int = 0) -> list[str]:
        """The first `count` members whose score is at most `score`, after skipping `start` of them."""
        names: list[bytes] = await self._read("ZRANGE", "-inf", score, "BYSCORE", "LIMIT", start, count)
        return [name.decode() for name in names]

    async def from_score(self, score: float, start: int, count: int) -> list[Scored]:
        """`count` members with at least this score, the lowest first, after skipping `start` of them."""
        limits = ("BYSCORE", "LIMIT", start, count, "WITHSCORES")
        return _scored(await self._read("ZRANGE", f"{score}", "+inf", *limits))

    async def below_score(self, score: float, start: int, count: int) -> list[Scored]:
        """`count` members below this score, the highest first, after skipping `start` of them."""
        limits = ("BYSCORE", "REV", "LIMIT", start, count, "WITHSCORES")
        return _scored(await self._read("ZRANGE", f"({score}", "-inf", *limits))


def _last(start: int, count: int | None) -> int:
    """The index of the last member for ZRANGE, where -1 stands for the end."""
    return -1 if count is None else start + count - 1


def _scored(reply: list[bytes]) -> list[Scored]:
    return [Scored(member.decode(), float(score)) for member, score in pairs(reply)]
