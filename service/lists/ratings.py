"""Ratings for each game and mode, folded over the results of rated games in the order in which the games ended.

Games that ended at the same time are ordered by their ids, so the order is the same in every rebuild. A result counts
once it is a few seconds old; if an older one appears after it (a worker was down), all ratings are computed again.
"""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from projections.listing import ListedSeat, Listing, pool
from service.lists.index import ListIndex, prefix
from service.runtime.clock import Clock
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.sets import StoredList
from service.store.structures.sorted_sets import SortedSet

_SETTLED: Final = 3_000  # milliseconds after which no older result is expected
_AT_ONCE: Final = 200  # results
_CHECK_EVERY: Final = 1.0  # seconds
_MODEL: Final = PlackettLuce()


class Rating(msgspec.Struct, frozen=True, array_like=True):
    mu: float
    sigma: float
    games: int
    at: int = 0  # when the game ended that gave this rating
    game: str = ""
    pool: str = ""

    @property
    def ordinal(self) -> float:
        """What leaderboards sort by: a skill that the player reaches or exceeds almost certainly."""
        return self.mu - 3 * self.sigma


class Place(NamedTuple):
    player: str
    rating: Rating


NEW: Final = Rating(_MODEL.mu, _MODEL.sigma, 0)
_DECODER: Final = msgspec.msgpack.Decoder(Rating)


def rated_as(seat: ListedSeat) -> str | None:
    """The name under which a seat is rated: a player's id, or one name for all bots of a level."""
    return seat.player or (f"bot:{seat.bot}" if seat.bot else None)


def after_game(line: Listing, before: dict[str, Rating]) -> dict[str, Rating]:
    """The ratings of the participants after this game. Players who left rank below all who stayed."""
    names = [rated_as(seat) or "" for seat in line.seats]
    teams = [[_MODEL.rating(before[name].mu, before[name].sigma)] for name in names]
    ranks = [(seat.rank or 0) + len(names) * seat.has_left for seat in line.seats]
    rated: Sequence[Sequence[PlackettLuceRating]] = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    after: dict[str, Rating] = {}
    for name in dict.fromkeys(names):
        # Bots of one level may have several seats: they get the mean.
        own = [team[0] for team, other in zip(rated, names, strict=True) if other == name]
        mu, sigma = sum(rating.mu for rating in own) / len(own), sum(rating.sigma for rating in own) / len(own)
        after[name] = Rating(mu, sigma, before[name].games + 1, line.touched, line.game, pool(line.rules))
    return after


class Ratings:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def run(self) -> None:
        """Never returns; raises Unavailable."""
        while True:
            if not await self.take_in():
                await asyncio.sleep(_CHECK_EVERY)

    async def take_in(self) -> int:
        """Rate the games that are due, and return how many there were."""
        index = ListIndex(self._store)
        begin = prefix(await index.generation())
        progress = await self._progress(begin)
        if progress is None:
            return await self._begin_again(begin)
        until, count = self._clock() - _SETTLED, 0
        for game, ended in await SortedSet(self._store, f"{begin}rated").scored(progress.rated, _AT_ONCE):
            if ended > until:
                break
            progress = await self._rate(begin, index, progress, game)
            count += 1
        return count

    async def _progress(self, begin: str) -> "_Progress | None":
        """How many games have been rated; None if a game has appeared that belongs before one of them."""
        at = await Hash(self._store, f"{begin}ratings").get("at")
        if not at:
            return _Progress(0, "")
        rated, last = at.decode().split(" ")
        rank = await SortedSet(self._store, f"{begin}rated").rank(last)
        return _Progress(int(rated), last) if rank == int(rated) - 1 else None

    async def _rate(self, begin: str, index: ListIndex, progress: "_Progress", game: str) -> "_Progress":
        (line,) = await index.lines([game])
        before = {name: await self.rating(name, pool(line.rules)) for name in map(rated_as, line.seats) if name}
        after = after_game(line, before)
        new = _Progress(progress.rated + 1, game)
        args = (arg for name, rating in after.items() for arg in _arguments(begin, name, rating))
        await self._store.function(begin, "firstfire_rate", [f"{begin}ratings"], str(progress), str(new), *args)
        return new

    async def _begin_again(self, begin: str) -> int:
        """Discard all ratings, so that the next call starts with the first game; 1, because there is work to do."""
        for kind in ("rating:", "board:", "rated:", "ratings"):
            await self._store.discard(f"{begin}{kind}*")
        return 1

    async def rating(self, player: str, of: str) -> Rating:
        begin = prefix(await ListIndex(self._store).generation())
        stored = await Hash(self._store, f"{begin}rating:{of}").get(player)
        return NEW if stored is None else _DECODER.decode(stored)

    async def history(self, player: str) -> list[Rating]:
        """Every rating the player has had, oldest first."""
        begin = prefix(await ListIndex(self._store).generation())
        return [_DECODER.decode(rating) for rating in await StoredList(self._store, f"{begin}rated:{player}").all()]

    async def board(self, of: str, start: int = 0, count: int = 50) -> list[Place]:
        """The best of a pool."""
        begin = prefix(await ListIndex(self._store).generation())
        names = await SortedSet(self._store, f"{begin}board:{of}").members(start, count, highest_first=True)
        return [Place(name, await self.rating(name, of)) for name in names]


class _Progress(NamedTuple):
    rated: int
    last: str  # the game that was rated last

    def __str__(self) -> str:
        """As it is stored."""
        return f"{self.rated} {self.last}" if self.rated else ""


def _arguments(begin: str, name: str, rating: Rating) -> Iterator[str | bytes]:
    """What rate_game.lua needs to store the rating of one player."""
    yield from (f"{begin}rating:{rating.pool}", f"{begin}board:{rating.pool}", f"{begin}rated:{name}")
    yield from (name, msgspec.msgpack.encode(rating), f"{rating.ordinal:.9f}")
