"""Fan-out of new events to open streams: one feed reader for the whole process, no queue per client.

Each watched game keeps its newest events as ready-made text. A stream remembers only how far it has sent; when its
client can take more, it sends what is new. A client too slow to be served from there is told to fetch the game again,
and holds up nobody.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Final

import msgspec

from service.games.codec import Stamped
from service.games.views import View, Views
from service.store.errors import Unavailable
from service.store.event_store import EventStore

KEEP_ALIVE: Final = 15.0
_RECENT: Final = 256
_PAUSE: Final = 0.5
_RESYNC: Final = b"event: resync"
_LOST: Final = -1  # before every event: from there only a resync leads on

log = logging.getLogger(__name__)
_ENCODER: Final = msgspec.json.Encoder()


class Channel:
    """The newest events of a game that somebody watches."""

    def __init__(self) -> None:
        self.watchers = 0
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=_RECENT)
        self.changed = asyncio.Event()
        self.pump: asyncio.Task[None] | None = None
        self.set_back = 0  # how often the log was: whoever watched it then must look again

    def publish(self, news: list[Stamped]) -> None:
        for stamped in news:
            if not self.recent or stamped.seq > self.recent[-1][0]:
                self.recent.append((stamped.seq, message(stamped)))
        self.changed.set()
        self.changed = asyncio.Event()

    def is_set_back(self, view: View) -> bool:
        """Whether the newest event here is no longer in the game."""
        if not self.recent:
            return False
        seq, text = self.recent[-1]
        return view.seq < seq or message(view.log(seq - 1)[0]) != text

    def begin_again(self) -> None:
        self.recent.clear()
        self.set_back += 1

    def since(self, sent: int) -> tuple[int, bytes]:
        """What comes after event `sent`, and how far that reaches; a call to resync when it is no longer here."""
        if not self.recent or self.recent[-1][0] <= sent:
            return sent, b""
        newest, oldest = self.recent[-1][0], self.recent[0][0]
        if oldest > sent + 1:
            return newest, _RESYNC + b'\nid: %d\ndata: {"seq": %d}\n\n' % (newest, newest)
        return newest, b"".join(text for seq, text in self.recent if seq > sent)


def message(stamped: Stamped) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (stamped.seq, _ENCODER.encode(stamped))


class Hub:
    def __init__(self, store: EventStore, views: Views, *listeners: Callable[[str, int], None]) -> None:
        self._store = store
        self._views = views
        self._listeners = listeners
        self._channels: dict[str, Channel] = {}
        self._is_closed = False
        self.positions: dict[int, str] = {}  # how far the feeds have been heard
        self.resyncs = 0  # how often a stream was too slow

    @property
    def streams(self) -> int:
        return sum(channel.watchers for channel in self._channels.values())

    def close(self) -> None:
        """End every stream: its client will ask for another, and say how far it has come."""
        self._is_closed = True
        for channel in self._channels.values():
            channel.publish([])

    async def run(self) -> None:
        """Follow the feeds for ever."""
        while True:
            try:
                self.positions = self.positions or await self._store.feeds.ends()
                async with aclosing(self._store.feeds.follow(self.positions)) as entries:
                    self._views.is_told = True
                    async for entry in entries:
                        self.positions[entry.bucket] = entry.id
                        self._heard(entry.game, entry.last)
            except Unavailable as trouble:
                log.info("hub: %s; trying again", trouble)
            except Exception:
                log.exception("hub: starting again where it stood")
            self._views.is_told = False
            await asyncio.sleep(_PAUSE)

    def _heard(self, game: str, seq: int) -> None:
        for listener in self._listeners:
            listener(game, seq)
        channel = self._channels.get(game)
        if channel is not None and channel.pump is None:
            channel.pump = asyncio.create_task(self._pump(game, channel))

    async def _pump(self, game: str, channel: Channel) -> None:
        """Bring the channel up to date, again while there is news, and while somebody waits for it."""
        try:
            while channel.watchers:
                try:
                    view = await self._views.view(game)
                except Unavailable:  # the feed does not tell twice: wait until the log is back
                    await asyncio.sleep(_PAUSE)
                    continue
                if channel.is_set_back(view):
                    channel.begin_again()
                known = channel.recent[-1][0] if channel.recent else 0
                if view.seq <= known:
                    return
                channel.publish(view.log(max(known, view.seq - _RECENT)))
        finally:
            channel.pump = None

    async def stream(self, game: str, after: int) -> AsyncGenerator[bytes, None]:
        """Server-sent events of a game behind event `after`, then those to come, until the client goes."""
        channel = self._channels.setdefault(game, Channel())
        channel.watchers += 1
        try:
            view = await self._views.view(game, after)
            sent, backlog, set_back = view.seq, view.log(after), channel.set_back
            if not channel.recent:
                channel.publish(view.log(sent - 1))  # where it stands, so that it is noticed if that is taken away
            yield b": welcome\n\n" + b"".join(message(stamped) for stamped in backlog)
            while not self._is_closed:
                changed = channel.changed
                if set_back < channel.set_back:
                    set_back, sent = channel.set_back, _LOST
                sent, news = channel.since(sent)
                self.resyncs += news.startswith(_RESYNC)
                if news:
                    yield news
                elif not await _within(changed, KEEP_ALIVE):
                    yield b": still here\n\n"
        finally:
            channel.watchers -= 1
            if not channel.watchers:
                self._channels.pop(game, None)


async def _within(event: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return False
