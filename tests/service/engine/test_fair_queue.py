"""A queue that goes round by owner, weighed by the time used."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.fair_queue import FairQueue


def served(queue: FairQueue[int], seconds: float = 1.0) -> str:
    """The owner of the next item, who then has used these seconds."""
    owner, _ = queue.take()
    queue.charge(owner, seconds)
    return owner


def test_the_items_of_one_owner_keep_their_order() -> None:
    queue = FairQueue[int]()
    for item in range(5):
        queue.put("oona", item)
    assert [queue.take()[1] for _ in range(5)] == [0, 1, 2, 3, 4]


def test_who_brings_one_item_waits_for_one_item_of_somebody_with_a_thousand() -> None:
    queue = FairQueue[int]()
    for item in range(1000):
        queue.put("ugh", item)
    assert [served(queue) for _ in range(10)] == ["ugh"] * 10
    queue.put("oona", 0)
    assert "oona" in [served(queue) for _ in range(2)]


def test_owners_who_always_want_something_share_the_time_and_not_the_turns() -> None:
    queue, used = FairQueue[int](), Counter[str]()
    cost = {"oona": 1.0, "ugh": 4.0, "grok": 2.0}
    for owner in cost:
        queue.put(owner, 0)
    for _ in range(700):
        owner = served(queue, 0.0)
        queue.charge(owner, cost[owner])
        used[owner] += int(cost[owner])
        queue.put(owner, 0)
    assert max(used.values()) - min(used.values()) <= 2 * max(cost.values())


def test_nobody_saves_up_while_they_want_nothing() -> None:
    queue = FairQueue[int]()
    for item in range(200):
        queue.put("ugh", item)
    for _ in range(100):
        served(queue)
    for item in range(200):
        queue.put("oona", item)
    owners = [served(queue) for _ in range(20)]
    assert 9 <= owners.count("ugh") <= 11


def test_an_empty_queue_has_nothing_to_take() -> None:
    queue = FairQueue[int]()
    assert not queue
    with pytest.raises(IndexError):
        queue.take()


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.floats(0.0, 10.0)), max_size=60))
def test_everything_that_is_put_is_taken_once(items: list[tuple[str, float]]) -> None:
    queue = FairQueue[int]()
    for number, (owner, _) in enumerate(items):
        queue.put(owner, number)
    assert len(queue) == len(items)
    taken = []
    while queue:
        owner, number = queue.take()
        queue.charge(owner, items[number][1])
        taken.append(number)
    assert sorted(taken) == list(range(len(items)))


def test_owners_who_have_gone_are_forgotten() -> None:
    queue = FairQueue[int]()
    for number in range(10_000):
        queue.put(f"guest {number}", number)
        served(queue, 0.001)
    assert not queue._times
