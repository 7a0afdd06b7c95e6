"""The summary of a game shown in lists (lobby, own games, results), and the lists it belongs to.

It is a pure function of the two logs of a game: rebuilding the lists gives the same lines in any order.
"""

from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from statistics import median
from typing import Final, Literal, TypeAlias

import msgspec

from domain.pieces import Level
from domain.position import Chief, Position
from domain.rules import Rules
from domain.scoring import standings
from projections.timing import TimeControl

Status: TypeAlias = Literal["open", "running", "over", "cancelled"]

# My games: first those where it is my turn, by the time I have left; then those that wait for others.
_NO_CLOCK: Final = 1e14
_NOT_MY_TURN: Final = 2e14


class ListedSeat(msgspec.Struct, frozen=True):
    name: str | None  # None is an open seat
    player: str | None = None
    bot: Level | None = None
    total: int | None = None  # once the game is over
    rank: int | None = None
    has_left: bool = False  # resigned or ran out of time: a bot took over
    answer_time: int | None = None  # the median time this seat took for a turn, in milliseconds
    kept_for: str | None = None  # the only player who may take this open seat
    land: str = ""  # the territory in letters; "" before the game begins, and in lines that are older than this field


class ListedRests(msgspec.Struct, frozen=True):
    """When clocks rest, besides pauses: what players who sit down agree to."""

    days_off: bool  # on each player's own
    holidays: bool
    quiet: tuple[int, int] | None  # minutes since midnight where each player lives


class Listing(msgspec.Struct, frozen=True):
    game: str
    status: Status
    rules: Rules
    seats: tuple[ListedSeat, ...]
    is_private: bool = False
    is_rated: bool = False
    is_record: bool = False
    seq: int = 0
    turn: int | None = None  # the seat to move
    touched: int = 0  # when something last happened, in milliseconds
    due: int | None = None  # when the seat to move runs out of time
    clock: TimeControl | None = None
    has_hints: bool = False  # players who join agree that everybody may ask for hints
    is_left_early: bool = False  # somebody left before two rounds were played: it does not count for ratings
    has_earnings: bool = True  # players see what a move earns
    rests: ListedRests | None = None  # None without a clock, and in lines that are older than this field
    is_guided: bool = False  # it teaches, on a deal that everybody may know: it counts for nothing
    of_day: str | None = None  # the day whose deal it is, if its result counts there


class Placements(msgspec.Struct, frozen=True):
    """Where a line belongs: its score in each sorted list, and what it adds to each field of each counter."""

    places: dict[str, float]
    counts: dict[tuple[str, str], int]


NOWHERE: Final = Placements({}, {})


def pool(rules: Rules) -> str:
    """The rating pool of these rules."""
    return f"{rules.game}-{rules.mode}" if rules.mode else rules.game


def is_counted(line: Listing) -> bool:
    """Whether the result counts for ratings."""
    return line.status == "over" and line.is_rated and not line.is_record and not line.is_left_early


def concerned(line: Listing) -> set[str]:
    """The players to whose own games this one belongs, or belonged."""
    seats = () if line.is_record else line.seats
    return {player for seat in seats for player in (seat.player, seat.kept_for) if player}


def waits_for(line: Listing, player: str) -> bool:
    """Whether the game waits for a move of this player."""
    if line.status != "running" or line.turn is None:
        return False
    seat = line.seats[line.turn]
    return seat.player == player and not seat.has_left


def placements(line: Listing) -> Placements:
    """The places and counts of a line.

    When Ann ("ann") has beaten Bob ("bob") in a rated game of Kingdomino, its places are the lists `over`,
    `history:ann`, `history:bob`, `versus:ann:bob` and `rated`, and it adds 1 to the fields `kingdomino over` of `all`,
    `kingdomino played` and `kingdomino won` of `player:ann`, `kingdomino played` of `player:bob`, and `played` and
    `first` of `versus:ann:bob`.

    Removing a line calls this function again to learn what was added: a release that changes it must rebuild the lists.
    """
    return Placements(places=dict(_places(line)), counts=dict(_counts(line)))


def _counts(line: Listing) -> Iterator[tuple[tuple[str, str], int]]:
    if line.is_guided:
        return
    yield ("all", f"{pool(line.rules)} {line.status}"), 1
    for player, seat in _people(line):
        for field, amount in _results(line, seat).items():
            yield (f"player:{player}", field), amount
    for first, second in _pairs(line):
        for field, amount in _versus(first, second).items():
            yield (f"versus:{first.player}:{second.player}", field), amount


def _people(line: Listing) -> Iterator[tuple[str, ListedSeat]]:
    if not line.is_record:
        for seat in line.seats:
            if seat.player:
                yield seat.player, seat


