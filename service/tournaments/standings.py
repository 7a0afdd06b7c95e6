"""Points, tie-breaks and places.

A game brings a point for everybody whom one has beaten, and half a point for everybody on the same rank: at a table of
four three, two, one or none. Who rests in a Swiss tournament of two gets the point of a victory, at larger tables half
of what there is to win; in a round robin of two everybody rests equally often, and gets nothing. The first tie-break
is the points of those one has beaten, with half of those one has tied with (after Sonneborn and Berger); the second is
the mean lead over the others at the table.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from service.tournaments.knock_out import reached
from service.tournaments.records import GameCounted, TableSet, Tournament


class Row(NamedTuple):
    player: str
    place: int
    points: float
    beaten: float  # points of those one has beaten, and half of those one has tied with
    lead: float  # over the mean of the others, in the mean of one's games
    games: int
    rested: int
    withdrawn: bool
    round: int | None = None  # of a knock-out, in which they are or went out; None if they have won


class _Meeting(NamedTuple):
    player: str
    other: str | None
    halves: int  # 2 for a victory, 1 for a tie


def rows(tournament: Tournament) -> list[Row]:
    """Everybody who began, the leader first."""
    halves: defaultdict[str | None, int] = defaultdict(int)
    beaten: defaultdict[str, int] = defaultdict(int)
    leads: defaultdict[str, list[float]] = defaultdict(list)
    meetings = list(_meetings(tournament))
    for meeting in meetings:
        halves[meeting.player] += meeting.halves
    rested = [player for paired in tournament.rounds for player in paired.resting]
    for player in rested:
        halves[player] += _rest(tournament)
    for meeting in meetings:
        beaten[meeting.player] += meeting.halves * halves[meeting.other] if meeting.other else 0
    for table, counted in _counted(tournament):
        for seat, named in enumerate(table.players):
            if named is not None:
                leads[named].append(_lead(counted, seat))
    rounds = reached(tournament) if tournament.terms.format == "knock_out" else {}
    unplaced = [
        Row(
            player,
            0,
            halves[player] / 2,
            beaten[player] / 4,
            sum(leads[player]) / len(leads[player]) if leads[player] else 0.0,
            len(leads[player]),
            rested.count(player),
            player in tournament.withdrawn,
            rounds.get(player),
        )
        for player in tournament.order
    ]
    return list(_placed(sorted(unplaced, key=_merit, reverse=True)))


def _merit(row: Row) -> tuple[float, ...]:
    """Who has won a knock-out comes first, then who went out last."""
    depth = float("inf") if row.round is None else row.round
    return depth, row.points, row.beaten, round(row.lead, 6)


def _placed(ranked: list[Row]) -> Iterator[Row]:
    """Who is equal in everything shares a place."""
    place = 1
    for number, row in enumerate(ranked, 1):
        if number > 1 and _merit(row) != _merit(ranked[number - 2]):
            place = number
        yield row._replace(place=place)


def _rest(tournament: Tournament) -> int:
    """Half points for a round without a table."""
    terms = tournament.terms
    if terms.rules.seats > 2:
        return terms.rules.seats - 1
    return 2 if terms.format == "swiss" else 0


def _counted(tournament: Tournament) -> Iterator[tuple[TableSet, GameCounted]]:
    for table in tournament.tables:
        if (counted := tournament.results.get(table.game)) is not None:
            yield table, counted


def _meetings(tournament: Tournament) -> Iterator[_Meeting]:
    for table, counted in _counted(tournament):
        for seat, player in enumerate(table.players):
            for other, opponent in enumerate(table.players):
                if player is not None and other != seat:
                    own, theirs = counted.ranks[seat], counted.ranks[other]
                    yield _Meeting(player, opponent, 2 if own < theirs else 1 if own == theirs else 0)


def _lead(counted: GameCounted, seat: int) -> float:
    own = counted.totals[seat]
    return own - (sum(counted.totals) - own) / (len(counted.totals) - 1)
