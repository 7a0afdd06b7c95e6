"""The correspondence clock: how long the seat to move still has. Pure: times come with the events.

Times are milliseconds. A chief's turn is charged for as long as it stood, all stretches together when it was taken
back and begun again: undoing buys no time, and costs nobody any. While the service was down no clock runs.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

import msgspec

from domain.errors import Reason
from domain.position import Position

DAYS: Final = (1, 2, 3, 7, 14)
LONGEST: Final = 366 * 86_400  # seconds
_DAY: Final = 86_400_000
_WARNED: Final = 5  # a fifth of what the seat had when its turn began is left

NO_SUCH_DAYS: Final = Reason("no_such_days", "O1", "A turn has 1, 2, 3, 7 or 14 days: choose one of these.")
EMPTY_BANK: Final = Reason("empty_bank", "O1", "A bank of time holds at least one second.")
NEGATIVE_INCREMENT: Final = Reason(
    "negative_increment", "O1", "A turn cannot take time away: the increment is 0 or more."
)
SMALL_BANK: Final = Reason("small_bank", "O1", "A bank of time is not smaller than its increment.")
SMALL_CAP: Final = Reason("small_cap", "O1", "The cap of a bank of time is not smaller than the bank itself.")
LARGE_CAP: Final = Reason("large_cap", "O1", "The cap of a bank of time is at most 366 days (31622400 seconds).")

Step: TypeAlias = tuple[int, Position]  # when an event was appended, and the position after it
Outage: TypeAlias = tuple[int, int]  # from when to when the service was down


class Days(msgspec.Struct, frozen=True, tag="days", forbid_unknown_fields=True):
    """So many days for each turn of a chief."""

    days: int


class Bank(msgspec.Struct, frozen=True, tag="bank", forbid_unknown_fields=True):
    """A stock of seconds for the whole game; each turn of a chief adds the increment when it ends, up to the cap."""

    bank: int
    increment: int
    cap: int


TimeControl: TypeAlias = Days | Bank


def flaw_of_clock(control: TimeControl) -> Reason | None:
    """Why no game can be played by this clock, or None."""
    if isinstance(control, Days):
        return None if control.days in DAYS else NO_SUCH_DAYS
    flaws = (
        (control.bank < 1, EMPTY_BANK),
        (control.increment < 0, NEGATIVE_INCREMENT),
        (control.bank < control.increment, SMALL_BANK),
        (control.cap < control.bank, SMALL_CAP),
        (control.cap > LONGEST, LARGE_CAP),
    )
    return next((reason for is_so, reason in flaws if is_so), None)


class Timing(msgspec.Struct, frozen=True):
    """The turn that is running against a clock."""

    seat: int
    turn: int  # the number of the event with which it first began: the same however often it is taken back
    since: int  # when it began, or was taken back to
    warn: int
    due: int


def timing(control: TimeControl, steps: Iterable[Step], outages: Sequence[Outage] = ()) -> Timing | None:
    """The clock after these steps, a whole log; None when a bot or nobody is to move."""
    return _watch(control, steps, outages).timing()


def stocks(control: Bank, steps: Iterable[Step], outages: Sequence[Outage] = ()) -> tuple[int, ...]:
    """What each seat had in its bank when the turn that is running began, or was taken back to."""
    return _watch(control, steps, outages).stocks(control)


def elapsed(begin: int, end: int, outages: Sequence[Outage]) -> int:
    """The time from `begin` to `end` during which the service was up; nothing if a clock was set back meanwhile."""
    down = sum(max(0, min(end, up) - max(begin, down)) for down, up in merged(outages))
    return max(0, end - begin - down)


def later(begin: int, allowed: int, outages: Sequence[Outage]) -> int:
    """When `allowed` will have passed since `begin`, not counting outages."""
    due = begin + allowed
    for down, up in merged(outages):
        if up > begin and down < due:
            due += up - max(down, begin)
    return due


def merged(outages: Iterable[Outage]) -> Iterator[Outage]:
    """The same time without overlaps, in order."""
    begin, end = None, 0
    for down, up in sorted(outages):
        if begin is not None and down <= end:
            end = max(end, up)
            continue
        if begin is not None:
            yield begin, end
        begin, end = down, up
    if begin is not None:
        yield begin, end


class _Turn(msgspec.Struct):
    seat: int
    seq: int
    spent: int = 0


_Chief: TypeAlias = tuple[int, tuple[int, int]]


class _Watch:
    """Follows a game: `path` holds the turns as they stand, and what was taken back is remembered with its time."""

    def __init__(self, control: TimeControl, outages: Sequence[Outage]) -> None:
        self._control = control
        self._outages = tuple(merged(outages))
        self._turns: dict[_Chief, _Turn] = {}
        self._path: list[_Chief] = []
        self._running: _Turn | None = None
        self._since = 0
        self._position: Position | None = None

    def see(self, seq: int, at: int, position: Position) -> None:
        self._position = position
        chief = _chief(position)
        turn = None if chief is None else self._turns.setdefault(chief, _Turn(chief[0], seq))
        if turn is self._running:
            return
        if self._running is not None:
            self._running.spent += elapsed(self._since, at, self._outages)
        self._running, self._since = turn, at
        if chief in self._path:
            del self._path[self._path.index(chief) + 1 :]
        elif chief is not None:
            self._path.append(chief)

    def timing(self) -> Timing | None:
        turn, position = self._running, self._position
        if turn is None or position is None or position.players[turn.seat].bot is not None:
            return None
        had, since = self._had(turn.seat), self._since
        warn, due = (max(0, allowed - turn.spent) for allowed in (had - had // _WARNED, had))
        return Timing(turn.seat, turn.seq, since, later(since, warn, self._outages), later(since, due, self._outages))

    def stocks(self, control: Bank) -> tuple[int, ...]:
        seats = range(len(self._position.players)) if self._position else ()
        spent = {self._running.seat: self._running.spent} if self._running else {}
        return tuple(max(0, self._stock(control, seat) - spent.get(seat, 0)) for seat in seats)

    def _had(self, seat: int) -> int:
        if isinstance(self._control, Days):
            return self._control.days * _DAY
        return self._stock(self._control, seat)

    def _stock(self, control: Bank, seat: int) -> int:
        """What a seat has after its turns that have ended."""
        stock = control.bank * 1000
        for chief in self._path:
            turn = self._turns[chief]
            if turn.seat == seat and turn is not self._running:
                stock = min(control.cap * 1000, max(0, stock - turn.spent) + control.increment * 1000)
        return stock


def _watch(control: TimeControl, steps: Iterable[Step], outages: Sequence[Outage]) -> _Watch:
    watch = _Watch(control, outages)
    for seq, (at, position) in enumerate(steps, 1):
        watch.see(seq, at, position)
    return watch


def _chief(position: Position) -> _Chief | None:
    """Which chief acts, and for whom: a last draft that is taken back may give the next domino to another seat."""
    if position.seat is None or position.chief is None:
        return None
    return position.seat, position.chief
