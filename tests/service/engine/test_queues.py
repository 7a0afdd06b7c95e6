"""Jobs are requested and performed by type, over a real server, also between processes of different versions."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, ClassVar

import msgspec
import pytest

from service.engine.job_requests import BotTurnRequest, GamePuzzlesRequest, HintRequest, PuzzlesRequest, ReviewRequest
from service.engine.queues import BOTS, HINTS, PUZZLES, REVIEWS, Consumers, Job, Jobs, performer
from service.local_valkey.server import Embedded
from service.runtime.shutdown import cancel_all
from service.store.client.address import parse
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.servers import eventually

HINT = HintRequest("some", "7-500", "a position", 1_800_000_000_000)


@pytest.fixture
async def jobs(own_server: Embedded) -> AsyncIterator[Jobs]:
    jobs = Jobs(parse(own_server.url))
    yield jobs
    await jobs.aclose()


@asynccontextmanager
async def consuming(
    server: Embedded,
    perform: Callable[[HintRequest], Awaitable[None]],
    *,
    patience: float = 0.0,
    retry_after: float = 1.0,
) -> AsyncIterator[None]:
    """Hints are performed by `perform`, one at a time."""

    async def on_start() -> None:
        pass

    consumers = Consumers(parse(server.url), on_start, retry_after=retry_after)
    consumers.add(HINTS, [performer(HintRequest, perform)], concurrency=1, poll_every=0.02, finishes=patience > 0)
    tasks = [asyncio.create_task(loop) for loop in consumers.loops()]
    try:
        yield
        assert not any(task.done() for task in tasks), "a consumer ended by itself"
    finally:
        await cancel_all(tasks)
        await consumers.aclose(patience)


class Performed:
    """Notes what it is to perform."""

    def __init__(self) -> None:
        self.jobs: list[HintRequest] = []

    async def __call__(self, job: HintRequest) -> None:
        self.jobs.append(job)

    async def has_any(self) -> bool:
        return bool(self.jobs)


@pytest.mark.parametrize(
    ("job", "queue", "job_id", "kind", "fields"),
    [
        (BotTurnRequest("some", 9), BOTS, "some:9", "play_bots", ["some", 9]),
        (HINT, HINTS, "hint:some:7-500", "make_hint", ["some", "7-500", "a position", 1_800_000_000_000]),
        (ReviewRequest("some"), REVIEWS, "review:some", "make_review", ["some"]),
        (PuzzlesRequest(), PUZZLES, "puzzles", "make_puzzles", []),
        (GamePuzzlesRequest("some"), PUZZLES, "puzzles:some", "mine_puzzles", ["some"]),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Job) else "",
)
async def test_a_queued_job_is_what_workers_of_other_versions_understand(
    jobs: Jobs, own_store: EventStore, job: Job, queue: str, job_id: str, kind: str, fields: list[Any]
) -> None:
    await jobs.request(job)
    assert await own_store.servers.call(queue, "ZRANGE", queue, 0, -1) == [job_id.encode()]
    stored = msgspec.msgpack.decode(await own_store.servers.call("", "GET", f"arq:job:{job_id}"))
    assert (stored["f"], stored["a"], stored["k"]) == (kind, fields, {})


async def test_a_job_that_is_waiting_is_not_added_again(own_server: Embedded, jobs: Jobs) -> None:
    performed = Performed()
    other = HintRequest("other", "7-500", "a position", 0)
    for job in (HINT, HINT, HINT, other):
        await jobs.request(job)
    assert await jobs.count(HINTS) == 2

    async def is_empty() -> bool:
        return await jobs.count(HINTS) == 0

    async with consuming(own_server, performed):
        await eventually(is_empty)
    assert performed.jobs == [HINT, other]


class LaterHintRequest(HintRequest, frozen=True):
    """Of a version to come, with one more field."""

    language: str = "en"


class EarlierHintRequest(Job, frozen=True):
    """Of a version whose jobs had less in them."""

    queue: ClassVar[str] = HINTS
    kind: ClassVar[str] = "make_hint"

    game: str

    @property
    def id(self) -> str:
        return f"earlier:{self.game}"


class UnknownRequest(EarlierHintRequest, frozen=True):
    kind: ClassVar[str] = "juggle"

    @property
    def id(self) -> str:
        return f"unknown:{self.game}"


async def test_a_job_with_a_new_field_is_performed_by_an_older_worker(own_server: Embedded, jobs: Jobs) -> None:
    performed = Performed()
    await jobs.request(LaterHintRequest(HINT.game, HINT.hint, HINT.position, HINT.requested_at, language="de"))
    async with consuming(own_server, performed):
        await eventually(performed.has_any)
    assert performed.jobs == [HINT]


async def test_jobs_that_cannot_be_read_are_dropped_and_the_next_one_is_performed(
    own_server: Embedded, own_store: EventStore, jobs: Jobs, caplog: pytest.LogCaptureFixture
) -> None:
    performed = Performed()
    await jobs.request(EarlierHintRequest("some"))
    await jobs.request(UnknownRequest("some"))
    await own_store.servers.call("", "SET", "arq:job:garbage", b"\xc1")
    await own_store.servers.call("", "ZADD", HINTS, int(time.time() * 1000), "garbage")
    await jobs.request(HINT)

    async def is_empty() -> bool:
        return await jobs.count(HINTS) == 0

    async with consuming(own_server, performed):
        await eventually(is_empty)
    assert performed.jobs == [HINT]
    assert "job earlier:some is of another version and dropped" in caplog.text


async def test_a_job_is_performed_again_when_the_log_was_unavailable(own_server: Embedded, jobs: Jobs) -> None:
    outages, performed = iter([Unavailable("restarting"), Unavailable("restarting")]), Performed()

    async def perform(job: HintRequest) -> None:
        for outage in outages:
            raise outage
        await performed(job)

    await jobs.request(HINT)
    async with consuming(own_server, perform, retry_after=0.05):
        await eventually(performed.has_any)
    assert performed.jobs == [HINT]


@pytest.mark.parametrize("patience", [0.0, 30.0], ids=["at once", "patient"])
async def test_a_running_job_may_finish_if_its_queue_allows_it(
    own_server: Embedded, jobs: Jobs, patience: float
) -> None:
    started, finished, go = Performed(), Performed(), asyncio.Event()

    async def perform(job: HintRequest) -> None:
        await started(job)
        await go.wait()
        await finished(job)

    await jobs.request(HINT)
    async with consuming(own_server, perform, patience=patience):
        await eventually(started.has_any)
        asyncio.get_running_loop().call_later(0.2, go.set)
    is_finished = patience > 0
    assert finished.jobs == ([HINT] if is_finished else [])
    assert await jobs.count(HINTS) == (0 if is_finished else 1), "what is unfinished is left to the next worker"


async def test_consumers_end_when_their_server_goes(own_server: Embedded, jobs: Jobs) -> None:
    ready = asyncio.Event()

    async def on_start() -> None:
        ready.set()

    consumers = Consumers(parse(own_server.url), on_start)
    consumers.add(HINTS, [performer(HintRequest, Performed())], concurrency=1, poll_every=0.02, finishes=True)
    [loop] = consumers.loops()
    task = asyncio.create_task(loop)
    await ready.wait()
    await own_server.stop()
    with pytest.raises(Unavailable, match="the queue of jobs cannot be reached"):
        await task
    await consumers.aclose(0.0)
