"""Jobs are requested and taken over a real server: fairly, and under leases."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from service.engine.job_requests import BotTurnRequest, GamePuzzlesRequest, HintRequest, PuzzlesRequest, ReviewRequest
from service.engine.queues import Job, Jobs, TakenJob, queue_key
from service.engine.tickets import Tickets
from service.engine.urgency import Urgency
from service.store.event_store import EventStore

AT = 1_800_000_000_000
HINT = HintRequest("some", "7-500", "a position", AT)
NOW = [Urgency.NOW]


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
