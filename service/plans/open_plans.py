"""Which games have plans that wait. Every worker keeps this in memory, so that a move in any other game costs nothing.

It is made from the logs of plans by the follower of their feeds. A process knows of a new plan within a second; until
then a move may pass unnoticed, so that follower looks at the game once more (service/worker/plan_follower.py).
"""

from typing import Final

from service.runtime.clock import Clock
from service.store.event_store import EventStore
from service.store.followed_record import FollowedRecord
from service.store.structures.sorted_sets import SortedSet

_KEY: Final = "{plans}:open"
_OVERLAP: Final = 60_000  # milliseconds: more than clocks of two machines differ
_PAGE: Final = 1_000


class OpenPlans(FollowedRecord):
    def __init__(self, store: EventStore, clock: Clock) -> None:
        super().__init__(clock)
        self._stored = SortedSet(store, _KEY)
        self._players: dict[str, set[str]] = {}  # by game
        self._newest = 0.0

    def of(self, game: str) -> list[str]:
        """The players who have a plan there, as far as this process knows."""
        return sorted(self._players.get(game, ()))

    def expect(self, game: str, player: str) -> None:
        """Look at this game from now on, in this process."""
        self._players.setdefault(game, set()).add(player)

    async def add(self, game: str, player: str) -> None:
        self.expect(game, player)
        await self._stored.raise_to(f"{game}/{player}", self._clock())

    async def remove(self, game: str, player: str) -> None:
        players = self._players.get(game, set())
        players.discard(player)
        if not players:
            self._players.pop(game, None)
        await self._stored.remove(f"{game}/{player}")

    async def _read_on(self) -> None:
        since, start = max(0.0, self._newest - _OVERLAP), 0
        while page := await self._stored.from_score(since, start, _PAGE):
            for member, score in page:
                game, _, player = member.partition("/")
                self.expect(game, player)
                self._newest = max(self._newest, score)
            start += len(page)
