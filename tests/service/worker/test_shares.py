"""The feeds are divided among the workers that are alive."""

import asyncio
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from service.runtime.shutdown import cancel_all
from service.store.event_store import EventStore
from service.store.feeds.entries import ALL
from service.worker.shares import Membership, share_of
from tests.support.servers import eventually

WORKERS = st.sets(st.text("0123456789abcdef", min_size=4, max_size=16), min_size=1, max_size=12)


@given(WORKERS)
def test_every_feed_belongs_to_one_worker(workers: set[str]) -> None:
    counts = Counter(feed for worker in workers for feed in share_of(worker, workers))
    assert counts == dict.fromkeys(ALL, 1)


@given(WORKERS, st.data())
def test_when_a_worker_goes_only_its_feeds_move(workers: set[str], data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from(sorted(workers)))
    left = workers - {gone}
    for worker in left:
        before, after = set(share_of(worker, workers)), set(share_of(worker, left))
        assert before <= after <= before | set(share_of(gone, workers))


def test_eight_workers_have_about_equal_shares() -> None:
    workers = {f"worker {number}" for number in range(8)}
    sizes = [len(share_of(worker, workers)) for worker in workers]
    assert min(sizes) >= 16
    assert max(sizes) <= 64


async def test_workers_learn_of_each_other(store: EventStore) -> None:
    first, second = Membership(store), Membership(store)
    await first.beat()
    assert first.take_share() == list(ALL)
    await second.beat()
    await first.beat()
    assert first.workers == second.workers == {first.worker, second.worker}
    await first.changed()
    assert {*first.take_share()} | {*second.take_share()} == {*ALL}
    await second.leave()
    await first.beat()
    await first.changed()
    assert first.take_share() == list(ALL)


async def test_the_feeds_of_a_worker_that_died_go_to_the_others(store: EventStore) -> None:
    living, dead = Membership(store), Membership(store, lifetime=0.05)
    await dead.beat()
    await living.beat()
    beating = asyncio.create_task(living.run())

    async def has_all() -> bool:
        return living.take_share() == list(ALL)

    await eventually(has_all)
    await cancel_all([beating])
    await living.leave()
