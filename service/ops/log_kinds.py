"""The list of all kinds of logs, for whatever reads logs of every kind. How to add one: CONTRIBUTING.md."""

from typing import Any, Final

from service.games.codec import GAME_LOGS
from service.games.seating import TABLE_LOGS
from service.games.starting.day_deals import DEAL_LOGS
from service.moderation.act_log import ACT_LOGS
from service.notices.notice_log import NOTICE_LOGS
from service.personal.note_records import NOTE_LOGS
from service.plans.records import PLAN_LOGS
from service.puzzles.attempts import ATTEMPT_LOGS
from service.puzzles.calendar import DAY_LOGS
from service.puzzles.library import PUZZLE_LOGS
from service.store.typed_log import LogKind
from service.talk.records import TALK_LOGS
from service.time_off.records import TIME_OFF_LOGS
from service.tournaments.records import TOURNAMENT_LOGS

KINDS: Final[tuple[LogKind[Any, Any], ...]] = (
    GAME_LOGS,
    TABLE_LOGS,
    PUZZLE_LOGS,
    DAY_LOGS,
    DEAL_LOGS,
    ATTEMPT_LOGS,
    ACT_LOGS,
    NOTICE_LOGS,
    TIME_OFF_LOGS,
    TALK_LOGS,
    PLAN_LOGS,
    TOURNAMENT_LOGS,
    NOTE_LOGS,
)


def kind_of(log: str) -> LogKind[Any, Any] | None:
    """The kind of a log; None if this release does not know it."""
    return next((kind for kind in KINDS if kind.names.ids(log) is not None), None)
