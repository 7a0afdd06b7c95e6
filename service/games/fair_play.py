"""Fair play: hints and reviews are refused while people play against each other, unless all agreed to hints.

A player whose opponents are all bots may always ask for a hint. A game forked from another inherits its restrictions:
otherwise a player could fork a running game and ask there. For the same reason a strong bot may not continue from
such a position, because its move would be a hint. An unfinished record may come from a running game, so it is
restricted too.
"""

from typing import Final

from domain.errors import Reason
from domain.pieces import Level
from domain.position import Position
from puzzles.bots.levels import AT_ONCE, SEARCHING
from service.games.live_games import LiveGames
from service.games.seating import Seating
from service.games.tables import Tables
from service.games.view import View
from service.runtime.refusal import Refused

HINTS_RATED: Final = Reason("hints_rated", "", "A rated game is played without hints.")
HINTS_OF_DAY: Final = Reason("hints_of_day", "", "The deal of the day is played without hints.")
HINTS_NOT_AGREED: Final = Reason(
    "hints_not_agreed", "", "While persons play against each other, nobody is helped, unless all agreed to hints."
)
BOT_WOULD_HELP: Final = Reason(
    "bot_would_help", "", "Until that game is over, only {levels} go on from it: what {level} plays is a hint."
)


async def is_fair(tables: Tables, live: LiveGames, table: Seating, view: View) -> bool:
    """Whether a hint in this game would be fair."""
    return await _unfair(tables, live, table, view) is None


async def check_fair_play(tables: Tables, live: LiveGames, table: Seating, view: View) -> None:
    """Raises Refused if a hint or a review of this game would be unfair."""
    if reason := await _unfair(tables, live, table, view):
        raise Refused(reason, "forbidden")


async def check_fair_bot(tables: Tables, live: LiveGames, table: Seating, view: View, level: Level) -> None:
    """Raises Refused if a bot of this level may not continue from a position of this game."""
    if level in SEARCHING and await _unfair(tables, live, table, view):
        raise Refused(BOT_WOULD_HELP.about(level=level, levels=tuple(AT_ONCE)), "forbidden")


async def _unfair(tables: Tables, live: LiveGames, table: Seating, view: View) -> Reason | None:
    """Why help with this game, or with one that it was forked from, would be unfair."""
    if view.seq and (reason := _unfair_on_its_own(table, view.frames[-1].game.position)):
        return reason
    origin = table.opened.forked_from
    if origin is None:
        return None
    parent = await tables.seating(origin.game)
    return await _unfair(tables, live, parent, await live.view(origin.game, nameless=parent.nameless))


def _unfair_on_its_own(table: Seating, position: Position) -> Reason | None:
    if position.winners is not None:
        return None
    if table.opened.rated:
        return HINTS_RATED
    if table.is_of_day:
        return HINTS_OF_DAY
    people = sum(player.bot is None for player in position.players)
    return HINTS_NOT_AGREED if table.opened.is_record or (people > 1 and not table.opened.hints) else None
