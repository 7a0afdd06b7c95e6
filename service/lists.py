"""Lines about games, made from their logs and put on the shelves: as things happen, or all again.

The worker follows the feeds and remembers how far it has come. A rebuild notes where the feeds end, goes through every
stored game, and moves the pointer: whoever follows then goes on from where the rebuild began, and sees nothing twice
that matters, for only newer lines are taken in.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import aclosing, suppress
from typing import Final

import msgspec

from domain.errors import DamagedLog
from domain.position import Position
from projections.listing import ListedSeat, Listing, Status, answer_times, finished_seats
from projections.timing import timing
from service.deadlines import steps_of
from service.seating import Seating, SeatingEvent, seating
from service.shelves import CURRENT, Shelves, prefix
from service.store.feeds import ends, follow
from service.store.keys import feed_key
from service.store.log import EventStore
from service.tables import Tables, is_seating, seats_log, table_of

_SAVE_EVERY: Final = 1.0
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
        return tuple(ListedSeat(name, player, bot) for name, player, bot in taken)
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
    """Keeps the served generation up to date."""

    def __init__(self, store: EventStore, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def run(self) -> None:
        """For ever; raises Unavailable."""
        while True:
            generation = await Shelves(self._store).generation()
            await self._follow(generation)

    async def _follow(self, generation: int) -> None:
        """Until another generation is served."""
        servers, key = self._store.servers, f"{prefix(generation)}positions"
        saved = await servers.call(key, "HGETALL", key)
        reached = {int(bucket): where.decode() for bucket, where in zip(saved[::2], saved[1::2], strict=True)}
        shelves = Shelves(self._store, generation)
        saving = asyncio.create_task(self._save(generation, reached))
        try:
            async with aclosing(follow(servers, dict(reached))) as entries:
                async for entry in entries:
                    if saving.done():
                        return
                    made = await put(self._store, shelves, table_of(entry.game))
                    if made is not None and made.listing.status == "over" and not made.listing.is_record:
                        await self._tables.next_of_dynasty(made.listing.game)
                    reached[entry.bucket] = entry.id
        finally:
            saving.cancel()
            with suppress(asyncio.CancelledError):
                await saving

    async def _save(self, generation: int, reached: dict[int, str]) -> None:
        """Now and then; ends when another generation is served."""
        key, saved = f"{prefix(generation)}positions", dict[int, str]()
        while await Shelves(self._store).generation() == generation:
            news = {bucket: where for bucket, where in reached.items() if saved.get(bucket) != where}
            if news:
                await self._store.servers.call(key, "HSET", key, *(word for pair in news.items() for word in pair))
                saved |= news
            await asyncio.sleep(_SAVE_EVERY)


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
        await _discard(store, unused)
    positions = await ends(store.servers)
    shelves, waiting = Shelves(store, new), set[asyncio.Task[Line | None]]()
    async for name in store.games():
        if not is_seating(name):
            continue
        waiting.add(asyncio.create_task(put(store, shelves, table_of(name))))
        if len(waiting) >= _AT_ONCE:
            waiting = await _some_done(waiting, progress)
    while waiting:
        waiting = await _some_done(waiting, progress)
    positions = await _catch_up(store, shelves, positions)
    key = f"{prefix(new)}positions"
    await store.servers.call(key, "HSET", key, *(word for pair in positions.items() for word in pair))
    await store.servers.call(CURRENT, "SET", CURRENT, new)
    return new


async def _catch_up(store: EventStore, shelves: Shelves, positions: dict[int, str]) -> dict[int, str]:
    """Take in what has happened meanwhile: the little that happens while this runs is left to the follower."""
    reached = await ends(store.servers)
    games: set[str] = set()
    for bucket, where in positions.items():
        key = feed_key(bucket)
        for _, fields in await store.servers.call(key, "XRANGE", key, f"({where}", reached[bucket]):
            games.add(table_of(fields[1].decode()))
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


async def _discard(store: EventStore, generation: int) -> None:
    async for key in store.keys(f"{prefix(generation)}*"):
        await store.servers.call(key, "UNLINK", key)
