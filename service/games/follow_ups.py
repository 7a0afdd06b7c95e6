"""The table that follows a game: a rematch, or the next game of a dynasty."""

import msgspec

from domain.dynasty import GAMES
from projections.listing import Listing
from service.games.clocks.time_events import chosen
from service.games.seating import Match, SeatingEvent, talk_chosen
from service.games.starting.ids import dynasty_game, rematch_of
from service.games.starting.rated import check_rated
from service.games.tables import Tables
from service.people.blocks import Blocks
from service.people.identity import Person
from service.runtime.clock import Clock


class FollowUps:
    """The id of a table that follows is derived from the game before, so that two requests for it get the same one."""

    def __init__(self, tables: Tables, blocks: Blocks, clock: Clock) -> None:
        self._tables = tables
        self._blocks = blocks
        self._clock = clock

    async def rematch(self, game: str, person: Person) -> str:
        """The table of the next game by the same players, with the seats rotated; `person` sits down there."""
        table = await self._tables.seating(game)
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
        following = rematch_of(game)
        opened_table = await self._tables.open_once(
            following, [opened, *chosen(table.time.terms), *talk_chosen(table.talk)]
        )
        if opened_table.seat_of(person.player) is None:
            await self._tables.join(following, person)
        return following

    async def next_of_dynasty(self, game: str) -> str | None:
        """K6: the next game of the match, with the same seats; None after the third. May be repeated."""
        table = await self._tables.seating(game)
        match = table.opened.match
        if match is None or match.number >= GAMES:
            return None
        after = Match(match.id, match.number + 1)
        opened = msgspec.structs.replace(table.opened, match=after, rematch_of=None, at=self._clock())
        people = zip(range(len(table.names)), table.players, table.names, strict=True)
        events: list[SeatingEvent] = [opened, *chosen(table.time.terms), *talk_chosen(table.talk)]
        for seat, player, name in people:
            events += await self._tables.sitting(table.time.terms, seat, player, name or "") if player else []
        following = dynasty_game(match.id, after.number)
        await self._tables.open_once(following, events)
        return following

    async def settle(self, line: Listing) -> None:
        """Open the next game of a dynasty if this one is over. May be repeated."""
        if line.status == "over":
            await self.next_of_dynasty(line.game)
