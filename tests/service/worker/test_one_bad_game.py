"""What nobody expected about one game stops no follower and no sweeper: the other games go on."""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from random import Random
from typing import Any, Protocol

import pytest

from domain.rules import Rules
from projections.listing import Listing
from projections.timing import Bank
from service.assembly import assemble
from service.games.seating import Seating, TableOpened
from service.lists.expiry import OPEN_FOR, Expiry
from service.lists.follower import ListsFollower
from service.lists.index import ListIndex, prefix
from service.lists.lines import update_line
from service.lists.ratings import Ratings, admit
from service.notices.follower import NoticesFollower
from service.people.identity import Person
from service.runtime.shutdown import cancel_all
from service.services import Services
from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry
from service.store.followers.inbox import Inbox
from service.store.keys import bucket_of
from service.store.log_names import seats_log
from service.store.structures.hashes import Hash
from service.time_off.at_tables import TimeOffFollower
from service.worker.bot_turns import BotTurn, BotTurnFollower
from tests.support.api_persons import ManualClock
from tests.support.play import random_game
from tests.support.servers import emptied, eventually
from tests.support.staged_games import HOUR, opened, store_game
from tests.support.timed_games import World
from tests.support.unreadable_logs import make_readable, make_unreadable

DUEL = Rules("kingdomino", 2, None, ("must_place",))
ALONE, OPEN = TableOpened(DUEL, (None, "flint")), TableOpened(DUEL, (None, None))


@pytest.fixture
async def one_store(server_url: str) -> AsyncIterator[EventStore]:
    store = EventStore(server_url)
    await emptied(store)
    yield store
    await store.aclose()


@pytest.fixture
def services(one_store: EventStore, time: ManualClock) -> Services:
    return assemble(one_store, time)


async def two_games(store: EventStore, time: ManualClock, table: TableOpened = ALONE) -> tuple[str, str]:
    """A game that cannot be read, and one that can; opened by another process."""
    before = assemble(store, time)
    bad, good = [(await before.tables.open(table, Person("oona", "Oona")))[0] for _ in range(2)]
    for log in (bad, seats_log(bad)):
        if await store.version(log):
            await make_unreadable(store, log)
    return bad, good


def entry(log: str, number: int = 1) -> FeedEntry:
    return FeedEntry(bucket_of(log), f"1-{number}", log, 1, 1)


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def test_clocks_of_others_run_and_its_own_as_soon_as_it_can_be_read(
    one_store: EventStore, time: ManualClock
) -> None:
    world = World(one_store, time)
    bad, good = [await world.open(Bank(1_000, 0, 1_000)) for _ in range(2)]
    await world.work(world.worker())
    await make_unreadable(one_store, seats_log(bad))
    time.pass_seconds(1_000)
    world.games.remove(bad)
    await world.work(world.worker())
    assert world.timed_out[good] == 1
    await make_readable(one_store, seats_log(bad))
    world.games.append(bad)
    time.pass_seconds(60)
    await world.work(world.worker())
    assert world.timed_out[bad] == 1


async def test_bots_of_others_move(services: Services, time: ManualClock, caplog: pytest.LogCaptureFixture) -> None:
    bad, good = await two_games(services.store, time)

    async def ask(_: BotTurn) -> None:
        raise RuntimeError("a queue that nobody expected")

    async def finished(_: str, __: Seating) -> None:
        pass

    follower = BotTurnFollower(services.store, services.live, services.tables, on_bot_turn=ask, on_finished=finished)
    await reached(follower, follower.follow(), entry(bad), entry(good, 2))
    assert any(bad in complaint for complaint in complaints(caplog))


class Following(Protocol):
    inbox: Inbox


async def reached(follower: Following, follow: Coroutine[Any, Any, None], *entries: FeedEntry) -> None:
    """The follower gets to the last of these entries without an end of its loop."""
    following = asyncio.create_task(follow)
    for new in entries:
        await follower.inbox.put(new)

    async def is_there() -> bool:
        return follower.inbox.position(entries[-1].bucket) == entries[-1].id or following.done()

    await eventually(is_there)
    assert not following.done()
    await cancel_all([following])


async def test_holidays_of_others_are_noted(services: Services, time: ManualClock) -> None:
    bad, good = await two_games(services.store, time)
    follower = TimeOffFollower(services.store, services.time_off)
    await reached(follower, follower.follow(), entry(seats_log(bad)), entry(seats_log(good), 2))


async def test_others_are_informed(services: Services, time: ManualClock) -> None:
    bad, good = await two_games(services.store, time)
    on_news = services.dispatcher.on_news
    follower = NoticesFollower(services.store, services.live, services.tables, services.notices.logs, on_news)
    await reached(follower, follower.follow(), entry(seats_log(bad)), entry(seats_log(good), 2))


async def test_others_are_listed_and_what_follows_from_one_game_does_not_stop_the_next(
    services: Services, time: ManualClock
) -> None:
    bad, good = await two_games(services.store, time)
    settled = list[str]()

    async def settle(line: Listing) -> None:
        settled.append(line.game)
        raise RuntimeError("what nobody expected")

    index = ListIndex(services.store, await ListIndex(services.store).generation())
    follower = ListsFollower(services.store, services.live, await index.generation(), settle)
    again = [entry(good, 2), entry(good, 3)]
    await reached(follower, follower.run(), entry(bad), entry(seats_log(bad)), *again)
    assert [line.game for line in await index.lines([bad, good])] == [good]
    assert set(settled) == {good}


async def test_tables_of_others_expire(services: Services, time: ManualClock) -> None:
    bad, good = [(await services.tables.open(OPEN, Person("oona", "Oona")))[0] for _ in range(2)]
    for game in (bad, good):
        await update_line(services.store, ListIndex(services.store), game)
    await make_unreadable(services.store, seats_log(bad))
    services.tables.invalidate(seats_log(bad))
    time.pass_seconds(OPEN_FOR / 1000)
    assert await Expiry(ListIndex(services.store), services.tables, services.commands, time).expire() == 1
    assert (await services.tables.seating(good)).is_cancelled


async def test_games_of_others_are_rated(one_store: EventStore) -> None:
    rng = Random(1)
    for game in ("bad", "good"):
        await store_game(one_store, game, opened(DUEL, rng), random_game(DUEL, rng), begin=100 * HOUR)
        await update_line(one_store, ListIndex(one_store), game)
    ratings, begin = Ratings(one_store), prefix(await ListIndex(one_store).generation())
    await admit(one_store, begin, ["bad", "good"])
    await Hash(one_store, f"{begin}lines").set({"bad": b"not a line"})
    assert await ratings.take_in() == 2
    assert int(await Hash(one_store, f"{begin}ratings").get("rated") or 0) == 2
    assert await ratings.take_in() == 0
