"""Calling a game off: before the first move, or later because all have agreed.

Whatever races with it is appended to the same log, so that only one of the two succeeds. At a table with open seats
that is the log of the table, in which the last seat is taken. At a full table it is the log of the game, in which the
first move is made; the log of the table follows, and if the process dies in between, the next reader completes it.
"""

from domain.commands import CancelGame
from domain.decide import CANCELLED
from domain.errors import IllegalMove
from service.games.commands import Commands
from service.games.tables import Tables


async def cancel(tables: Tables, commands: Commands, game: str, player: str) -> None:
    """Call the game off for a player at its table; raises IllegalMove if somebody has moved. Safe to repeat."""
    while not (table := await tables.seating(game)).is_cancelled:
        if table.is_full:
            await _cancel_game(commands, game, table.players.index(player))
        await tables.record_cancellation(game, table, player)  # if somebody sat down meanwhile, look again


async def note_cancellation(tables: Tables, game: str, player: str) -> None:
    """Let the log of the table follow that of its game, which was called off."""
    while not (table := await tables.seating(game)).is_cancelled:
        await tables.record_cancellation(game, table, player)


async def _cancel_game(commands: Commands, game: str, seat: int) -> None:
    try:
        await commands.handle(game, CancelGame(seat))
    except IllegalMove as illegal:
        if illegal.reason != CANCELLED:  # somebody else at the table was quicker
            raise
