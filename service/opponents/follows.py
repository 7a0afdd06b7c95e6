"""Whom somebody follows. Nobody else learns of it, unless both follow each other: then they are friends."""

import asyncio
from typing import Final

from domain.errors import Reason
from service.people.blocks import BLOCKED_BY_YOU, Blocks
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash

FOLLOWING_YOURSELF: Final = Reason("following_yourself", "", "This is you: one can only follow somebody else.")
TOO_MANY_FOLLOWED: Final = Reason(
    "too_many_followed", "", "You follow {most} people, and no more are allowed: stop following somebody first."
)
CANNOT_FOLLOW: Final = Reason("cannot_follow", "", "{name} cannot be followed by you.")
MOST: Final = 100
MOST_OF_GUESTS: Final = 20


class Follows:
    def __init__(self, store: EventStore, blocks: Blocks, clock: Clock) -> None:
        self._store = store
        self._blocks = blocks
        self._clock = clock

    async def of(self, player: str) -> dict[str, int]:
        """Whom a player follows, and since when, the newest first; without those who have blocked them meanwhile, or
        whom they have blocked."""
        stored, own = await asyncio.gather(self._followed(player).all(), self._blocks.of(player))
        blocked = await asyncio.gather(*(self._blocks.has(other, player) for other in stored))
        since = {
            other: int(at)
            for (other, at), is_blocked in zip(stored.items(), blocked, strict=True)
            if not is_blocked and other not in own
        }
        return dict(sorted(since.items(), key=lambda follow: (-follow[1], follow[0])))

    async def put(self, person: Person, other: str, name: str) -> int:
        """Follow somebody, and return since when; nothing changes if that was done before. Raises Refused."""
        if other == person.player:
            raise Refused(FOLLOWING_YOURSELF, "invalid")
        if await self._blocks.has(person.player, other):
            raise Refused(BLOCKED_BY_YOU.about(name=name), "forbidden")
        if await self._blocks.has(other, person.player):
            raise Refused(CANNOT_FOLLOW.about(name=name), "forbidden")
        if (since := await self._followed(person.player).get(other)) is not None:
            return int(since)
        most, now = MOST if person.has_account else MOST_OF_GUESTS, self._clock()
        if not await self._followed(person.player).set_within(most, other, now):
            raise Refused(TOO_MANY_FOLLOWED.about(most=most), "conflict")
        return now

    async def has(self, player: str, other: str) -> bool:
        """Whether `player` follows `other`."""
        return await self._followed(player).has(other)

    async def remove(self, player: str, other: str) -> None:
        await self._followed(player).remove(other)

    async def erase(self, player: str) -> None:
        await self._followed(player).delete()

    def _followed(self, player: str) -> Hash:
        return Hash(self._store, f"follows:{player}", durable=True)
