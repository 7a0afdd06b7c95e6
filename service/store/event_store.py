"""Append-only logs of opaque bytes. The entries of each log are numbered from 1, without gaps.

Logs are called games here, although other kinds exist too (log_names.py).
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from service.runtime.repeats import KeyReused
from service.store.client.address import Address
from service.store.client.connection import PATIENCE, Argument
from service.store.client.servers import servers
from service.store.errors import ErrorReply, StreamMoved, Unavailable
from service.store.feeds.feeds import Feeds
from service.store.functions import LIBRARY
from service.store.keys import GAMES_PATTERN, game_keys, game_of
from service.store.replies import pairs

_CONFLICT, _APPENDED, _REPEATED = range(3)


class Appended(NamedTuple):
    """The numbers of a command's events; `repeated` if the command had been appended before."""

    first: int
    last: int
    repeated: bool
    feed: str = ""  # the entry of the feed that announces them; empty if it was repeated


class Entry(NamedTuple):
    seq: int
    data: bytes


class Span(NamedTuple):
    """The events of a command, and a digest of its content, if the caller gave one."""

    first: int
    last: int
    content: str = ""

    def __str__(self) -> str:
        return f"{self.first}-{self.last}" + (f"-{self.content}" if self.content else "")

    def check(self, content: str) -> None:
        """Raises KeyReused if both contents are known, and differ."""
        if content and self.content not in ("", content):
            raise KeyReused

    @staticmethod
    def read(text: str) -> "Span":
        first, last, *content = text.split("-")
        return Span(int(first), int(last), *content)


AppendOutcome: TypeAlias = Literal["appended", "repeated", "conflict", "unavailable"]


class AppendObserver(Protocol):
    """Called after every attempt to append `events` events."""

    def __call__(self, log: str, command_id: str | None, outcome: AppendOutcome, events: int) -> None: ...


def _ignore(log: str, command_id: str | None, outcome: AppendOutcome, events: int) -> None:
    pass


