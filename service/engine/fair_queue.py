"""A queue in memory that goes round by owner, weighed by the time used: the owner who has used the least goes next.

Each owner has a time of their own, which advances by what they use. After a pause it starts at the time of the queue:
nobody saves up while they want nothing. An empty queue forgets who has used what.
"""

from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}  # by owner
        self._times: dict[str, float] = {}
        self._now = 0.0  # the time of the owner who was served last

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, owner: str, item: Item) -> None:
        if owner not in self._waiting:
            self._waiting[owner] = deque()
            self._times[owner] = max(self._now, self._times.get(owner, 0.0))
        self._waiting[owner].append(item)

    def take(self) -> tuple[str, Item]:
        """The next item and its owner; raises IndexError if there is none."""
        if not self._waiting:
            raise IndexError("nothing is waiting")
        owner = min(self._waiting, key=self._times.__getitem__)
        items = self._waiting[owner]
        self._now = self._times[owner]
        item = items.popleft()
        if not items:
            del self._waiting[owner]
        return owner, item

    def charge(self, owner: str, seconds: float) -> None:
        """The owner has used this time."""
        self._times[owner] = self._times.get(owner, self._now) + seconds
        if not self._waiting:
            self._times.clear()
            self._now = 0.0
