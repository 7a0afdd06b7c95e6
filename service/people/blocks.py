"""Who has blocked whom: neither of them sits down at a table of the other.

A blocked person learns that a table is not open to them, but not who has blocked them. Games that both play already
go on.
"""

import asyncio
from collections.abc import Mapping
from typing import Final

from domain.errors import Reason
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.dated_sets import DatedSet

NOT_OPEN_TO_YOU: Final = Reason("not_open_to_you", "", "This table is not open to you: choose another one.")
BLOCKED_BY_YOU: Final = Reason(
    "blocked_by_you", "", "You have blocked {name}: unblock them first, or choose another table."
)
BLOCKING_YOURSELF: Final = Reason("blocking_yourself", "", "This is you: one can only block somebody else.")
TOO_MANY_BLOCKED: Final = Reason(
    "too_many_blocked", "", "You have blocked {most} people, and no more are allowed: unblock somebody first."
)
MOST: Final = 500
MOST_OF_GUESTS: Final = 100


class Blocks:
    def __init__(
        self, store: EventStore, clock: Clock, *, most: int = MOST, most_of_guests: int = MOST_OF_GUESTS
    ) -> None:
        self.most, self.most_of_guests = most, most_of_guests
        self._store = store
        self._clock = clock

    async def of(self, player: str) -> dict[str, int]:
        """Whom a player has blocked, and since when, the newest first."""
        return await self._blocked(player).dates()

    async def put(self, person: Person, other: str) -> int:
        """Block somebody, and return since when that holds. Raises Refused."""
        if other == person.player:
            raise Refused(BLOCKING_YOURSELF, "invalid")
        most = self.most if person.has_account else self.most_of_guests
        since = await self._blocked(person.player).add(most, other, self._clock())
        if since is None:
            raise Refused(TOO_MANY_BLOCKED.about(most=most), "conflict")
        return since

    async def remove(self, player: str, *others: str) -> None:
        await self._blocked(player).remove(*others)

    async def has(self, player: str, other: str) -> bool:
        """Whether `player` has blocked `other`."""
        return await self._blocked(player).has(other)

    async def between(self, player: str, other: str) -> bool:
        """Whether one of these two has blocked the other."""
        return await self.has(player, other) or await self.has(other, player)

    async def check_pair(self, player: str, other: str, name: str, refusal: Reason) -> None:
        """Raises Refused if one of these two has blocked the other, who is called `name`. A player who was blocked
        reads the `refusal`, and does not learn of it."""
        if await self.has(player, other):
            raise Refused(BLOCKED_BY_YOU.about(name=name), "forbidden")
        if await self.has(other, player):
            raise Refused(refusal, "forbidden")

    async def check(self, player: str, company: Mapping[str, str]) -> None:
        """Raises Refused if the player and one of the `company` (names by players) are not to sit at one table."""
        others = [other for other in company if other != player]
        if not others:
            return
        own, theirs = await asyncio.gather(
            self._blocked(player).get_many(*others),
            asyncio.gather(*(self.has(other, player) for other in others)),
        )
        for other, since in zip(others, own, strict=True):
            if since is not None:
                raise Refused(BLOCKED_BY_YOU.about(name=company[other]), "forbidden")
        if any(theirs):
            raise Refused(NOT_OPEN_TO_YOU, "forbidden")

    async def erase(self, player: str) -> None:
        await self._blocked(player).delete()

    def _blocked(self, player: str) -> DatedSet:
        return DatedSet(self._store, f"blocks:{player}", durable=True)