def _pairs(line: Listing) -> Iterator[tuple[ListedSeat, ListedSeat]]:
    """Every two people who finished this game, the one with the lower id first."""
    people = sorted(_people(line), key=lambda item: item[0]) if line.status == "over" else []
    for (_, first), (_, second) in combinations(people, 2):
        yield first, second


def _places(line: Listing) -> Iterator[tuple[str, float]]:
    if not (line.is_private or line.status == "cancelled" or _is_kept(line) or _is_against_bots(line)):
        yield line.status, line.touched
    yield from _own_places(line)
    for first, second in _pairs(line):
        yield f"versus:{first.player}:{second.player}", line.touched
    yield from _places_of_day(line)
    if line.status == "open":
        yield "waiting", line.touched
    if is_counted(line):
        yield "rated", line.touched


def _own_places(line: Listing) -> Iterator[tuple[str, float]]:
    """Where those who sit there, or are waited for, find the game."""
    for seat in line.seats:
        if seat.kept_for:
            yield f"mine:{seat.kept_for}", _urgency(line, seat.kept_for)
    for player, _ in _people(line):
        if line.status in ("open", "running"):
            yield f"mine:{player}", _urgency(line, player)
        else:
            is_kept = line.status == "over" and not line.is_guided
            yield f"{'history' if is_kept else 'called_off'}:{player}", line.touched


def _places_of_day(line: Listing) -> Iterator[tuple[str, float]]:
    """Among the results of the deal of a day, for those who stayed."""
    if line.of_day and line.status == "over":
        for _, seat in _people(line):
            if not seat.has_left:
                yield f"deal:{line.of_day}", seat.total or 0


def _is_kept(line: Listing) -> bool:
    """Whether every open seat is reserved, as in a rematch: then the lobby does not list the game."""
    free = [seat for seat in line.seats if seat.name is None]
    return bool(free) and all(seat.kept_for for seat in free)


def _is_against_bots(line: Listing) -> bool:
    """Whether one person plays with bots only: then nobody waits for others to look at it, and there are many."""
    return not line.is_record and sum(seat.bot is None for seat in line.seats) == 1


def _urgency(line: Listing, player: str) -> float:
    if line.turn is None or line.seats[line.turn].player != player:
        return _NOT_MY_TURN - line.touched  # the latest first
    return line.due if line.due is not None else _NO_CLOCK + line.touched


def _results(line: Listing, seat: ListedSeat) -> dict[str, int]:
    if line.status != "over":
        return {}
    winners = sum(other.rank == 1 for other in line.seats)
    won = seat.rank == 1 and not seat.has_left
    return {
        f"{pool(line.rules)} played": 1,
        f"{pool(line.rules)} won": int(won and winners == 1),
        f"{pool(line.rules)} shared": int(won and winners > 1),
        f"{pool(line.rules)} left": int(seat.has_left),
    }


def _versus(first: ListedSeat, second: ListedSeat) -> dict[str, int]:
    is_first_ahead, is_second_ahead = _place(first) < _place(second), _place(second) < _place(first)
    return {"played": 1, "first": int(is_first_ahead), "second": int(is_second_ahead)}


def _place(seat: ListedSeat) -> tuple[bool, int]:
    """A player who left ranks after all who stayed."""
    assert seat.rank is not None
    return seat.has_left, seat.rank


def finished_seats(position: Position, seats: Sequence[ListedSeat]) -> tuple[ListedSeat, ...]:
    """The seats of a finished game with their totals and ranks."""
    places = {standing.seat: standing for standing in standings(position)}
    return tuple(
        msgspec.structs.replace(seat, total=places[number].total, rank=places[number].rank)
        for number, seat in enumerate(seats)
    )


class AnswerTimes:
    """The times that each seat took for the turn of a chief. It sees the game after each event, once."""

    def __init__(self) -> None:
        self.seen = 0  # events
        self._taken: dict[int, list[int]] = {}
        self._began = 0
        self._acting: Chief | None = None

    def see(self, at: int, position: Position) -> None:
        self.seen += 1
        chief = position.chief
        if chief != self._acting:
            if self._acting is not None:
                insort(self._taken.setdefault(self._acting.seat, []), at - self._began)
            self._began, self._acting = at, chief

    def medians(self) -> dict[int, int]:
        """By seat."""
        return {seat: round(median(times)) for seat, times in self._taken.items()}


def answer_times(steps: Iterable[tuple[int, Position]]) -> AnswerTimes:
    """Of a whole game: the time of each event, and the position after it."""
    times = AnswerTimes()
    for at, position in steps:
        times.see(at, position)
    return times
