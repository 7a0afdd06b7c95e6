"""Whom somebody follows. Nobody else learns of it, unless both follow each other: then they are friends."""

import asyncio
from typing import Final

from domain.errors import Reason
from service.people.blocks import Blocks
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.dated_sets import DatedSet

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
        followed, own = await asyncio.gather(self._followed(player).dates(), self._blocks.of(player))
        blocked = await asyncio.gather(*(self._blocks.has(other, player) for other in followed))
        return {
            other: since
            for (other, since), is_blocked in zip(followed.items(), blocked, strict=True)
            if not is_blocked and other not in own
        }

    async def put(self, person: Person, other: str, name: str) -> int:
        """Follow somebody who is called `name`, and return since when that is. Raises Refused."""
        if other == person.player:
            raise Refused(FOLLOWING_YOURSELF, "invalid")
        await self._blocks.check_pair(person.player, other, name, CANNOT_FOLLOW.about(name=name))
        most = MOST if person.has_account else MOST_OF_GUESTS
        since = await self._followed(person.player).add(most, other, self._clock())
        if since is None:
            raise Refused(TOO_MANY_FOLLOWED.about(most=most), "conflict")
        return since

    async def has(self, player: str, other: str) -> bool:
        """Whether `player` follows `other`."""
        return await self._followed(player).has(other)

    async def remove(self, player: str, other: str) -> None:
        await self._followed(player).remove(other)

    async def erase(self, player: str) -> None:
        await self._followed(player).delete()

    def _followed(self, player: str) -> DatedSet:
        return DatedSet(self._store, f"follows:{player}", durable=True)
