"""The personal streams of this process: everything that concerns one person, over one connection.

What a stream brings are states, not differences, so a message that comes twice does no harm, and a slow client gets the
newest state of each thing and nothing in between. What has changed is known from the bells (`service/store/bells.py`),
how it is now is read from the store when it is sent. The id of a message is that of the last bell that was heard: a
client that reconnects to any process gets what has changed since, or everything if that is too long ago.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Final, NamedTuple, Protocol

from service.runtime.channels import KEEP_ALIVE, WELCOME, Channel, Channels, is_set_within
from service.store.bells import KEPT, Bell
from service.store.errors import Unavailable
from service.store.feeds.entries import START, id_order

_PAUSE: Final = 0.5  # seconds
_LONGEST_ID: Final = 40  # characters

Order = tuple[int, ...]  # of the id of a bell
_NEVER: Final[Order] = (-1,)


class Message(NamedTuple):
    event: str
    data: bytes  # JSON


_ALIVE: Final = Message("alive", b"{}")  # pages see messages, but no comments


class Kind(Protocol):
    """A kind of thing that people follow. Another one is another class like this, and a bell that is rung."""

    name: str  # of its bells

    async def everything(self, player: str) -> list[Message]:
        """All of this kind that concerns the player, for one who begins to follow it; raises Unavailable."""

    async def changed(self, player: str, about: Sequence[str]) -> list[Message]:
        """How these are now; raises Unavailable."""


class _Person(Channel):
    """What has lately changed for one person: for each thing, the bell that was rung last."""

    def __init__(self, known_since: Order) -> None:
        super().__init__()
        self.losses = 0  # how often bells may have been missed
        self._known_since = known_since
        self._rung: dict[tuple[str, str], Order] = {}

    def note(self, bell: Bell) -> None:
        self._rung.pop((bell.kind, bell.about), None)  # the latest comes last
        self._rung[bell.kind, bell.about] = bell.order
        if len(self._rung) > KEPT:
            self._known_since = self._rung.pop(next(iter(self._rung)))

    def since(self, after: Order) -> dict[str, list[str]] | None:
        """By kind, what has changed after this bell; None if that is not known any more."""
        if after < self._known_since:
            return None
        changed: dict[str, list[str]] = {}
        for (kind, about), order in reversed(self._rung.items()):
            if order <= after:
                break
            changed.setdefault(kind, []).append(about)
        return {kind: names[::-1] for kind, names in changed.items()}


class PersonalStreams:
    """A listener to the bells. A stream says that it is still there after `keep_alive` seconds without a message, and
    waits for `pause` seconds before it reads again what was unavailable."""

    def __init__(self, *kinds: Kind, keep_alive: float = KEEP_ALIVE, pause: float = _PAUSE) -> None:
        self.keep_alive = keep_alive
        self.pause = pause
        self._kinds = {kind.name: kind for kind in kinds}
        self._heard: deque[Bell] = deque(maxlen=KEPT)
        self._known_since: Order = id_order(START)
        self._channels: Channels[_Person] = Channels(self._person)
        self.position = START  # the last bell that was heard

    @property
    def open_count(self) -> int:
        return self._channels.open_count

    def close(self) -> None:
        self._channels.close()

    def miss(self) -> None:
        """Every stream brings everything again."""
        self._heard.clear()
        self.position = START
        for channel in self._channels:
            channel.losses += 1
            channel.wake()

    def hear(self, bell: Bell) -> None:
        self._heard.append(bell)
        self._known_since = self._heard[0].order
        self.position = bell.id
        if bell.kind in self._kinds:
            for player in bell.people:
                if (channel := self._channels.get(player)) is not None:
                    channel.note(bell)
                    channel.wake()

    def _person(self, player: str) -> _Person:
        person = _Person(self._known_since)
        for bell in self._heard:
            if player in bell.people and bell.kind in self._kinds:
                person.note(bell)
        return person

    async def stream(
        self, player: str, after: str, may_go_on: Callable[[], Awaitable[bool]], first: Sequence[str] = ()
    ) -> AsyncGenerator[bytes, None]:
        """What changes after the message with the id `after`, as server-sent events; first everything, if that is not
        the id of a message, or of one that is too old. The kinds in `first` are sent at once in any case. Ends when
        `may_go_on`, which is asked before every message and every 15 seconds, says so."""
        sent, losses, wanted = _order(after), 0, {kind: list[str]() for kind in first}
        with self._channels.watched(player) as channel:
            yield WELCOME
            while not self._channels.is_closed:
                changed, position = channel.changed, self.position
                if losses != channel.losses or sent > id_order(position):  # the id may be of a lost bell
                    losses, sent = channel.losses, _NEVER
                news = channel.since(sent)
                messages = await self._messages(player, None if news is None else wanted | news)
                if messages is None:
                    await asyncio.sleep(self.pause)
                    continue
                sent, wanted = id_order(position), {}
                if not messages and await is_set_within(changed, self.keep_alive):
                    continue
                if not await may_go_on():
                    return
                yield _text(messages or [_ALIVE], position)

    async def _messages(self, player: str, changed: dict[str, list[str]] | None) -> list[Message] | None:
        """What is to be sent; None if the store is away."""
        try:
            if changed is None:
                parts = [await kind.everything(player) for kind in self._kinds.values()]
            else:
                parts = [await self._kinds[kind].changed(player, about) for kind, about in changed.items()]
        except Unavailable:
            return None
        return [message for part in parts for message in part]


def _order(number: str) -> Order:
    """By which the id of a message is compared; that of a text which is none comes before all others."""
    parts = number.split("-") if number.isascii() and len(number) <= _LONGEST_ID else []
    return id_order(number) if len(parts) == 2 and all(part.isdigit() for part in parts) else _NEVER


def _text(messages: Sequence[Message], number: str) -> bytes:
    """The last message has the id: a client that got only some of them gets all again. If there are several kinds, that
    is an `alive`: a page sees the ids of those kinds only that it listens to."""
    *others, (event, data) = messages if len({message.event for message in messages}) == 1 else (*messages, _ALIVE)
    texts = [b"event: %b\ndata: %b\n\n" % (other.event.encode(), other.data) for other in others]
    return b"".join(texts) + b"event: %b\nid: %b\ndata: %b\n\n" % (event.encode(), number.encode(), data)
