"""The clock of a game as the table shows it."""

from datetime import date, datetime

import msgspec

from domain.pieces import Level
from projections.table import Table
from projections.timing import Bank, Outage, TimeControl
from service.games.clocks.shown_time import ShownAsk, ShownTime, shown_time
from service.games.consent.shown import ShownQuestion
from service.games.seating import Guide, Seating, TalkLevel
from service.games.view import View
from service.runtime.clock import moment


class ShownClock(msgspec.Struct, frozen=True):
    """`seat` and the times are null when a bot or nobody is to move."""

    control: TimeControl
    successor: Level  # the bot that takes over a seat whose time is up
    seat: int | None = None  # whose time is running
    warn: datetime | None = None  # when a fifth of the time is left
    due: datetime | None = None  # when the time is up
    left: tuple[int | None, ...] | None = None  # with a bank: seconds left for each seat; null for a bot
    time_off: ShownTime | msgspec.UnsetType = msgspec.UNSET  # what makes clocks rest, if there is anything


class TimedTable(Table, frozen=True):
    """A table with the clock of its game and what somebody asks for: only with the newest event."""

    clock: ShownClock | msgspec.UnsetType = msgspec.UNSET
    invite: str | msgspec.UnsetType = msgspec.UNSET  # of a private game, for its players
    hints: bool | msgspec.UnsetType = msgspec.UNSET  # whether fair play allows hints now; with the newest event
    talk: TalkLevel | msgspec.UnsetType = msgspec.UNSET  # unless everything may be said
    questions: tuple[ShownQuestion, ...] | msgspec.UnsetType = msgspec.UNSET  # for players: what somebody asks for
    guide: Guide | msgspec.UnsetType = msgspec.UNSET  # what this game teaches, if it is one that does
    of_day: date | msgspec.UnsetType = msgspec.UNSET  # the day whose deal this is


def shown_clock(table: Seating, view: View | None = None, outages: tuple[Outage, ...] = ()) -> ShownClock | None:
    """The clock of a table, with times if the game has begun; None for a game without a clock."""
    control, successor = table.opened.clock, table.opened.successor
    if control is None:
        return None
    if view is None:
        return ShownClock(control, successor, time_off=shown_time(table.time))
    question = table.questions.of("pause")
    ask = None if question is None else ShownAsk(question.by, question.days, question.agreed)
    watch = view.watch(control, outages, table.time)
    turn = watch.timing()
    left = _left(watch.stocks(control), view) if isinstance(control, Bank) else None
    if turn is None:
        since = view.timed[-1][0] if view.seq else 0
        return ShownClock(control, successor, left=left, time_off=shown_time(table.time, ask, since=since))
    return ShownClock(
        control=control,
        successor=successor,
        seat=turn.seat,
        warn=moment(turn.warn),
        due=moment(turn.due),
        left=left,
        time_off=shown_time(table.time, ask, turn, turn.since),
    )


def with_more(
    table: bytes,
    clock: ShownClock | None,
    invite: str | None,
    hints: bool | None,
    talk: TalkLevel = "free",
    questions: tuple[ShownQuestion, ...] | None = None,
    guide: Guide | None = None,
    of_day: date | None = None,
) -> bytes:
    """Adds to the cached JSON of a table what is not cached: outages change the clock, only players see the invite."""
    all_more = {
        "clock": clock,
        "invite": invite,
        "hints": hints,
        "talk": None if talk == "free" else talk,
        "questions": questions,
        "guide": guide,
        "of_day": of_day,
    }
    more = {name: value for name, value in all_more.items() if value is not None}
    return b"%b,%b" % (table[:-1], msgspec.json.encode(more)[1:]) if more else table


def _left(stocks: tuple[int, ...], view: View) -> tuple[int | None, ...]:
    players = view.newest.position.players
    return tuple(
        None if player.bot is not None else stock // 1000 for player, stock in zip(players, stocks, strict=True)
    )
