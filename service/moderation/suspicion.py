"""Which two people a moderator should look at: pure, and it decides nothing.

Two people may share a house, and one may simply be better. So a mark says what was noticed and in which games, and a
moderator judges. Only rated games count: from others there is nothing to gain.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, Literal, TypeAlias

import msgspec

from projections.listing import ListedSeat, Listing

Sign: TypeAlias = Literal["same_network", "same_winner", "resigns_at_once"]
Pair: TypeAlias = tuple[str, str]  # the lower id first

SAME_NETWORK_GAMES: Final = 3
SAME_WINNER_GAMES: Final = 8
RESIGNED_GAMES: Final = 3
MOST_MARKS: Final = 200
_MOST_GAMES: Final = 10  # named in a mark


class Mark(msgspec.Struct, frozen=True):
    first: str
    second: str
    signs: tuple[Sign, ...]
    met: int  # in how many games
    games: tuple[str, ...]  # the newest of these
    at: int = 0  # when they were marked

    @property
    def pair(self) -> Pair:
        return self.first, self.second


class _Meeting(msgspec.Struct, frozen=True):
    line: Listing
    first: ListedSeat
    second: ListedSeat


def marked_pairs(
    lines: Iterable[Listing], networks: Mapping[str, frozenset[str]], closed: Mapping[Pair, int], at: int
) -> list[Mark]:
    """The most suspicious first. Of a pair that a moderator has closed, only later games count."""
    meetings: defaultdict[Pair, list[_Meeting]] = defaultdict(list)
    for line in lines:
        for pair, meeting in _meetings(line):
            if line.touched > closed.get(pair, 0):
                meetings[pair].append(meeting)
    marks = [_mark(pair, met, networks, at) for pair, met in meetings.items()]
    suspicious = [mark for mark in marks if mark.signs]
    return sorted(suspicious, key=lambda mark: (-len(mark.signs), -mark.met, mark.pair))[:MOST_MARKS]


def frequent_players(lines: Iterable[Listing]) -> set[str]:
    """Who met somebody often enough for their networks to matter."""
    met = Counter(pair for line in lines for pair, _ in _meetings(line))
    return {player for pair, games in met.items() if games >= SAME_NETWORK_GAMES for player in pair}


def _meetings(line: Listing) -> Iterable[tuple[Pair, _Meeting]]:
    if line.status != "over" or not line.is_rated or line.is_record:
        return
    seats = {seat.player: seat for seat in line.seats if seat.player}
    for first, second in combinations(sorted(seats), 2):
        yield (first, second), _Meeting(line, seats[first], seats[second])


def _mark(pair: Pair, meetings: Sequence[_Meeting], networks: Mapping[str, frozenset[str]], at: int) -> Mark:
    newest = sorted(meetings, key=lambda meeting: (-meeting.line.touched, meeting.line.game))
    games = tuple(meeting.line.game for meeting in newest[:_MOST_GAMES])
    return Mark(*pair, tuple(_signs(pair, meetings, networks)), len(meetings), games, at)


def _signs(pair: Pair, meetings: Sequence[_Meeting], networks: Mapping[str, frozenset[str]]) -> Iterable[Sign]:
    first, second = (networks.get(player, frozenset()) for player in pair)
    if len(meetings) >= SAME_NETWORK_GAMES and first & second:
        yield "same_network"
    if len(meetings) >= SAME_WINNER_GAMES and {_ahead(meeting) for meeting in meetings} in ({1}, {2}):
        yield "same_winner"
    if max(_resigned(meetings, 0), _resigned(meetings, 1)) >= RESIGNED_GAMES:
        yield "resigns_at_once"


def _ahead(meeting: _Meeting) -> int:
    """Who of the two came out ahead: 1, 2, or 0 for neither."""
    first, second = _place(meeting.first), _place(meeting.second)
    return 0 if first == second else 1 if first < second else 2


def _place(seat: ListedSeat) -> tuple[bool, int]:
    return seat.has_left, seat.rank or 0


def _resigned(meetings: Sequence[_Meeting], which: int) -> int:
    """In how many games this one of the two left before two rounds were played."""
    return sum(meeting.line.is_left_early and (meeting.first, meeting.second)[which].has_left for meeting in meetings)
