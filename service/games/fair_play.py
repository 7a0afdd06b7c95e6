"""Who may be helped: nobody, while persons play against each other, unless all of them agreed to it beforehand.

Against bots alone one may always ask. A game that was begun from a position of another is as that one is: otherwise
one could ask there what one may not ask here. Nor may a strong bot go on from it, whose move would be a hint. Whose a
record is that does not reach its end, nobody knows: it may be a game that is being played.
"""

from typing import Final

from domain.errors import Reason
from domain.pieces import Level
from domain.position import Position
from puzzles.bots.levels import AT_ONCE, SEARCHING
from service.games.seating import Seating
from service.games.tables import Tables
from service.games.views import View, Views
from service.runtime.refusal import Refused

HINTS_RATED: Final = Reason("hints_rated", "", "A rated game is played without hints.")
HINTS_NOT_AGREED: Final = Reason(
    "hints_not_agreed", "", "While persons play against each other, nobody is helped, unless all agreed to hints."
)


BOT_WOULD_HELP: Final = Reason(
    "bot_would_help", "", "Until that game is over, only {levels} go on from it: what {level} plays is a hint."
)


async def check_fair_play(tables: Tables, views: Views, table: Seating, view: View) -> None:
    """Raises Refused if a hint or a review of this game would be unfair."""
    if reason := await _unfair(tables, views, table, view):
        raise Refused(reason, "forbidden")


async def check_fair_bot(tables: Tables, views: Views, table: Seating, view: View, level: Level) -> None:
    """Raises Refused if a bot of this level may not go on from a position of this game."""
    if level in SEARCHING and await _unfair(tables, views, table, view):
        raise Refused(BOT_WOULD_HELP.about(level=level, levels=tuple(AT_ONCE)), "forbidden")


async def _unfair(tables: Tables, views: Views, table: Seating, view: View) -> Reason | None:
    if view.seq and (reason := _unfair_by_itself(table, view.frames[-1].game.position)):
        return reason
    origin = table.opened.forked_from
    if origin is None:
        return None
    before = await tables.seating(origin.game)
    return await _unfair(tables, views, before, await views.view(origin.game, departed=before.departed))


def _unfair_by_itself(table: Seating, position: Position) -> Reason | None:
    if position.winners is not None:
        return None
    if table.opened.rated:
        return HINTS_RATED
    persons = sum(player.bot is None for player in position.players)
    return HINTS_NOT_AGREED if table.opened.is_record or (persons > 1 and not table.opened.hints) else None
