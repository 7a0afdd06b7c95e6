"""What was used most recently, up to a number or a weight: for the caches that every request asks several times.

It does what an LRUCache of cachetools does, for a part of its time: an OrderedDict moves an entry to its end, and finds
the first, without going through the others.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

_Name = TypeVar("_Name", bound=Hashable)
_Value = TypeVar("_Value")


def _one(_: object) -> int:
    return 1


class Recent(Generic[_Name, _Value]):
    """All values together weigh at most `most`; a heavier one is not kept at all. Weighed when it is put here."""

    def __init__(self, most: int, weigh: Callable[[_Value], int] = _one) -> None:
        self._most = most
        self._weigh = weigh
        self._kept: OrderedDict[_Name, tuple[_Value, int]] = OrderedDict()  # those used longest ago first
        self.weight = 0

    def get(self, name: _Name) -> _Value | None:
        kept = self._kept.get(name)
        if kept is None:
            return None
        self._kept.move_to_end(name)
        return kept[0]

    def __setitem__(self, name: _Name, value: _Value) -> None:
        weight, before = self._weigh(value), self._kept.pop(name, None)
        if before is not None:
            self.weight -= before[1]
        if weight > self._most:
            return
        self._kept[name] = value, weight
        self.weight += weight
        while self.weight > self._most:
            _, (_, forgotten) = self._kept.popitem(last=False)
            self.weight -= forgotten

    def __contains__(self, name: _Name) -> bool:
        return name in self._kept

    def __len__(self) -> int:
        return len(self._kept)

    def items(self) -> Iterator[tuple[_Name, _Value]]:
        """Those used longest ago first; looking at them is not a use."""
        return ((name, value) for name, (value, _) in self._kept.items())

    def forget(self, name: _Name) -> None:
        kept = self._kept.pop(name, None)
        if kept is not None:
            self.weight -= kept[1]

    def forget_all(self) -> None:
        self._kept.clear()
        self.weight = 0
