"""The slot of a key is the one that redis-py computes."""

from hypothesis import example, given
from hypothesis import strategies as st
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from service.store.client.slots import SLOTS, slot_of


@given(st.text(st.sampled_from("ab{}é"), max_size=12))
@example("{game}:log")
@example("{}game")
@example("}{game}")
def test_the_slot_is_that_of_the_specification(key: str) -> None:
    assert slot_of(key) == key_slot(key.encode())


def test_there_are_as_many_slots() -> None:
    assert SLOTS == REDIS_CLUSTER_HASH_SLOTS
