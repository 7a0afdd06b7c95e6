"""The line of a game in the lists, computed from the game's logs."""

import asyncio
import logging
from typing import Final

import msgspec

from domain.errors import DamagedLog
from domain.position import Position
from projections.listing import ListedSeat, Listing, Status, answer_times, finished_seats
from projections.timing import Step, Timing, timing
from service.games.codec import steps_of
from service.games.live_games import LiveGames
from service.games.seating import Seating, SeatingEvent, seating
from service.lists.index import ListIndex
from service.store.event_store import Entry, EventStore
from service.store.log_names import seats_log

_ROUNDS_THAT_COUNT: Final = 2
_DECODER: Final = msgspec.msgpack.Decoder(SeatingEvent)

log = logging.getLogger(__name__)


class Line(msgspec.Struct, frozen=True):
    listing: Listing
    version: int  # the number of entries in both logs: it only grows
    events: int


async def update_line(store: EventStore, index: ListIndex, game: str, live: LiveGames | None = None) -> Line | None:
    """Bring the line of a game up to date in the lists. With `live`, the game is not read from its start.

    None if the game has no table, or if its logs are damaged: that is logged, and the game stays out of the lists.
    """
    try:
        line = await (read_line(store, game) if live is None else live_line(live, game))
    except (DamagedLog, msgspec.DecodeError) as error:
        log.error("game %s is in no list: %s", game, error)
        return None
    if line is not None:
        await index.put(line.listing, line.version)
    return line


async def read_line(store: EventStore, game: str) -> Line | None:
    """The line of a game as its logs are now; None if the game has no table."""
    seating_entries, game_entries = await asyncio.gather(store.read(seats_log(game)), store.read(game))
    if not seating_entries:
        return None
    table, steps = _seating(seating_entries), steps_of(game_entries)
    clock = timing(table.opened.clock, steps) if table.opened.clock is not None else None
    return _line(game, table, steps, clock)


async def live_line(live: LiveGames, game: str) -> Line | None:
    """As `read_line`, from the live game. The log of the table is read: it is short, and has the names as they are."""
    seating_entries, state = await asyncio.gather(live.store.read(seats_log(game)), live.live(game))
    if not seating_entries:
        return None
    table, view = _seating(seating_entries), state.view
    clock = view.watch(table.opened.clock).timing() if table.opened.clock is not None else None
    return _line(game, table, view.timed, clock)


def _seating(entries: list[Entry]) -> Seating:
    return seating(_DECODER.decode(entry.data) for entry in entries)


def _line(game: str, table: Seating, steps: list[Step], clock: Timing | None) -> Line:
    return Line(_listing(game, table, steps, clock), table.version + len(steps), len(steps))


def _listing(game: str, table: Seating, steps: list[Step], clock: Timing | None) -> Listing:
    opened, position = table.opened, steps[-1][1] if steps else None
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
        is_left_early=_is_left_early(steps),
        has_earnings=table.shows_earnings,
    )


def _is_left_early(steps: list[Step]) -> bool:
    """Whether a bot took over a seat before two rounds were played."""
    first = next((position for _, position in steps if position.left), None)
    return first is not None and first.round <= _ROUNDS_THAT_COUNT


def _status(table: Seating, position: Position | None) -> Status:
    if table.is_cancelled or (position is not None and position.is_cancelled):
        return "cancelled"
    if position is None:
        return "open"
    return "running" if position.winners is None else "over"


def _seats(table: Seating, steps: list[Step]) -> tuple[ListedSeat, ...]:
    if not steps:
        return tuple(
            ListedSeat(name, player, bot, kept_for=None if name else invited)
            for name, player, bot, invited in zip(table.names, table.players, table.bots, table.reserved, strict=True)
        )
    position, times = steps[-1][1], answer_times(steps)
    seats = [
        ListedSeat(
            name,
            player,
            bot,
            has_left=bot is None and position.players[number].bot is not None,
            answer_time=times.get(number) if player else None,
        )
        for number, (name, player, bot) in enumerate(zip(table.names, table.players, table.bots, strict=True))
    ]
    return finished_seats(position, seats) if position.winners is not None else tuple(seats)
