"""The correspondence clock: how long the seat to move still has. Pure: times come with the events.

Times are milliseconds. A chief's turn counts from the moment it begins, also when the steps of it are taken back:
undoing buys no time. While the service was down no clock runs.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from domain.position import Position

DAY: Final = 86_400_000
WARN_AT: Final = 0.2  # of the time a seat had when its turn began

Outage: TypeAlias = tuple[int, int]  # from when to when the service was down


class Days(msgspec.Struct, frozen=True, tag="days", forbid_unknown_fields=True):
    """So many days for each turn of a chief."""

    days: Literal[1, 2, 3, 7, 14]


class Bank(msgspec.Struct, frozen=True, tag="bank", forbid_unknown_fields=True):
    """A stock of seconds for the whole game; each turn of a chief adds the increment, up to the cap."""

    bank: int
    increment: int
    cap: int


TimeControl: TypeAlias = Days | Bank


def flaw_of_clock(control: TimeControl) -> str | None:
    """Why no game can be played by this clock, or None."""
    if isinstance(control, Days):
        return None
    if control.bank <= 0 or control.increment < 0:
        return "A bank of time is more than nothing, and its increment is not negative."
    if control.bank < control.increment:
        return "A bank of time is not smaller than its increment."
    if control.cap < control.bank:
        return "The cap of a bank of time is not smaller than the bank itself."
    return None


class Timing(msgspec.Struct, frozen=True):
    """The turn that is running against a clock."""

    seat: int
    turn: tuple[int, int]  # which chief's: names it in logs
    since: int
    warn: int
    due: int


def timing(
    control: TimeControl, steps: Iterable[tuple[int, Position]], outages: Sequence[Outage] = ()
) -> Timing | None:
    """The clock after these events (each with its time and the position after it); None when a bot or nobody moves."""
    watch = _Watch(control, outages)
    for at, position in steps:
        watch.see(at, position)
    return watch.timing()


class _Watch:
    """Follows a game. A turn is known by its chief; what a seat has left is kept from turn to turn."""

    def __init__(self, control: TimeControl, outages: Sequence[Outage]) -> None:
        self._control = control
        self._outages = outages
        self._left: dict[int, int] = {}
        self._begun: dict[tuple[int, int], int] = {}
        self._rewarded: set[tuple[int, int]] = set()
        self._turn: tuple[int, int] | None = None
        self._seat: int | None = None
        self._last = 0

    def see(self, at: int, position: Position) -> None:
        self._spend(at)
        turn = None if position.seat is None else _turn_of(position)
        if turn != self._turn:
            self._reward()
            self._turn, self._seat = turn, position.seat
            if turn is not None:
                self._begun.setdefault(turn, at)
        self._last = at
        self._is_bot = position.seat is not None and position.players[position.seat].bot is not None

    def _spend(self, at: int) -> None:
        if self._seat is not None and isinstance(self._control, Bank):
            self._left[self._seat] = self._stock(self._seat) - elapsed(self._last, at, self._outages)

    def _reward(self) -> None:
        if self._seat is None or self._turn is None or self._turn in self._rewarded:
            return
        self._rewarded.add(self._turn)
        if isinstance(self._control, Bank):
            more = self._stock(self._seat) + self._control.increment * 1000
            self._left[self._seat] = min(self._control.cap * 1000, more)

    def _stock(self, seat: int) -> int:
        assert isinstance(self._control, Bank)
        return self._left.get(seat, self._control.bank * 1000)

    def timing(self) -> Timing | None:
        if self._seat is None or self._turn is None or self._is_bot:
            return None
        if isinstance(self._control, Days):
            since, allowed = self._begun[self._turn], self._control.days * DAY
        else:
            since, allowed = self._last, self._stock(self._seat)
        warn = later(since, round(allowed * (1 - WARN_AT)), self._outages)
        return Timing(self._seat, self._turn, since, warn, later(since, allowed, self._outages))


def _turn_of(position: Position) -> tuple[int, int]:
    return position.round, len(position.chiefs) or position.line[0].domino


def elapsed(begin: int, end: int, outages: Sequence[Outage]) -> int:
    """The time from `begin` to `end` during which the service was up."""
    down = sum(max(0, min(end, up) - max(begin, down)) for down, up in outages)
    return end - begin - down


def later(begin: int, allowed: int, outages: Sequence[Outage]) -> int:
    """When `allowed` will have passed since `begin`, not counting outages."""
    due = begin + allowed
    for down, up in sorted(outages):
        if up > begin and down < due:
            due += up - max(down, begin)
    return due
