"""What the stored samples in tests/fixtures/stored mean, and with which code each family of them is read and written.

A sample whose name ends in `.old` is as an earlier release wrote it: it lacks every field that has a default. Such a
sample is only read; all others are also written again. Neighbouring fields have different values, so that two fields
in the wrong order cannot be confused unnoticed.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, Final, NamedTuple

from msgspec import convert, json, msgpack

from domain.events import Deal
from puzzles.puzzle import StoredPuzzle
from service.delivery import outbox, parcels
from service.delivery.outcomes import TargetState
from service.engine import hints, reviews
from service.engine.job_requests import (
    BotTurnRequest,
    GamePuzzlesRequest,
    HintRequest,
    PuzzlesRequest,
    ReviewRequest,
)
from service.engine.queues import Job
from service.games import codec, seating
from service.games.starting import day_deals
from service.lists import index, ratings, skill
from service.local_valkey import binary
from service.moderation import act_log, acts, reports
from service.notices import notice_log, preferences, records
from service.opponents import greetings
from service.opponents import records as seeks
from service.people import credentials
from service.personal import marks, note_records
from service.plans import records as plans
from service.puzzles import attempts, calendar, library, results
from service.store.typed_log import LogKind
from service.talk import levels
from service.talk import records as talk
from service.time_off import records as time_off
from service.tournaments import records as tournaments
from tests.support.stored_events import AT, GAME_EVENTS, RULES, SOLVING_EVENTS, TABLE_EVENTS
from tests.support.stored_learning import HINTS, PUZZLES, RESULT, REVIEWS, SOLVER
from tests.support.stored_lines import LINES
from tests.support.stored_people import KEYS, PROFILES, REPORTS
from tests.support.stored_plans import PLANS
from tests.support.stored_seeks import RESERVED, SEEKS
from tests.support.stored_tournaments import TOURNAMENTS


class Family(NamedTuple):
    read: Callable[[bytes], Any]
    write: Callable[[Any], bytes]
    samples: dict[str, Any]  # what each sample means, by its name


_RATINGS: Final = {
    "rating.unopposed.old": skill.Rating(mu=25.5, sigma=8.25, games=3, at=AT, game="somegame", pool="origins-tribe"),
    "rating.old": skill.Rating(mu=24.5, sigma=7.25, games=4, at=0, game="", pool=""),
    "rating": skill.Rating(mu=25.5, sigma=8.25, games=3, at=AT, game="somegame", pool="origins-tribe", opponents=2),
}


def _stamped(samples: dict[str, Any]) -> dict[str, Any]:
    return {name: (AT + number, event) for number, (name, event) in enumerate(samples.items())}


_JOBS: Final = {
    "play_bots.old": BotTurnRequest(game="somegame", seq=41),
    "play_bots": BotTurnRequest(game="somegame", seq=41, owner="oona", is_abandoned=True),
    "make_hint.old": HintRequest(game="somegame", hint="41-500", position="a position", requested_at=AT),
    "make_hint": HintRequest(
        game="somegame", hint="41-500", position="a position", requested_at=AT, owner="oona", is_over=True
    ),
    "make_review.old": ReviewRequest(game="somegame"),
    "make_review": ReviewRequest(game="somegame", owner="oona", is_asked=False),
    "make_puzzles": PuzzlesRequest(),
    "mine_puzzles.old": GamePuzzlesRequest(game="somegame"),
    "mine_puzzles": GamePuzzlesRequest(game="somegame", owner="oona"),
}


def _read_job(data: bytes) -> Job:
    """A queued job: its kind, and its fields in order."""
    kind, fields = msgpack.decode(data)
    return convert(fields, type={job.kind: type(job) for job in _JOBS.values()}[kind])


def _entry(act: acts.Act) -> acts.Entry:
    return acts.Entry(at=AT, by="oona-id", about="ugh-id", reason="Lost on purpose.", act=act)


_ACTS: Final = {
    "warn": _entry(acts.Warned()),
    "mute": _entry(acts.Muted(until=AT + 1)),
    "rename": _entry(acts.Renamed(name="Sleepy mammoth", before="Insult")),
    "exclude": _entry(acts.Excluded(until=AT + 2)),
    "ban": _entry(acts.Banned(until=AT + 3)),
    "remove": _entry(acts.Removed(game="kwfy3gevrw")),
    "remove.old": _entry(acts.Removed()),
    "restore": _entry(acts.Restored(act=5)),
    "give_role": _entry(acts.RoleGiven(role="moderator")),
    "take_role": acts.Entry(at=AT, by=acts.OPERATOR, about="ugh-id", reason="Resigned.", act=acts.RoleTaken()),
    "close_report": _entry(acts.ReportClosed(report=12)),
    "close_suspicion": _entry(acts.SuspicionClosed(other="nag-id")),
}

_PARCELS: Final = {
    "mail.alone.old": parcels.Parcel(
        id="turn:oona-id:1",
        person="oona-id",
        target="oona@lake.example",
        content=parcels.MailContent(
            subject="Your turn",
            text="It is your turn.",
            html="<p>It is your turn.</p>",
            picture=b"PNG",
            unsubscribe="https://firstfire.example/unsubscribe/1",
        ),
        due=AT,
        expires=AT + 1,
        tag="game:somegame",
    ),
    "push": parcels.Parcel(
        id="turn:oona-id:2",
        person="oona-id",
        target="device-id",
        content=parcels.PushContent(payload=b"{}", urgency="high"),
        due=AT,
        expires=AT + 2,
        tag="game:somegame",
    ),
    "webhook": parcels.Parcel(
        id="turn:oona-id:3",
        person="oona-id",
        target="hook-id",
        content=parcels.HookContent(
            kind="turn", data=b'{"game":"somegame"}', text="It is your turn.", link="https://firstfire.example/"
        ),
        due=AT,
        expires=AT + 3,
        tag="game:somegame",
    ),
    "mail.old": parcels.Parcel(
        id="turn:oona-id:4",
        person="oona-id",
        target="oona@lake.example",
        content=parcels.MailContent(subject="Your turn", text="It is your turn."),
        due=AT,
        expires=AT + 4,
    ),
    "push.old": parcels.Parcel(
        id="turn:oona-id:5",
        person="oona-id",
        target="device-id",
        content=parcels.PushContent(payload=b"{}"),
        due=AT,
        expires=AT + 5,
    ),
    "webhook.old": parcels.Parcel(
        id="turn:oona-id:6",
        person="oona-id",
        target="hook-id",
        content=parcels.HookContent(kind="turn", data=b"{}", text="It is your turn."),
        due=AT,
        expires=AT + 6,
    ),
    "mail": parcels.Parcel(
        id="turn:oona-id:7",
        person="oona-id",
        target="oona@lake.example",
        content=parcels.MailContent(
            subject="Your turn",
            text="It is your turn.",
            html="<p>It is your turn.</p>",
            picture=b"PNG",
            unsubscribe="https://firstfire.example/unsubscribe/1",
            scene=parcels.Scene(game="somegame", number=12, is_painted=True, is_playable=False),
        ),
        due=AT,
        expires=AT + 7,
        tag="game:somegame",
    ),
}

_TARGET_STATES: Final = {
    "target_state": TargetState(delivered=AT, failing=AT + 1, failures=3, answer="500", answered=AT + 2, ended=AT + 3),
    "target_state.old": TargetState(),
}

_MARK: Final = records.Mark(737, 12)
_NOTICES: Final = {
    "noticed.turn.old": records.Noticed(at=AT, kind="turn", game="kwfy3gevrw", number=41, by=1),
    "noticed.old": records.Noticed(at=AT, kind="moderation"),
    "sent": records.Sent(at=AT, mark=_MARK, way="push"),
    "read_up_to": records.ReadUpTo(at=AT, mark=_MARK),
    "opened": records.Opened(at=AT, mark=_MARK),
    "closed": records.Closed(at=AT, mark=_MARK),
    "digested": records.Digested(at=AT, day=739_000, upto=_MARK),
    "noticed": records.Noticed(at=AT, kind="tournament_over", number=41, tournament="h4tq8mzn2w"),
}
_TIME_OFF: Final = {
    "days_off_chosen": time_off.DaysOffChosen(at=AT, zone="Europe/Berlin", days=(5, 6)),
    "holiday_planned": time_off.HolidayPlanned(at=AT, first=739_600, last=739_607, begin=AT + 9, end=AT + 604_800_000),
    "holiday_ended": time_off.HolidayEnded(at=AT, first=739_600, last=739_602),
}
_TALK: Final = {
    "said.text": talk.Said(at=AT, channel="spectators", phrase="", text="What an ending!"),
    "said.phrase": talk.Said(at=AT + 1, channel="players", phrase="good_luck"),
    "said.old": talk.Said(at=AT + 2, channel="players"),
    "read_up_to": talk.ReadUpTo(at=AT + 3, upto=AT + 2),
}
_PREFERENCES: Final = {
    "preferences": preferences.Preferences(
        choices={"turn": {"mail": "digest", "push": "off"}},
        delay=90,
        digest_hour=7,
        quiet=preferences.Quiet(begin=1320, end=480),
        urgent_in_quiet=False,
        zone="Europe/Berlin",
        language="de",
        shows_private=True,
        muted=("kwfy3gevrw",),
        changed=AT,
    ),
    "preferences.old": preferences.Preferences(),
}

_MARKS: Final = {"mark": marks.Mark("the lake", True), "mark.old": marks.Mark()}

_NOTES: Final = {
    "note": note_records.NoteWritten(at=AT, step=41, text="Why not 22?"),
    "thought": note_records.ThoughtWritten(at=AT + 1, step=43, text="The lake is mine."),
}

LOGS: Final[dict[str, tuple[LogKind[Any, Any], dict[str, Any]]]] = {
    "game_events": (codec.GAME_LOGS, _stamped(GAME_EVENTS)),
    "table_events": (seating.TABLE_LOGS, {**TABLE_EVENTS}),
    "puzzle_logs": (
        library.PUZZLE_LOGS,
        _stamped({"puzzle_kept": library.PuzzleKept(puzzle="a line of JSON", collection="practice")}),
    ),
    "day_logs": (
        calendar.DAY_LOGS,
        _stamped({"day_given": calendar.DayGiven(day=date(2026, 11, 17), puzzle="abcde12345")}),
    ),
    "deal_logs": (
        day_deals.DEAL_LOGS,
        _stamped(
            {
                "deal_drawn": day_deals.DealDrawn(
                    day=date(2026, 11, 19),
                    rules=RULES,
                    bot="flint",
                    deal=Deal(dominoes=(30, 4, 15), cavemen=("sculptor", "fisher"), chiefs=(2, 0, 1)),
                    salt="84ef1e",
                )
            }
        ),
    ),
    "solving_logs": (attempts.ATTEMPT_LOGS, _stamped(SOLVING_EVENTS)),
    "acts": (act_log.ACT_LOGS, _ACTS),
    "notices": (notice_log.NOTICE_LOGS, {**_NOTICES}),
    "time_off": (time_off.TIME_OFF_LOGS, {**_TIME_OFF}),
    "talk": (talk.TALK_LOGS, {**_TALK}),
    "plans": (plans.PLAN_LOGS, {**PLANS}),
    "tournaments": (tournaments.TOURNAMENT_LOGS, {**TOURNAMENTS}),
    "notes": (note_records.NOTE_LOGS, {**_NOTES}),
}

FAMILIES: Final = {
    **{family: Family(kind.decode, kind.encode, samples) for family, (kind, samples) in LOGS.items()},
    "puzzles": Family(lambda data: json.decode(data, type=StoredPuzzle), json.encode, PUZZLES),
    "lines": Family(index._decode, lambda both: index._encode(both[1], both[0]), {**LINES}),
    "reviews": Family(reviews._DECODER.decode, msgpack.encode, REVIEWS),
    "ratings": Family(ratings._DECODER.decode, msgpack.encode, _RATINGS),
    "profiles": Family(credentials._PROFILES.decode, credentials._packed, PROFILES),
    "reports": Family(reports._REPORTS.decode, msgpack.encode, REPORTS),
    "keys": Family(credentials._KEYS.decode, credentials._packed, KEYS),
    "hints": Family(hints._DECODER.decode, msgpack.encode, HINTS),
    "results": Family(results._RESULT.decode, json.encode, {"result": RESULT}),
    "puzzle_ratings": Family(results._RATING.decode, json.encode, {"puzzle_rating": SOLVER}),
    "jobs": Family(_read_job, lambda job: msgpack.encode((job.kind, job)), {**_JOBS}),
    "preferences": Family(preferences._DECODER.decode, msgpack.encode, _PREFERENCES),
    "talk_levels": Family(levels._DECODER.decode, msgpack.encode, {"phrases": "phrases"}),
    "seeks": Family(seeks.OWN_SEEKS.decode, msgpack.encode, SEEKS),
    "reserved_games": Family(
        seeks.RESERVATIONS.decode,
        msgpack.encode,
        RESERVED,
    ),
    "greetings": Family(
        greetings._DECODER.decode, msgpack.encode, {"greeting": greetings.Greeting("Shall we try the volcanoes?", AT)}
    ),
    "marks": Family(marks._DECODER.decode, msgpack.encode, _MARKS),
    "parcels": Family(parcels.unpacked, parcels.packed, {**_PARCELS}),
    "target_states": Family(outbox._STATES.decode, msgpack.encode, {**_TARGET_STATES}),
    "engines": Family(
        lambda data: json.decode(data, type=binary.Engine),
        binary._encoded,
        {"engine": binary.Engine(flavour="valkey", version="8.1.2")},
    ),
}
