"""The cache of busy paths keeps and forgets what an LRUCache of cachetools would."""

from cachetools import LRUCache
from hypothesis import given
from hypothesis import strategies as st

from service.runtime.recent import Recent

_NAMES = st.sampled_from("abcde")


@given(
    st.integers(1, 6),
    st.lists(st.tuples(st.sampled_from(["get", "put", "forget"]), _NAMES, st.integers(1, 6)), max_size=40),
)
def test_it_equals_cachetools(most: int, uses: list[tuple[str, str, int]]) -> None:
    recent, model = Recent[str, int](most, lambda value: value), LRUCache[str, int](most, lambda value: value)
    for use, name, value in uses:
        if use == "get":
            assert recent.get(name) == model.get(name)
        elif use == "put":
            recent[name] = value
            if value > most:
                model.pop(name, None)
            else:
                model[name] = value
        else:
            recent.forget(name)
            model.pop(name, None)
        assert dict(recent.items()) == dict(model)
        assert (recent.weight, len(recent)) == (model.currsize, len(model))
        assert all((name in recent) == (name in model) for name in "abcde")


def test_what_is_looked_through_is_not_used() -> None:
    recent = Recent[str, int](2)
    recent["a"], recent["b"] = 1, 2
    assert [*recent.items()] == [("a", 1), ("b", 2)]
    recent["c"] = 3
    assert recent.get("a") is None
