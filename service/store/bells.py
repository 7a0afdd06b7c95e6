"""Bells: short messages to every process of the API that something has changed which is stored elsewhere.

A bell is never the truth. It is rung after the change was stored, at least once, and who hears it reads what it is
about. All bells are in one stream of the server, which keeps the newest few thousand: a process that starts hears those
first, and so every process knows the same recent past.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from typing import Final, NamedTuple, Protocol

from service.store.client.connection import Connection
from service.store.errors import ErrorReply, Unavailable
from service.store.event_store import EventStore
from service.store.feeds.entries import START, id_order

# The kinds, and what they are about.
GAME: Final = "game"  # a game, whose line in the lists has changed
NOTICE: Final = "notice"  # somebody has a new notice, or one is settled or read
HINT: Final = "hint"  # a game and the name of a hint, with a stroke between them
REVIEW: Final = "review"  # a game
HERE: Final = "here"  # a game, whose page a player has opened

KEPT: Final = 5_000  # bells, some 150 bytes each
_KEY: Final = "{bells}:rung"
_BLOCK: Final = 2.0  # seconds that the server waits for a bell before it returns none
_GATHER: Final = 0.05  # seconds between a reply and the next request: under load, one request returns many bells
_PATIENCE: Final = 10.0  # seconds until a server that does not reply counts as lost
_PAUSE: Final = 0.2

log = logging.getLogger(__name__)


class Bell(NamedTuple):
    """Something of this kind has changed; it concerns these people, or nobody in particular."""

    id: str
    kind: str
    about: str  # a game, or what the kind names otherwise
    people: tuple[str, ...]

    @property
    def order(self) -> tuple[int, ...]:
        return id_order(self.id)


class Listener(Protocol):
    def hear(self, bell: Bell) -> None: ...

    def miss(self) -> None:
        """Bells may have been missed: another server took over that did not have the last of them."""


class Bells:
    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def ring(self, kind: str, about: str, people: Iterable[str] = ()) -> None:
        """Raises Unavailable."""
        fields = ("kind", kind, "about", about, "people", " ".join(people))
        await self._store.servers.call(_KEY, "XADD", _KEY, "MAXLEN", "~", KEPT, "*", *fields)

    async def run(self, *listeners: Listener) -> None:
        """Runs until cancelled: lets the listeners hear the bells that are kept, and then each new one."""
        position = START
        while True:
            try:
                async with aclosing(self._follow(position)) as heard:
                    async for bell in heard:
                        for listener in listeners:
                            listener.miss() if bell is None else listener.hear(bell)
                        position = START if bell is None else bell.id
            except (Unavailable, ErrorReply) as error:  # ErrorReply: the slot has moved, or the server changed its role
                log.info("bells: %s; trying again", error)
                self._store.servers.invalidate()
                await asyncio.sleep(_PAUSE)

    async def _follow(self, position: str) -> AsyncGenerator[Bell | None, None]:
        """The bells after `position`, without end; first None if the server does not have that one."""
        connection = Connection(await self._store.servers.address_of(_KEY), _PATIENCE)
        try:
            newest = await connection.call("XREVRANGE", _KEY, "+", "-", "COUNT", 1)
            if id_order(newest[0][0].decode() if newest else START) < id_order(position):
                position = START
                yield None
            while True:
                reply = await connection.call("XREAD", "BLOCK", int(_BLOCK * 1000), "STREAMS", _KEY, position)
                for number, (_, kind, _, about, _, people) in reply[0][1] if reply else ():
                    position = number.decode()
                    yield Bell(position, kind.decode(), about.decode(), tuple(people.decode().split()))
                if reply:
                    await asyncio.sleep(_GATHER)
        finally:
            await connection.aclose()
