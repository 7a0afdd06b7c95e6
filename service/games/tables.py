"""Opens tables, seats players and reads who sits where. A game starts as soon as its table is full."""

import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from itertools import count
from random import SystemRandom
from typing import Final

import msgspec
from cachetools import LRUCache

from domain.commands import StartGame
from domain.decide import CANCELLED, decide
from domain.dynasty import GAMES
from domain.errors import IllegalMove, Reason
from domain.events import Event, GameCancelled, Player
from domain.fork import fork, hidden
from domain.game import INITIAL
from domain.rules import Rules, flaw
from projections.listing import Listing
from service.games.codec import decode, decode_all, encode
from service.games.seating import (
    NOT_OWNER,
    NOT_PRIVATE,
    RENEWED_OFTEN,
    SEATED_ALREADY,
    TAKEN,
    InviteRenewed,
    Match,
    Origin,
    Seating,
    SeatingEvent,
    SeatTaken,
    TableCancelled,
    TableOpened,
    check_rated,
    seating,
)
from service.games.shuffle import reshuffled, shuffled
from service.people.blocks import Blocks
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.runtime.repeats import KeyReused, Once
from service.store.errors import AnotherCommand, StreamMoved
from service.store.event_store import EventStore
from service.store.log_names import is_seating, seats_log, table_of

NO_SUCH_GAME: Final = Reason("no_such_game", "", "There is no such game, or it is private and needs its invite.")
_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH: Final = 10
_MOST_RENEWALS: Final = 20
_CACHED_TABLES: Final = 10_000
_RNG: Final = SystemRandom()
_DECODER: Final = msgspec.msgpack.Decoder(SeatingEvent)  # made once: making one costs more than decoding


class UnknownGame(Refused):
    """There is no such game, or the caller may not see it."""

    def __init__(self, game: str) -> None:
        super().__init__(NO_SUCH_GAME, "not_found", title="No such game")
        self.game = game


async def _unchanged(table: Seating) -> Seating:
    return table


