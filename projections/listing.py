"""One line about a game, for the lobby, for the games of a player and for results; and where that line belongs.

A projection is a pure function of a game's two logs: rebuilding it gives the same lines, in whatever order.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import median
from typing import Final, Literal, TypeAlias

import msgspec

from domain.pieces import Level
from domain.position import Position
from domain.rules import Rules
from domain.scoring import standings
from projections.timing import TimeControl

Status: TypeAlias = Literal["open", "running", "over", "cancelled"]

# My games: first those that wait for me, by the time I have left; then those that wait for others.
_NO_CLOCK: Final = 1e14
_NOT_MY_TURN: Final = 2e14


class ListedSeat(msgspec.Struct, frozen=True):
    name: str | None  # None is an open seat
    player: str | None = None
    bot: Level | None = None
    total: int | None = None  # when the game is over
    rank: int | None = None
    has_left: bool = False  # resigned or ran out of time: a bot played on
    answer_time: int | None = None  # the median time this seat took for a turn, in milliseconds
    kept_for: str | None = None  # the player who alone may take this open seat


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
    due: int | None = None  # when the time of the seat to move is up
    clock: TimeControl | None = None
    has_hints: bool = False  # whoever sits down agrees that all may ask for hints


class Shelf(msgspec.Struct, frozen=True):
    """Where a line belongs: in which ordered lists at which place, and what it adds to which field of which counts."""

    places: dict[str, float]
    counts: dict[tuple[str, str], int]


NOWHERE: Final = Shelf({}, {})


def pool(rules: Rules) -> str:
    """Games that are rated together."""
    return f"{rules.game}-{rules.mode}" if rules.mode else rules.game


def shelf(line: Listing) -> Shelf:
    """What a line once added is worked out again by this function when it is taken back: a release that changes it
    must rebuild the lists."""
    counts = {("all", f"{pool(line.rules)} {line.status}"): 1}
    for player, seat in _people(line):
        counts |= {(f"player:{player}", field): amount for field, amount in _results(line, seat).items()}
    for one, other in _pairs(line):
        counts |= {(f"versus:{one.player}:{other.player}", field): n for field, n in _versus(one, other).items()}
    return Shelf(dict(_places(line)), counts)


def _people(line: Listing) -> Iterator[tuple[str, ListedSeat]]:
    if not line.is_record:
        for seat in line.seats:
            if seat.player:
                yield seat.player, seat


def _pairs(line: Listing) -> Iterator[tuple[ListedSeat, ListedSeat]]:
    """Every two persons who finished this game, the one with the lower id first."""
    people = sorted(_people(line), key=lambda item: item[0]) if line.status == "over" else []
    for (_, one), (_, other) in combinations(people, 2):
        yield one, other


def _places(line: Listing) -> Iterator[tuple[str, float]]:
    if not line.is_private and line.status != "cancelled" and not _is_kept(line):
        yield line.status, line.touched
    for seat in line.seats:
        if seat.kept_for:
            yield f"mine:{seat.kept_for}", _urgency(line, seat.kept_for)
    for player, _ in _people(line):
        if line.status in ("open", "running"):
            yield f"mine:{player}", _urgency(line, player)
        elif line.status == "over":
            yield f"history:{player}", line.touched
    for one, other in _pairs(line):
        yield f"versus:{one.player}:{other.player}", line.touched
    if line.status == "over" and line.is_rated and not line.is_record:
        yield "rated", line.touched


def _is_kept(line: Listing) -> bool:
    """Whether all open seats are for certain people, as those of a rematch are: others are not asked to join."""
    free = [seat for seat in line.seats if seat.name is None]
    return bool(free) and all(seat.kept_for for seat in free)


def _urgency(line: Listing, player: str) -> float:
    if line.turn is None or line.seats[line.turn].player != player:
        return _NOT_MY_TURN - line.touched  # what moved last comes first
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


def _versus(one: ListedSeat, other: ListedSeat) -> dict[str, int]:
    first, second = _place(one), _place(other)
    return {"played": 1, "first": int(first < second), "second": int(second < first)}


def _place(seat: ListedSeat) -> tuple[bool, int]:
    """Who left comes behind all who stayed."""
    assert seat.rank is not None
    return seat.has_left, seat.rank


def finished_seats(position: Position, seats: Sequence[ListedSeat]) -> tuple[ListedSeat, ...]:
    """The seats with their totals and ranks, once the game is over."""
    places = {standing.seat: standing for standing in standings(position)}
    return tuple(
        msgspec.structs.replace(seat, total=places[number].total, rank=places[number].rank)
        for number, seat in enumerate(seats)
    )


def answer_times(steps: Sequence[tuple[int, Position]]) -> dict[int, int]:
    """How long each seat took for a chief's turn, in the median."""
    taken: dict[int, list[int]] = {}
    begun, turn = 0, None
    for at, position in steps:
        chief = None if position.seat is None else (position.seat, position.round, position.line[:1], position.chiefs)
        if chief != turn:
            if turn is not None:
                taken.setdefault(turn[0], []).append(at - begun)
            begun, turn = at, chief
    return {seat: round(median(times)) for seat, times in taken.items()}
