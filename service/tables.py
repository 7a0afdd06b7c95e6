"""Opening tables, taking seats, and finding who sits where. A game starts the moment its table is full."""

import secrets
from random import SystemRandom
from typing import Final

import msgspec

from domain.commands import StartGame
from domain.decide import decide
from domain.errors import IllegalMove
from domain.events import Event, Player
from domain.game import INITIAL
from domain.pieces import Level
from domain.rules import Rules, flaw
from service.clock import Clock
from service.codec import encode
from service.deal import shuffled
from service.people import Person
from service.seating import SEATED_ALREADY, TAKEN, Seating, SeatingEvent, SeatTaken, TableOpened, seating
from service.store.errors import StreamMoved
from service.store.log import EventStore

_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_KEPT: Final = 10_000
_SEATS: Final = ".seats"
_LUCK: Final = SystemRandom()
_DECODER: Final = msgspec.msgpack.Decoder(SeatingEvent)  # made once: making one costs more than decoding


class UnknownGame(Exception):
    """There is no such game, or none that this person may know of."""


class Tables:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._full: dict[str, Seating] = {}  # until we hear that something happened there

    async def open(
        self, rules: Rules, bots: tuple[Level | None, ...], owner: Person, *, private: bool
    ) -> tuple[str, Seating]:
        """A new table with `owner` on seat 0; raises IllegalMove for rules nobody can play by."""
        if reason := flaw(rules):
            raise IllegalMove(reason)
        opened = TableOpened(rules, bots, secrets.token_urlsafe(16) if private else None)
        game = await self._new([opened, SeatTaken(0, owner.player, owner.name)])
        return game, await self.seating(game)

    async def keep_record(self, rules: Rules, players: tuple[Player, ...], events: list[Event]) -> str:
        """A game that was read from its notation: to be looked at, not to be played on."""
        opened = TableOpened(rules, tuple(player.bot for player in players), is_record=True)
        seats = [SeatTaken(seat, "", player.name) for seat, player in enumerate(players)]
        game = await self._new([opened, *seats])
        now = self._clock()
        await self._store.append(game, 0, [encode(event, now) for event in events], "record")
        return game

    async def _new(self, events: list[SeatingEvent]) -> str:
        while True:
            game = "".join(_LUCK.choice(_ALPHABET) for _ in range(10))
            try:
                await self._store.append(_log(game), 0, [msgspec.msgpack.encode(event) for event in events])
            except StreamMoved:
                continue  # the name is taken
            return game

    async def seating(self, game: str) -> Seating:
        """Who sits where; starts the game of a full table if whoever filled it could not. Raises UnknownGame."""
        if known := self._full.get(game):
            return known
        entries = await self._store.read(_log(game))
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
            self._full.pop(log.removesuffix(_SEATS), None)

    async def join(self, game: str, person: Person) -> tuple[int, Seating]:
        """The open seat `person` gets; raises IllegalMove when there is none."""
        while True:
            table = await self.seating(game)
            if table.seat_of(person.player) is not None:
                raise IllegalMove(SEATED_ALREADY)
            if (seat := table.open_seat) is None:
                raise IllegalMove(TAKEN)
            taken = msgspec.msgpack.encode(SeatTaken(seat, person.player, person.name))
            try:
                await self._store.append(_log(game), table.version, [taken])
            except StreamMoved:
                continue  # somebody else sat down first
            return seat, await self.seating(game)

    async def _start(self, game: str, table: Seating) -> None:
        if table.opened.is_record or await self._store.version(game):
            return
        deal, salt = shuffled(table.rules, _LUCK), secrets.token_hex(32)
        events = decide(INITIAL, StartGame(table.rules, table.seats(), deal, salt))
        now = self._clock()
        try:
            await self._store.append(game, 0, [encode(event, now) for event in events], "start")
        except StreamMoved:
            return  # started by somebody else meanwhile


def _log(game: str) -> str:
    """The table's own log lies beside the game's."""
    return f"{game}{_SEATS}"


def is_seating(log: str) -> bool:
    return log.endswith(_SEATS)
