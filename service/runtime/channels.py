"""What open streams wait for: a channel for each thing that is followed in this process, and nothing per client."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Generic, TypeVar

KEEP_ALIVE: Final = 15.0  # seconds without a message until a stream says that it is still there
WELCOME: Final = b": welcome\n\n"
ALIVE: Final = b"event: alive\ndata: {}\n\n"  # pages see messages, but no comments


class Channel:
    def __init__(self) -> None:
        self.watchers = 0
        self.changed = asyncio.Event()

    def wake(self) -> None:
        """All streams of this channel look for what is new."""
        self.changed.set()
        self.changed = asyncio.Event()


C = TypeVar("C", bound=Channel)


class Channels(Generic[C]):
    """The channels that have open streams, by the name of what they are about; `make` makes one."""

    def __init__(self, make: Callable[[str], C]) -> None:
        self._make = make
        self._open: dict[str, C] = {}
        self.is_closed = False

    @property
    def open_count(self) -> int:
        """How many streams are open."""
        return sum(channel.watchers for channel in self._open.values())

    def get(self, name: str) -> C | None:
        return self._open.get(name)

    def __iter__(self) -> Iterator[C]:
        return iter([*self._open.values()])

    def close(self) -> None:
        """Every stream ends; the clients reconnect and name the last message they received."""
        self.is_closed = True
        for channel in self:
            channel.wake()

    @contextmanager
    def watched(self, name: str) -> Iterator[C]:
        """The channel, which has one more stream as long as the block runs."""
        channel = self._open.get(name)
        if channel is None:
            channel = self._open[name] = self._make(name)
        channel.watchers += 1
        try:
            yield channel
        finally:
            channel.watchers -= 1
            if not channel.watchers and self._open.get(name) is channel:
                del self._open[name]


async def is_set_within(event: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return False
