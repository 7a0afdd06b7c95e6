"""Which names must not be shown: those of players who have left, and those that moderators have replaced.

Names are stored in the logs, and logs are only ever appended to. So names are replaced when a game is read: here for a
table, in service/privacy/anonymise.py for lists.
"""

import msgspec

from projections.anonymous import SOMEBODY
from service.games.seating import Seating
from service.moderation.act_log import ActLog
from service.privacy.departed import Departed


class ShownNames:
    def __init__(self, departed: Departed, acts: ActLog) -> None:
        self._departed = departed
        self._acts = acts

    async def refresh_if_stale(self) -> None:
        """Raises Unavailable only if the records were never read before."""
        await self._departed.refresh_if_stale()
        await self._acts.refresh_if_stale()

    def has_left(self, player: str | None) -> bool:
        return player in self._departed

    def is_hidden(self, player: str | None, name: str | None) -> bool:
        """Whether this name of the player must not be shown. Needs what `refresh_if_stale` reads."""
        return player in self._departed or self._acts.is_replaced(player, name)

    async def anonymised(self, table: Seating) -> Seating:
        """The table with a neutral name where one must not be shown."""
        if self._departed.is_stale or self._acts.is_stale:
            await self.refresh_if_stale()
        if not (self._departed.has_any(table.players) or self._acts.concerns_any(table.players)):
            return table  # as nearly always, in each request about a game
        seats = enumerate(zip(table.players, table.names, strict=True))
        hidden = [seat for seat, (player, name) in seats if self.is_hidden(player, name)]
        if not hidden:
            return table
        nameless = frozenset(hidden)
        names = tuple(SOMEBODY if seat in nameless else name for seat, name in enumerate(table.names))
        departed = frozenset(seat for seat in nameless if self.has_left(table.players[seat]))
        return msgspec.structs.replace(table, names=names, nameless=nameless, departed=departed)
