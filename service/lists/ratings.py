"""Ratings for each game and mode, folded from the rated results in the order in which the games ended.

The order is that of time and then of the game's name, so it is the same in every rebuild. A result is taken in once it
is a few seconds old; if one turns up that belongs further back (a worker was down), all are folded again.
"""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from projections.listing import ListedSeat, Listing, pool
from service.lists.index import Shelves, prefix
from service.runtime.clock import Clock
from service.store.event_store import EventStore
from service.store.hashes import Hash
from service.store.sets import StoredList
from service.store.sorted_sets import SortedSet

_SETTLED: Final = 3_000  # milliseconds
_AT_ONCE: Final = 200
_LOOK_EVERY: Final = 1.0
_MODEL: Final = PlackettLuce()


class Rating(msgspec.Struct, frozen=True, array_like=True):
    mu: float
    sigma: float
    games: int
    at: int = 0  # when it became so
    game: str = ""
    pool: str = ""

    @property
    def ordinal(self) -> float:
        """What leaderboards go by: so good at least, as far as one can know."""
        return self.mu - 3 * self.sigma


class Place(NamedTuple):
    player: str
    rating: Rating


NEW: Final = Rating(_MODEL.mu, _MODEL.sigma, 0)
_DECODER: Final = msgspec.msgpack.Decoder(Rating)


def rated_as(seat: ListedSeat) -> str | None:
    """Who is rated for this seat: a person, or all bots of a level together."""
    return seat.player or (f"bot:{seat.bot}" if seat.bot else None)


def after_game(line: Listing, before: dict[str, Rating]) -> dict[str, Rating]:
    """The ratings of those who played, after this game. Who left comes behind all who stayed."""
    names = [rated_as(seat) or "" for seat in line.seats]
    teams = [[_MODEL.rating(before[name].mu, before[name].sigma)] for name in names]
    ranks = [(seat.rank or 0) + len(names) * seat.has_left for seat in line.seats]
    rated: Sequence[Sequence[PlackettLuceRating]] = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    found: dict[str, Rating] = {}
    for name in dict.fromkeys(names):
        # A bot may sit there twice: it gets the mean.
        own = [team[0] for team, other in zip(rated, names, strict=True) if other == name]
        mu, sigma = sum(one.mu for one in own) / len(own), sum(one.sigma for one in own) / len(own)
        found[name] = Rating(mu, sigma, before[name].games + 1, line.touched, line.game, pool(line.rules))
    return found


class Ratings:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def run(self) -> None:
        """For ever; raises Unavailable."""
        while True:
            if not await self.take_in():
                await asyncio.sleep(_LOOK_EVERY)

    async def take_in(self) -> int:
        """Take in the results that are due; how many there were."""
        shelves = Shelves(self._store)
        begin = prefix(await shelves.generation())
        stand = await self._stand(begin)
        if stand is None:
            return await self._begin_again(begin)
        until, count = self._clock() - _SETTLED, 0
        for game, ended in await SortedSet(self._store, f"{begin}rated").scored(stand.taken, _AT_ONCE):
            if ended > until:
                break
            stand = await self._take(begin, shelves, stand, game)
            count += 1
        return count

    async def _stand(self, begin: str) -> "_Stand | None":
        """How far the results have been taken in; None when one has turned up that belongs further back."""
        at = await Hash(self._store, f"{begin}ratings").get("at")
        if not at:
            return _Stand(0, "")
        taken, last = at.decode().split(" ")
        rank = await SortedSet(self._store, f"{begin}rated").rank(last)
        return _Stand(int(taken), last) if rank == int(taken) - 1 else None

    async def _take(self, begin: str, shelves: Shelves, stand: "_Stand", game: str) -> "_Stand":
        (line,) = await shelves.lines([game])
        before = {name: await self.rating(name, pool(line.rules)) for name in map(rated_as, line.seats) if name}
        after = after_game(line, before)
        new = _Stand(stand.taken + 1, game)
        words = (word for name, rating in after.items() for word in _words(begin, name, rating))
        await self._store.function(begin, "firstfire_rate", [f"{begin}ratings"], str(stand), str(new), *words)
        return new

    async def _begin_again(self, begin: str) -> int:
        for kind in ("rating:", "board:", "rated:", "ratings"):
            await self._store.discard(f"{begin}{kind}*")
        return 1

    async def rating(self, player: str, of: str) -> Rating:
        begin = prefix(await Shelves(self._store).generation())
        stored = await Hash(self._store, f"{begin}rating:{of}").get(player)
        return NEW if stored is None else _DECODER.decode(stored)

    async def history(self, player: str) -> list[Rating]:
        """Every rating the player has had, oldest first."""
        begin = prefix(await Shelves(self._store).generation())
        return [_DECODER.decode(rating) for rating in await StoredList(self._store, f"{begin}rated:{player}").all()]

    async def board(self, of: str, start: int = 0, count: int = 50) -> list[Place]:
        """The best of a pool."""
        begin = prefix(await Shelves(self._store).generation())
        names = await SortedSet(self._store, f"{begin}board:{of}").members(start, count, highest_first=True)
        return [Place(name, await self.rating(name, of)) for name in names]


class _Stand(NamedTuple):
    taken: int
    last: str

    def __str__(self) -> str:
        return f"{self.taken} {self.last}" if self.taken else ""


def _words(begin: str, name: str, rating: Rating) -> Iterator[str | bytes]:
    """What the function writes for one player."""
    yield from (f"{begin}rating:{rating.pool}", f"{begin}board:{rating.pool}", f"{begin}rated:{name}")
    yield from (name, msgspec.msgpack.encode(rating), f"{rating.ordinal:.9f}")
