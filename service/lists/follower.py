"""Lines about games, made from their logs and put on the shelves: as things happen, or all again.

The worker follows the feeds and remembers how far it has come. A rebuild notes where the feeds end, goes through every
stored game, and moves the pointer: whoever follows then goes on from where the rebuild began, and sees nothing twice
that matters, for only newer lines are taken in.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from typing import Final, TypeAlias

import msgspec

from domain.errors import DamagedLog
from domain.position import Position
from projections.listing import ListedSeat, Listing, Status, answer_times, finished_seats
from projections.timing import timing
from service.games.codec import steps_of
from service.games.seating import Seating, SeatingEvent, seating
from service.lists.index import Shelves, prefix
from service.store.cursors import Cursors
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.log_names import is_seating, seats_log, table_of

_SAVE_EVERY: Final = 1.0
Settle: TypeAlias = Callable[[Listing], Awaitable[None]]  # does what follows from how a game stands

_AT_ONCE: Final = 64
_DECODER: Final = msgspec.msgpack.Decoder(SeatingEvent)

log = logging.getLogger(__name__)


class Line(msgspec.Struct, frozen=True):
    listing: Listing
    version: int  # of both logs together: it only grows
    events: int


async def line(store: EventStore, game: str) -> Line | None:
    """The line about a game from its logs as they are now; None if its table is not known."""
    entries, played = await asyncio.gather(store.read(seats_log(game)), store.read(game))
    if not entries:
        return None
    table = seating(_DECODER.decode(entry.data) for entry in entries)
    steps = steps_of(played)
    return Line(_listing(game, table, steps), len(entries) + len(played), len(played))


def _listing(game: str, table: Seating, steps: list[tuple[int, Position]]) -> Listing:
    opened, position = table.opened, steps[-1][1] if steps else None
    clock = timing(opened.clock, steps) if opened.clock is not None and position is not None else None
    return Listing(
        game=game,
        status=_status(table, position),
        rules=opened.rules,
        seats=_seats(table, steps),
        is_private=opened.invite is not None,
        is_rated=opened.rated,
        is_record=opened.is_record,
        seq=len(steps),
        turn=position.seat if position is not None else None,
        touched=steps[-1][0] if steps else opened.at,
        due=clock.due if clock is not None else None,
        clock=opened.clock,
        has_hints=opened.hints,
    )


def _status(table: Seating, position: Position | None) -> Status:
    if table.is_cancelled:
        return "cancelled"
    if position is None:
        return "open"
    return "running" if position.winners is None else "over"


def _seats(table: Seating, steps: list[tuple[int, Position]]) -> tuple[ListedSeat, ...]:
    taken = list(zip(table.names, table.players, table.bots, strict=True))
    if not steps:
        open_for = (None if name else whose for name, whose in zip(table.names, table.reserved, strict=True))
        return tuple(ListedSeat(*seat, kept_for=whose) for seat, whose in zip(taken, open_for, strict=True))
    position, times = steps[-1][1], answer_times(steps)
    seats = [
        ListedSeat(
            name,
            player,
            bot,
            has_left=bot is None and position.players[number].bot is not None,
            answer_time=times.get(number) if player else None,
        )
        for number, (name, player, bot) in enumerate(taken)
    ]
    return finished_seats(position, seats) if position.winners is not None else tuple(seats)


class ListsFollower:
    """Keeps the served generation up to date. What a game did while others were looked at is looked at once."""

    def __init__(self, store: EventStore, settle: Settle) -> None:
        self._store = store
        self._settle = settle

    async def run(self) -> None:
        """For ever; raises Unavailable."""
        while True:
            await self._follow(await Shelves(self._store).generation())

    async def _follow(self, generation: int) -> None:
        """Until another generation is served."""
        cursors = _cursors(self._store, generation)
        news = _News(await cursors.load())
        errands = (
            self._listen(news),
            self._work(news, generation),
            self._save_now_and_then(news, cursors, generation),
        )
        running = [asyncio.create_task(errand) for errand in errands]
        try:
            for ended in (await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED))[0]:
                await ended
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            with suppress(Unavailable):
                await cursors.save(news.reached)

    async def _listen(self, news: "_News") -> None:
        async with aclosing(self._store.feeds.follow(news.reached)) as entries:
            async for entry in entries:
                news.tell(table_of(entry.game), entry.bucket, entry.id)

    async def _work(self, news: "_News", generation: int) -> None:
        shelves = Shelves(self._store, generation)
        while True:
            games, positions = await news.taken()
            for begin in range(0, len(games), _AT_ONCE):
                made = await asyncio.gather(*(put(self._store, shelves, game) for game in games[begin:][:_AT_ONCE]))
                for one in made:
                    if one is not None and not one.listing.is_record:
                        await self._settle(one.listing)
            news.reached.update(positions)

    async def _save_now_and_then(self, news: "_News", cursors: Cursors, generation: int) -> None:
        """Ends when another generation is served."""
        while await Shelves(self._store).generation() == generation:
            await cursors.save(news.reached)
            await asyncio.sleep(_SAVE_EVERY)


class _News:
    """Which games have done something, and how far the feeds have been heard and dealt with."""

    def __init__(self, reached: dict[int, str]) -> None:
        self.reached = reached  # all that stands before is on the shelves
        self._heard: dict[int, str] = {}
        self._games: dict[str, None] = {}
        self._some = asyncio.Event()

    def tell(self, game: str, bucket: int, entry: str) -> None:
        self._games[game] = None
        self._heard[bucket] = entry
        self._some.set()

    async def taken(self) -> tuple[list[str], dict[int, str]]:
        """The games to look at, as soon as there are any, and how far that reaches."""
        await self._some.wait()
        self._some.clear()
        games, positions = list(self._games), dict(self._heard)
        self._games.clear()
        self._heard.clear()
        return games, positions


async def put(store: EventStore, shelves: Shelves, game: str) -> Line | None:
    """Bring the line about a game up to date."""
    try:
        made = await line(store, game)
    except (DamagedLog, msgspec.DecodeError) as trouble:
        log.error("game %s is in no list: %s", game, trouble)
        return None
    if made is not None:
        await shelves.put(made.listing, made.version)
    return made


async def rebuild(store: EventStore, progress: Callable[[int], object] = lambda _: None) -> int:
    """All lists anew from the logs, beside those that are served; then these are. Gives the new generation."""
    old = await Shelves(store).generation()
    new = old + 1
    for unused in (new, old - 1):  # what an interrupted rebuild left; nobody reads the one before the last any more
        await store.discard(f"{prefix(unused)}*")
    positions = await store.feeds.ends()
    shelves, waiting = Shelves(store, new), set[asyncio.Task[Line | None]]()
    async for name in store.games():
        if not is_seating(name):
            continue
        waiting.add(asyncio.create_task(put(store, shelves, table_of(name))))
        if len(waiting) >= _AT_ONCE:
            waiting = await _some_done(waiting, progress)
    while waiting:
        waiting = await _some_done(waiting, progress)
    await _cursors(store, new).save(await _catch_up(store, shelves, positions))
    await shelves.serve(new)
    return new


async def _catch_up(store: EventStore, shelves: Shelves, positions: dict[int, str]) -> dict[int, str]:
    """Take in what has happened meanwhile: the little that happens while this runs is left to the follower."""
    reached = await store.feeds.ends()
    games: set[str] = set()
    for bucket, where in positions.items():
        games |= {table_of(entry.game) for entry in await store.feeds.between(bucket, where, reached[bucket])}
    for game in games:
        await put(store, shelves, game)
    return reached


async def _some_done(
    waiting: set[asyncio.Task[Line | None]], progress: Callable[[int], object]
) -> set[asyncio.Task[Line | None]]:
    done, left = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        made = task.result()
        progress(made.events if made is not None else 0)
    return left


def _cursors(store: EventStore, generation: int) -> Cursors:
    return Cursors(store, f"{prefix(generation)}positions")
