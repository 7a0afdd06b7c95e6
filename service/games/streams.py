"""Fan-out of new events to open streams: a follower of the feeds, with no queue per client.

Each watched game has a channel with its newest events, already encoded. A stream remembers only the last event it has
sent, and sends the newer ones as fast as its client reads. A client too slow for that gets a `resync` message and
fetches the game again; it delays nobody else.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from typing import Final, Protocol

import msgspec

from service.games.codec import Stamped
from service.games.live_games import LiveGames
from service.games.news import WrittenNews
from service.games.view import View
from service.runtime import channels
from service.runtime.channels import ALIVE, KEEP_ALIVE, WELCOME, Channels, is_set_within
from service.store.bells import HERE, HINT, REVIEW, Bell
from service.store.errors import Unavailable
from service.store.feeds.entries import FeedEntry
from service.store.log_names import is_game, is_seating, table_of, talk_log

_RECENT: Final = 256  # events
_PAUSE: Final = 0.5  # seconds
_REPORTED: Final = (HINT, REVIEW, HERE)
TALK: Final = "talk"  # a kind of report that follows from the feeds: somebody has said or read something
_REPORTS: Final = 64
_RESYNC: Final = b"event: resync"
_SEATS: Final = b"event: seats\ndata: {}\n\n"
_STILL_HERE: Final = b": still here\n\n"
_LOST: Final = -1  # in place of the last event sent: the next message is a resync

_ENCODER: Final = msgspec.json.Encoder()


class Page(Protocol):
    """A reader who draws the table: gets all that is new in one message, and reports of what is made for the reader."""

    player: str | None

    async def news(self, after: int) -> WrittenNews:
        """All that is new after an event; raises Unavailable."""

    async def report(self, bell: Bell) -> bytes:
        """The message about what a bell was rung for; empty if it is not for this reader. Raises Unavailable."""

    async def beat(self) -> bytes:
        """What has changed without an event or a bell: messages, or nothing. Raises Unavailable."""


class Channel(channels.Channel):
    """The newest events of a game that has open streams."""

    def __init__(self, game: str, length: int = _RECENT) -> None:
        super().__init__()
        self.game = game
        self.length = length
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=length)
        self.pump: asyncio.Task[None] | None = None
        self.resets = 0  # how often the log was set back: streams opened before must resync
        self.reseatings = 0  # how often the table changed: streams must ask again whether they may go on
        self.reports: deque[tuple[int, Bell]] = deque(maxlen=_REPORTS)
        self.reported = 0

    def publish(self, news: list[Stamped]) -> None:
        for stamped in news:
            if not self.recent or stamped.seq > self.recent[-1][0]:
                self.recent.append((stamped.seq, message(stamped)))
        self.wake()

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
        self.wake()

    def report(self, bell: Bell) -> None:
        self.reported += 1
        self.reports.append((self.reported, bell))
        self.wake()

    def reports_for(self, page: Page | None, after: int) -> list[Bell]:
        """Those after number `after`; only the last of several about the same."""
        bells = [bell for number, bell in self.reports if number > after] if page is not None else []
        mine = [bell for bell in bells if not bell.people or (page is not None and page.player in bell.people)]
        return [*{(bell.kind, bell.about): bell for bell in mine}.values()]

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
    """A stream says that it is still there after `keep_alive` seconds without a message; `recent` is how many events
    a client may be behind."""

    def __init__(self, live: LiveGames, *, keep_alive: float = KEEP_ALIVE, recent: int = _RECENT) -> None:
        self._live = live
        self._channels: Channels[Channel] = Channels(lambda game: Channel(game, self.recent))
        self.keep_alive = keep_alive
        self.recent = recent
        self.resyncs = 0  # resync messages sent

    @property
    def open_count(self) -> int:
        return self._channels.open_count

    def close(self) -> None:
        self._channels.close()

    def follow(self, feeds: Collection[int]) -> None:
        """Events may not have been announced: look at every watched game, and ask each stream whether it may go on."""
        if feeds:
            for channel in self._channels:
                channel.reseat()
                self._look(channel)

    def announce(self, entry: FeedEntry) -> None:
        """The feeds have a new entry."""
        talk = None if is_game(entry.game) else talk_log.ids(entry.game)
        channel = self._channels.get(talk[0] if talk else table_of(entry.game))
        if channel is None:
            return
        if talk:
            channel.report(Bell(entry.id, TALK, talk[0], ()))
        elif is_seating(entry.game):
            channel.reseat()
        else:
            self._look(channel)

    def _look(self, channel: Channel) -> None:
        if channel.pump is None:
            channel.pump = asyncio.create_task(self._pump(channel))

    async def _pump(self, channel: Channel) -> None:
        """Publish new events of the game until there are no more, or no open streams."""
        try:
            while channel.watchers:
                try:
                    view = await self._live.view(channel.game)
                except Unavailable:  # the feed announces an event only once: wait until the log is back
                    await asyncio.sleep(_PAUSE)
                    continue
                if channel.is_set_back(view):
                    channel.reset()
                published = channel.recent[-1][0] if channel.recent else 0
                if view.seq <= published:
                    return
                channel.publish(view.log(max(published, view.seq - channel.length)))
        finally:
            channel.pump = None

    def hear(self, bell: Bell) -> None:
        """Something was made for those who have a game open."""
        channel = self._channels.get(bell.about.partition("/")[0]) if bell.kind in _REPORTED else None
        if channel is not None:
            channel.report(bell)

    def miss(self) -> None:
        """Who waits for something looks for it after a while."""

    async def _news(self, page: Page, after: int) -> tuple[int, bytes]:
        """The last event and the message with all that is new after event `after`; a resync if that is too much."""
        try:
            written = await page.news(after)
        except Unavailable:
            await asyncio.sleep(_PAUSE)
            return after, b""
        if written.news is None:
            self.resyncs += 1
            return written.seq, resync(written.seq)
        return written.seq, b"event: news\nid: %d\ndata: %b\n\n" % (written.seq, written.news)

    async def _for_page(self, page: Page, span: tuple[int, int], news: bytes, reports: list[Bell]) -> tuple[int, bytes]:
        """The last event and what the page is sent in place of the events of this span."""
        before, sent = span
        if news and not news.startswith(_RESYNC):
            sent, news = await self._news(page, before)
        return sent, news + await _reported(page, reports)

    async def stream(
        self,
        game: str,
        after: int,
        may_go_on: Callable[[], Awaitable[bool]] | None = None,
        page: Page | None = None,
    ) -> AsyncGenerator[bytes, None]:
        """Events after number `after`, then new ones until the client disconnects, as server-sent events.

        A `page` gets all that is new after an event in one message instead of the events, and reports.

        Before anything new is sent, when the table has changed (its invite, say), and while nothing happens every 15
        seconds, `may_go_on` says whether the client is still allowed to see it; if not, the stream ends.
        """
        with self._channels.watched(game) as channel:
            view = await self._live.view(game, after)
            sent, backlog, resets, reseatings = view.seq, view.log(after), channel.resets, channel.reseatings
            if not channel.recent:
                channel.publish(view.log(sent - 1))  # so that a log that is set back is noticed
            reported = channel.reported
            if page is None:
                yield WELCOME + b"".join(message(stamped) for stamped in backlog)
            else:
                sent, news = await self._news(page, after) if backlog else (sent, b"")
                yield WELCOME + news + await _beaten(page)
            while not self._channels.is_closed:
                changed = channel.changed
                if resets < channel.resets:
                    resets, sent = channel.resets, _LOST
                before, (sent, news) = sent, channel.since(sent)
                self.resyncs += news.startswith(_RESYNC)
                reports, reported = channel.reports_for(page, reported), channel.reported
                is_silent = not news and not reports
                is_woken = is_silent and await is_set_within(changed, self.keep_alive)
                is_reseated, reseatings = reseatings != channel.reseatings, channel.reseatings
                if is_woken and not is_reseated:
                    continue
                if may_go_on is not None and not await may_go_on():
                    return
                if page is not None:
                    sent, news = await self._for_page(page, (before, sent), news, reports)
                    news += _SEATS * is_reseated + (b"" if is_woken or not is_silent else await _beaten(page))
                if news or not is_woken:
                    yield news or (_STILL_HERE if page is None else ALIVE)


async def _reported(page: Page, bells: list[Bell]) -> bytes:
    try:
        return b"".join([await page.report(bell) for bell in bells])
    except Unavailable:
        return b""


async def _beaten(page: Page) -> bytes:
    try:
        return await page.beat()
    except Unavailable:
        return b""
