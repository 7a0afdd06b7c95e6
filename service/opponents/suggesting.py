"""Who of some people is suggested to somebody as an opponent: near in rating, at the same pace, reliable. Pure."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from projections.timing import Days, TimeControl

MOST: Final = 8  # are suggested
_RELIABLE: Final = 0.8  # of the finished games were played to the end
_QUIET: Final = 30 * 24 * 60 * 60 * 1000  # milliseconds without a move, after which somebody counts as away
_ALIKE: Final = 2.0  # paces differ by no more than this factor
_TURNS: Final = 24  # of one player in a game, about: what a bank of time is for
_DAY: Final = 24 * 60 * 60


class Candidate(NamedTuple):
    player: str
    name: str
    rating: float  # in the pool of the game, as leaderboards show it
    is_rated: bool  # whether they have one
    finished: float | None  # the share of finished games that they have played to the end
    clocks: Sequence[TimeControl]  # of their latest public games
    seen: int  # when something last happened in these, in milliseconds
    has_met: bool  # they have played with the person whom they are suggested to


def suggested(candidates: Iterable[Candidate], rating: float, days: int, now: int) -> list[Candidate]:
    """Those who fit somebody with this rating who would like this number of days for a turn: the nearest first."""
    fitting = [candidate for candidate in candidates if _fits(candidate, days, now)]
    return sorted(
        fitting, key=lambda candidate: (abs(candidate.rating - rating), not candidate.has_met, candidate.name)
    )[:MOST]


def _fits(candidate: Candidate, days: int, now: int) -> bool:
    is_reliable = candidate.finished is None or candidate.finished >= _RELIABLE
    is_there = now - candidate.seen <= _QUIET
    return is_reliable and is_there and any(is_alike(clock, days) for clock in candidate.clocks)


def is_alike(clock: TimeControl, days: int) -> bool:
    """Whether a clock gives about this number of days for a turn."""
    own = clock.days if isinstance(clock, Days) else (clock.bank / _TURNS + clock.increment) / _DAY
    return max(own, days) <= _ALIKE * min(own, days)
