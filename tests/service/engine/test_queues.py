"""Jobs are requested, taken and performed over a real server: fairly, under leases, and between versions."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, ClassVar

import msgspec
import pytest

from service.engine.consumers import Consumer
from service.engine.job_requests import BotTurnRequest, GamePuzzlesRequest, HintRequest, PuzzlesRequest, ReviewRequest
from service.engine.queues import Job, Jobs, TakenJob, queue_key
from service.engine.tickets import Tickets
from service.engine.urgency import Urgency
from service.local_valkey.server import Embedded
from service.runtime.shutdown import cancel_all
from service.store.client.address import Address, parse
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.servers import eventually

AT = 1_800_000_000_000
HINT = HintRequest("some", "7-500", "a position", AT)
NOW = [Urgency.NOW]


@pytest.fixture
def address(own_server: Embedded) -> Address:
    return parse(own_server.url)


@pytest.fixture
async def tickets(address: Address) -> AsyncIterator[Tickets]:
    tickets = Tickets(address)
    yield tickets
    await tickets.aclose()


@pytest.fixture
def jobs(own_store: EventStore, tickets: Tickets) -> Jobs:
    return Jobs(own_store, tickets)


def step(owner: str, number: int) -> BotTurnRequest:
    return BotTurnRequest(f"{owner}s-game", number, owner)


async def take(jobs: Jobs, *urgencies: Urgency) -> TakenJob:
    taken = await jobs.take(urgencies or NOW)
    assert taken is not None
    return taken


async def owner_served(jobs: Jobs, seconds: float = 0.5) -> str:
    """The owner of the next job, which then takes these seconds."""
    taken = await take(jobs)
    _, (_, _, owner, _) = msgspec.msgpack.decode(taken.data)
    assert isinstance(owner, str)
    await jobs.finish(taken, owner, seconds - BotTurnRequest.seconds)
    return owner


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


async def is_idle(store: EventStore) -> bool:
    """Whether no hint is waiting or running."""
    return not [key async for key in store.keys(f"{queue_key(Urgency.NOW)}:jobs")]


# What is in a queue


@pytest.mark.parametrize(
    ("job", "urgency", "job_id", "kind", "fields"),
    [
        (BotTurnRequest("some", 9, "oona"), Urgency.NOW, "some:9", "play_bots", ["some", 9, "oona", False]),
        (BotTurnRequest("some", 9, "", True), Urgency.UNASKED, "some:9", "play_bots", ["some", 9, "", True]),
        (HINT, Urgency.NOW, "hint:some:7-500", "make_hint", ["some", "7-500", "a position", AT, "", False]),
        (ReviewRequest("some", "oona"), Urgency.ASKED, "review:some", "make_review", ["some", "oona", True]),
        (ReviewRequest("some", "oona", False), Urgency.UNASKED, "review:some", "make_review", ["some", "oona", False]),
        (PuzzlesRequest(), Urgency.PUZZLE, "puzzles", "make_puzzles", []),
        (GamePuzzlesRequest("some"), Urgency.PUZZLE, "puzzles:some", "mine_puzzles", ["some", ""]),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Job) else "",
)
async def test_a_queued_job_is_what_workers_of_other_versions_understand(
    jobs: Jobs, job: Job, urgency: Urgency, job_id: str, kind: str, fields: list[Any]
) -> None:
    await jobs.request(job)
    assert await jobs.count(urgency) == 1
    taken = await take(jobs, *Urgency)
    assert (taken.urgency, taken.id) == (urgency, job_id)
    assert msgspec.msgpack.decode(taken.data) == [kind, fields]


async def test_a_job_that_is_waiting_or_running_is_not_added_again(jobs: Jobs) -> None:
    assert await jobs.request(HINT)
    assert not await jobs.request(HINT)
    taken = await take(jobs)
    assert not await jobs.request(HINT)
    assert await jobs.count(Urgency.NOW) == 0
    await jobs.finish(taken)
    assert await jobs.request(HINT)


async def test_an_idle_queue_leaves_nothing_behind(jobs: Jobs, own_store: EventStore) -> None:
    for number in range(20):
        await jobs.request(step(f"guest {number}", 1))
    for _ in range(20):
        await owner_served(jobs, seconds=0.1)
    assert not [key async for key in own_store.keys("{thinking}:*")]


# Whose turn it is


async def test_who_brings_one_job_does_not_wait_for_somebody_with_a_hundred(jobs: Jobs) -> None:
    for number in range(100):
        await jobs.request(step("ugh", number))
    assert [await owner_served(jobs) for _ in range(5)] == ["ugh"] * 5
    await jobs.request(step("oona", 1))
    assert "oona" in [await owner_served(jobs) for _ in range(2)]


async def test_owners_share_the_time_and_not_the_turns(jobs: Jobs) -> None:
    cost, used = {"oona": 0.25, "ugh": 2.0}, Counter[str]()
    for owner in cost:
        await jobs.request(step(owner, 0))
    for number in range(1, 100):
        taken = await take(jobs)
        _, (_, _, owner, _) = msgspec.msgpack.decode(taken.data)
        await jobs.finish(taken, owner, cost[owner] - BotTurnRequest.seconds)
        used[owner] += int(100 * cost[owner])
        await jobs.request(step(owner, number))
    assert abs(used["oona"] - used["ugh"]) <= 2 * 200 + 100


async def test_first_jobs_are_taken_in_the_order_of_their_requests(jobs: Jobs) -> None:
    owners = [f"guest {number % 7}{number}" for number in range(30)]
    for owner in owners:
        await jobs.request(step(owner, 1))
    assert [await owner_served(jobs) for _ in owners] == owners


async def test_the_more_urgent_queue_goes_first(jobs: Jobs) -> None:
    wanted = [
        PuzzlesRequest(),
        ReviewRequest("some", "oona", is_asked=False),
        ReviewRequest("some", "oona"),
        HintRequest("some", "7-500", "", 0, "oona", is_over=True),
        HintRequest("other", "7-500", "", 0, "oona"),
    ]
    for job in wanted:
        await jobs.request(job)
    assert [(await take(jobs, *Urgency)).urgency for _ in wanted] == list(Urgency)
    assert await jobs.take(list(Urgency)) is None


async def test_each_of_many_takers_gets_another_job(jobs: Jobs) -> None:
    """However many workers there are, and however many jobs run already."""
    for number in range(300):
        await jobs.request(step("oona", number))
    taken = [await jobs.take(NOW) for _ in range(300)]
    assert len({job.id for job in taken if job is not None}) == 300
    assert await jobs.take(NOW) is None


# Leases


async def test_a_job_whose_worker_has_died_is_taken_again_and_goes_first(
    own_store: EventStore, tickets: Tickets
) -> None:
    jobs = Jobs(own_store, tickets, lease=0.0)
    await jobs.request(step("oona", 1))
    await jobs.request(step("ugh", 1))
    died = await take(jobs)
    assert await take(jobs) == died


async def test_a_renewed_lease_lasts(jobs: Jobs, own_store: EventStore, tickets: Tickets) -> None:
    await jobs.request(HINT)
    taken = await take(jobs)
    running = f"{queue_key(Urgency.NOW)}:running"

    async def ends() -> float:
        return float(await own_store.servers.call(running, "ZSCORE", running, taken.id))

    first = await ends()
    await Jobs(own_store, tickets, lease=60.0).renew(taken)
    assert await ends() > first + 50_000
    await jobs.finish(taken)
    await jobs.renew(taken)
    assert await own_store.servers.call(running, "ZSCORE", running, taken.id) is None


async def test_a_job_that_kills_every_worker_is_dropped(own_store: EventStore, tickets: Tickets) -> None:
    jobs = Jobs(own_store, tickets, lease=0.0, most_losses=3)
    await jobs.request(HINT)
    for _ in range(4):
        await take(jobs)
    assert await jobs.take(NOW) is None
    assert await jobs.request(HINT), "it can be requested again"


# Performing


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
