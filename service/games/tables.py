"""Opens tables, seats players and reads who sits where. A game starts as soon as its table is full."""

import secrets
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final

import msgspec

from domain.decide import CANCELLED
from domain.errors import IllegalMove, Reason
from domain.events import Event, GameCancelled, GameStarted, Player
from domain.rules import Rules, flaw
from service.games.clocks.rests import ALWAYS, NOTHING_PLANNED, OwnRests, Terms, coming
from service.games.clocks.time_events import HolidaysNoted, chosen
from service.games.codec import decode
from service.games.seating import (
    NOT_OWNER,
    NOT_PRIVATE,
    RENEWED_OFTEN,
    SEATED_ALREADY,
    TABLE_LOGS,
    TAKEN,
    Guide,
    GuideChosen,
    InviteRenewed,
    Match,
    Origin,
    Seating,
    SeatingEvent,
    SeatTaken,
    TableCancelled,
    TableOpened,
    TalkLevel,
    TimeWarned,
    talk_chosen,
)
from service.games.starting.beginnings import Beginnings
from service.games.starting.ids import ids_of_request, random_ids
from service.games.starting.rated import check_rated
from service.people.blocks import Blocks
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.recent import Recent
from service.runtime.refusal import Refused
from service.runtime.repeats import Once
from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry
from service.store.log_names import is_seating, seats_log, table_of
from service.store.typed_log import TypedLog

NO_SUCH_GAME: Final = Reason("no_such_game", "", "There is no such game, or it is private and needs its invite.")
_MOST_RENEWALS: Final = 20
_CACHED_TABLES: Final = 10_000


class UnknownGame(Refused):
    """There is no such game, or the caller may not see it."""

    def __init__(self, game: str) -> None:
        super().__init__(NO_SUCH_GAME, "not_found", title="No such game")
        self.game = game


async def _unchanged(table: Seating) -> Seating:
    return table


async def _nothing_planned(player: str) -> OwnRests:
    return NOTHING_PLANNED


