"""The bracket of a knock-out: matches of two, in which the first of the order meets the last.

A match ends when somebody has won more than half of its games. If all were played without that, victories decide, then
the points of all its games together, then the higher rating. Who has no opponent goes on.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from service.tournaments.records import Round, TableSet, Tournament

Slot: TypeAlias = str | None  # who goes on here; None is nobody
Pair: TypeAlias = tuple[Slot, Slot]


class Next(NamedTuple):
    matches: list[tuple[str, str]]
    resting: tuple[str, ...]


def next_round(tournament: Tournament) -> Next:
    """Of those who are still in it; with one of them, or nobody, it is over. All matches so far must be decided."""
    pairs = [_present(pair, tournament) for pair in _pairs(_slots(tournament))]
    matches = [(first, second) for first, second in pairs if first is not None and second is not None]
    resting = tuple(player for pair in pairs if None in pair for player in pair if player is not None)
    return Next(matches, resting)


def reached(tournament: Tournament) -> dict[str, int | None]:
    """The round in which each went out, or is; None for who is alone left."""
    rounds: dict[str, int | None] = {}
    for number, paired in enumerate(tournament.rounds, 1):
        for table in paired.tables:
            rounds.update({player: number for player in table.players if player is not None})
        rounds.update(dict.fromkeys(paired.resting, number))
    for player in tournament.order:
        rounds.setdefault(player, 0)
    if tournament.ended is not None and tournament.ended.why == "finished":
        rounds.update(dict.fromkeys(next_round(tournament).resting))
    return rounds


def to_continue(tournament: Tournament) -> list[TableSet]:
    """The last tables of matches that need another game now: their players change seats."""
    if not tournament.rounds:
        return []
    waiting = {table.game for table in tournament.waiting}
    last = {frozenset(table.players): table for table in tournament.rounds[-1].tables}
    return [
        table
        for pair, table in last.items()
        if table.game not in waiting
        and not pair & tournament.withdrawn
        and not _is_decided(tournament, tournament.rounds[-1], table)
    ]


def _slots(tournament: Tournament) -> list[Slot]:
    slots = _bracket(tournament.order)
    for paired in tournament.rounds:
        slots = [_winner(tournament, paired, pair) for pair in _pairs(slots)]
    return slots


def _bracket(order: Sequence[str]) -> list[Slot]:
    """So that the first two can meet only in the final, the first four only in the last two rounds, and so on."""
    places = [0]
    while len(places) < len(order):
        size = 2 * len(places)
        places = [place for upper in places for place in (upper, size - 1 - upper)]
    return [order[place] if place < len(order) else None for place in places]


def _pairs(slots: Sequence[Slot]) -> list[Pair]:
    return list(zip_longest(slots[::2], slots[1::2]))


def _present(pair: Pair, tournament: Tournament) -> Pair:
    first, second = (None if player in tournament.withdrawn else player for player in pair)
    return first, second


def _winner(tournament: Tournament, paired: Round, pair: Pair) -> Slot:
    tables = [table for table in paired.tables if frozenset(table.players) == frozenset(pair)]
    if not tables:
        return next((player for player in pair if player in paired.resting), None)
    return _leading(tournament, tables)


def _leading(tournament: Tournament, tables: Sequence[TableSet]) -> str:
    """Who has withdrawn comes last."""
    first, second = (player for player in tables[0].players if player is not None)

    def merit(player: str) -> tuple[bool, int, int, int]:
        wins, points = _score(tournament, tables, player)
        return player not in tournament.withdrawn, wins, points, -tournament.order.index(player)

    return max(first, second, key=merit)


def _is_decided(tournament: Tournament, paired: Round, table: TableSet) -> bool:
    tables = [other for other in paired.tables if frozenset(other.players) == frozenset(table.players)]
    best_of = tournament.terms.best_of
    wins = [_score(tournament, tables, player)[0] for player in table.players if player is not None]
    return len(tables) >= best_of or max(wins) > best_of // 2


def _score(tournament: Tournament, tables: Sequence[TableSet], player: str) -> tuple[int, int]:
    """Victories, and points of all games together."""
    wins = points = 0
    for table in tables:
        if (counted := tournament.results.get(table.game)) is not None:
            seat = table.players.index(player)
            wins += counted.ranks[seat] < min(rank for other, rank in enumerate(counted.ranks) if other != seat)
            points += counted.totals[seat]
    return wins, points
