"""A finished game that comes with the code, so that there is one to watch before anybody has played.

Strong bots played it: a game of Totem mode for three, with volcanoes, fires and totems that change hands. It is stored
as a record like any other, once, under an id that no drawn one can be equal to.
"""

from importlib import resources
from typing import Final

from domain.events import Event, GameStarted
from domain.notation.reading import read_record
from service.games.tables import Tables

SHIPPED_GAME: Final = "firstfire"
_RECORD: Final = "shipped_game.txt"


def shipped_events() -> list[Event]:
    return read_record(resources.files("service.worker").joinpath(_RECORD).read_text(encoding="utf-8"))


async def keep_shipped_game(tables: Tables) -> None:
    """Store it, unless it is there already; raises Unavailable."""
    events = shipped_events()
    started = events[0]
    assert isinstance(started, GameStarted)
    await tables.keep_record_once(SHIPPED_GAME, started, events)
