"""A tournament in the middle, written into its log."""

from itertools import count
from typing import Final

from domain.rules import Rules
from projections.timing import Days
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from service.store.log_names import tournament_log
from service.store.typed_log import TypedLog
from service.tournaments.course import beginning, next_events
from service.tournaments.records import (
    TOURNAMENT_LOGS,
    Entered,
    GameCounted,
    Terms,
    Tournament,
    TournamentEvent,
    TournamentOpened,
)

_DAY: Final = 24 * 60 * 60 * 1000
_PLAYED: Final = 4  # games


async def stage_round_robin(store: EventStore, tournament: str, player: str) -> None:
    """Of this person and three who have left, with four of six games played."""
    now = wall_clock()
    terms = Terms("round_robin", Rules("kingdomino", 2), Days(2), 1, 3, 8, now - _DAY, now + 90 * _DAY)
    people = [player, "gone1", "gone2", "gone3"]
    log: list[TournamentEvent] = [TournamentOpened(now - 2 * _DAY, player, terms)]
    log += [Entered(now - _DAY, other) for other in people]
    log += beginning(_state(log), now, people)
    log += next_events(_state(log), now, (f"{tournament}{number}" for number in count()))
    state = _state(log)
    for number, table in enumerate(state.tables[:_PLAYED]):
        log.append(GameCounted(now, table.game, (40 + number, 41), (1, 2) if number > 1 else (2, 1)))
    await TypedLog(store, TOURNAMENT_LOGS, tournament_log(tournament)).begin(log)


def _state(log: list[TournamentEvent]) -> Tournament:
    state = TOURNAMENT_LOGS.fold(log)
    assert state is not None
    return state
