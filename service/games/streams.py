"""Fan-out of new events to open streams: one feed reader for the whole process, no queue per client.

Each watched game has a channel with its newest events, already encoded. A stream remembers only the last event it has
sent, and sends the newer ones as fast as its client reads. A client too slow for that gets a `resync` message and
fetches the game again; it delays nobody else.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Final

import msgspec

from service.games.codec import Stamped
from service.games.live_games import LiveGames
from service.games.news import WrittenNews
from service.games.view import View
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.feeds import ALL, FeedEntry
from service.store.log_names import is_seating, table_of

KEEP_ALIVE: Final = 15.0
_RECENT: Final = 256
_PAUSE: Final = 0.5
_RESYNC: Final = b"event: resync"
_LOST: Final = -1  # in place of the last event sent: the next message is a resync

log = logging.getLogger(__name__)
_ENCODER: Final = msgspec.json.Encoder()


class Channel:
    """The newest events of a game that has open streams."""

    def __init__(self) -> None:
        self.watchers = 0
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=_RECENT)
        self.changed = asyncio.Event()
        self.pump: asyncio.Task[None] | None = None
        self.resets = 0  # how often the log was set back: streams opened before must resync
        self.reseatings = 0  # how often the table changed: streams must ask again whether they may go on

    def publish(self, news: list[Stamped]) -> None:
        for stamped in news:
            if not self.recent or stamped.seq > self.recent[-1][0]:
                self.recent.append((stamped.seq, message(stamped)))
        self.changed.set()
        self.changed = asyncio.Event()

    def is_set_back(self, view: View) -> bool:
        """Whether the newest event of the channel is no longer in the game."""
        if not self.recent:
            return False
        seq, text = self.recent[-1]
        return view.seq < seq or message(view.log(seq - 1)[0]) != text

    def reset(self) -> None:
        self.recent.clear()
        self.resets += 1

    def reseat(self) -> None:
        self.reseatings += 1
        self.publish([])

    def since(self, sent: int) -> tuple[int, bytes]:
        """The last event and the text of the messages after event `sent`; a resync if some are no longer here."""
        if not self.recent or self.recent[-1][0] <= sent:
            return sent, b""
        newest, oldest = self.recent[-1][0], self.recent[0][0]
        if oldest > sent + 1:
            return newest, resync(newest)
        return newest, b"".join(text for seq, text in self.recent if seq > sent)


def resync(newest: int) -> bytes:
    return _RESYNC + b'\nid: %d\ndata: {"seq": %d}\n\n' % (newest, newest)


def message(stamped: Stamped) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (stamped.seq, _ENCODER.encode(stamped))


class Streams:
    def __init__(self, store: EventStore, live: LiveGames, on_append: Callable[[str], None]) -> None:
        self._store = store
        self._live = live
        self._on_append = on_append  # called with the name of each log to which something was appended
        self._channels: dict[str, Channel] = {}
        self._is_closed = False
        self.positions: dict[int, str] = {}  # the last entry read of each feed
        self.resyncs = 0  # resync messages sent

    @property
    def open_count(self) -> int:
        return sum(channel.watchers for channel in self._channels.values())

    def close(self) -> None:
        """End every stream; the clients reconnect and name the last event they received."""
        self._is_closed = True
        for channel in self._channels.values():
            channel.publish([])

    async def run(self) -> None:
        """Follows the feeds until cancelled."""
        while True:
            try:
                self.positions = self.positions or await self._store.feeds.ends()
                async with aclosing(self._store.feeds.follow(self.positions)) as entries:
                    self._live.follow(ALL)
                    async for entry in entries:
                        self.positions[entry.bucket] = entry.id
                        self._announce(entry)
            except Unavailable as trouble:
                log.info("streams: %s; trying again", trouble)
            except Exception:
                log.exception("streams: the feed reader failed; continuing at the same positions")
            self._live.follow(())
            await asyncio.sleep(_PAUSE)

    def _announce(self, entry: FeedEntry) -> None:
        self._live.announce(entry)
        self._on_append(entry.game)
        channel = self._channels.get(table_of(entry.game))
        if channel is None:
            return
        if is_seating(entry.game):
            channel.reseat()
        elif channel.pump is None:
            channel.pump = asyncio.create_task(self._pump(entry.game, channel))

    async def _pump(self, game: str, channel: Channel) -> None:
        """Publish new events of the game until there are no more, or no open streams."""
        try:
            while channel.watchers:
                try:
                    view = await self._live.view(game)
                except Unavailable:  # the feed announces an event only once: wait until the log is back
                    await asyncio.sleep(_PAUSE)
                    continue
                if channel.is_set_back(view):
                    channel.reset()
                published = channel.recent[-1][0] if channel.recent else 0
                if view.seq <= published:
                    return
                channel.publish(view.log(max(published, view.seq - _RECENT)))
        finally:
            channel.pump = None

    async def _news(self, news_after: Callable[[int], Awaitable[WrittenNews]], after: int) -> tuple[int, bytes]:
        """The last event and the message with all that is new after event `after`; a resync if that is too much."""
        try:
            written = await news_after(after)
        except Unavailable:
            await asyncio.sleep(_PAUSE)
            return after, b""
        if written.news is None:
            self.resyncs += 1
            return written.seq, resync(written.seq)
        return written.seq, b"event: news\nid: %d\ndata: %b\n\n" % (written.seq, written.news)

    async def stream(
        self,
        game: str,
        after: int,
        may_go_on: Callable[[], Awaitable[bool]] | None = None,
        news_after: Callable[[int], Awaitable[WrittenNews]] | None = None,
    ) -> AsyncGenerator[bytes, None]:
        """Events after number `after`, then new ones until the client disconnects, as server-sent events.

        With `news_after` the client gets all that is new after an event in one message instead of the events.

        Before anything new is sent, when the table has changed (its invite, say), and while nothing happens every 15
        seconds, `may_go_on` says whether the client is still allowed to see it; if not, the stream ends.
        """
        channel = self._channels.setdefault(game, Channel())
        channel.watchers += 1
        try:
            view = await self._live.view(game, after)
            sent, backlog, resets, reseatings = view.seq, view.log(after), channel.resets, channel.reseatings
            if not channel.recent:
                channel.publish(view.log(sent - 1))  # so that a log that is set back is noticed
            if news_after is None or not backlog:
                yield b": welcome\n\n" + b"".join(message(stamped) for stamped in backlog)
            else:
                sent, news = await self._news(news_after, after)
                yield b": welcome\n\n" + news
            while not self._is_closed:
                changed = channel.changed
                if resets < channel.resets:
                    resets, sent = channel.resets, _LOST
                before, (sent, news) = sent, channel.since(sent)
                self.resyncs += news.startswith(_RESYNC)
                is_woken = not news and await _within(changed, KEEP_ALIVE)
                if is_woken and reseatings == channel.reseatings:
                    continue
                reseatings = channel.reseatings
                if may_go_on is not None and not await may_go_on():
                    return
                if news_after is not None and news and not news.startswith(_RESYNC):
                    sent, news = await self._news(news_after, before)
                if not is_woken:
                    yield news or b": still here\n\n"
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
