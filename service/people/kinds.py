"""Whether a player has an account or is a guest, for the marks beside names."""

import asyncio
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from cachetools import FIFOCache

from service.people.credentials import Credentials, Profile
from service.runtime.clock import Clock

PersonKind: TypeAlias = Literal["account", "guest", "bot", "departed"]
_CACHED: Final = 50_000
_FRESH: Final = 30_000  # milliseconds for which a guest counts as one without reading the store


def kind_of(profile: Profile | None) -> PersonKind:
    """The kind of a player with this profile; None if nothing is stored about them any more."""
    return "departed" if profile is None else "guest" if profile.account is None else "account"


class Kinds:
    def __init__(self, credentials: Credentials, clock: Clock) -> None:
        self._credentials = credentials
        self._clock = clock
        self._accounts: FIFOCache[str, None] = FIFOCache(_CACHED)  # an account never becomes a guest again
        self._guests: FIFOCache[str, int] = FIFOCache(_CACHED)  # when the store was read

    async def of(self, players: Iterable[str | None]) -> dict[str, PersonKind]:
        """By player."""
        names = list({player for player in players if player is not None})
        kinds = await asyncio.gather(*(self._kind(player) for player in names))
        return dict(zip(names, kinds, strict=True))

    async def _kind(self, player: str) -> PersonKind:
        if player in self._accounts:
            return "account"
        now = self._clock()
        if 0 <= now - self._guests.get(player, -_FRESH) < _FRESH:
            return "guest"
        profile = await self._credentials.profile(player)
        if profile is not None and profile.account is not None:
            self._accounts[player] = None
            return "account"
        self._guests[player] = now
        return "guest"
