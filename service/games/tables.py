"""Opening tables, taking seats, and finding who sits where. A game starts the moment its table is full."""

import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from random import SystemRandom
from typing import Final

import msgspec

from domain.commands import StartGame
from domain.decide import decide
from domain.dynasty import GAMES
from domain.errors import IllegalMove, Reason
from domain.events import DominoDrafted, Event, Player
from domain.fork import fork, hidden
from domain.game import INITIAL
from domain.rules import Rules, flaw
from projections.listing import Listing
from service.games.codec import decode_all, encode
from service.games.seating import (
    CANCELLED,
    MOVED_ALREADY,
    SEATED_ALREADY,
    TAKEN,
    Match,
    Origin,
    Seating,
    SeatingEvent,
    SeatTaken,
    TableCancelled,
    TableOpened,
    seating,
)
from service.games.shuffle import reshuffled, shuffled
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.errors import StreamMoved
from service.store.event_store import EventStore
from service.store.log_names import is_seating, seats_log, table_of

NO_SUCH_GAME: Final = Reason("no_such_game", "", "There is no such game, or it is private and needs its invite.")
_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH: Final = 10
_KEPT: Final = 10_000
_LUCK: Final = SystemRandom()
_DECODER: Final = msgspec.msgpack.Decoder(SeatingEvent)  # made once: making one costs more than decoding


class UnknownGame(Refused):
    """There is no such game, or none that this person may know of."""

    def __init__(self, game: str) -> None:
        super().__init__(NO_SUCH_GAME, "not_found", title="No such game")
        self.game = game


async def _unchanged(table: Seating) -> Seating:
    return table