class Tables:
    """`anonymise` replaces names that must not be shown whenever a table is read, so that they are never copied into
    the log of another table."""

    def __init__(
        self, store: EventStore, clock: Clock, anonymise: Callable[[Seating], Awaitable[Seating]] = _unchanged
    ) -> None:
        self._store = store
        self._clock = clock
        self._anonymise = anonymise
        self._blocks = Blocks(store, clock)
        self._full: LRUCache[str, Seating] = LRUCache(_CACHED_TABLES)  # full tables, until their log changes

    async def open(
        self,
        wanted: TableOpened,
        owner: Person,
        *,
        private: bool = False,
        dynasty: bool = False,
        once: Once | None = None,
    ) -> tuple[str, Seating]:
        """A new table with `owner` on seat 0; raises IllegalMove if its terms contradict each other.

        `once`, here and below, finds the table again that an earlier request with the same key has opened.
        """
        if reason := flaw(wanted.rules):
            raise IllegalMove(reason)
        invite = secrets.token_urlsafe(16) if private else None
        wanted = msgspec.structs.replace(wanted, invite=invite)
        check_rated(wanted, owner)

        def events(game: str) -> list[SeatingEvent]:
            match = Match(game, 1) if dynasty else None
            opened = msgspec.structs.replace(wanted, match=match, at=self._clock())
            return [opened, SeatTaken(seat=0, player=owner.player, name=owner.name)]

        game = await self._new(events, once)
        return game, await self.seating(game)

    async def keep_record(
        self, rules: Rules, players: tuple[Player, ...], events: list[Event], once: Once | None = None
    ) -> str:
        """Store a game that was read from its notation; it can be viewed, but not continued."""
        now = self._clock()
        opened = TableOpened(rules=rules, bots=tuple(player.bot for player in players), is_record=True, at=now)
        seats = [SeatTaken(seat=seat, player="", name=player.name) for seat, player in enumerate(players)]
        game = await self._new(lambda _: [opened, *seats], once)
        await self._store.append(game, 0, [encode(event, now) for event in events], "record")  # once, when repeated
        return game

    async def rematch(self, game: str, person: Person) -> str:
        """The table of the next game by the same players, with the seats rotated; `person` sits down there."""
        table = await self.seating(game)
        await self._blocks.check(person.player, table.company)
        seats = len(table.names)
        rotated = [(seat + 1) % seats for seat in range(seats)]
        opened = msgspec.structs.replace(
            table.opened,
            bots=tuple(table.bots[seat] for seat in rotated),
            reserved=tuple(table.players[seat] for seat in rotated),
            match=None,
            rematch_of=game,
            forked_from=None,
            at=self._clock(),
        )
        check_rated(opened, person)  # before a table is opened at which they may not sit
        return await self._follow_up(_derived(game, "rematch"), [opened], person)

    async def fork(
        self, origin: Origin, wanted: TableOpened, seat: int, person: Person, once: Once | None = None
    ) -> tuple[str, Seating]:
        """A table that continues from a position of another game; raises IllegalMove if that game was over there."""
        private = (await self.seating(origin.game)).opened.invite is not None
        invite = secrets.token_urlsafe(16) if private else None
        opened = msgspec.structs.replace(wanted, invite=invite, forked_from=origin, at=self._clock())
        events: list[SeatingEvent] = [opened, SeatTaken(seat=seat, player=person.player, name=person.name)]
        await self._beginning(seating(events))  # raises before anything is written
        game = await self._new(lambda _: events, once)
        return game, await self.seating(game)

    async def next_of_dynasty(self, game: str) -> str | None:
        """K6: the next game of the match, with the same seats; None after the third. May be repeated."""
        table = await self.seating(game)
        match = table.opened.match
        if match is None or match.number >= GAMES:
            return None
        after = Match(match.id, match.number + 1)
        opened = msgspec.structs.replace(table.opened, match=after, rematch_of=None, at=self._clock())
        people = zip(range(len(table.names)), table.players, table.names, strict=True)
        seats = [SeatTaken(seat=seat, player=player, name=name or "") for seat, player, name in people if player]
        return await self._follow_up(dynasty_game(match.id, after.number), [opened, *seats])

    async def settle(self, line: Listing) -> None:
        """Open the next game of a dynasty if this one is over. May be repeated."""
        if line.status == "over":
            await self.next_of_dynasty(line.game)

    async def _follow_up(self, game: str, events: list[SeatingEvent], person: Person | None = None) -> str:
        """A table whose id is derived from the previous game, so that two requests for it get the same one."""
        with suppress(StreamMoved):
            await self._store.append(seats_log(game), 0, [msgspec.msgpack.encode(event) for event in events])
        if person is None:
            await self.seating(game)
        elif (await self.seating(game)).seat_of(person.player) is None:
            await self.join(game, person)
        return game

    async def record_cancellation(self, game: str, table: Seating, player: str) -> None:
        """Write into the log of the table, as it was read, that `player` calls the game off.

        Nothing is written if the table has changed since. The game of a full table must be called off in its own log
        first (`cancelling.py`).
        """
        with suppress(StreamMoved):
            await self._store.append(seats_log(game), table.version, [msgspec.msgpack.encode(TableCancelled(player))])
        self._full.pop(game, None)

    async def renew_invite(self, game: str, player: str) -> str:
        """Replace the secret of a private table by a new one, for its owner. Who sits there stays.

        Raises Refused if the table is another player's, IllegalMove if it is not private or had too many.
        """
        while True:
            table = await self.seating(game)
            if table.owner != player:
                raise Refused(NOT_OWNER, "forbidden")
            if table.opened.invite is None:
                raise IllegalMove(NOT_PRIVATE)
            if table.renewals >= _MOST_RENEWALS:
                raise IllegalMove(RENEWED_OFTEN.about(most=_MOST_RENEWALS))
            invite = secrets.token_urlsafe(16)
            try:
                renewed = msgspec.msgpack.encode(InviteRenewed(invite))
                await self._store.append(seats_log(game), table.version, [renewed])
            except StreamMoved:
                continue  # somebody sat down: read the table again
            finally:
                self._full.pop(game, None)
            return invite

    async def _new(self, events: Callable[[str], list[SeatingEvent]], once: Once | None) -> str:
        """The id of a new table. That of a request which may be repeated is derived from its key; raises KeyReused."""
        command_id, content = once or (None, "")
        attempts = (
            (_derived(once.command_id, f"once {number}") for number in count())
            if once is not None
            else ("".join(_RNG.choice(_ALPHABET) for _ in range(_LENGTH)) for _ in count())
        )
        for game in attempts:
            stored = [msgspec.msgpack.encode(event) for event in events(game)]
            try:
                await self._store.append(seats_log(game), 0, stored, command_id, content)
            except StreamMoved:
                continue  # the id is taken
            except AnotherCommand as error:
                raise KeyReused from error
            return game
        raise AssertionError("there is always another id")

    async def seating(self, game: str) -> Seating:
        """Who sits where; completes a start or a cancellation that was interrupted. Raises UnknownGame."""
        return await self._anonymise(self._full.get(game) or await self._read(game))

    async def _read(self, game: str) -> Seating:
        entries = await self._store.read(seats_log(game))
        if not entries:
            raise UnknownGame(game)
        table = seating(_DECODER.decode(entry.data) for entry in entries)
        if not table.is_full:
            return table
        if (cancelling := await self._begun(game, table)) is not None:
            await self.record_cancellation(game, table, table.players[cancelling.seat] or "")
            return await self._read(game)
        self._full[game] = table
        return table

    async def nameless(self, game: str) -> frozenset[int]:
        """The seats of a game whose names must not be shown."""
        try:
            return (await self.seating(game)).nameless
        except UnknownGame:
            return frozenset()

    def invalidate(self, log: str) -> None:
        """Something was appended to `log`: if it belongs to a cached table, that is stale."""
        if is_seating(log):
            self._full.pop(table_of(log), None)

    async def join(self, game: str, person: Person, command_id: str | None = None) -> tuple[int, Seating]:
        """Seat `person` on an open seat; raises IllegalMove if there is none, Refused if somebody there is blocked."""
        while True:
            table = await self.seating(game)
            if (held := table.seat_of(person.player)) is not None:
                if command_id is not None and await self._store.command(seats_log(game), command_id):
                    return held, table
                raise IllegalMove(SEATED_ALREADY)
            if table.is_cancelled:
                raise IllegalMove(CANCELLED)
            if (seat := table.seat_for(person.player)) is None:
                raise IllegalMove(TAKEN)
            check_rated(table.opened, person)
            await self._blocks.check(person.player, table.company)
            taken = msgspec.msgpack.encode(SeatTaken(seat=seat, player=person.player, name=person.name))
            try:
                await self._store.append(seats_log(game), table.version, [taken], command_id)
            except StreamMoved:
                continue  # another player sat down first
            return seat, await self.seating(game)

    async def _begun(self, game: str, table: Seating) -> GameCancelled | None:
        """Start the game of a full table if that was not done yet; its cancellation if the table's log lacks it."""
        if table.opened.is_record or table.is_cancelled:
            return None
        if (last := await self._store.last(game)) is not None:
            event = decode(last).event
            return event if isinstance(event, GameCancelled) else None
        try:
            events, now = await self._beginning(table), self._clock()
        except UnknownGame:  # the game that it was to continue was removed while it waited for players
            return GameCancelled(0)
        with suppress(StreamMoved):  # another process started it
            await self._store.append(game, 0, [encode(event, now) for event in events], "start")
        return None

    async def _beginning(self, table: Seating) -> list[Event]:
        """The first events of a game: a new deal, or those that lead to the forked position. Raises UnknownGame."""
        origin, salt = table.opened.forked_from, secrets.token_hex(32)
        if origin is None:
            deal = shuffled(table.rules, _RNG)
            return decide(INITIAL, StartGame(table.rules, table.seats(), deal, salt))
        before = [stamped.event for stamped in decode_all(await self._store.read(origin.game, 0, origin.at))]
        if not before:
            raise UnknownGame(origin.game)
        return fork(before, table.seats(), reshuffled(hidden(before), _RNG), salt)


def _derived(game: str, purpose: str) -> str:
    """An id computed from that of another game."""
    digest = sha256(f"{game}:{purpose}".encode()).digest()
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:_LENGTH])


def dynasty_game(match: str, number: int) -> str:
    """The id of a game of a match, from that of its first game."""
    return match if number == 1 else _derived(match, f"dynasty {number}")
