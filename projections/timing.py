"""The correspondence clock: how much time the seat to move has left. Pure: times come with the events.

Times are in milliseconds. If the turn of a chief is taken back and begun again, the time of all its attempts is added:
undoing gains no time, and costs the others none. The turns of others that are taken back with it start over. Clocks do
not run while the service is down, nor while a seat rests.
"""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol, TypeAlias

import msgspec

from domain.errors import Reason
from domain.position import Chief, Position

DAYS: Final = (1, 2, 3, 7, 14)
LONGEST: Final = 366 * 86_400  # seconds
_DAY: Final = 86_400_000
_WARNED: Final = 5  # warn when a fifth of the time at the start of the turn is left

NO_SUCH_DAYS: Final = Reason("no_such_days", "", "A turn has 1, 2, 3, 7 or 14 days: choose one of these.")
EMPTY_BANK: Final = Reason("empty_bank", "", "A bank of time holds at least one second.")
NEGATIVE_INCREMENT: Final = Reason(
    "negative_increment", "", "A turn cannot take time away: the increment is 0 or more."
)
SMALL_BANK: Final = Reason("small_bank", "", "A bank of time is not smaller than its increment.")
SMALL_CAP: Final = Reason("small_cap", "", "The cap of a bank of time is not smaller than the bank itself.")
LARGE_CAP: Final = Reason("large_cap", "", "The cap of a bank of time is at most 366 days (31622400 seconds).")

Step: TypeAlias = tuple[int, Position]  # the time of an event, and the position after it
Outage: TypeAlias = tuple[int, int]  # the start and end of a time when the service was down, or a seat rests


class Rests(Protocol):
    """When the seats of a table rest, and what they were given."""

    def of(self, seat: int, since: int) -> Iterable[Outage]:
        """The rests of a seat that end after `since`, in the order in which they begin; there may be no end of them."""
        ...

    def given(self, turn: int) -> int:
        """The time that others have added to the turn that began with this event."""
        ...


class _NoRests:
    def of(self, seat: int, since: int) -> Iterable[Outage]:
        return ()

    def given(self, turn: int) -> int:
        return 0


NO_RESTS: Final[Rests] = _NoRests()


class Days(msgspec.Struct, frozen=True, tag="days", forbid_unknown_fields=True):
    """A number of days for each turn of a chief."""

    days: int


class Bank(msgspec.Struct, frozen=True, tag="bank", forbid_unknown_fields=True):
    """Seconds for the whole game; the end of each turn of a chief adds the increment, up to the cap."""

    bank: int
    increment: int
    cap: int


TimeControl: TypeAlias = Days | Bank


def flaw_of_clock(control: TimeControl) -> Reason | None:
    """Why this time control is impossible, or None."""
    if isinstance(control, Days):
        return None if control.days in DAYS else NO_SUCH_DAYS
    flaws = (
        (control.bank < 1, EMPTY_BANK),
        (control.increment < 0, NEGATIVE_INCREMENT),
        (control.bank < control.increment, SMALL_BANK),
        (control.cap < control.bank, SMALL_CAP),
        (control.cap > LONGEST, LARGE_CAP),
    )
    return next((reason for is_flawed, reason in flaws if is_flawed), None)


class Timing(msgspec.Struct, frozen=True):
    """The turn whose clock is running."""

    seat: int
    turn: int  # the number of the event with which it first began, also after it was taken back
    since: int  # when it began, or began again after an undo
    warn: int
    due: int


def timing(
    control: TimeControl, steps: Iterable[Step], outages: Sequence[Outage] = (), rests: Rests = NO_RESTS
) -> Timing | None:
    """The clock after the steps of a whole log; None when a bot or nobody is to move."""
    return Watch(control, outages, steps, rests).timing()


def stocks(
    control: Bank, steps: Iterable[Step], outages: Sequence[Outage] = (), rests: Rests = NO_RESTS
) -> tuple[int, ...]:
    """The bank of each seat at the start of the running turn, or when it began again after an undo."""
    return Watch(control, outages, steps, rests).stocks(control)


def elapsed(begin: int, end: int, outages: Sequence[Outage]) -> int:
    """The time from `begin` to `end` without outages; 0 if the clock of the computer was set back in between."""
    return _elapsed(begin, end, sorted(outages))


def later(begin: int, allowed: int, outages: Sequence[Outage]) -> int:
    """The moment when `allowed` has passed since `begin`, not counting outages."""
    return _later(begin, allowed, sorted(outages))


