"""Players who have deleted themselves: lists show a neutral name for them, and bots take over their seats.

No game waits for a departed player. Two paths see to that: leaving records the departure and then goes through the
player's listed games; the follower of the lists lists a game and then checks who has left. Each writes before it reads,
so at least one of them notices a player who leaves while a game begins.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec

from domain.commands import Resign
from domain.errors import IllegalMove
from projections.anonymous import SOMEBODY
from projections.listing import ListedSeat, Listing, concerned
from service.games.commands import Commands, GameMoved
from service.games.consent.cancelling import cancel
from service.games.follow_ups import FollowUps
from service.games.tables import Tables
from service.lists.index import ListIndex
from service.moderation.act_log import ActLog
from service.people.kinds import Kinds, PersonKind
from service.privacy.departed import Departed
from service.privacy.shown_names import ShownNames

_LOBBY: Final = ("open", "running", "over")


class Vacancies:
    """The seats of departed players: finds them, and lets bots play on."""

    def __init__(self, tables: Tables, follow_ups: FollowUps, commands: Commands, departed: Departed) -> None:
        self._tables = tables
        self._follow_ups = follow_ups
        self._commands = commands
        self._departed = departed

    async def settle(self, line: Listing) -> None:
        """Act on the new state of a game, and on departures from it. Repeating it does no harm."""
        await self._follow_ups.settle(line)
        if line.status in ("open", "running"):
            await self._departed.refresh()
            for player in [seat.player for seat in line.seats if seat.player and not seat.has_left]:
                if player in self._departed:
                    await self.vacate(line.game, player)

    async def vacate(self, game: str, player: str) -> None:
        """Let a bot play on for `player`, who has left; cancel a table at which no other player waits."""
        table = await self._tables.seating(game)
        seat = table.seat_of(player)
        if seat is None or table.is_cancelled:
            return
        with suppress(
            IllegalMove, GameMoved
        ):  # the game is over, a bot plays already, or the game moved on and is settled again
            if table.is_full:
                await self._commands.handle(game, Resign(seat, table.opened.successor))
            elif {*table.players} <= {player, None}:
                await cancel(self._tables, self._commands, game, player)


class ShownSeat(ListedSeat, frozen=True):
    kind: PersonKind | None = None  # null for an open seat, and for the players of a record
    rating: float | None = (
        None  # at open tables in the lobby: as leaderboards show it; null before the first rated game
    )
    finished: float | None = None  # there: the share of finished games that were played to the end


class ShownLine(Listing, frozen=True):
    """A line with the kind of each player."""

    seats: tuple[ShownSeat, ...]


class ShownPage(NamedTuple):
    lines: list[ShownLine]
    total: int


class ShownLists:
    """The lists of games as players see them: with neutral names where names must not be shown, with the kinds of
    players, and public lists without what moderators have removed."""

    def __init__(self, index: ListIndex, names: ShownNames, kinds: Kinds, acts: ActLog) -> None:
        self._index = index
        self._names = names
        self._kinds = kinds
        self._acts = acts

    async def counts(self, name: str) -> dict[str, int]:
        return await self._index.counts(name)

    async def above(self, name: str, place: float) -> int:
        return await self._index.above(name, place)

    async def page(self, name: str, *, newest_first: bool = True, start: int = 0, count: int = 20) -> ShownPage:
        await self._names.refresh_if_stale()
        lines, total = await self._index.page(name, newest_first=newest_first, start=start, count=count)
        if name in _LOBBY:
            lines = [line for line in lines if not self._is_removed(line)]
        return ShownPage(await self._all_shown(lines), total)

    async def all(self, name: str) -> list[ShownLine]:
        """Every line of a list of one's own."""
        await self._names.refresh_if_stale()
        return await self._all_shown([line async for line in self._index.all(name)])

    async def own(self, player: str, games: Sequence[str]) -> list[ShownLine]:
        """The lines of those of these games that concern the player: by a seat, or by one that is reserved."""
        await self._names.refresh_if_stale()
        lines = await self._index.lines(games)
        return await self._all_shown([line for line in lines if player in concerned(line)])

    async def listed(self, games: Sequence[str]) -> list[ShownLine]:
        """The lines of these games, as public lists show them."""
        await self._names.refresh_if_stale()
        lines = [line for line in await self._index.lines(games) if not self._is_removed(line)]
        return self.public(await self._all_shown(lines))

    def public(self, lines: Sequence[ShownLine]) -> list[ShownLine]:
        """What others see of a player's games: neither private games nor those that moderators have removed."""
        return [line for line in lines if not line.is_private and not self._acts.is_removed_game(line.game)]

    async def _all_shown(self, lines: Sequence[Listing]) -> list[ShownLine]:
        kinds = await self._kinds.of(seat.player for line in lines for seat in line.seats)
        return [self._shown(line, kinds) for line in lines]

    def _is_removed(self, line: Listing) -> bool:
        return self._acts.is_removed_game(line.game) or any(self._acts.is_removed(seat.player) for seat in line.seats)

    def _shown(self, line: Listing, kinds: dict[str, PersonKind]) -> ShownLine:
        shown = {**msgspec.structs.asdict(line), "seats": tuple(self._seat(seat, kinds) for seat in line.seats)}
        return ShownLine(**shown)

    def _seat(self, seat: ListedSeat, kinds: dict[str, PersonKind]) -> ShownSeat:
        shown = msgspec.structs.asdict(seat)
        if self._names.is_hidden(seat.player, seat.name):
            shown["name"] = SOMEBODY
        if self._names.has_left(seat.player):
            return ShownSeat(**{**shown, "player": None}, kind="departed")
        return ShownSeat(**shown, kind="bot" if seat.bot else kinds.get(seat.player or ""))
