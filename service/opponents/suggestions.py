"""Suggests opponents. Looks at some thirty people, however many there are: those next to somebody on the leaderboard,
and those with whom they have played lately."""

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.rules import Rules
from projections.listing import Listing, pool
from projections.timing import TimeControl
from service.lists.index import ListIndex
from service.lists.ratings import Ratings
from service.lists.skill import BOT
from service.opponents.candidates import Candidates
from service.opponents.sitters import finished_share
from service.opponents.suggesting import Candidate, suggested
from service.people.blocks import Blocks
from service.people.identity import Person
from service.runtime.clock import Clock

NEAR: Final = 10  # looked at on either side of the leaderboard
MET: Final = 12
_OWN_GAMES: Final = 30  # in which these are looked for
_THEIR_GAMES: Final = 6


class _Games(NamedTuple):
    """The latest public games of somebody."""

    clocks: list[TimeControl]
    seen: int


class Suggestions:
    def __init__(
        self, candidates: Candidates, blocks: Blocks, ratings: Ratings, index: ListIndex, clock: Clock
    ) -> None:
        self._candidates = candidates
        self._blocks = blocks
        self._ratings = ratings
        self._index = index
        self._clock = clock

    async def of(self, person: Person, rules: Rules, days: int) -> list[Candidate]:
        """For a game by these rules with this number of days for a turn: nobody with whom the person plays just now."""
        of = pool(rules)
        own = await self._ratings.rating(person.player, of)
        running, over, near = await asyncio.gather(
            self._lines(f"mine:{person.player}", _OWN_GAMES),
            self._lines(f"history:{person.player}", _OWN_GAMES),
            self._ratings.near(of, own.ordinal, NEAR),
        )
        playing = {person.player, *_people(running)}
        met = [player for player in _people(over) if player not in playing][:MET]
        wanted = [player for player in dict.fromkeys([*met, *near]) if player not in playing]
        looked_at = (self._candidate(person.player, player, of, has_met=player in met) for player in wanted)
        people = [candidate for candidate in await asyncio.gather(*looked_at) if candidate is not None]
        return suggested(people, own.ordinal, days, self._clock())

    async def _candidate(self, player: str, other: str, of: str, *, has_met: bool) -> Candidate | None:
        """None if the two are not to play together."""
        blocked, blocks = await asyncio.gather(self._blocks.has(player, other), self._blocks.has(other, player))
        person = (
            None if blocked or blocks or other.startswith(BOT) else await self._candidates.person(other, rated=False)
        )
        if person is None or not person.has_account or person.standing.limit("remove") is not None:
            return None
        rating, counts, games = await asyncio.gather(
            self._ratings.rating(other, of), self._index.counts(f"player:{other}"), self._games(other)
        )
        share = finished_share(counts)
        return Candidate(other, person.name, rating.ordinal, rating.games > 0, share, games.clocks, games.seen, has_met)

    async def _games(self, player: str) -> _Games:
        lists = await asyncio.gather(*(self._lines(f"{name}:{player}", _THEIR_GAMES) for name in ("mine", "history")))
        public = [line for lines in lists for line in lines if not line.is_private]
        clocks = [line.clock for line in public if line.clock is not None]
        return _Games(clocks, max((line.touched for line in public), default=0))

    async def _lines(self, name: str, count: int) -> list[Listing]:
        """The first lines of a list: of finished games the newest, of others those that wait for the person."""
        return (await self._index.page(name, newest_first=name.startswith("history:"), count=count)).lines


def _people(lines: Sequence[Listing]) -> list[str]:
    return list(dict.fromkeys(seat.player for line in lines for seat in line.seats if seat.player))