class Tables:
    """`anonymise` replaces names that must not be shown whenever a table is read, so that they are never copied into
    the log of another table. `rests_of` are the days off and holidays of a player who sits down."""

    def __init__(
        self,
        store: EventStore,
        clock: Clock,
        anonymise: Callable[[Seating], Awaitable[Seating]] = _unchanged,
        rests_of: Callable[[str], Awaitable[OwnRests]] = _nothing_planned,
        beginnings: Beginnings | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._anonymise = anonymise
        self._rests_of = rests_of
        self.beginnings = beginnings or Beginnings(store, clock)
        self._blocks = Blocks(store, clock)
        self._full: Recent[str, Seating] = Recent(_CACHED_TABLES)  # full tables, until their log changes

    async def open(
        self,
        wanted: TableOpened,
        owner: Person,
        *,
        private: bool = False,
        dynasty: bool = False,
        rests: Terms = ALWAYS,
        talk: TalkLevel = "free",
        guide: Guide | None = None,
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
        sits_down = await self.sitting(rests, 0, owner.player, owner.name)

        def events(game: str) -> list[SeatingEvent]:
            match = Match(game, 1) if dynasty else None
            opened = msgspec.structs.replace(wanted, match=match, at=self._clock())
            guided = [] if guide is None else [GuideChosen(guide)]
            return [opened, *chosen(rests), *talk_chosen(talk), *guided, *sits_down]

        game = await self._new(events, once)
        return game, await self.seating(game)

    async def keep_record(
        self, rules: Rules, players: tuple[Player, ...], events: list[Event], once: Once | None = None
    ) -> str:
        """Store a game that was read from its notation; it can be viewed, but not continued."""
        game = await self._new(lambda _: self._record(rules, players), once)
        await self.beginnings.write(game, events, "record")  # once, when repeated
        return game

    async def keep_record_once(self, game: str, started: GameStarted, events: list[Event]) -> None:
        """The same under a given id, unless it is there already."""
        await self._log(game).begin(self._record(started.rules, started.seats))
        await self.beginnings.write(game, events, "record")

    def _record(self, rules: Rules, players: tuple[Player, ...]) -> list[SeatingEvent]:
        bots = tuple(player.bot for player in players)
        opened = TableOpened(rules=rules, bots=bots, is_record=True, at=self._clock())
        return [opened, *(SeatTaken(seat=seat, player="", name=player.name) for seat, player in enumerate(players))]

    async def fork(
        self, origin: Origin, wanted: TableOpened, seat: int, person: Person, once: Once | None = None
    ) -> tuple[str, Seating]:
        """A table that continues from a position of another game; raises IllegalMove if that game was over there."""
        private = (await self.seating(origin.game)).opened.invite is not None
        invite = secrets.token_urlsafe(16) if private else None
        opened = msgspec.structs.replace(wanted, invite=invite, forked_from=origin, at=self._clock())
        events: list[SeatingEvent] = [opened, SeatTaken(seat=seat, player=person.player, name=person.name)]
        table = TABLE_LOGS.fold(events)
        assert table is not None
        if not await self.beginnings.events(table):  # raises before anything is written
            raise UnknownGame(origin.game)
        game = await self._new(lambda _: events, once)
        return game, await self.seating(game)

    async def open_once(self, game: str, events: list[SeatingEvent]) -> Seating:
        """A table whose id was derived from that of another game, unless it is there already."""
        await self._log(game).begin(events)
        return await self.seating(game)

    async def record_cancellation(self, game: str, table: Seating, player: str) -> None:
        """Write into the log of the table, as it was read, that `player` calls the game off.

        Nothing is written if the table has changed since. The game of a full table must be called off in its own log
        first (`cancelling.py`).
        """

        async def decide(now: Seating) -> list[SeatingEvent]:
            return [TableCancelled(player)] if now.version == table.version else []

        await self.change(game, decide)

    async def record_warning(self, game: str, warning: TimeWarned) -> None:
        """Write into the log of the table that time is running out, once for each turn."""

        async def decide(table: Seating) -> list[SeatingEvent]:
            return [] if table.warned == warning.seq else [warning]

        await self.change(game, decide, f"warn:{warning.seq}")

    async def renew_invite(self, game: str, player: str) -> str:
        """Replace the secret of a private table by a new one, for its owner. Who sits there stays.

        Raises Refused if the table is another player's, IllegalMove if it is not private or had too many.
        """
        invite = secrets.token_urlsafe(16)

        async def decide(table: Seating) -> list[SeatingEvent]:
            if table.owner != player:
                raise Refused(NOT_OWNER, "forbidden")
            if table.opened.invite is None:
                raise IllegalMove(NOT_PRIVATE)
            if table.renewals >= _MOST_RENEWALS:
                raise IllegalMove(RENEWED_OFTEN.about(most=_MOST_RENEWALS))
            return [InviteRenewed(invite)]

        await self.change(game, decide)
        return invite

    async def _new(self, events: Callable[[str], list[SeatingEvent]], once: Once | None) -> str:
        """The id of a new table. That of a request which may be repeated is derived from its key; raises KeyReused."""
        command_id, content = once or (None, "")
        for game in random_ids() if command_id is None else ids_of_request(command_id):
            if await self._log(game).begin(events(game), command_id, content):
                return game
        raise AssertionError("there is always another id")

    async def seating(self, game: str) -> Seating:
        """Who sits where; completes a start or a cancellation that was interrupted. Raises UnknownGame."""
        return await self._anonymise(self._full.get(game) or await self._read(game))

    async def _read(self, game: str) -> Seating:
        table = await self._log(game).read()
        if table is None:
            raise UnknownGame(game)
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

    def follow(self, feeds: Collection[int]) -> None:
        """Changes may not have been announced: every table is read again."""
        self._full.forget_all()

    def announce(self, entry: FeedEntry) -> None:
        """The feeds have a new entry."""
        self.invalidate(entry.game)

    def invalidate(self, log: str) -> None:
        """Something was appended to `log`: if it belongs to a cached table, that is stale."""
        if is_seating(log):
            self._full.forget(table_of(log))

    async def join(self, game: str, person: Person, command_id: str | None = None) -> tuple[int, Seating]:
        """Seat `person` on an open seat; raises IllegalMove if there is none, Refused if somebody there is blocked."""

        async def decide(table: Seating) -> list[SeatingEvent]:
            if table.seat_of(person.player) is not None:
                raise IllegalMove(SEATED_ALREADY)
            if table.is_cancelled:
                raise IllegalMove(CANCELLED)
            if (seat := table.seat_for(person.player)) is None:
                raise IllegalMove(TAKEN)
            check_rated(table.opened, person)
            await self._blocks.check(person.player, (await self._anonymise(table)).company)
            return await self.sitting(table.time.terms, seat, person.player, person.name)

        await self.change(game, decide, command_id)
        table = await self.seating(game)
        return table.players.index(person.player), table

    async def seat_seekers(self, game: str, people: Sequence[Person], is_joinable: Callable[[Seating], bool]) -> None:
        """Seat all these people, who were found for the last seats of a table, or nobody. May be repeated.

        Raises IllegalMove if these seats are not free any more, or the table is not joinable."""

        async def decide(table: Seating) -> list[SeatingEvent]:
            free = [seat for seat, name in enumerate(table.names) if name is None]
            if len(free) != len(people) or not is_joinable(table):
                raise IllegalMove(TAKEN)
            events = list[SeatingEvent]()
            for seat, person in zip(free, people, strict=True):
                if person.player in table.players:
                    raise IllegalMove(SEATED_ALREADY)
                check_rated(table.opened, person)
                await self._blocks.check(person.player, table.company)
                events += await self.sitting(table.time.terms, seat, person.player, person.name, sought=True)
            return events

        await self.change(game, decide, f"sought:{','.join(person.player for person in people)}")
        await self.seating(game)  # starts the game

    async def sitting(
        self, terms: Terms, seat: int, player: str, name: str, *, sought: bool = False
    ) -> list[SeatingEvent]:
        """A player sits down, with their days off and holidays if clocks rest at this table."""
        taken = SeatTaken(seat=seat, player=player, name=name, sought=sought or msgspec.UNSET)
        if terms == ALWAYS:
            return [taken]
        own, now = await self._rests_of(player), self._clock()
        taken = msgspec.structs.replace(taken, rhythm=own.rhythm)
        planned = coming(own.holidays, now)
        return [taken, HolidaysNoted(seat, now, planned)] if terms.holidays and planned else [taken]

    def _log(self, game: str) -> TypedLog[SeatingEvent, Seating | None]:
        return TypedLog(self._store, TABLE_LOGS, seats_log(game))

    async def change(
        self,
        game: str,
        decide: Callable[[Seating], Awaitable[list[SeatingEvent]]],
        command_id: str | None = None,
    ) -> None:
        """Append what `decide` makes of the table; raises UnknownGame, and what `decide` raises."""

        async def decide_existing(table: Seating | None) -> list[SeatingEvent]:
            if table is None:
                raise UnknownGame(game)
            return await decide(table)

        try:
            await self._log(game).change(decide_existing, command_id)
        finally:
            self._full.forget(game)

    async def _begun(self, game: str, table: Seating) -> GameCancelled | None:
        """Start the game of a full table if that was not done yet; its cancellation if the table's log lacks it."""
        if table.opened.is_record or table.is_cancelled:
            return None
        if (last := await self._store.last(game)) is not None:
            event = decode(last).event
            return event if isinstance(event, GameCancelled) else None
        events = await self.beginnings.events(table)
        if not events:  # the game that it was to continue was removed while it waited for players
            return GameCancelled(0)
        await self.beginnings.write(game, events, "start")  # or another process has started it
        return None