class EventStore:
    """All logs at one URL. With `replicas`, an append succeeds only when that many replicas have it on disk."""

    def __init__(
        self, url: str, replicas: int = 0, observe: AppendObserver = _ignore, *, patience: float = PATIENCE
    ) -> None:
        """`patience`: seconds after which a server that does not reply counts as down."""
        self.servers = servers(url, patience)
        self._replicas = replicas
        self._observe = observe

    @property
    def feeds(self) -> Feeds:
        return Feeds(self.servers)

    async def only_server(self) -> Address:
        """The address of the server; raises ValueError if there are several."""
        if self.servers.is_cluster:
            raise ValueError("this concerns one server: name one master of the cluster at a time, REDIS_URL=redis://…")
        return await self.servers.address_of("")

    async def prepare(self) -> None:
        """Load our functions into every master, replacing those of an older release.

        Raises Unavailable if a master is down, after the others have them.
        """
        masters = await self.servers.masters()
        loading = (master.call("FUNCTION", "LOAD", "REPLACE", LIBRARY) for master in masters)
        for result in await asyncio.gather(*loading, return_exceptions=True):
            if isinstance(result, BaseException):
                raise result

    async def append(
        self,
        game: str,
        expected: int,
        events: Sequence[bytes],
        command_id: str | None = None,
        content: str = "",
        *,
        is_followed: bool = True,
    ) -> Appended:
        """Append all `events` to `game` if its version is `expected`; otherwise raise StreamMoved and append none.

        If a command with this id was appended before, return what was returned then, and append nothing; but raise
        KeyReused if that one had another `content`, a digest of 8 hexadecimal digits. The feed announces it, unless the
        log is none that anybody follows.
        """
        function = "firstfire_append" if is_followed else "firstfire_append_unfollowed"
        try:
            appended = await self._append(function, game, expected, events, command_id, content)
        except StreamMoved:
            self._observe(game, command_id, "conflict", len(events))
            raise
        except Unavailable:
            self._observe(game, command_id, "unavailable", len(events))
            raise
        self._observe(game, command_id, "repeated" if appended.repeated else "appended", len(events))
        return appended

    async def _append(
        self, function: str, game: str, expected: int, events: Sequence[bytes], command_id: str | None, content: str
    ) -> Appended:
        if not events:
            raise ValueError("a command without events cannot be appended")
        keys, command = game_keys(game), _digest(command_id)
        named = command + content.encode() if command else command
        reply = await self.function(keys.stream, function, keys, expected, named, game, *events)
        if reply[0] == _CONFLICT:
            raise StreamMoved(reply[1])
        if reply[0] == _REPEATED:
            before = Span(reply[1], reply[2], reply[3].decode())
            before.check(content)
            if self._replicas:
                # WAITAOF waits only for what its own connection wrote, and a repeat writes nothing: write it again.
                await self.call_durably(keys.stream, "HSET", keys.commands, command, str(before))
            return Appended(before.first, before.last, repeated=True)
        feed = reply[3].decode() if len(reply) > 3 else ""  # the function of an older release does not return it
        return Appended(reply[1], reply[2], repeated=False, feed=feed)

    async def function(self, key: str, name: str, keys: Sequence[str], *args: Argument) -> Any:
        """Call one of our functions on the server that holds `key`, durably."""
        call: tuple[Argument, ...] = ("FCALL", name, len(keys), *keys, *args)
        try:
            return await self.call_durably(key, *call)
        except ErrorReply as error:
            if "Function not found" not in error.detail:
                raise
            # A new server, or a replica that took over before it received our functions.
            await self.servers.call(key, "FUNCTION", "LOAD", "REPLACE", LIBRARY)
            return await self.call_durably(key, *call)

    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        """The events of `game` after number `after`, up to number `upto` or the newest."""
        end = "+" if upto is None else f"{upto}-0"
        stream = game_keys(game).stream
        reply = await self.servers.read(stream, "XRANGE", stream, f"{after + 1}-0", end)
        return [Entry(int(number[:-2]), fields[1]) for number, fields in reply]

    async def read_on(self, game: str, last: Entry | None, upto: int | None = None) -> list[Entry] | None:
        """The events after `last`, the newest that is known; None if the log was set back: then it has another there.

        A fail-over or a backup sets a log back, and it may reach the same numbers again.
        """
        if last is None:
            return await self.read(game, 0, upto)
        entries = await self.read(game, last.seq - 1, upto)
        return entries[1:] if entries[:1] == [last] else None

    async def last(self, game: str) -> Entry | None:
        """The newest event; None for a game that does not exist."""
        stream = game_keys(game).stream
        reply = await self.servers.call(stream, "XREVRANGE", stream, "+", "-", "COUNT", 1)
        return Entry(int(reply[0][0][:-2]), reply[0][1][1]) if reply else None

    async def newest(self, game: str, count: int) -> list[Entry]:
        """The last `count` events, in order."""
        stream = game_keys(game).stream
        reply = await self.servers.read(stream, "XREVRANGE", stream, "+", "-", "COUNT", count)
        return [Entry(int(number[:-2]), fields[1]) for number, fields in reversed(reply)]

    async def version(self, game: str) -> int:
        """The number of the newest event; 0 for a game that does not exist."""
        stream = game_keys(game).stream
        length: int = await self.servers.read(stream, "XLEN", stream)
        return length

    async def command(self, game: str, command_id: str | None, content: str = "") -> Span | None:
        """The events of a command; None if it has not been appended, or has no id. Raises KeyReused as `append`."""
        if command_id is None:
            return None
        commands = game_keys(game).commands
        stored: bytes | None = await self.servers.read(commands, "HGET", commands, _digest(command_id))
        if stored is None:
            return None
        span = _span(stored)
        span.check(content)
        return span

    async def commands(self, game: str) -> dict[bytes, Span]:
        """The events of every appended command, by the digest of its id."""
        key = game_keys(game).commands
        return {digest: _span(text) for digest, text in pairs(await self.servers.read(key, "HGETALL", key))}

    async def restore_commands(self, game: str, commands: Mapping[bytes, Span]) -> None:
        """Store commands, by the digests of their ids, whose events were appended without command ids."""
        key = game_keys(game).commands
        fields = [part for digest, span in commands.items() for part in (digest, str(span))]
        if fields:
            await self.servers.call(key, "HSET", key, *fields)

    async def forget(self, game: str) -> None:
        """Delete a log and its commands. Its entries in the feeds stay."""
        keys = game_keys(game)
        for key in (keys.stream, keys.commands):
            await self.servers.call(key, "DEL", key)

    async def end_after(self, game: str, milliseconds: int) -> None:
        """Let a log and its commands end after this time. Its entries in the feeds stay."""
        keys = game_keys(game)
        for key in (keys.stream, keys.commands):
            await self.servers.call(key, "PEXPIRE", key, milliseconds)

    async def games(self) -> AsyncIterator[str]:
        """Every stored log, in no particular order, for jobs that read all of them.

        This scans all keys, which takes long, but needs no second list that could contradict them.
        """
        async for key in self._keys(GAMES_PATTERN, "TYPE", "stream"):
            yield game_of(key)

    async def keys(self, pattern: str) -> AsyncIterator[str]:
        """Every key that matches the pattern, in no particular order."""
        async for key in self._keys(pattern):
            yield key

    async def discard(self, pattern: str) -> None:
        """Delete every key that matches the pattern."""
        async for key in self._keys(pattern):
            await self.servers.call(key, "UNLINK", key)

    async def _keys(self, pattern: str, *options: Argument) -> AsyncIterator[str]:
        seen: set[bytes] = set()  # a scan may return a key twice
        for master in await self.servers.masters():
            cursor = b"0"
            while True:
                cursor, names = await master.call("SCAN", cursor, "MATCH", pattern, "COUNT", 1000, *options)
                for name in set(names) - seen:
                    seen.add(name)
                    yield name.decode()
                if cursor == b"0":
                    break

    async def aclose(self) -> None:
        await self.servers.aclose()

    def call_durably(self, key: str, *args: Argument) -> Coroutine[Any, Any, Any]:
        """For what must not be lost: returns when as many replicas have it as an append waits for."""
        if self._replicas:
            return self.servers.call_replicated(key, self._replicas, *args)
        return self.servers.call(key, *args)


def _span(text: bytes) -> Span:
    return Span.read(text.decode())


def _digest(command_id: str | None) -> bytes:
    """Twelve bytes for an id of any length: they are stored as long as the game, so they must be small."""
    return b"" if command_id is None else blake2b(command_id.encode(), digest_size=12).digest()