def _elapsed(begin: int, end: int, breaks: Iterable[Outage]) -> int:
    rested = 0
    for down, up in joined(breaks):
        if down >= end:
            break
        rested += max(0, min(end, up) - max(begin, down))
    return max(0, end - begin - rested)


def _later(begin: int, allowed: int, breaks: Iterable[Outage]) -> int:
    due = begin + allowed
    for down, up in joined(breaks):
        if down >= due:
            break
        if up > begin:
            due += up - max(down, begin)
    return due


def merged(outages: Iterable[Outage]) -> Iterator[Outage]:
    """The outages in order, with overlapping ones joined."""
    return joined(sorted(outages))


def joined(breaks: Iterable[Outage]) -> Iterator[Outage]:
    """Breaks that come in order, of which there may be no end, with overlapping ones joined."""
    begin, end = None, 0
    for down, up in breaks:
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


class Watch:
    """Follows a game step by step. `_path` holds the turns without those taken back; `_turns` also remembers the time
    of those."""

    def __init__(
        self,
        control: TimeControl,
        outages: Sequence[Outage] = (),
        steps: Iterable[Step] = (),
        rests: Rests = NO_RESTS,
    ) -> None:
        self.seen = 0  # how many steps
        self._control = control
        self._outages = tuple(merged(outages))
        self._rests = rests
        self._timed: tuple[int, Timing | None] = (0, None)  # the last answer, and what had been seen then
        self._turns: dict[Chief, _Turn] = {}
        self._path: list[Chief] = []
        self._running: _Turn | None = None
        self._since = 0
        self._position: Position | None = None
        for step in steps:
            self.see(*step)

    def see(self, at: int, position: Position) -> None:
        """The next step of the game."""
        self.seen += 1
        self._position = position
        chief = position.chief
        turn = None if chief is None else self._turns.setdefault(chief, _Turn(chief.seat, self.seen))
        if turn is self._running:
            return
        before = self._running
        if before is not None:
            before.spent += _elapsed(self._since, at, self._breaks(before.seat))
        self._running, self._since = turn, at
        if chief is None:
            return
        if chief in self._path:
            self._go_back(chief, before)
        else:
            self._path.append(chief)

    def _go_back(self, chief: Chief, before: _Turn | None) -> None:
        """Turns after that of this chief are taken back. Those that others had ended start over: they only agreed."""
        gone = self._path[self._path.index(chief) + 1 :]
        del self._path[self._path.index(chief) + 1 :]
        for later in gone:
            if later.seat != chief.seat and self._turns[later] is not before:
                del self._turns[later]

    def timing(self) -> Timing | None:
        if self._timed[0] != self.seen:
            self._timed = self.seen, self._timing()
        return self._timed[1]

    def _timing(self) -> Timing | None:
        turn, position = self._running, self._position
        if turn is None or position is None or position.players[turn.seat].bot is not None:
            return None
        allowed, since = self._allowed(turn), self._since
        until_due = max(0, allowed - turn.spent)
        until_warning = max(0, allowed - allowed // _WARNED - turn.spent)
        return Timing(
            seat=turn.seat,
            turn=turn.seq,
            since=since,
            warn=_later(since, until_warning, self._breaks(turn.seat)),
            due=_later(since, until_due, self._breaks(turn.seat)),
        )

    def stocks(self, control: Bank) -> tuple[int, ...]:
        seats = range(len(self._position.players)) if self._position else ()
        more = {self._running.seat: self._more(self._running)} if self._running else {}
        return tuple(max(0, self._stock(control, seat) + more.get(seat, 0)) for seat in seats)

    def _breaks(self, seat: int) -> Iterator[Outage]:
        return heapq.merge(self._outages, self._rests.of(seat, self._since))

    def _more(self, turn: _Turn) -> int:
        """What a turn has changed in the bank: negative, unless others gave it time."""
        return self._rests.given(turn.seq) - turn.spent

    def _allowed(self, turn: _Turn) -> int:
        control, given = self._control, self._rests.given(turn.seq)
        return given + (control.days * _DAY if isinstance(control, Days) else self._stock(control, turn.seat))

    def _stock(self, control: Bank, seat: int) -> int:
        """The bank of a seat after its completed turns."""
        stock = control.bank * 1000
        for chief in self._path:
            turn = self._turns[chief]
            if turn.seat == seat and turn is not self._running:
                stock = min(control.cap * 1000, max(0, stock + self._more(turn)) + control.increment * 1000)
        return stock
