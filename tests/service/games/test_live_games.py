"""Live games over a real server: one fold for reading and writing, and always equal to the log."""

from random import Random

import pytest

import service.games.live_games
from domain.commands import Play
from domain.legal import legal
from domain.rules import Rules
from domain.undo import LONGEST
from projections.anonymous import SOMEBODY
from service.games.codec import decode_all, encode
from service.games.commands import Commands
from service.games.live_games import LiveGames
from service.games.view import View
from service.local_valkey.server import Embedded
from service.runtime.clock import wall_clock
from service.store.event_store import Entry, EventStore
from service.store.feeds.entries import ALL, START, FeedEntry
from service.store.keys import bucket_of
from tests.service.games.test_commands import Watched, process
from tests.support.log_reset import copy_of_log
from tests.support.long_games import long_game
from tests.support.play import start

GAME = "game"
LOST = 6


@pytest.fixture
async def elsewhere(own_store: EventStore) -> Commands:
    """Another process, which has started the game."""
    commands = process(own_store)
    await commands.handle(GAME, start(Rules("kingdomino", 2, None, ("must_place",)), Random(1)))
    return commands


@pytest.fixture
def live(own_store: EventStore) -> LiveGames:
    live = LiveGames(own_store)
    live.follow(ALL)
    return live


async def moved(commands: Commands, events: int, which: int = 0) -> None:
    """Make moves until there are at least `events` more events."""
    end = (await commands.games.current(GAME)).version + events
    while (game := await commands.games.current(GAME)).version < end:
        assert game.position.seat is not None
        await commands.handle(GAME, Play(game.position.seat, legal(game.position)[which]))


async def announcements(store: EventStore) -> list[FeedEntry]:
    return await store.feeds.between(bucket_of(GAME), START, "+")


async def newest_announced(live: LiveGames, store: EventStore) -> None:
    live.announce((await announcements(store))[-1])


async def is_true(view: View, store: EventStore) -> bool:
    log = decode_all(await store.read(GAME))
    fresh = await LiveGames(store).view(GAME)
    return view.stamped == log and view.newest == fresh.newest and view.mark() == fresh.mark()


@pytest.mark.parametrize("regained", [1, LOST, 2 * LOST], ids=["fewer", "as many", "more"])
async def test_a_log_restored_from_a_backup_is_followed(
    elsewhere: Commands, live: LiveGames, own_store: EventStore, regained: int
) -> None:
    before = await copy_of_log(own_store, GAME)
    await moved(elsewhere, LOST)
    assert await is_true(await live.view(GAME), own_store)
    await before.restore()
    third = process(own_store)
    await moved(third, regained, which=-1)
    await newest_announced(live, own_store)
    assert await is_true(await live.view(GAME), own_store)
    await moved(third, 1)
    await newest_announced(live, own_store)
    assert await is_true(await live.view(GAME), own_store)


@pytest.mark.parametrize("regained", [1, LOST, 2 * LOST], ids=["fewer", "as many", "more"])
async def test_what_was_appended_here_and_lost_in_a_restore_is_not_believed(
    elsewhere: Commands, live: LiveGames, own_store: EventStore, regained: int
) -> None:
    """The new log may have as many events as the cached one: then only the entry of the feed tells them apart."""
    ours, before = Commands(live, wall_clock), await copy_of_log(own_store, GAME)
    await moved(ours, LOST)
    await before.restore()
    await moved(process(own_store), regained, which=-1)
    await newest_announced(live, own_store)
    assert await is_true(await live.view(GAME), own_store)
    await moved(ours, 1)
    assert await is_true(await live.view(GAME), own_store)


async def test_tables_of_events_lost_in_a_restore_are_not_shown_again(
    elsewhere: Commands, live: LiveGames, own_store: EventStore
) -> None:
    before = await copy_of_log(own_store, GAME)
    await moved(elsewhere, LOST)
    view = await live.view(GAME)
    begun, seq, mark = view.mark(1), view.seq, view.mark()
    shown = live.table(view, seq, None)
    await before.restore()
    third = process(own_store)
    while (await third.games.current(GAME)).version < seq:
        await moved(third, 1, which=-1)
    await newest_announced(live, own_store)
    view = await live.view(GAME)
    assert view.mark(1) == begun
    assert view.mark(seq) != mark
    assert live.table(view, seq, None) != shown


