"""The helper process: it does the long work, and its failures are nobody else's."""

import asyncio
import os
import resource
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from domain.errors import BrokenRecord
from domain.notation.reading import NOT_A_RECORD, TOO_MANY_EVENTS
from domain.notation.records import TITLE, write_record
from domain.undo import LONGEST
from service.helper.process import BUSY, FAILED, Helper
from service.helper.requests import PaintFilm, WriteRecord
from service.runtime.refusal import Refused
from tests.support.long_games import long_game
from tests.support.stack import is_gone

GAME = long_game(LONGEST)
OLD_GAME = long_game(2_400)  # as long as logs could once be


@pytest.fixture
async def helper() -> AsyncIterator[Helper]:
    helper = Helper()
    yield helper
    helper.close()


async def test_a_record_is_read_as_it_was_written(helper: Helper) -> None:
    text = (await helper.written(WriteRecord(GAME))).decode()
    assert text == write_record(GAME)
    assert await helper.read(text, LONGEST) == GAME


async def test_a_broken_record_is_refused_with_its_line_and_reason(helper: Helper) -> None:
    with pytest.raises(BrokenRecord) as broken:
        await helper.read("nonsense", LONGEST)
    assert (broken.value.line, broken.value.reason) == (1, NOT_A_RECORD.about(title=TITLE))
    with pytest.raises(BrokenRecord) as broken:
        await helper.read(write_record(OLD_GAME), LONGEST)
    assert broken.value.reason == TOO_MANY_EVENTS.about(most=LONGEST)


async def test_the_film_of_the_longest_game_needs_little_memory(helper: Helper) -> None:
    await helper.written(WriteRecord(OLD_GAME))
    before = peak(helper)
    assert (await helper.written(PaintFilm(OLD_GAME))).startswith(b"RIFF")
    assert peak(helper) - before < 36 * 1024, "KB: 28 MB, and 44 when all pictures that stand are painted at once"


def peak(helper: Helper) -> int:
    """The most memory that the process has had, in KB."""
    status = Path(f"/proc/{helper.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))


async def test_a_process_that_died_is_replaced(helper: Helper) -> None:
    await helper.written(WriteRecord(GAME))
    first = helper.pid
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    failing = asyncio.create_task(helper.written(WriteRecord(GAME)))
    os.kill(first, signal.SIGKILL)  # with the request, or before it was sent
    await asyncio.gather(failing, return_exceptions=True)
    assert await helper.written(WriteRecord(GAME))
    assert helper.pid != first


async def test_one_that_takes_too_long_is_killed() -> None:
    helper = Helper((sys.executable, "-c", "import time; time.sleep(3600)"), seconds=0.2)
    with pytest.raises(Refused) as refusal:
        await helper.written(WriteRecord(GAME))
    assert refusal.value.reason == FAILED
    assert helper.pid is not None
    assert is_gone(helper.pid)
    helper.close()


async def test_too_much_at_once_is_refused_and_the_rest_is_done(helper: Helper) -> None:
    tasks = [asyncio.create_task(helper.written(WriteRecord(GAME))) for _ in range(40)]
    results = await asyncio.gather(*tasks, return_exceptions=True)
    refusals = [result for result in results if isinstance(result, Refused)]
    assert {refusal.reason for refusal in refusals} == {BUSY}
    assert len(refusals) == 20
    assert await helper.written(WriteRecord(GAME))


async def test_it_goes_after_the_api_and_can_take_only_so_much_memory(helper: Helper) -> None:
    await helper.written(WriteRecord(GAME))
    assert helper.pid is not None
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, helper.pid) == min(19, ours + 5)
    assert resource.prlimit(helper.pid, resource.RLIMIT_DATA) == (384 * 1024**2, 384 * 1024**2)


async def test_it_ends_with_us(helper: Helper) -> None:
    await helper.written(WriteRecord(GAME))
    pid = helper.pid
    assert pid is not None
    helper.close()
    assert is_gone(pid)
