"""Who may be helped: nobody, while persons play against each other, unless all of them agreed to it beforehand.

Against bots alone one may always ask. A game that was begun from a position of another is as that one is: otherwise
one could ask there what one may not ask here.
"""

from typing import Final

from litestar.status_codes import HTTP_403_FORBIDDEN

from domain.errors import Reason
from domain.position import Position
from service.refusals import Refusal
from service.seating import Seating
from service.tables import Tables
from service.views import Views

HINTS_RATED: Final = Reason("hints_rated", "", "A rated game is played without hints.")
HINTS_NOT_AGREED: Final = Reason(
    "hints_not_agreed", "", "While persons play against each other, nobody is helped, unless all agreed to hints."
)


async def check_fair_play(tables: Tables, views: Views, game: str) -> None:
    """Raises Refusal if a hint or a review of this game would be unfair."""
    table, view = await tables.seating(game), await views.view(game)
    if view.seq and (reason := _unfair(table, view.frames[-1].game.position)):
        raise Refusal(HTTP_403_FORBIDDEN, reason)
    if (origin := table.opened.forked_from) is not None:
        await check_fair_play(tables, views, origin.game)


def _unfair(table: Seating, position: Position) -> Reason | None:
    if position.winners is not None:
        return None
    if table.opened.rated:
        return HINTS_RATED
    persons = sum(player.bot is None for player in position.players)
    return HINTS_NOT_AGREED if persons > 1 and not table.opened.hints else None