async def test_an_event_announced_during_a_read_is_not_missed(
    elsewhere: Commands, live: LiveGames, own_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = own_store.read

    async def slowly(game: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        entries = await read(game, after, upto)
        monkeypatch.undo()
        await moved(elsewhere, 1)
        await newest_announced(live, own_store)
        return entries

    monkeypatch.setattr(own_store, "read", slowly)
    assert await is_true(await live.view(GAME), own_store)


async def test_the_log_is_read_only_when_something_may_have_happened(
    elsewhere: Commands, own_server: Embedded, own_store: EventStore
) -> None:
    watched = Watched(own_server.url)
    live = LiveGames(watched)
    await live.view(GAME)
    await live.view(GAME)
    newest = (await live.view(GAME)).seq
    assert watched.reads == [0, newest - 1, newest - 1], "nobody follows the feeds yet"
    live.follow(ALL)
    for _ in range(3):
        await live.view(GAME, newest)
    assert watched.reads[3:] == [newest - 1], "something may have happened before they were followed"
    await newest_announced(live, own_store)
    for _ in range(3):
        await live.view(GAME, newest)
    assert watched.reads[4:] == [newest - 1]
    await watched.aclose()


@pytest.mark.parametrize("is_announced_first", [False, True])
async def test_what_this_process_has_appended_is_not_read(
    elsewhere: Commands, own_server: Embedded, own_store: EventStore, is_announced_first: bool
) -> None:
    watched = Watched(own_server.url)
    live = LiveGames(watched)
    live.follow(ALL)
    ours = Commands(live, wall_clock)
    seen = await live.view(GAME)
    append = watched.append

    async def announced_before_the_answer(*args: object) -> object:
        appended = await append(*args)  # type: ignore[arg-type]
        if is_announced_first:
            await newest_announced(live, own_store)
        return appended

    watched.append = announced_before_the_answer  # type: ignore[method-assign, assignment]
    await moved(ours, LOST)
    if not is_announced_first:
        for entry in (await announcements(own_store))[1:]:
            live.announce(entry)
    view = await live.view(GAME)
    assert watched.reads == [0]
    assert view is seen
    assert await is_true(view, own_store)
    assert [frame.seq for frame in view.frames] == list(range(1, view.seq + 1))
    await watched.aclose()


async def test_neutral_names_are_shown_of_the_same_game(
    elsewhere: Commands, live: LiveGames, own_store: EventStore
) -> None:
    ours = Commands(live, wall_clock)
    assert SOMEBODY not in str((await live.view(GAME, nameless=frozenset())).log()[0].event)
    hidden = await live.view(GAME, nameless=frozenset([0]))
    await moved(ours, 1)
    assert await live.view(GAME, nameless=frozenset([0])) is hidden
    names = [player.name for player in hidden.newest.position.players]
    assert (names[0], names[1] != SOMEBODY) == (SOMEBODY, True)
    view = await live.view(GAME)
    assert (hidden.seq, hidden.mark()) == (view.seq, view.mark())
    assert await is_true(view, own_store)


async def test_games_are_bounded_by_their_events(own_store: EventStore) -> None:
    live = LiveGames(own_store, cached_events=1_500)
    live.follow(ALL)
    log = [encode(event, 0) for event in long_game(LONGEST)]
    for number in range(5):
        await own_store.append(f"long{number}", 0, log)
        await live.view(f"long{number}")
        assert live.cached_events <= 1_500
    assert live.cached_events > len(log), "the last ones are kept"


async def test_what_is_encoded_is_bounded_by_its_bytes(own_store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service.games.live_games, "_CACHED_BYTES", most := 20_000)
    live = LiveGames(own_store)
    await own_store.append(GAME, 0, [encode(event, 0) for event in long_game(LONGEST)])
    view = await live.view(GAME)
    shown = [live.table(view, seq, None) for seq in range(1, 100)]
    assert len(shown[-1]) <= live._encoded._made.weight <= most < sum(map(len, shown))