class Tables:
    """`anonymise` replaces the names of players who have left, wherever a table is read, so they are never written to
    the log of another one."""

    def __init__(
        self, store: EventStore, clock: Clock, anonymise: Callable[[Seating], Awaitable[Seating]] = _unchanged
    ) -> None:
        self._store = store
        self._clock = clock
        self._anonymise = anonymise
        self._full: dict[str, Seating] = {}  # until we hear that something happened there

    async def open(
        self, asked: TableOpened, owner: Person, *, private: bool = False, dynasty: bool = False
    ) -> tuple[str, Seating]:
        """A new table with `owner` on seat 0; raises IllegalMove for rules nobody can play by."""
        if reason := flaw(asked.rules):
            raise IllegalMove(reason)
        invite = secrets.token_urlsafe(16) if private else None

        def events(game: str) -> list[SeatingEvent]:
            match = Match(game, 1) if dynasty else None
            opened = msgspec.structs.replace(asked, invite=invite, match=match, at=self._clock())
            return [opened, SeatTaken(0, owner.player, owner.name)]

        game = await self._new(events)
        return game, await self.seating(game)

    async def keep_record(self, rules: Rules, players: tuple[Player, ...], events: list[Event]) -> str:
        """A game that was read from its notation: to be looked at, not to be played on."""
        now = self._clock()
        opened = TableOpened(rules, tuple(player.bot for player in players), is_record=True, at=now)
        seats = [SeatTaken(seat, "", player.name) for seat, player in enumerate(players)]
        game = await self._new(lambda _: [opened, *seats])
        await self._store.append(game, 0, [encode(event, now) for event in events], "record")
        return game

    async def rematch(self, game: str, person: Person) -> str:
        """The table of the next game by the same people, seats rotated; whoever asks sits down there."""
        table = await self.seating(game)
        count = len(table.names)
        turned = [(seat + 1) % count for seat in range(count)]  # who sat behind now sits here
        opened = msgspec.structs.replace(
            table.opened,
            bots=tuple(table.bots[seat] for seat in turned),
            reserved=tuple(table.players[seat] for seat in turned),
            match=None,
            rematch_of=game,
            forked_from=None,
            at=self._clock(),
        )
        return await self._follow_up(_derived(game, "rematch"), [opened], person)

    async def fork(self, origin: Origin, asked: TableOpened, seat: int, person: Person) -> tuple[str, Seating]:
        """A table at which a game goes on from a position of another; raises IllegalMove if that is decided."""
        private = (await self.seating(origin.game)).opened.invite is not None
        invite = secrets.token_urlsafe(16) if private else None
        opened = msgspec.structs.replace(asked, invite=invite, forked_from=origin, at=self._clock())
        events: list[SeatingEvent] = [opened, SeatTaken(seat, person.player, person.name)]
        await self._beginning(seating(events))  # while it can still be refused
        game = await self._new(lambda _: events)
        return game, await self.seating(game)

    async def next_of_dynasty(self, game: str) -> str | None:
        """K6: the next game of the match, by the same seats; None after the third. Asking again opens nothing new."""
        table = await self.seating(game)
        match = table.opened.match
        if match is None or match.number >= GAMES:
            return None
        after = Match(match.id, match.number + 1)
        opened = msgspec.structs.replace(table.opened, match=after, rematch_of=None, at=self._clock())
        people = zip(range(len(table.names)), table.players, table.names, strict=True)
        seats = [SeatTaken(seat, player, name or "") for seat, player, name in people if player]
        return await self._follow_up(dynasty_game(match.id, after.number), [opened, *seats])

    async def settle(self, line: Listing) -> None:
        """Do what follows from how a game stands; doing it again does no harm."""
        if line.status == "over":
            await self.next_of_dynasty(line.game)

    async def _follow_up(self, game: str, events: list[SeatingEvent], person: Person | None = None) -> str:
        """A table whose name follows from the game before: two who ask for it come to the same one."""
        with suppress(StreamMoved):
            await self._store.append(seats_log(game), 0, [msgspec.msgpack.encode(event) for event in events])
        if person is None:
            await self.seating(game)
        elif (await self.seating(game)).seat_of(person.player) is None:
            await self.join(game, person)
        return game

    async def cancel(self, game: str, player: str) -> Seating:
        """Call the game off; raises IllegalMove once somebody has moved."""
        table = await self.seating(game)
        if table.is_cancelled:
            return table
        events = decode_all(await self._store.read(game))
        if any(isinstance(one.event, DominoDrafted) for one in events):
            raise IllegalMove(MOVED_ALREADY)
        cancelled = msgspec.msgpack.encode(TableCancelled(player))
        with suppress(StreamMoved):  # somebody sat down or called it off: look again
            await self._store.append(seats_log(game), table.version, [cancelled])
        self._full.pop(game, None)
        return await self.cancel(game, player)

    async def _new(self, events: Callable[[str], list[SeatingEvent]]) -> str:
        while True:
            game = "".join(_LUCK.choice(_ALPHABET) for _ in range(_LENGTH))
            try:
                await self._store.append(seats_log(game), 0, [msgspec.msgpack.encode(event) for event in events(game)])
            except StreamMoved:
                continue  # the name is taken
            return game

    async def seating(self, game: str) -> Seating:
        """Who sits where; starts the game of a full table if whoever filled it could not. Raises UnknownGame."""
        return await self._anonymise(self._full.get(game) or await self._read(game))

    async def _read(self, game: str) -> Seating:
        entries = await self._store.read(seats_log(game))
        if not entries:
            raise UnknownGame(game)
        table = seating(_DECODER.decode(entry.data) for entry in entries)
        if table.is_full:
            await self._start(game, table)
            if len(self._full) >= _KEPT:
                self._full.pop(next(iter(self._full)))
            self._full[game] = table
        return table

    def heard(self, log: str, _: int) -> None:
        """Something was appended to a log, perhaps to that of a table we know."""
        if is_seating(log):
            self._full.pop(table_of(log), None)

    async def join(self, game: str, person: Person) -> tuple[int, Seating]:
        """The open seat `person` gets; raises IllegalMove when there is none."""
        while True:
            table = await self.seating(game)
            if table.seat_of(person.player) is not None:
                raise IllegalMove(SEATED_ALREADY)
            if table.is_cancelled:
                raise IllegalMove(CANCELLED)
            if (seat := table.seat_for(person.player)) is None:
                raise IllegalMove(TAKEN)
            taken = msgspec.msgpack.encode(SeatTaken(seat, person.player, person.name))
            try:
                await self._store.append(seats_log(game), table.version, [taken])
            except StreamMoved:
                continue  # somebody else sat down first
            return seat, await self.seating(game)

    async def _start(self, game: str, table: Seating) -> None:
        if table.opened.is_record or table.is_cancelled or await self._store.version(game):
            return
        events, now = await self._beginning(table), self._clock()
        try:
            await self._store.append(game, 0, [encode(event, now) for event in events], "start")
        except StreamMoved:
            return  # started by somebody else meanwhile

    async def _beginning(self, table: Seating) -> list[Event]:
        """The first events of a game: a new deal, or the way to the position it goes on from."""
        origin, salt = table.opened.forked_from, secrets.token_hex(32)
        if origin is None:
            return decide(INITIAL, StartGame(table.rules, table.seats(), shuffled(table.rules, _LUCK), salt))
        before = [one.event for one in decode_all(await self._store.read(origin.game, 0, origin.at))]
        return fork(before, table.seats(), reshuffled(hidden(before), _LUCK), salt)


def _derived(game: str, purpose: str) -> str:
    """A name that follows from another one."""
    digest = sha256(f"{game}:{purpose}".encode()).digest()
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:_LENGTH])


def dynasty_game(match: str, number: int) -> str:
    """The name of a game of a match, from that of its first."""
    return match if number == 1 else _derived(match, f"dynasty {number}")
