"""Consumers perform what is queued: between versions, after failures, and until they are stopped."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import ClassVar

import pytest

from service.engine.consumers import Consumer
from service.engine.job_requests import HintRequest
from service.engine.queues import Job, Jobs, TakenJob, queue_key
from service.engine.tickets import Tickets
from service.engine.urgency import Urgency
from service.local_valkey.server import Embedded
from service.runtime.shutdown import cancel_all
from service.store.client.address import Address
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.servers import eventually

AT = 1_800_000_000_000


HINT = HintRequest("some", "7-500", "a position", AT)


NOW = [Urgency.NOW]


async def is_idle(store: EventStore) -> bool:
    """Whether no hint is waiting or running."""
    return not [key async for key in store.keys(f"{queue_key(Urgency.NOW)}:jobs")]


@asynccontextmanager
async def consuming(
    jobs: Jobs, address: Address, perform: Callable[[HintRequest], Awaitable[None]], *, patience: float = 0.0
) -> AsyncIterator[None]:
    """Hints are performed by `perform`, one at a time."""
    consumer = Consumer(jobs, address, NOW, {HintRequest: perform}, slots=1, every=0.02, finishes=patience > 0)
    task = asyncio.create_task(consumer.run())
    try:
        yield
        assert not task.done(), "the consumer ended by itself"
    finally:
        await cancel_all([task])
        await consumer.aclose(patience)


class Performed:
    """Notes what it is to perform."""

    def __init__(self) -> None:
        self.jobs: list[HintRequest] = []

    async def __call__(self, job: HintRequest) -> None:
        self.jobs.append(job)

    async def has_any(self) -> bool:
        return bool(self.jobs)


class LaterHintRequest(HintRequest, frozen=True):
    """Of a version to come, with one more field."""

    language: str = "en"


class EarlierHintRequest(Job, frozen=True):
    """Of a version whose jobs had less in them."""

    kind: ClassVar[str] = "make_hint"
    seconds: ClassVar[float] = 0.5

    game: str

    @property
    def id(self) -> str:
        return f"earlier:{self.game}"

    @property
    def urgency(self) -> Urgency:
        return Urgency.NOW


class UnknownRequest(EarlierHintRequest, frozen=True):
    kind: ClassVar[str] = "juggle"

    @property
    def id(self) -> str:
        return f"unknown:{self.game}"


async def test_a_job_with_a_new_field_is_performed_by_an_older_worker(jobs: Jobs, address: Address) -> None:
    performed = Performed()
    await jobs.request(LaterHintRequest(HINT.game, HINT.hint, HINT.position, HINT.requested_at, language="de"))
    async with consuming(jobs, address, performed):
        await eventually(performed.has_any)
    assert performed.jobs == [HINT]


async def test_jobs_that_cannot_be_read_are_dropped_and_the_next_one_is_performed(
    jobs: Jobs, own_store: EventStore, caplog: pytest.LogCaptureFixture, address: Address
) -> None:
    performed = Performed()
    await jobs.request(EarlierHintRequest("some"))
    await jobs.request(UnknownRequest("some"))
    waiting = f"{queue_key(Urgency.NOW)}:waiting"
    await own_store.servers.call(waiting, "ZADD", waiting, 0, f"{0:016} garbage")
    await jobs.request(HINT)
    async with consuming(jobs, address, performed):
        await eventually(lambda: is_idle(own_store))
    assert performed.jobs == [HINT]
    assert "job earlier:some is of another version and dropped" in caplog.text


async def test_a_job_that_fails_is_dropped_and_the_next_one_is_performed(
    jobs: Jobs, own_store: EventStore, caplog: pytest.LogCaptureFixture, address: Address
) -> None:
    other = HintRequest("other", "7-500", "a position", 0)
    performed = Performed()

    async def perform(job: HintRequest) -> None:
        if job == HINT:
            raise ValueError("a cosmic ray")
        await performed(job)

    for job in (HINT, other):
        await jobs.request(job)
    async with consuming(jobs, address, perform):
        await eventually(lambda: is_idle(own_store))
    assert performed.jobs == [other]
    assert "a cosmic ray" in caplog.text


async def test_a_job_is_performed_again_when_the_log_was_unavailable(
    own_store: EventStore, tickets: Tickets, address: Address
) -> None:
    jobs = Jobs(own_store, tickets, lease=0.05)
    outages, performed = iter([Unavailable("restarting"), Unavailable("restarting")]), Performed()

    async def perform(job: HintRequest) -> None:
        for outage in outages:
            raise outage
        await performed(job)

    await jobs.request(HINT)
    async with consuming(jobs, address, perform):
        await eventually(performed.has_any)
    assert performed.jobs == [HINT]


async def test_the_owner_is_charged_for_the_time_that_a_job_took(
    own_store: EventStore, tickets: Tickets, address: Address
) -> None:
    charged = list[tuple[str, float]]()

    class NotingJobs(Jobs):
        async def finish(self, taken: TakenJob, owner: str = "", excess: float = 0.0) -> None:
            charged.append((owner, excess))
            await super().finish(taken, owner, excess)

    async def perform(job: HintRequest) -> None:
        await asyncio.sleep(1.5 * job.seconds if job.owner == "ugh" else 0)

    jobs = NotingJobs(own_store, tickets)
    for owner in ("ugh", "oona"):
        await jobs.request(HintRequest(owner, "7-500", "", 0, owner))
    async with consuming(jobs, address, perform):
        await eventually(lambda: is_idle(own_store))
    assert [owner for owner, _ in charged] == ["ugh", "oona"]
    assert charged[0][1] >= 0.49 * HintRequest.seconds


@pytest.mark.parametrize("patience", [0.0, 30.0], ids=["at once", "patient"])
async def test_a_running_job_may_finish_if_its_queue_allows_it(
    jobs: Jobs, own_store: EventStore, patience: float, address: Address
) -> None:
    started, finished, go = Performed(), Performed(), asyncio.Event()

    async def perform(job: HintRequest) -> None:
        await started(job)
        await go.wait()
        await finished(job)

    await jobs.request(HINT)
    async with consuming(jobs, address, perform, patience=patience):
        await eventually(started.has_any)
        if patience:
            asyncio.get_running_loop().call_later(0.2, go.set)
    is_finished = patience > 0
    assert finished.jobs == ([HINT] if is_finished else [])
    assert await is_idle(own_store) == is_finished, "what is unfinished is left to another worker"


async def test_a_consumer_ends_when_its_server_goes(own_server: Embedded, jobs: Jobs, address: Address) -> None:
    performed = Performed()
    consumer = Consumer(jobs, address, NOW, {HintRequest: performed}, slots=1, every=0.02)
    task = asyncio.create_task(consumer.run())
    await jobs.request(HINT)
    await eventually(performed.has_any)
    await own_server.stop()
    with pytest.raises(Unavailable):
        await task
    await consumer.aclose(0.0)
