"""The tournaments that the service opens by itself: one of each game for each month, two weeks ahead. Pure."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple

from domain.rules import Rules
from projections.timing import Days
from service.games.starting.ids import id_from
from service.tournaments.records import Terms, TournamentOpened

_DAY: Final = 24 * 60 * 60 * 1000
_AHEAD: Final = 14 * _DAY
_LASTS: Final = 150 * _DAY
_RULES: Final = (Rules("kingdomino", 2, variants=("middle_kingdom", "harmony")), Rules("origins", 2, mode="totem"))


class Monthly(NamedTuple):
    tournament: str
    opened: TournamentOpened


def due(now: int) -> Iterator[Monthly]:
    """Those that people can enter now."""
    starts = _next_month(now)
    if now < starts - _AHEAD:
        return
    for rules in _RULES:
        terms = Terms(
            "swiss", rules, Days(1), rounds=5, least=4, most=64, starts=starts, until=starts + _LASTS, filler=None
        )
        yield Monthly(id_from(f"{starts} {rules.game}", "monthly"), TournamentOpened(starts - _AHEAD, None, terms))


def _next_month(now: int) -> int:
    """The noon at which the next month begins, in UTC."""
    today = datetime.fromtimestamp(now / 1000, UTC)
    year, month = (today.year + 1, 1) if today.month == 12 else (today.year, today.month + 1)
    return int(datetime(year, month, 1, 12, tzinfo=UTC).timestamp() * 1000)
