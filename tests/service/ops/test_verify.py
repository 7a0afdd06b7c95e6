"""`verify`: every stored log is replayed, and changed events are reported."""

from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any

import msgspec
import pytest

from domain.events import GameFinished, GameStarted
from domain.notation.positions import fingerprint
from domain.notation.reading import read_record
from domain.notation.records import write_record
from domain.position import Position
from projections.table import public
from service.games.codec import GAME_LOGS, decode_all
from service.games.seating import TABLE_LOGS, SeatTaken
from service.games.starting.day_deals import DayDeals
from service.games.starting.shuffle import shuffled
from service.games.tables import Tables
from service.moderation.act_log import ActLog
from service.moderation.acts import OPERATOR, Banned, Warned
from service.moderation.acts import Entry as ActEntry
from service.notices.notice_log import NoticeLogs
from service.notices.records import Noticed
from service.ops import verify as verifying
from service.ops.commands import _unknown
from service.ops.fingerprints import chain, first_difference, packed, stored_fingerprints
from service.ops.log_kinds import KINDS
from service.ops.verify import Totals, judge, verify
from service.personal.note_records import NOTE_LOGS, NoteWritten
from service.plans.records import PLAN_LOGS, Plan, Planned
from service.puzzles.attempts import ATTEMPT_LOGS, AttemptMade, Attempts
from service.puzzles.calendar import Calendar
from service.puzzles.library import PUZZLE_LOGS, Library
from service.store.event_store import EventStore
from service.store.keys import game_keys
from service.store.log_names import note_log, plan_log, talk_log, tournament_log
from service.store.typed_log import LogKind, TypedLog
from service.talk.records import TALK_LOGS, Said
from service.time_off.own_time import OwnTime
from service.tournaments.records import TOURNAMENT_LOGS, TournamentOpened
from tests.support.api_persons import ManualClock
from tests.support.puzzle_samples import some_puzzle
from tests.support.servers import emptied
from tests.support.stored_logs import store_sample_games
from tests.support.stored_tournaments import TERMS


@pytest.fixture
async def filled(store: EventStore) -> AsyncIterator[EventStore]:
    await store_sample_games(store)
    yield store
    await emptied(store)


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    """Threads rather than processes, so that they see what a test patches."""
    with ThreadPoolExecutor(2) as pool:
        yield pool


async def verified(store: EventStore, pool: Executor, *, accept: bool = False) -> Totals:
    return await verify(store, accept=accept, pool=pool, report=lambda _: None)


async def rewritten(store: EventStore, game: str, number: int, data: bytes) -> None:
    """Replace an event of a log, which no program of ours would do."""
    entries = [entry.data for entry in await store.read(game)]
    entries[number - 1] = data
    keys = game_keys(game)
    await store.servers.call(keys.stream, "DEL", keys.stream)
    for seq, entry in enumerate(entries, 1):
        await store.servers.call(keys.stream, "XADD", keys.stream, f"{seq}-0", "e", entry)


async def test_untouched_logs_pass_every_time(filled: EventStore, pool: Executor) -> None:
    first, second = await verified(filled, pool), await verified(filled, pool)
    assert first.problems == second.problems == []
    assert first.logs == 16
    assert first.fingerprint == second.fingerprint


async def test_an_illegal_event_is_reported_without_fingerprints(filled: EventStore, pool: Executor) -> None:
    entries = await filled.read("game1")
    await rewritten(filled, "game1", 20, entries[18].data)
    totals = await verified(filled, pool)
    [problem] = totals.problems
    assert problem.startswith("game1: event 20 ")
    assert await stored_fingerprints(filled, "game1") is None
    assert await stored_fingerprints(filled, "game2") is not None, "the others were looked at all the same"


async def test_a_legal_change_is_reported_by_fingerprints(filled: EventStore, pool: Executor) -> None:
    assert not (await verified(filled, pool)).problems
    at, event = msgspec.msgpack.decode((await filled.read("game4"))[30].data)
    await rewritten(filled, "game4", 31, msgspec.msgpack.encode((at + 1, event)))
    for _ in range(2):
        [problem] = (await verified(filled, pool)).problems
        assert problem.startswith("game4: event 31 is not what it was when its fingerprint was taken. ")
    assert not (await verified(filled, pool, accept=True)).problems
    assert not (await verified(filled, pool)).problems


