"""Inviting somebody to an open table: a seat is kept for them, and they are informed of it."""

from typing import Final

from domain.decide import CANCELLED
from domain.errors import IllegalMove, Reason
from service.games.seating import NOT_OWNER, SEATED_ALREADY, TAKEN, Seating, SeatingEvent, SeatKept
from service.games.tables import Tables
from service.lists.quotas import Quotas
from service.moderation.act_log import ActLog
from service.people.accounts import NoSuchPlayer
from service.people.blocks import Blocks
from service.people.credentials import Credentials, Profile
from service.people.identity import Person
from service.runtime.refusal import Refused

NOT_INVITED: Final = Reason("not_invited", "", "No seat is kept for them at this table.")
INVITED_ALREADY: Final = Reason("invited_already", "", "A seat is kept for {name} already.")
ALL_KEPT: Final = Reason(
    "all_seats_kept", "", "Every seat is taken or kept for somebody: take an invitation back first."
)
CANNOT_INVITE: Final = Reason("cannot_invite", "", "{name} cannot be invited by you.")
RATED_GUEST: Final = Reason("rated_guest", "", "{name} plays as a guest, and this game is rated: invite somebody else.")
INVITING_YOURSELF: Final = Reason("inviting_yourself", "", "This is you: invite somebody else.")
RENEWED: Final = Reason("renewed_invitations", "", "This table has had {most} invitations: open a new one.")
MOST: Final = 40  # seats kept and given free at one table: its log ends


class Invitations:
    def __init__(self, tables: Tables, blocks: Blocks, quotas: Quotas, people: Credentials, acts: ActLog) -> None:
        self._tables = tables
        self._blocks = blocks
        self._quotas = quotas
        self._people = people
        self._acts = acts

    async def invite(self, game: str, person: Person, other: str) -> str:
        """Keep a seat for somebody at a table that `person` has opened, and return their name; raises Refused or
        IllegalMove."""
        if other == person.player:
            raise Refused(INVITING_YOURSELF, "invalid")
        profile = await self._people.profile(other)
        if profile is None:
            raise NoSuchPlayer
        cannot = CANNOT_INVITE.about(name=profile.name)
        await self._blocks.check_pair(person.player, other, profile.name, cannot)
        if await self._acts.is_banned(other):
            raise Refused(cannot, "forbidden")
        await self._quotas.take_invitation(person, other, profile.name)

        async def decide(table: Seating) -> list[SeatingEvent]:
            self.check_open(table, person.player)
            return [SeatKept(_seat_for(table, other, profile), other)]

        await self._tables.change(game, decide)
        return profile.name

    async def end(self, game: str, player: str, invited: str) -> None:
        """The seat is free again: the owner of the table takes an invitation back, or its receiver declines it.

        Raises Refused."""

        async def decide(table: Seating) -> list[SeatingEvent]:
            if player != invited:
                _check_owner(table, player)
            kept = [seat for seat, other in enumerate(table.reserved) if other == invited and table.names[seat] is None]
            if not kept:
                raise Refused(NOT_INVITED, "not_found")
            return [SeatKept(kept[0], None)]

        await self._tables.change(game, decide)

    def check_open(self, table: Seating, player: str) -> None:
        """Raises Refused or IllegalMove if it is not the player's table, or if it waits for nobody."""
        _check_owner(table, player)
        if table.is_cancelled:
            raise IllegalMove(CANCELLED)
        if table.is_full:
            raise IllegalMove(TAKEN)


def _check_owner(table: Seating, player: str) -> None:
    if table.owner != player:
        raise Refused(NOT_OWNER, "forbidden")


def _seat_for(table: Seating, other: str, profile: Profile) -> int:
    """A seat that is free and kept for nobody; raises IllegalMove."""
    if other in table.players:
        raise IllegalMove(SEATED_ALREADY)
    if other in table.reserved:
        raise IllegalMove(INVITED_ALREADY.about(name=profile.name))
    if table.opened.rated and profile.account is None:
        raise IllegalMove(RATED_GUEST.about(name=profile.name))
    if table.keepings >= MOST:
        raise IllegalMove(RENEWED.about(most=MOST))
    free = [seat for seat, name in enumerate(table.names) if name is None and table.reserved[seat] is None]
    if not free:
        raise IllegalMove(ALL_KEPT)
    return free[0]
