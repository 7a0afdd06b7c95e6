"""What a guest has goes over to the account that the same person has signed in to: seats, puzzles, notes and marks.

Who makes an account stays the same player, so nothing has to move. Who signs in to one is another player from then on.
So an event in the log of each table says who sits there now. The guest's account is written down first, and each step
may be repeated, so that whatever was begun is finished exactly once, by the request or by a worker.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeAlias

import msgspec

from domain.errors import Reason
from projections.listing import Listing
from service.games.seating import SeatHandedOver, Seating, SeatingEvent, SeatKept
from service.games.tables import Tables, UnknownGame
from service.lists.quotas import Quotas
from service.moderation.act_log import ActLog
from service.people.blocks import Blocks
from service.people.credentials import Credentials
from service.people.identity import Person
from service.privacy.own_games import OwnGames
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.sets import StoredSet
from service.store.structures.values import Value

_UNFINISHED: Final = "handovers"  # guests
_CHECK_EVERY: Final = 60.0  # seconds
_AT_ONCE: Final = 10  # games

HANDED_ELSEWHERE: Final = Reason("handed_elsewhere", "", "The games of this guest have gone to another account.")
GUEST_CONCERNED: Final = Reason(
    "guest_concerned", "", "Moderators have acted about this guest: the games stay where they are."
)

# Why a game stays with the guest: the account sits there too, is not to sit with somebody there, or has enough games.
Why: TypeAlias = Literal["seated", "blocked", "too_many"]
OfSeat: TypeAlias = Callable[[str, str, str], Awaitable[None]]  # game, guest, account; may be repeated
OfPerson: TypeAlias = Callable[[str, str], Awaitable[None]]  # guest, account; may be repeated


class Handed(msgspec.Struct, frozen=True):
    games: list[str]
    stay: dict[str, Why]  # by game


class Handover:
    """Parts that store something about a player at a table, or about a player, add their function to `of_seat` or
    `of_person`."""

    def __init__(
        self,
        store: EventStore,
        tables: Tables,
        own_games: OwnGames,
        people: Credentials,
        acts: ActLog,
        blocks: Blocks,
        quotas: Quotas,
    ) -> None:
        self._store = store
        self._tables = tables
        self._own_games = own_games
        self._people = people
        self._acts = acts
        self._blocks = blocks
        self._quotas = quotas
        self.of_seat: list[OfSeat] = []
        self.of_person: list[OfPerson] = [own_games.release_records]

    async def games(self, guest: str) -> list[Listing]:
        """Those that a guest would bring along."""
        return [line for line in await self._lines(guest) if guest in {seat.player for seat in line.seats}]

    async def hand_over(self, guest: str, to: Person) -> Handed:
        """Let everything go over to the account. Raises Refused."""
        await self._acts.refresh_if_stale()
        if self._acts.concerns_any([guest]):
            raise Refused(GUEST_CONCERNED, "forbidden")
        claimed = await self._account(guest).get_or_set(to.player)
        if claimed is not None and claimed.decode() != to.player:
            raise Refused(HANDED_ELSEWHERE, "conflict")
        await self._unfinished.add(guest)
        handed = await self._carry_out(guest, to)
        await self._unfinished.remove(guest)
        return handed

    async def run(self) -> None:
        """Never returns; raises Unavailable."""
        while True:
            await self.finish()
            await asyncio.sleep(_CHECK_EVERY)

    async def finish(self) -> None:
        """Finish what requests have left."""
        for guest in await self._unfinished.members():
            account = await self._account(guest).get()
            profile = None if account is None else await self._people.profile(account.decode())
            if account is not None and profile is not None:
                await self._carry_out(guest, Person(account.decode(), profile.name, has_account=True))
            await self._unfinished.remove(guest)

    async def erase(self, player: str) -> None:
        await self._account(player).delete()
        await self._unfinished.remove(player)

    async def _lines(self, guest: str) -> list[Listing]:
        """With those of tables where a seat is kept for the guest."""
        return [line for line in await self._own_games.all(guest) if line.status != "cancelled"]

    async def _carry_out(self, guest: str, to: Person) -> Handed:
        lines, room = await self._lines(guest), await self._quotas.room(to)
        seated = [line for line in lines if guest in {seat.player for seat in line.seats}]
        going_on = [line.game for line in seated if line.status != "over"]
        stay: dict[str, Why] = {}
        games = [line.game for line in lines]
        for begin in range(0, len(games), _AT_ONCE):
            batch = games[begin : begin + _AT_ONCE]
            stay |= {game: "too_many" for game in batch if game in going_on[room:]}
            wanted = [game for game in batch if game not in stay]
            reasons = await asyncio.gather(*(self._seat(game, guest, to.player) for game in wanted))
            stay |= {game: why for game, why in zip(wanted, reasons, strict=True) if why is not None}
        for carry in self.of_person:
            await carry(guest, to.player)
        own = [line.game for line in seated]
        return Handed([game for game in own if game not in stay], {game: stay[game] for game in own if game in stay})

    async def _seat(self, game: str, guest: str, to: str) -> Why | None:
        """Hand over one seat with what belongs to it; why it stays if it does."""
        why: Why | None = None

        async def decide(table: Seating) -> list[SeatingEvent]:
            nonlocal why
            events = _changed(table, guest, to)
            why = await self._obstacle(table, guest, to) if events else None  # none if it was done before
            return [] if why is not None else events

        try:
            await self._tables.change(game, decide)
        except UnknownGame:
            return None
        if why is None:
            for carry in self.of_seat:
                await carry(game, guest, to)
        return why

    async def _obstacle(self, table: Seating, guest: str, to: str) -> Why | None:
        if table.seat_of(to) is not None:
            return "seated"
        try:
            others = {player: name for player, name in table.company.items() if player != guest}
            await self._blocks.check(to, others)
        except Refused:
            return "blocked"
        return None

    def _account(self, guest: str) -> Value:
        """The only account to which a guest's things go."""
        return Value(self._store, f"handover:{guest}", durable=True)

    @property
    def _unfinished(self) -> StoredSet:
        return StoredSet(self._store, _UNFINISHED, durable=True)


def _changed(table: Seating, guest: str, to: str) -> list[SeatingEvent]:
    if (seat := table.seat_of(guest)) is not None:
        return [SeatHandedOver(seat, to)]
    kept = [seat for seat, player in enumerate(table.reserved) if player == guest and table.names[seat] is None]
    return [SeatKept(seat, to) for seat in kept]
