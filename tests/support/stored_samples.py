"""What the stored samples in tests/fixtures/stored mean, and with which code each family of them is read and written.

A sample whose name ends in `.old` is as an earlier release wrote it: it lacks every field that has a default. Such a
sample is only read; all others are also written again. Neighbouring fields have different values, so that two fields
in the wrong order cannot be confused unnoticed.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, Final, NamedTuple

from msgspec import convert, json, msgpack

from domain.commands import PlaceDomino
from projections.listing import ListedSeat, Listing
from projections.timing import Bank, Days
from puzzles.puzzle import StoredAnswer, StoredPuzzle
from puzzles.review.review import Hindsight
from service.engine import hints, reviews
from service.engine.job_requests import (
    BotTurnRequest,
    GamePuzzlesRequest,
    HintRequest,
    PuzzlesRequest,
    ReviewRequest,
)
from service.engine.queues import Job
from service.games import codec, tables
from service.lists import index, ratings, skill
from service.local_valkey import binary
from service.moderation import acts, reports
from service.people import credentials
from service.puzzles import attempts, calendar, library, results
from service.puzzles import ratings as puzzle_ratings
from tests.support.stored_events import AT, GAME_EVENTS, OLD_RULES, RULES, SOLVING_EVENTS, TABLE_EVENTS


class Family(NamedTuple):
    read: Callable[[bytes], Any]
    write: Callable[[Any], bytes]
    samples: dict[str, Any]  # what each sample means, by its name


_ANSWER: Final = StoredAnswer(optimum=64, line="8@f8f9 9@e9e8", boards=3, first_moves="8@f8f9", greedy=61, nodes=1234)

_PUZZLES: Final = {
    "puzzle": StoredPuzzle(
        id="abcde12345",
        rules=RULES,
        territory="48@f8f9",
        dominoes=(8, 9),
        answer=_ANSWER,
        themes=("far_fire", "horde"),
        difficulty=1612.5,
        source="game",
        cave=("sculptor", "fisher"),
        recruits=2,
        game="somegame",
        seat=1,
        seq=40,
    ),
    "puzzle.old": StoredPuzzle(
        id="fghij67890",
        rules=OLD_RULES,
        territory="47@f8f9",
        dominoes=(9, 8),
        answer=_ANSWER,
        themes=("harmony",),
        difficulty=1402.25,
        source="self_play",
        cave=(),
        recruits=0,
        game=None,
        seat=None,
        seq=None,
    ),
}

_LINE_RULES: Final = index._Rules(
    game="origins", seats=3, mode="totem", variants=("homo_habilis", "empire_of_fire"), version=1
)
_LINE_SEATS: Final = (
    index._Seat(
        name="Oona", player="oona-id", bot=None, total=71, rank=2, has_left=True, answer_time=45_000, kept_for=None
    ),
    index._Seat(
        name="Flint", player=None, bot="flint", total=68, rank=3, has_left=False, answer_time=250, kept_for="ugh-id"
    ),
)

_LINES: Final[dict[str, tuple[int, Listing]]] = {
    "line.unhurried.old": (
        17,
        index._Line(
            game="somegame",
            status="running",
            rules=_LINE_RULES,
            seats=_LINE_SEATS,
            is_private=True,
            is_rated=True,
            is_record=False,
            seq=41,
            turn=2,
            touched=AT,
            due=AT + 5,
            clock=Days(days=3),
            has_hints=False,
        ),
    ),
    "line.record.old": (
        18,
        index._Line(
            game="othergame",
            status="over",
            rules=_LINE_RULES,
            seats=_LINE_SEATS[:1],
            is_private=True,
            is_rated=False,
            is_record=True,
            seq=42,
            turn=None,
            touched=AT,
            due=None,
            clock=Bank(bank=600, increment=20, cap=900),
            has_hints=False,
        ),
    ),
    "line.old": (
        19,
        index._Line(
            game="oldgame",
            status="open",
            rules=index._Rules(game="kingdomino", seats=2, mode=None, variants=(), version=1),
            seats=(
                index._Seat(
                    name="Ugh",
                    player=None,
                    bot=None,
                    total=None,
                    rank=None,
                    has_left=False,
                    answer_time=None,
                    kept_for=None,
                ),
            ),
            is_private=False,
            is_rated=False,
            is_record=False,
            seq=0,
            turn=None,
            touched=0,
            due=None,
            clock=None,
            has_hints=False,
        ),
    ),
    "line.map.old": (0, Listing(game="oldestgame", status="open", rules=OLD_RULES, seats=(ListedSeat(name="Nag"),))),
    "line": (
        20,
        index._Line(
            game="somegame",
            status="running",
            rules=_LINE_RULES,
            seats=_LINE_SEATS,
            is_private=True,
            is_rated=True,
            is_record=False,
            seq=41,
            turn=2,
            touched=AT,
            due=AT + 5,
            clock=Days(days=3),
            has_hints=False,
            is_left_early=True,
            has_earnings=False,
        ),
    ),
    # Any two flags differ in one of these three lines.
    "line.record": (
        21,
        index._Line(
            game="othergame",
            status="over",
            rules=_LINE_RULES,
            seats=_LINE_SEATS[:1],
            is_private=True,
            is_rated=False,
            is_record=True,
            seq=42,
            turn=None,
            touched=AT,
            due=None,
            clock=Bank(bank=600, increment=20, cap=900),
            has_hints=False,
            is_left_early=False,
            has_earnings=True,
        ),
    ),
    "line.open": (
        22,
        index._Line(
            game="opengame",
            status="open",
            rules=_LINE_RULES,
            seats=_LINE_SEATS,
            is_private=False,
            is_rated=True,
            is_record=False,
            seq=0,
            turn=None,
            touched=AT,
            due=None,
            clock=Days(days=3),
            has_hints=True,
            is_left_early=False,
            has_earnings=True,
        ),
    ),
}

_ROW: Final = reviews._Row(
    seq=12, seat=1, step="place", played="48@f8f9", best="48@e9e8", before=250, after=-125, error=33
)

_REVIEWS: Final = {
    "review": reviews._Document(
        seats=2,
        turning_points=[12, 30],
        rows=[_ROW],
        hindsights=[Hindsight(seat=1, best=61, bound=64, territory="8@f8f9 9@e9e8")],
    ),
    "review.old": reviews._Document(seats=3, turning_points=[7], rows=[_ROW], hindsights=[]),
}

_RATINGS: Final = {
    "rating.unopposed.old": skill.Rating(mu=25.5, sigma=8.25, games=3, at=AT, game="somegame", pool="origins-tribe"),
    "rating.old": skill.Rating(mu=24.5, sigma=7.25, games=4, at=0, game="", pool=""),
    "rating": skill.Rating(mu=25.5, sigma=8.25, games=3, at=AT, game="somegame", pool="origins-tribe", opponents=2),
}

_PROFILES: Final = {
    "profile.lookless.old": credentials.Profile(
        name="Oona", created=AT, account="oona", claims=("oona", "oona2"), claimed=AT + 7, password="$hash$"
    ),
    "profile.old": credentials.Profile(name="Ugh", created=AT, account=None, claims=(), claimed=0, password=None),
    "profile": credentials.Profile(
        name="Oona",
        created=AT,
        account="oona",
        claims=("oona", "oona2"),
        claimed=AT + 7,
        password="$hash$",
        look="o0na",
    ),
}

_REPORTS: Final = {
    "report": reports.Report(
        at=AT,
        reporter="ugh-id",
        player="oona-id",
        name="Oona",
        about="game",
        reason="stalling",
        text="Waits in every turn.",
        game="somegame",
        closed=AT + 8,
        closed_by="nag-id",
        answer="Warned.",
    ),
    "report.old": reports.Report(
        at=AT + 1, reporter="nag-id", player="ugh-id", name="Ugh", about="name", reason="name", text="Rude."
    ),
}

_KEYS: Final = {
    "key": credentials.Key(kind="token", id="key-id", created=AT, used=AT + 9, label="my bot", scopes=("read",)),
    "key.old": credentials.Key(kind="guest", id="old-id", created=AT, used=AT + 3, label="", scopes=("play", "read")),
}

_HINTS: Final = {
    "hint": hints.Hint(
        hint="41-500",
        status="running",
        seq=41,
        seat=1,
        progress=0.25,
        moves=[
            hints.SuggestedMove(
                move=PlaceDomino(domino=48, a=(-1, 3), b=(-1, 4)),
                notation="48@f8f9",
                value=2.5,
                lead=2.25,
                score=61.5,
                wins=0.75,
                error=0.5,
                trials=300,
            )
        ],
    ),
    "hint.old": hints.Hint(hint="42-500", status="queued", seq=42, seat=2, progress=0.0, moves=[]),
}

_RESULT: Final = results.Result(
    puzzle="abcde12345",
    day=date(2026, 11, 17),
    at=AT,
    score=61,
    optimum=64,
    stars=2,
    solved=False,
    hints=1,
    seconds=45.25,
    attempts=3,
    best=63,
    rating=1512.25,
    rating_before=1500.5,
    deviation=290.75,
    on_the_day=True,
    version=6,
)

_SOLVER: Final = puzzle_ratings.GlickoRating(rating=1512.25, deviation=290.75, volatility=0.06, rated=4)


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

FAMILIES: Final = {
    "game_events": Family(codec.decode_raw, lambda both: codec.encode(both[1], both[0]), _stamped(GAME_EVENTS)),
    "table_events": Family(tables._DECODER.decode, msgpack.encode, {**TABLE_EVENTS}),
    "puzzle_logs": Family(
        library._DECODER.decode,
        msgpack.encode,
        _stamped({"puzzle_kept": library.PuzzleKept(puzzle="a line of JSON", collection="practice")}),
    ),
    "day_logs": Family(
        calendar._DECODER.decode,
        msgpack.encode,
        _stamped({"day_given": calendar.DayGiven(day=date(2026, 11, 17), puzzle="abcde12345")}),
    ),
    "solving_logs": Family(attempts._DECODER.decode, msgpack.encode, _stamped(SOLVING_EVENTS)),
    "puzzles": Family(lambda data: json.decode(data, type=StoredPuzzle), json.encode, _PUZZLES),
    "lines": Family(index._decode, lambda both: index._encode(both[1], both[0]), {**_LINES}),
    "reviews": Family(reviews._DECODER.decode, msgpack.encode, _REVIEWS),
    "ratings": Family(ratings._DECODER.decode, msgpack.encode, _RATINGS),
    "profiles": Family(credentials._PROFILES.decode, credentials._packed, _PROFILES),
    "reports": Family(reports._REPORTS.decode, msgpack.encode, _REPORTS),
    "keys": Family(credentials._KEYS.decode, credentials._packed, _KEYS),
    "hints": Family(hints._DECODER.decode, msgpack.encode, _HINTS),
    "results": Family(results._RESULT.decode, json.encode, {"result": _RESULT}),
    "puzzle_ratings": Family(results._RATING.decode, json.encode, {"puzzle_rating": _SOLVER}),
    "jobs": Family(_read_job, lambda job: msgpack.encode((job.kind, job)), {**_JOBS}),
    "acts": Family(acts.decode, acts.encode, _ACTS),
    "engines": Family(
        lambda data: json.decode(data, type=binary.Engine),
        binary._encoded,
        {"engine": binary.Engine(flavour="valkey", version="8.1.2")},
    ),
}
