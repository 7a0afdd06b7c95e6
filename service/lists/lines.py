"""The line of a game in the lists, computed from the game's logs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import date
from typing import Final

import msgspec

from domain.errors import DamagedLog
from domain.position import Position
from projections.listing import AnswerTimes, ListedRests, ListedSeat, Listing, Status, answer_times, finished_seats
from projections.small_board import small_board
from projections.timing import Step, Timing, timing
from service.games.clocks.rests import Terms
from service.games.codec import steps_of
from service.games.live_games import LiveGames
from service.games.seating import Seating
from service.games.starting.day_deals import end_of
from service.lists.index import ListIndex
from service.lists.recorded_tables import RecordedTables, read_table
from service.store.event_store import EventStore

_ROUNDS_THAT_COUNT: Final = 2

log = logging.getLogger(__name__)


class Line(msgspec.Struct, frozen=True):
    listing: Listing
    version: int  # the number of entries in both logs: it only grows
    events: int


async def update_line(
    store: EventStore, index: ListIndex, game: str, make: Callable[[str], Awaitable[Line | None]] | None = None
) -> Line | None:
    """Bring the line of a game up to date in the lists; `make` makes it, if it need not be read from the logs.

    None if the game has no table, or if its logs are damaged: that is logged, and the game stays out of the lists.
    """
    try:
        line = await (read_line(store, game) if make is None else make(game))
    except (DamagedLog, msgspec.DecodeError) as error:
        log.error("game %s is in no list: %s", game, error)
        return None
    if line is not None:
        await index.put(line.listing, line.version)
    return line


async def read_line(store: EventStore, game: str) -> Line | None:
    """The line of a game as its logs are now; None if the game has no table."""
    table, entries = await asyncio.gather(read_table(store, game), store.read(game))
    if table is None:
        return None
    steps = steps_of(entries)
    clock = timing(table.opened.clock, steps, rests=table.time) if table.opened.clock is not None else None
    return _line(game, table, steps, answer_times(steps), clock)


async def live_line(live: LiveGames, recorded: RecordedTables, game: str) -> Line | None:
    """As `read_line`, from the live game. One after the other: the table is nearly always known, and tasks would cost
    more than all the rest."""
    table = await recorded.table(game)
    if table is None:
        return None
    view = (await live.live(game)).view
    clock = view.watch(table.opened.clock, time=table.time).timing() if table.opened.clock is not None else None
    return _line(game, table, view.timed, view.answers, clock)


def _line(game: str, table: Seating, steps: list[Step], answers: AnswerTimes, clock: Timing | None) -> Line:
    return Line(_listing(game, table, steps, answers, clock), table.version + len(steps), len(steps))


def _listing(game: str, table: Seating, steps: list[Step], answers: AnswerTimes, clock: Timing | None) -> Listing:
    opened, position = table.opened, steps[-1][1] if steps else None
    return Listing(
        game=game,
        status=_status(table, position),
        rules=opened.rules,
        seats=_seats(table, steps, answers),
        is_private=table.is_private,
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
        rests=_rests(table.time.terms) if opened.clock is not None else None,
        is_guided=table.guide is not None,
        of_day=_day(table.of_day, steps),
    )


def _day(day: date | None, steps: list[Step]) -> str | None:
    """The day whose deal this is; None if it was finished too late, because then it does not count."""
    if day is None or (steps and steps[-1][0] >= end_of(day)):
        return None
    return day.isoformat()


def _rests(terms: Terms) -> ListedRests:
    quiet = None if terms.quiet is None else (terms.quiet.begin, terms.quiet.end)
    return ListedRests(terms.days_off, terms.holidays, quiet)


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


def _seats(table: Seating, steps: list[Step], answers: AnswerTimes) -> tuple[ListedSeat, ...]:
    if not steps:
        return tuple(
            ListedSeat(name, player, bot, kept_for=None if name else invited)
            for name, player, bot, invited in zip(table.names, table.players, table.bots, table.reserved, strict=True)
        )
    position, times = steps[-1][1], answers.medians()
    seats = [
        ListedSeat(
            name,
            player,
            bot,
            has_left=bot is None and position.players[number].bot is not None,
            answer_time=times.get(number) if player else None,
            land=small_board(position.territories[number]),
        )
        for number, (name, player, bot) in enumerate(zip(table.names, table.players, table.bots, strict=True))
    ]
    return finished_seats(position, seats) if position.winners is not None else tuple(seats)
