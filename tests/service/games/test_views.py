"""The read path over a real server: a cached view always equals its log."""

from random import Random

import pytest

from domain.commands import Play
from domain.legal import legal
from domain.rules import Rules
from domain.undo import LONGEST
from service.games.codec import decode_all, encode
from service.games.handle import Handler
from service.games.views import View, Views
from service.local_valkey.server import Embedded
from service.runtime.clock import wall_clock
from service.store.event_store import Entry, EventStore
from tests.service.games.test_handle import Watched
from tests.support.log_reset import copy_of_log
from tests.support.long_games import long_game
from tests.support.play import start

GAME = "game"
LOST = 6


@pytest.fixture
async def handler(own_store: EventStore) -> Handler:
    handler = Handler(own_store, wall_clock)
    await handler.handle(GAME, start(Rules("kingdomino", 2, None, ("must_place",)), Random(1)))
    return handler


@pytest.fixture
def views(own_store: EventStore) -> Views:
    views = Views(own_store)
    views.is_following = True
    return views


async def moved(handler: Handler, events: int, which: int = 0) -> None:
    """Make moves until there are at least `events` more events."""
    end = (await handler.current(GAME)).version + events
    while (game := await handler.current(GAME)).version < end:
        assert game.position.seat is not None
        await handler.handle(GAME, Play(game.position.seat, legal(game.position)[which]))


async def is_true(view: View, store: EventStore) -> bool:
    log = decode_all(await store.read(GAME))
    return view.stamped == log and view.seq == len(log)


@pytest.mark.parametrize("regained", [1, LOST, 2 * LOST], ids=["fewer", "as many", "more"])
async def test_a_log_restored_from_a_backup_is_followed(
    handler: Handler, views: Views, own_store: EventStore, regained: int
) -> None:
    before = await copy_of_log(own_store, GAME)
    await moved(handler, LOST)
    assert await is_true(await views.view(GAME), own_store)
    await before.restore()
    elsewhere = Handler(own_store, wall_clock)
    await moved(elsewhere, regained, which=-1)
    views.invalidate(GAME, (await elsewhere.current(GAME)).version)
    view = await views.view(GAME)
    assert await is_true(view, own_store)
    await moved(elsewhere, 1)
    views.invalidate(GAME, (await elsewhere.current(GAME)).version)
    assert await is_true(await views.view(GAME), own_store)


async def test_tables_of_events_lost_in_a_restore_are_not_shown_again(
    handler: Handler, views: Views, own_store: EventStore
) -> None:
    before = await copy_of_log(own_store, GAME)
    await moved(handler, LOST)
    view = await views.view(GAME)
    shown = views.table(view, view.seq, None)
    await before.restore()
    await moved(Handler(own_store, wall_clock), LOST, which=-1)
    views.invalidate(GAME)
    assert views.table(await views.view(GAME), view.seq, None) != shown


async def test_an_event_announced_during_a_read_is_not_missed(
    handler: Handler, views: Views, own_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = own_store.read

    async def slowly(game: str, after: int = 0) -> list[Entry]:
        entries = await read(game, after)
        monkeypatch.undo()
        await moved(handler, 1)
        views.invalidate(GAME, (await handler.current(GAME)).version)
        return entries

    monkeypatch.setattr(own_store, "read", slowly)
    assert await is_true(await views.view(GAME), own_store)


async def test_the_log_is_read_only_when_something_may_have_happened(handler: Handler, own_server: Embedded) -> None:
    watched = Watched(own_server.url)
    views = Views(watched)
    views.is_following = True
    newest = (await views.view(GAME)).seq
    for _ in range(3):
        await views.view(GAME, newest)
    assert watched.reads == [0]
    views.invalidate(GAME, newest)
    for _ in range(3):
        await views.view(GAME, newest)
    assert watched.reads == [0, newest - 1]
    await watched.aclose()


async def test_what_is_shown_of_another_log_with_as_many_events_has_another_mark(
    handler: Handler, views: Views, own_store: EventStore
) -> None:
    before = await copy_of_log(own_store, GAME)
    await moved(handler, LOST)
    view = await views.view(GAME)
    begun, seq, mark = view.mark(1), view.seq, view.mark()
    lost = views.table(view, seq, None)
    await before.restore()
    elsewhere = Handler(own_store, wall_clock)
    while (await elsewhere.current(GAME)).version < seq:
        await moved(elsewhere, 1, which=-1)
    views.invalidate(GAME)
    view = await views.view(GAME)
    assert view.mark(1) == begun
    assert view.mark(seq) != mark
    assert views.table(view, seq, None) != lost


async def test_views_are_bounded_by_their_events(own_store: EventStore) -> None:
    views = Views(own_store, cached_events=1_500)
    views.is_following = True
    log = [encode(event, 0) for event in long_game(LONGEST)]
    for number in range(5):
        await own_store.append(f"long{number}", 0, log)
        await views.view(f"long{number}")
        assert views.cached_events <= 1_500
    assert views.cached_events > len(log), "the last ones are kept"
