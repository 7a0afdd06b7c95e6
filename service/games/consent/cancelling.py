"""Calling a game off: before the first move, against bots at any time, or later because all have agreed.

Whatever races with it is appended to the same log, so that only one of the two succeeds. At a table with open seats
that is the log of the table, in which the last seat is taken. At a full table it is the log of the game, in which the
first move is made; the log of the table follows, and if the process dies in between, the next reader completes it.
"""

from domain.commands import CancelGame
from domain.decide import CANCELLED
from domain.errors import IllegalMove
from service.games.commands import Commands
from service.games.consent.wishes import SAME_FOR_ALL
from service.games.seating import Seating
from service.games.tables import Tables


async def cancel(tables: Tables, commands: Commands, game: str, player: str) -> None:
    """Call the game off for a player at its table. Safe to repeat.

    Raises IllegalMove if somebody has moved, unless only bots play against the player; and for the deal of a day.
    """
    while not (table := await tables.seating(game)).is_cancelled:
        if table.is_of_day:
            raise IllegalMove(SAME_FOR_ALL)
        if table.is_full:
            seat = table.players.index(player)
            await _cancel_game(commands, game, CancelGame(seat, _agreeing_bots(table, seat)))
        await tables.record_cancellation(game, table, player)  # if somebody sat down meanwhile, look again


async def note_cancellation(tables: Tables, game: str, player: str) -> None:
    """Let the log of the table follow that of its game, which was called off."""
    while not (table := await tables.seating(game)).is_cancelled:
        await tables.record_cancellation(game, table, player)


def _agreeing_bots(table: Seating, seat: int) -> tuple[int, ...]:
    """All others, if these are bots: they agree, unless the game counts."""
    others = [other for other in range(table.rules.seats) if other != seat]
    is_alone = all(table.bots[other] is not None for other in others)
    return tuple(others) if is_alone and not table.opened.rated else ()


async def _cancel_game(commands: Commands, game: str, cancelling: CancelGame) -> None:
    try:
        await commands.handle(game, cancelling)
    except IllegalMove as illegal:
        if illegal.reason != CANCELLED:  # somebody else at the table was quicker
            raise
