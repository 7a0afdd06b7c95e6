"""The game that comes with the code: whole, stored once, and listed for everybody."""

from domain.log import replay
from service.games.starting.ids import random_ids
from service.games.tables import Tables
from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from service.worker.shipped_game import SHIPPED_GAME, keep_shipped_game, shipped_events


async def test_it_is_kept_once_and_listed_as_finished(own_store: EventStore) -> None:
    for _ in range(2):
        await keep_shipped_game(Tables(own_store, wall_clock))
    assert await own_store.version(SHIPPED_GAME) == len(shipped_events())
    line = await update_line(own_store, ListIndex(own_store), SHIPPED_GAME)
    assert line is not None
    assert (line.listing.status, line.listing.is_record) == ("over", True)
    [listed] = (await ListIndex(own_store).page("over")).lines
    assert listed.game == SHIPPED_GAME
    assert all(seat.land for seat in listed.seats)


def test_it_was_played_to_its_end_and_can_be_checked() -> None:
    game = replay(shipped_events())
    assert game.position.winners is not None


def test_no_drawn_id_is_equal_to_its_id() -> None:
    drawn = random_ids()
    assert not set(SHIPPED_GAME) <= set("".join(next(drawn) for _ in range(1000)))
