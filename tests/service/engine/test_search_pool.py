"""The processes that think: the urgent goes first, what takes too long is stopped, what fails fails alone."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.legal import is_choice, legal
from domain.notation.positions import read_position
from domain.rules import Rules
from service.engine.questions import Answer, Case, Choose, Chosen, Rank, Ranked, shown
from service.engine.search_pool import SearchFailed, SearchPool, thinkers_wanted
from service.engine.urgency import Urgency
from service.runtime.metrics import Metrics
from tests.service.runtime.test_metrics import samples
from tests.support.play import random_game
from tests.support.servers import eventually
from tests.support.simple_search_process import COMMAND
from tests.support.stack import is_gone

POSITION = shown(
    next(
        game.position
        for game in random_game(Rules("kingdomino", 2, None, ("must_place",)), Random(1)).games[5:]
        if is_choice(game.position)
    )
)
LONG = 60.0  # seconds; nothing takes that long


@pytest.fixture
def failed(tmp_path: Path) -> Path:
    return tmp_path / "failed"


@asynccontextmanager
async def thinking(failed: Path, *how: str, processes: int = 1, **limits: Any) -> AsyncIterator[SearchPool]:
    thinkers = SearchPool(processes, failed, command=(*COMMAND, *how), **limits)
    try:
        yield thinkers
    finally:
        await thinkers.aclose()


def rank(playouts: int = 100) -> Rank:
    return Rank(POSITION, playouts, 1)


async def is_busy(thinkers: SearchPool) -> bool:
    return bool(thinkers.pids)


async def test_a_question_is_answered(failed: Path) -> None:
    async with thinking(failed) as thinkers:
        answered = await thinkers.think(rank(), LONG, Urgency.NOW)
        assert isinstance(answered, Ranked)
        assert [choice.step for choice in answered.choices] == legal(read_position(POSITION))
        chosen = await thinkers.think(Choose(POSITION, "volcano", 3), LONG, Urgency.STUDY)
        assert isinstance(chosen, Chosen)
        assert chosen.step in legal(read_position(POSITION))


async def test_a_search_whose_time_is_up_answers_with_the_moves_it_has(failed: Path) -> None:
    async with thinking(failed, "slow:1000") as thinkers:
        ranked = await thinkers.think(rank(), 0.05, Urgency.NOW)
    assert isinstance(ranked, Ranked)
    assert [choice.step for choice in ranked.choices] == legal(read_position(POSITION))
    assert not failed.exists(), "running out of time is no failure"


async def test_who_waits_for_the_start_waits_until_the_engine_is_compiled(failed: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "compiled"
    async with thinking(failed, f"ready_when:{compiled}") as thinkers:
        waiting = [asyncio.create_task(thinkers.started()) for _ in range(2)]
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(waiting[0]), 0.05)
        compiled.touch()
        await asyncio.gather(*waiting)
        assert isinstance(await thinkers.think(rank(), LONG, Urgency.NOW), Ranked)


async def test_who_waits_for_the_start_learns_that_no_process_starts(failed: Path) -> None:
    thinkers = SearchPool(1, failed, command=("false",))
    await thinkers.started()
    await thinkers.aclose()


async def test_the_most_urgent_question_is_answered_first(failed: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    async with thinking(failed, f"note:{notes}", "slow:1000") as thinkers:
        first = asyncio.create_task(thinkers.think(rank(0), 1.0, Urgency.STUDY))
        await eventually(lambda: _noted(notes, 1))
        questions = [(3, Urgency.ASKED), (4, Urgency.ASKED), (2, Urgency.STUDY), (1, Urgency.NOW)]
        await asyncio.gather(first, *(thinkers.think(rank(playouts), 0.0, urgency) for playouts, urgency in questions))
    assert notes.read_text().split()[1::2] == ["0", "1", "2", "3", "4"]


async def test_a_review_is_interrupted_by_a_hint_and_started_again(failed: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    async with thinking(failed, f"note:{notes}", "slow:1000") as thinkers:
        review = asyncio.create_task(thinkers.think(rank(1), 1.0, Urgency.ASKED))
        await eventually(lambda: _noted(notes, 1))
        await thinkers.think(rank(2), 0.0, Urgency.NOW)
        assert not review.done()
        await review
    assert notes.read_text().split()[1::2] == ["1", "2", "1"]


async def test_hints_interrupt_reviews_and_nothing_interrupts_bots(failed: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    async with thinking(failed, f"note:{notes}", "slow:1000", processes=2) as thinkers:

        def ask_twice(urgency: Urgency, playouts: int, seconds: float = LONG) -> asyncio.Future[list[Answer]]:
            return asyncio.gather(*(thinkers.think(rank(playouts), seconds, urgency) for _ in range(2)))

        reviews = ask_twice(Urgency.ASKED, 1)
        await eventually(lambda: _noted(notes, 2))
        bots = ask_twice(Urgency.STUDY, 2, seconds=2.0)
        await eventually(lambda: _noted(notes, 4))
        hints = ask_twice(Urgency.NOW, 3)
        await bots
        await eventually(lambda: _noted(notes, 6))
        hints.cancel()
        await eventually(lambda: _noted(notes, 8))
        reviews.cancel()
        await asyncio.gather(hints, reviews, return_exceptions=True)
    assert notes.read_text().split()[1::2] == ["1", "1", "2", "2", "3", "3", "1", "1"]


async def _noted(notes: Path, count: int) -> bool:
    return notes.exists() and len(notes.read_text().splitlines()) >= count


async def test_a_search_whose_caller_is_cancelled_is_stopped(failed: Path) -> None:
    async with thinking(failed, "slow:1000") as thinkers:
        forgotten = asyncio.create_task(thinkers.think(rank(), LONG, Urgency.STUDY))
        await eventually(lambda: is_busy(thinkers))
        [pid] = thinkers.pids
        waiting = asyncio.create_task(thinkers.think(rank(), LONG, Urgency.STUDY))
        await asyncio.sleep(0)
        for task in (forgotten, waiting):
            task.cancel()
        await asyncio.wait([forgotten, waiting])
        await thinkers.think(rank(), 0.05, Urgency.STUDY)
        assert not is_gone(pid), "it was asked to stop, and not killed"


async def test_a_search_that_raises_fails_alone_and_its_position_is_saved(failed: Path, tmp_path: Path) -> None:
    metrics = Metrics()
    thinkers = SearchPool(1, failed, metrics, (*COMMAND, f"raise_once:{tmp_path / 'raised'}"))
    with pytest.raises(SearchFailed, match="a cosmic ray"):
        await thinkers.think(rank(), LONG, Urgency.ASKED)
    await thinkers.think(rank(), LONG, Urgency.ASKED)
    await thinkers.aclose()
    [path] = failed.iterdir()
    case = msgspec.json.decode(path.read_bytes(), type=Case)
    assert case.question == rank()
    assert "simple_search_process.py" in case.trace
    counted = samples(metrics.exposition().decode())
    assert counted["firstfire_searches_total", ("failed", "hint")] == 1
    assert counted["firstfire_searches_total", ("done", "hint")] == 1
    assert counted["firstfire_search_seconds_count", ("hint",)] == 1
    assert counted["firstfire_searches_waiting", ("hint",)] == 0


async def test_the_same_failure_is_saved_once_and_a_full_folder_takes_no_more(failed: Path) -> None:
    async with thinking(failed, "raise", most_saved=2) as thinkers:
        for playouts in (1, 1, 2, 3, 4):
            with pytest.raises(SearchFailed):
                await thinkers.think(rank(playouts), LONG, Urgency.NOW)
    assert len(list(failed.iterdir())) == 2


async def test_a_search_fails_cleanly_where_its_case_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    async with thinking(tmp_path / "file", "raise") as thinkers:
        with pytest.raises(SearchFailed):
            await thinkers.think(rank(), LONG, Urgency.NOW)


async def test_a_process_that_hangs_is_killed_and_replaced(failed: Path, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    async with thinking(failed, f"pid:{pids}", "hang", grace=0.1) as thinkers:
        for _ in range(2):
            with pytest.raises(SearchFailed, match="does not answer"):
                await thinkers.think(rank(), 0.5, Urgency.NOW)
    first, second = map(int, pids.read_text().split())
    assert first != second
    assert is_gone(first)
    assert len(list(failed.iterdir())) == 1


async def test_a_question_whose_process_dies_is_answered_by_another_process(failed: Path, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    async with thinking(failed, f"pid:{pids}", f"die_once:{tmp_path / 'died'}") as thinkers:
        ranked = await thinkers.think(rank(), LONG, Urgency.STUDY)
    assert isinstance(ranked, Ranked)
    assert [choice.step for choice in ranked.choices] == legal(read_position(POSITION))
    died, answered = pids.read_text().split()
    assert died != answered
    assert not failed.exists()


async def test_a_killed_process_is_replaced_whether_it_was_busy_or_idle(failed: Path, tmp_path: Path) -> None:
    notes = tmp_path / "pids"

    def pids() -> list[int]:
        """The process of each question."""
        return [int(pid) for pid in notes.read_text().split()]

    async with thinking(failed, f"pid:{notes}", "slow:1000") as thinkers:
        search = asyncio.create_task(thinkers.think(rank(), 1.0, Urgency.STUDY))
        await eventually(lambda: _noted(notes, 1))
        os.kill(pids()[-1], signal.SIGKILL)
        assert isinstance(await search, Ranked)
        os.kill(pids()[-1], signal.SIGKILL)
        assert isinstance(await thinkers.think(rank(), 0.0, Urgency.STUDY), Ranked)
    assert len(pids()) == len(set(pids())) == 3


async def test_a_question_that_kills_every_process_fails(failed: Path) -> None:
    async with thinking(failed, "die") as thinkers:
        with pytest.raises(SearchFailed, match="died"):
            await thinkers.think(rank(), LONG, Urgency.STUDY)
    assert len(list(failed.iterdir())) == 1


async def test_a_search_process_ends_when_its_worker_is_killed(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys; from pathlib import Path; from service.engine.search_pool import SearchPool\n"
        "from service.engine.urgency import Urgency\n"
        "from tests.service.engine import test_search_pool as it\n"
        "async def work():\n"
        "    thinkers = SearchPool(1, Path('nowhere'), command=(*it.COMMAND, 'slow:1000'))\n"
        "    search = asyncio.create_task(thinkers.think(it.rank(), 1000, Urgency.STUDY))\n"
        "    while not thinkers.pids: await asyncio.sleep(0.01)\n"
        "    print(*thinkers.pids, flush=True)\n"
        "    await search\n"
        "asyncio.run(work())\n"
    )
    worker = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE)
    assert worker.stdout is not None
    pid = int(await worker.stdout.readline())
    worker.kill()
    await worker.wait()

    async def has_ended() -> bool:
        return is_gone(pid)

    await eventually(has_ended)


def test_there_is_at_least_one_search_process() -> None:
    assert thinkers_wanted(None) >= 1
    assert thinkers_wanted(0) == 1
    assert thinkers_wanted(3) == 3
