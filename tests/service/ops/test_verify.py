"""`verify`: every stored log is replayed, and changed events are reported."""

from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor

import msgspec
import pytest

from domain.events import GameFinished, GameStarted
from domain.notation.positions import fingerprint
from domain.notation.reading import read_record
from domain.notation.records import write_record
from domain.position import Position
from projections.table import public
from service.games.codec import decode_all
from service.games.tables import Tables
from service.ops import verify as verifying
from service.ops.fingerprints import chain, first_difference, packed, stored_fingerprints
from service.ops.verify import Totals, judge, verify
from service.store.event_store import EventStore
from service.store.keys import game_keys
from tests.support.servers import emptied
from tests.support.stored_logs import store_sample_games


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
        assert problem == "game4: event 31 is not what it was when its fingerprint was taken"
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
    assert sorted(problems)[1] == "game5: event 7 is missing"
    assert sorted(problems)[0].startswith(f"game2: event {newest} ")


async def test_an_impossible_seats_log_is_reported(filled: EventStore, pool: Executor) -> None:
    entries = await filled.read("game1.seats")
    await rewritten(filled, "game1.seats", 2, entries[0].data)
    await rewritten(filled, "game2.seats", 1, b"\xc1")
    problems = sorted((await verified(filled, pool)).problems)
    assert [problem.partition(" is wrong")[0] for problem in problems] == [
        "game1.seats: event 2",
        "game2.seats: event 1",
    ]


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
    assert judge("gone", [], packed(chain([(b"x", "")]))).problem == "event 1 is gone"
