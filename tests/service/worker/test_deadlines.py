"""Warnings and hand-overs under an injected clock: each once, whatever happens to the workers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from copy import copy
from random import Random
from typing import Any

import msgspec
import pytest

from domain.commands import Resign
from domain.events import GameFinished, SeatTimedOut, VictoryClaimed
from domain.log import audit
from domain.rules import Rules
from projections.timing import Bank, Days, TimeControl, merged
from service.assembly import assemble
from service.games.codec import decode_all
from service.games.outages import HEARTBEAT
from service.games.seating import TableCancelled, TableOpened
from service.local_valkey.server import Embedded
from service.runtime.settings import Settings
from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry
from service.store.log_names import seats_log
from service.worker.bot_turns import bot_to_move
from service.worker.deadlines import DUE, Sweeper
from service.worker.limits import WorkerLimits
from service.worker.main import run_worker
from tests.support.api_persons import ManualClock
from tests.support.servers import LONGEST_WAIT, eventually
from tests.support.timed_games import (
    DAY,
    DUEL,
    HOUR,
    MINUTE,
    OONA,
    STEP,
    WEEK,
    World,
    patient_outages,
    patient_services,
    warnings_of,
)
from tests.support.variants import only

CONTROLS: tuple[TimeControl, ...] = (Days(1), Days(2), Bank(86_400, 3_600, 100_000), Bank(7_200, 7_200, 20_000))


@pytest.fixture
def world(store: EventStore, time: ManualClock) -> World:
    return World(store, time)


@pytest.mark.parametrize("seed", only([0], range(3)))
async def test_each_warning_and_each_hand_over_happens_once(world: World, seed: int) -> None:
    rng = Random(seed)
    for control in CONTROLS:
        await world.open(control, rng.choice([DUEL, Rules("origins", 3, "totem")]))
    worker = world.worker()
    for _ in range(150):
        world.time.now += rng.choice([MINUTE, STEP, STEP, STEP])
        if rng.random() < 0.04:
            world.time.now += rng.choice([HOUR, 9 * HOUR, WEEK])  # no worker was there
        for game in world.games:
            bot = bot_to_move(await world.services.live.current(game))
            if rng.random() < (0.5 if bot else 0.03):
                await world.move(game, rng, fickle=0.0 if bot else 0.4)
        if rng.random() < 0.2:
            worker = world.worker()
        dying = [world.worker(rng) for _ in range(rng.randrange(3))]
        await world.work(worker, *dying, again=rng.random() < 0.1)
    assert any(world.warned.values())
    assert any(world.timed_out.values())
    assert list(merged(await patient_outages(world.store, world.time).all())) == list(merged(world.outages))
    for game in world.games:
        audit(entry.event for entry in decode_all(await world.store.read(game)))


async def test_a_weeks_outage_is_added_to_the_time_of_the_seat_to_move(world: World) -> None:
    game = await world.open(Days(1))
    begin = world.time.now
    worker = world.worker()
    while world.time.now < begin + 23 * HOUR:
        await world.work(worker)
        world.time.now += STEP
    await world.work(worker)
    assert len(world.warned[game]) == 1
    world.time.now += WEEK
    await world.work(world.worker(), world.worker())
    assert not world.timed_out[game]
    turn = await world.turn(game)
    assert turn is not None
    assert turn.due == begin + DAY + WEEK
    while world.time.now < turn.due - 1:
        world.time.now = min(turn.due - 1, world.time.now + STEP)
        await world.work(world.worker(), world.worker())
    assert not world.timed_out[game]
    world.time.now += 1
    await world.work(world.worker(), world.worker())
    assert world.timed_out[game] == 1
    assert len(world.warned[game]) == 1


async def test_a_seat_that_timed_out_is_played_by_the_bot_chosen_at_the_beginning(world: World) -> None:
    game = await world.open(Bank(1_000, 0, 1_000))
    await world.work(world.worker())
    world.time.now += 1_000_000
    await world.work(world.worker())
    bot = bot_to_move(await world.services.live.current(game))
    assert bot is not None
    assert bot.level == "pebble"
    await world.work(world.worker())
    assert await world.store.servers.call(DUE, "ZCARD", DUE) == 0, "bots have no clock"


async def test_a_player_who_stayed_alone_wins_when_their_time_is_up_too(world: World) -> None:
    game = await world.open(Bank(1_000, 0, 1_000))
    stayed = (await world.services.live.current(game)).position.seat
    assert stayed is not None
    await world.services.commands.handle(game, Resign(1 - stayed, "pebble"))
    await world.work(world.worker())
    world.time.now += 1_000_000
    await world.work(world.worker(), world.worker())
    log = decode_all(await world.store.read(game))
    assert [entry.event for entry in log[-2:]] == [VictoryClaimed(stayed), GameFinished((stayed,))]
    audit(entry.event for entry in log)


async def test_a_move_made_while_the_seat_is_being_handed_over_counts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await world.open(Bank(1_000, 0, 1_000))
    await world.work(world.worker())
    world.time.now += 1_000_000
    services = patient_services(copy(world.store), world.time)
    handle, moves = services.commands.handle, 0

    async def after_a_move(game: str, *command: Any) -> object:
        nonlocal moves
        moves += 1
        await world.move(game, Random(1))
        return await handle(game, *command)

    monkeypatch.setattr(services.commands, "handle", after_a_move)
    await Sweeper(services.store, services.tables, services.commands, services.outages, world.time).sweep()
    assert moves == 1
    log = decode_all(await world.store.read(game))
    assert not any(isinstance(entry.event, SeatTimedOut) for entry in log)


async def test_a_cancelled_table_has_no_clock(world: World) -> None:
    game = await world.open(Days(1))
    worker = world.worker()
    await world.work(worker)
    version = (await world.services.tables.seating(game)).version
    off = msgspec.msgpack.encode(TableCancelled("oona"))
    await world.store.append(seats_log(game), version, [off])
    before = await world.store.version(game)
    for _ in range(3):
        world.time.now += STEP
        await worker.sweep()
    world.time.now += 2 * DAY
    await worker.sweep()
    world.time.now += 2 * DAY
    await worker.sweep()
    assert await world.store.version(game) == before
    assert not await warnings_of(world.store, game)
    assert await world.store.servers.call(DUE, "ZCARD", DUE) == 0


async def test_a_damaged_log_does_not_stop_other_clocks(world: World) -> None:
    damaged, game = await world.open(Days(1)), await world.open(Bank(1_000, 0, 1_000))
    await world.store.append(damaged, await world.store.version(damaged), [b"not an event"])
    world.games.remove(damaged)
    worker = world.worker()
    await worker.consider([*await world.entries({}), FeedEntry(0, "1-0", "nobody-sits-here", 1, 1)])
    await worker.consider([FeedEntry(0, "1-0", damaged, 1, await world.store.version(damaged))])
    await worker.sweep()
    world.time.now += 1_000_000
    await world.work(worker)
    assert world.timed_out[game] == 1


async def test_the_feeds_say_which_games_have_a_clock(world: World) -> None:
    game, untimed = await world.open(Days(1)), await world.open(None)
    world.games.remove(untimed)
    await world.work(world.worker())
    await world.move(game, Random(1))
    await world.work(world.worker())
    turn = await world.turn(game)
    assert turn is not None
    member = f"{game}:{await world.store.version(game)}".encode()
    kept = await world.store.servers.call(DUE, "ZRANGE", DUE, 0, -1, "WITHSCORES")
    assert kept == [member, str(turn.warn).encode()]


# Whole workers


@asynccontextmanager
async def working(server: Embedded, time: Callable[[], int], count: int) -> AsyncIterator[None]:
    given = Settings(redis_url=server.url, puzzles=0, patience=LONGEST_WAIT)
    workers = [
        asyncio.create_task(run_worker(given, time, limits=WorkerLimits(sweep_every=0.02, leisure=0.0)))
        for _ in range(count)
    ]
    try:
        yield
    finally:
        for task in workers:
            task.cancel()
        await asyncio.wait(workers)


async def test_two_workers_hand_over_once_and_a_bot_plays_on_to_the_end(
    own_server: Embedded, own_store: EventStore, time: ManualClock
) -> None:
    services = assemble(own_store, time)
    table = TableOpened(DUEL, (None, "pebble"), clock=Bank(300, 0, 300), successor="pebble")

    async def is_swept() -> bool:
        beat = await own_store.servers.call(HEARTBEAT, "ZSCORE", HEARTBEAT, "worker")
        due = await own_store.servers.call(DUE, "ZCOUNT", DUE, "-inf", time.now)
        return beat is not None and float(beat) == time.now and not due

    async def is_persons_turn() -> bool:
        state = await services.live.current(game)
        return state.position.seat == 0

    async def is_over() -> bool:
        return (await services.live.current(game)).position.winners is not None

    async with working(own_server, time, 2):
        game, _ = await services.tables.open(table, OONA)
        await eventually(is_persons_turn)
        await eventually(lambda: own_store.servers.call(DUE, "ZCOUNT", DUE, time.now + 1, "+inf"))
        for _ in range(4):
            time.now += MINUTE
            await eventually(is_swept)
        await eventually(lambda: warnings_of(own_store, game))
    time.now += WEEK
    async with working(own_server, time, 2):
        await eventually(is_swept)
        assert await is_persons_turn()
        time.now += MINUTE
        await eventually(is_over, 10 * LONGEST_WAIT)  # a whole game
    log = decode_all(await own_store.read(game))
    audit(entry.event for entry in log)
    assert [entry.event for entry in log if isinstance(entry.event, SeatTimedOut)] == [SeatTimedOut(0, "pebble")]
    assert len(await warnings_of(own_store, game)) == 1
