"""What matching has to know: the people who look for games, and the open tables."""

import asyncio
from typing import Final

from projections.listing import Listing, pool
from service.games.clocks.rests import Terms
from service.games.seating import Seating
from service.games.tables import Tables, UnknownGame
from service.lists.index import ListIndex
from service.lists.quotas import Quotas
from service.lists.ratings import Ratings
from service.moderation.act_log import ActLog
from service.opponents.matching import Opening, Seeker, Sitter
from service.opponents.records import Seek
from service.people.blocks import Blocks
from service.people.credentials import Credentials
from service.people.identity import Person
from service.runtime.refusal import Refused

REST: Final = Terms(days_off=True, holidays=True)  # when clocks rest in a game of seeks
_TABLES: Final = 200  # that are looked at


class Candidates:
    def __init__(
        self,
        people: Credentials,
        acts: ActLog,
        blocks: Blocks,
        ratings: Ratings,
        quotas: Quotas,
        index: ListIndex,
        tables: Tables,
    ) -> None:
        self._people = people
        self._acts = acts
        self._blocks = blocks
        self._ratings = ratings
        self._quotas = quotas
        self._index = index
        self._tables = tables

    async def person(self, player: str, *, rated: bool) -> Person | None:
        """Somebody who may sit down now; None if they have left, are banned, or may not play rated games."""
        profile = await self._people.profile(player)
        if profile is None:
            return None
        person = Person(player, profile.name, has_account=profile.account is not None)
        person = await self._acts.with_standing(person)
        try:
            person.standing.check_banned()
            if rated:
                person.standing.check_rated()
        except Refused:
            return None
        return person if person.has_account or not rated else None

    async def seeker(self, player: str, seek: Seek) -> Seeker | None:
        """None if the person cannot begin another game now."""
        person = await self.person(player, rated=seek.rated)
        if person is None or len(seek.games) >= seek.at_once:
            return None
        try:
            await self._quotas.check_game(person)
        except Refused:
            return None
        return Seeker(await self._sitter(player, pool(seek.rules)), seek)

    async def openings(self) -> list[Opening]:
        """Those that have waited longest come first."""
        lines = (await self._index.page("open", newest_first=False, count=_TABLES)).lines
        fitting = [line for line in lines if _is_plain(line) and not self._acts.is_removed_game(line.game)]
        openings = await asyncio.gather(*map(self._opening, fitting))
        return [opening for opening in openings if opening is not None]

    async def _opening(self, line: Listing) -> Opening | None:
        try:
            table = await self._tables.seating(line.game)
        except UnknownGame:
            return None
        if not is_joinable(table) or table.opened.clock is None:
            return None
        sitters = [self._sitter(player, pool(table.rules)) for player in table.company]
        free = table.names.count(None)
        rated, clock = table.opened.rated, table.opened.clock
        return Opening(line.game, table.rules, clock, rated, tuple(await asyncio.gather(*sitters)), free)

    async def _sitter(self, player: str, of: str) -> Sitter:
        rating, blocked = await asyncio.gather(self._ratings.rating(player, of), self._blocks.of(player))
        return Sitter(player, rating.ordinal, frozenset(blocked))


def is_joinable(table: Seating) -> bool:
    """Whether anybody could sit down here without agreeing to more than a seek says: usual rests, no hints, and neither
    a match nor a game that was begun elsewhere."""
    opened, terms = table.opened, table.time.terms
    is_usual = not (opened.hints or opened.is_record or opened.match or opened.rematch_of or opened.forked_from)
    is_open = not (table.is_full or table.is_cancelled or opened.invite or any(opened.reserved))
    earnings_agreed = not (opened.rated and table.shows_earnings)
    return is_usual and is_open and earnings_agreed and terms.quiet is None


def _is_plain(line: Listing) -> bool:
    return line.clock is not None and not line.has_hints and not any(seat.bot for seat in line.seats)
