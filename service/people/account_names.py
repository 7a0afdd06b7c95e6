"""The names of accounts: each belongs to one player.

A name is a key of its own, in another slot of a cluster than the player's profile, so taking one needs several steps,
and the process may stop after any of them: first the profile says which name the player is about to take, then the
name says to whom it belongs, then the profile says that it is the account's name. A name whose holder's profile does
not mention it belongs to nobody; one that was claimed but never became an account's name is free after a minute.
"""

from typing import Final

import msgspec

from service.people.credentials import Credentials
from service.people.lookalikes import look
from service.runtime.clock import Clock
from service.store.event_store import EventStore
from service.store.structures.scripts import Script
from service.store.structures.values import Value

NOBODY: Final = "nobody"  # no player has this id
_ABANDONED: Final = 60_000  # milliseconds; taking a name takes one or two
_CLAIM: Final = Script("service.people", "claim_name.lua")
_RELEASE: Final = Script("service.people", "release_name.lua")


class AccountNames:
    """Names are given as `names.folded` or `look_claim` returns them."""

    def __init__(self, store: EventStore, credentials: Credentials, clock: Clock) -> None:
        self._store = store
        self._credentials = credentials
        self._clock = clock

    async def holder(self, name: str) -> str | None:
        player = await Value(self._store, _key_of(name)).get()
        return None if player is None else player.decode()

    async def claim(self, name: str, player: str) -> bool:
        """Give the name to `player`, whose profile claims it already; False if another player holds it."""
        while not await _CLAIM.run(self._store, _key_of(name), player, durable=True):
            holder = await self.holder(name)
            if holder is not None and not await self._is_abandoned(name, holder):
                return False
            await self.release(name, holder or NOBODY)
        return True

    async def is_free(self, name: str, player: str) -> bool:
        """Whether `player` holds the name or could claim it."""
        holder = await self.holder(name)
        return holder is None or holder == player or await self._is_abandoned(name, holder)

    async def release(self, name: str, player: str) -> None:
        """Free the name, if `player` holds it."""
        await _RELEASE.run(self._store, _key_of(name), player, durable=True)

    async def _is_abandoned(self, name: str, holder: str) -> bool:
        """Whether `holder` has given the name up or never finished taking it.

        If so, the claim is removed from the profile: the holder cannot finish taking it later.
        """
        profile = await self._credentials.profile(holder)
        if profile is None or name not in profile.claims:
            return True
        if name in (profile.account, profile.look) or self._clock() - profile.claimed < _ABANDONED:
            return False
        claims = tuple(claim for claim in profile.claims if claim != name)
        return await self._credentials.change(holder, profile, msgspec.structs.replace(profile, claims=claims))


def look_claim(name: str) -> str:
    """What is claimed beside a name, so that no other account looks like it. It begins as no name can."""
    return f"\x01{look(name)}"


def _key_of(name: str) -> str:
    return f"account:{name}"