async def test_a_program_that_replays_differently_is_detected(
    filled: EventStore, pool: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not (await verified(filled, pool)).problems

    def another(position: Position) -> str:
        return "late" if position.round >= 2 else fingerprint(position)

    monkeypatch.setattr(verifying, "fingerprint", another)
    problems = (await verified(filled, pool)).problems
    assert len(problems) >= 4
    assert all("is not what it was" in problem and "event 1 " not in problem for problem in problems)


async def test_a_log_that_lost_its_end_or_middle_is_reported(filled: EventStore, pool: Executor) -> None:
    await verified(filled, pool)
    stream = game_keys("game2").stream
    newest = await filled.version("game2")
    await filled.servers.call(stream, "XDEL", stream, f"{newest}-0")
    stream = game_keys("game5").stream
    await filled.servers.call(stream, "XDEL", stream, "7-0")
    problems = (await verified(filled, pool)).problems
    assert sorted(problems)[1] == "game5: event 7 is missing. Compare the log with a backup."
    assert sorted(problems)[0].startswith(f"game2: event {newest} ")


# Every kind of log


@pytest.fixture
async def one_of_each(store: EventStore) -> AsyncIterator[EventStore]:
    """A short log of every kind, and a few more of some kinds."""
    hand, puzzle = ManualClock(), some_puzzle(2)
    await store_sample_games(store, 1)
    library, attempts, acts = Library(store, hand, lambda: ()), Attempts(store, hand), ActLog(store, hand)
    await library.add(puzzle, "practice")
    for number in (3, 4):
        await library.add(some_puzzle(number), "days")
    await Calendar(store, library, hand).schedule_ahead()
    await attempts.take_hint(puzzle, "oona")
    await attempts.attempt(puzzle, "oona", puzzle.answer.line)
    for act in (Warned(), Banned(hand.now + 1)):
        entry = ActEntry(hand.now, OPERATOR, "ugh", "For a reason.", act)
        await acts.append(partial(_same, entry))
    await DayDeals(store, hand, shuffled).of_today()
    await NoticeLogs(store, hand).add("oona", Noticed(hand.now, "turn", "somegame", 7, 1))
    await OwnTime(store, hand).choose_days("oona", "Europe/Berlin", (5, 6))
    await TypedLog(store, TALK_LOGS, talk_log("game1", "oona")).begin([Said(hand.now, "players", "hello")])
    await TypedLog(store, PLAN_LOGS, plan_log("game1", "oona")).begin([Planned(hand.now, 3, Plan(choosing="points"))])
    await TypedLog(store, TOURNAMENT_LOGS, tournament_log("cup1")).begin([TournamentOpened(hand.now, None, TERMS)])
    await TypedLog(store, NOTE_LOGS, note_log("game1", "oona")).begin([NoteWritten(hand.now, 3, "Mine!")])
    yield store
    await emptied(store)


def _same(entry: ActEntry) -> ActEntry:
    return entry


async def logs_by_kind(store: EventStore) -> dict[LogKind[Any, Any], str]:
    names = sorted([name async for name in store.games()])
    return {kind: next(name for name in names if kind.names.ids(name) is not None) for kind in KINDS}


async def test_logs_of_every_kind_are_folded(one_of_each: EventStore, pool: Executor) -> None:
    for kind, log in (await logs_by_kind(one_of_each)).items():
        assert await TypedLog(one_of_each, kind, log).read() not in (None, kind.initial())
    totals = await verified(one_of_each, pool)
    assert totals.problems == totals.unknown == []
    assert totals.logs == len([name async for name in one_of_each.games()])


@pytest.mark.parametrize("damage", [b"\xc1", b"", msgspec.msgpack.encode([1, [99, 1]])], ids=["no", "empty", "later"])
async def test_an_entry_that_cannot_be_read_is_reported(damage: bytes, one_of_each: EventStore, pool: Executor) -> None:
    expected = []
    for log in (await logs_by_kind(one_of_each)).values():
        last = await one_of_each.version(log)
        await rewritten(one_of_each, log, last, damage)
        expected.append(f"{log}: event {last} cannot be read: ")
    problems = sorted((await verified(one_of_each, pool)).problems)
    assert [problem[: len(start)] for problem, start in zip(problems, sorted(expected), strict=True)] == sorted(
        expected
    )
    remedy = ". If a later release wrote it, upgrade; otherwise compare the log with a backup."
    assert all(problem.endswith(remedy) for problem in problems)


async def test_an_entry_that_cannot_follow_the_others_is_reported(one_of_each: EventStore, pool: Executor) -> None:
    """Entries that can be read, but not there. Any day, any act and any notice may follow any other."""
    logs = await logs_by_kind(one_of_each)
    game, table, puzzle, attempts = (logs[kind] for kind in (GAME_LOGS, TABLE_LOGS, PUZZLE_LOGS, ATTEMPT_LOGS))
    opened, kept = [(await one_of_each.read(log))[0].data for log in (table, puzzle)]
    no_seat = TABLE_LOGS.encode(SeatTaken(seat=9, player="oona", name="Oona"))
    await rewritten(one_of_each, table, 2, opened)
    await one_of_each.append("closed.seats", 0, [no_seat])
    await one_of_each.append("small.seats", 0, [opened, no_seat])
    await one_of_each.append(puzzle, 1, [kept])
    await rewritten(one_of_each, attempts, 2, ATTEMPT_LOGS.encode((1, AttemptMade(("no move",)))))
    await rewritten(one_of_each, game, 5, (await one_of_each.read(game))[0].data)
    problems = sorted((await verified(one_of_each, pool)).problems)
    wrong = {table: 2, "closed.seats": 1, "small.seats": 2, puzzle: 2, attempts: 2, game: 5}
    assert [problem.split(" ")[:3] for problem in problems] == sorted(
        [f"{log}:", "event", f"{number}"] for log, number in wrong.items()
    )
    assert all(problem.endswith(". Compare the log with a backup.") for problem in problems)


async def test_logs_of_later_releases_are_named_and_their_bytes_compared(filled: EventStore, pool: Executor) -> None:
    for log in ("game1.chat", "game2.chat"):
        await filled.append(log, 0, [b"\xc1", b"two"])
    totals = await verified(filled, pool)
    assert totals.problems == []
    assert sorted(totals.unknown) == ["game1.chat", "game2.chat"]
    await rewritten(filled, "game1.chat", 2, b"three")
    [problem] = (await verified(filled, pool)).problems
    assert problem.startswith("game1.chat: event 2 is not what it was")


def test_a_few_logs_of_later_releases_are_named_for_all() -> None:
    assert _unknown(["a.chat"]).endswith("only their bytes were compared: a.chat")
    assert _unknown([f"{number:02}.chat" for number in range(40)]).endswith(" 08.chat, 09.chat, …")


async def test_the_fingerprints_of_a_running_game_are_extended(filled: EventStore, pool: Executor) -> None:
    whole = await filled.read("game1")
    await filled.append("goes", 0, [entry.data for entry in whole[:-8]])
    before = (await verified(filled, pool)).problems  # cut in the middle of a move, perhaps
    await filled.append("goes", len(whole) - 8, [entry.data for entry in whole[-8:]])
    totals = await verified(filled, pool)
    assert not totals.problems
    assert before == [] or before[0].startswith("goes: event ")
    assert await stored_fingerprints(filled, "goes") == await stored_fingerprints(filled, "game1")


async def test_a_game_stored_from_a_record_passes(filled: EventStore, pool: Executor) -> None:
    """Also the log of a running game, which does not show its deal."""
    tables = Tables(filled, lambda: 0)
    for name in ("game0", "game1", "game3"):
        log = [entry.event for entry in decode_all(await filled.read(name))]
        is_over = isinstance(log[-1], GameFinished)
        events = read_record(write_record(public(log, is_over=is_over)))
        started = events[0]
        assert isinstance(started, GameStarted)
        await tables.keep_record(started.rules, started.seats, events)
    assert (await verified(filled, pool)).problems == []


async def test_fingerprints_stay_small(filled: EventStore, pool: Executor) -> None:
    await verified(filled, pool)
    for number in range(8):
        prints = await stored_fingerprints(filled, f"game{number}")
        assert prints is not None
        assert len(prints) == 8 + 2 * await filled.version(f"game{number}")


@pytest.mark.parametrize("number", [1, 2, 9])
def test_the_first_event_that_differs_is_reported(number: int) -> None:
    steps = [(b"%d" % at, "x") for at in range(9)]
    kept = packed(chain(steps))
    assert first_difference(chain(steps), kept) is None
    assert first_difference(chain([*steps, (b"new", "y")]), kept) is None
    steps[number - 1] = (b"other", "x")
    assert first_difference(chain(steps), kept) == number
    assert first_difference(chain(steps[: number - 1]), kept) == number


def test_an_empty_log_passes() -> None:
    assert judge("gone", [], None).problem is None
    problem = judge("gone", [], packed(chain([(b"x", "")]))).problem
    assert problem == "event 1 is gone. Compare the log with a backup."
