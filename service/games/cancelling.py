"""Calling a game off before the first move, and throwing away a game against bots at any time.

Whatever races with it is appended to the same log, so that only one of the two succeeds. At a table with open seats
that is the log of the table, in which the last seat is taken. At a full table it is the log of the game, in which the
first move is made; the log of the table follows, and if the process dies in between, the next reader completes it.

Nobody else waits for a game against bots, and nothing is lost if a bot moves meanwhile: the log of the table is enough.
A rated one counts, so it is played to its end or left.
"""

from domain.commands import CancelGame
from domain.decide import CANCELLED
from domain.errors import IllegalMove
from service.games.commands import Commands
from service.games.seating import Seating
from service.games.tables import Tables


async def cancel(tables: Tables, commands: Commands, game: str, player: str) -> None:
    """Call the game off for a player at its table. Safe to repeat.

    Raises IllegalMove if somebody has moved, unless only bots play against the player.
    """
    while not (table := await tables.seating(game)).is_cancelled:
        if table.is_full and not (_may_be_thrown_away(table) and await _is_running(commands, game)):
            await _cancel_game(commands, game, table.players.index(player))
        await tables.record_cancellation(game, table, player)  # if somebody sat down meanwhile, look again


def _may_be_thrown_away(table: Seating) -> bool:
    return table.bots.count(None) == 1 and not table.opened.rated


async def _is_running(commands: Commands, game: str) -> bool:
    return not (await commands.games.view(game)).is_over


async def _cancel_game(commands: Commands, game: str, seat: int) -> None:
    try:
        await commands.handle(game, CancelGame(seat))
    except IllegalMove as illegal:
        if illegal.reason != CANCELLED:  # somebody else at the table was quicker
            raise
