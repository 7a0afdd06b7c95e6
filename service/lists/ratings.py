"""Ratings for each game and mode, folded over the results of rated games in the order in which they were taken in.

That order is stored as a list of games. A result that turns up late, because a worker was down or a clock is slow, is
added at its end and changes nothing that was computed before. A rebuild of the lists keeps the order.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from projections.listing import Listing, is_counted, pool
from service.lists.index import ListIndex, prefix
from service.lists.skill import NEW, Meetings, Rating, after_game, opponents, rated_as
from service.store.errors import contained
from service.store.event_store import EventStore
from service.store.structures import changes
from service.store.structures.changes import Change
from service.store.structures.hashes import Hash
from service.store.structures.sets import StoredList
from service.store.structures.sorted_sets import SortedSet

_AT_ONCE: Final = 200  # results
_CHECK_EVERY: Final = 1.0  # seconds
_DECODER: Final = msgspec.msgpack.Decoder(Rating)

log = logging.getLogger(__name__)


class Place(NamedTuple):
    player: str
    rating: Rating


class Ratings:
    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def run(self) -> None:
        """Never returns; raises Unavailable."""
        await self._adopt_first_form()
        while True:
            if not await self.take_in():
                await asyncio.sleep(_CHECK_EVERY)

    async def settle(self, line: Listing) -> None:
        """Put a finished rated game into the order. May be repeated."""
        if is_counted(line):
            await admit(self._store, await self._begin(), [line.game])

    async def take_in(self) -> int:
        """Rate the games that are next in the order, and return how many there were."""
        begin = await self._begin()
        rated = int(await Hash(self._store, f"{begin}ratings").get("rated") or 0)
        games = await StoredList(self._store, f"{begin}order").texts(rated, _AT_ONCE)
        for number, game in enumerate(games, rated):
            made = list[Change]()
            with contained(log, "game %s is not rated", game):  # otherwise none after it would be
                made = await self._made(begin, game)
            await self._note(begin, number, made)
        return len(games)

    async def _made(self, begin: str, game: str) -> list[Change]:
        made = list[Change]()
        for line in await ListIndex(self._store).lines([game]):  # none if the game was removed
            of, names = pool(line.rules), [name for name in dict.fromkeys(map(rated_as, line.seats)) if name]
            before = dict(zip(names, await self._ratings(begin, of, names), strict=True))
            meetings = {name: await self._meetings(begin, of, name, opponents(name, line)) for name in names}
            for name, rating in after_game(line, before, meetings).items():
                made += _changes(begin, name, rating, opponents(name, line))
        return made

    async def _note(self, begin: str, number: int, made: Sequence[Change]) -> None:
        arguments = [argument for change in made for argument in (str(len(change)), *change)]
        key = f"{begin}ratings"
        await self._store.function(key, "firstfire_rate", [key], str(number), str(number + 1), *arguments)

    async def _adopt_first_form(self) -> None:
        """The first release rated games in the order in which they ended: rate them again, and keep that order."""
        begin = await self._begin()
        if await Hash(self._store, f"{begin}ratings").get("at") is not None:
            for kind in ("rating:", "board:", "rated:", "ratings"):
                await self._store.discard(f"{begin}{kind}*")
        if not await StoredList(self._store, f"{begin}order").exists():
            await admit(self._store, begin, await SortedSet(self._store, f"{begin}rated").members())

    async def rating(self, player: str, of: str) -> Rating:
        (rating,) = await self._ratings(await self._begin(), of, [player])
        return rating

    async def history(self, player: str) -> list[Rating]:
        """Every rating the player has had, oldest first."""
        listed = StoredList(self._store, f"{await self._begin()}rated:{player}")
        return [_DECODER.decode(rating) for rating in await listed.all()]

    async def board(self, of: str, start: int = 0, count: int = 50) -> list[Place]:
        """The best of a pool, among those with enough games against enough opponents."""
        begin = await self._begin()
        names = await SortedSet(self._store, f"{begin}board:{of}").members(start, count, highest_first=True)
        return list(map(Place, names, await self._ratings(begin, of, names)))

    async def near(self, of: str, ordinal: float, count: int) -> list[str]:
        """Up to `count` players on either side of this rating on the board of a pool, without their order."""
        board = SortedSet(self._store, f"{await self._begin()}board:{of}")
        above, below = await asyncio.gather(board.from_score(ordinal, 0, count), board.below_score(ordinal, 0, count))
        return [place.member for place in (*above, *below)]

    async def _begin(self) -> str:
        return prefix(await ListIndex(self._store).generation())

    async def _ratings(self, begin: str, of: str, names: Sequence[str]) -> list[Rating]:
        if not names:
            return []
        stored = await Hash(self._store, f"{begin}rating:{of}").get_many(*names)
        return [NEW if rating is None else _DECODER.decode(rating) for rating in stored]

    async def _meetings(self, begin: str, of: str, name: str, others: Sequence[str]) -> Meetings:
        if not others:
            return {}
        counts = await Hash(self._store, _met(begin, of, name)).get_many(*others)
        return {other: int(count or 0) for other, count in zip(others, counts, strict=True)}


async def admit(store: EventStore, begin: str, games: Sequence[str]) -> None:
    """Add games to the end of the order, without those that are in it."""
    keys = [f"{begin}order", f"{begin}ordered"]
    for start in range(0, len(games), _AT_ONCE):
        await store.function(begin, "firstfire_admit", keys, *games[start : start + _AT_ONCE])


async def keep_order(store: EventStore, old: int, new: int) -> None:
    """Give a new generation of the lists the order of the old one; what that lacks follows, by the end of the games."""
    listed = await SortedSet(store, f"{prefix(new)}rated").members()
    members = set(listed)
    before = [game for game in await StoredList(store, f"{prefix(old)}order").texts() if game in members]
    await admit(store, prefix(new), [*before, *listed])


def _met(begin: str, of: str, name: str) -> str:
    return f"{begin}met:{of}:{name}"


def _changes(begin: str, name: str, rating: Rating, others: Sequence[str]) -> Iterator[Change]:
    stored = msgspec.msgpack.encode(rating)
    yield changes.set_field(f"{begin}rating:{rating.pool}", name, stored)
    yield changes.add_to_list(f"{begin}rated:{name}", stored)
    for other in others:
        yield changes.add_to_field(_met(begin, rating.pool, name), other, 1)
    if not rating.is_provisional:
        yield changes.place_member(f"{begin}board:{rating.pool}", name, f"{rating.ordinal:.9f}")
