"""Warnings and hand-overs under an injected clock: each once, whatever happens to the workers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from copy import copy
from functools import partial
from random import Random
from typing import Any, cast

import msgspec
import pytest

from domain.commands import Play, UndoTurn
from domain.events import SeatTimedOut
from domain.log import audit
from domain.rules import Rules
from domain.undo import undoable
from projections.timing import Bank, Days, TimeControl, Timing, merged, timing
from service.assembly import assemble
from service.games.codec import decode_all, steps_of
from service.games.outages import HEARTBEAT, Outages
from service.games.seating import SeatingEvent, TableCancelled, TableOpened, TimeWarned
from service.local_valkey.server import Embedded
from service.people.identity import Person
from service.runtime.settings import Settings
from service.store.client.servers import Servers
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.feeds import START, FeedEntry
from service.store.keys import bucket_of, feed_key
from service.store.log_names import seats_log
from service.worker.bot_turns import bot_to_move
from service.worker.deadlines import DUE, Sweeper
from service.worker.main import run_worker
from tests.support.play import random_move
from tests.support.servers import eventually

OONA = Person("oona", "Oona")
DUEL = Rules("kingdomino", 2, None, ("must_place",))
MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY
STEP = 30 * MINUTE
CONTROLS: tuple[TimeControl, ...] = (Days(1), Days(2), Bank(86_400, 3_600, 100_000), Bank(7_200, 7_200, 20_000))


class Time:
    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Days go by in steps of half an hour: only more than that is an outage."""
    monkeypatch.setattr("service.games.outages.THRESHOLD", STEP)


class Mortal:
    """The servers as a worker sees them that dies at a certain call: before it, or after it and before the answer."""

    def __init__(self, servers: Any, rng: Random) -> None:
        self._servers = servers
        self._left, self._is_done = rng.randrange(25), rng.random() < 0.5

    async def call(self, key: str, *args: Any) -> Any:
        self._left -= 1
        if self._left < 0 and not self._is_done:
            raise Unavailable("killed")
        answer = await self._servers.call(key, *args)
        if self._left < 0:
            raise Unavailable("killed")
        return answer


def mortal(servers: Servers, rng: Random) -> Servers:
    return cast(Servers, Mortal(servers, rng))


class World:
    """Games, their players, and workers that come and go; checks after each sweep that what had to be done is done."""

    def __init__(self, store: EventStore, time: Time) -> None:
        self.store, self.time = store, time
        self.services = assemble(store, time)
        self.games: list[str] = []
        self.outages: list[tuple[int, int]] = []
        self.warned: dict[str, list[TimeWarned]] = {}
        self.timed_out: dict[str, int] = {}
        self._beat: int | None = None
        self._positions: dict[int, str] = {}

    async def open(self, control: TimeControl | None, rules: Rules = DUEL) -> str:
        table = TableOpened(rules, (None,) * rules.seats, clock=control, successor="pebble")
        game, _ = await self.services.tables.open(table, OONA)
        for number in range(1, rules.seats):
            await self.services.tables.join(game, Person(f"guest {number}", "Guest"))
        self.games.append(game)
        self.warned[game], self.timed_out[game] = [], 0
        return game

    async def move(self, game: str, rng: Random, fickle: float = 0.0) -> None:
        state = await self.services.handler.current(game)
        turn = undoable(state)
        if turn is not None and rng.random() < fickle and state.position.players[turn.seat].bot is None:
            await self.services.handler.handle(game, Play(turn.seat, UndoTurn()))
        elif state.position.seat is not None:
            await self.services.handler.handle(game, Play(state.position.seat, random_move(state, rng)))

    def worker(self, rng: Random | None = None) -> Sweeper:
        """A new worker; with `rng`, it will die."""
        store = copy(self.store)
        if rng is not None:
            store.servers = mortal(store.servers, rng)
        services = assemble(store, self.time)
        return Sweeper(services.store, services.tables, services.handler, services.outages, self.time)

    async def entries(self, after: dict[int, str]) -> list[FeedEntry]:
        entries = []
        for bucket in {bucket_of(log) for game in self.games for log in (game, seats_log(game))}:
            key = feed_key(bucket)
            for number, fields in await self.store.servers.call(
                key, "XRANGE", key, f"({after.get(bucket, START)}", "+"
            ):
                _, game, _, first, _, last = fields
                entries.append(FeedEntry(bucket, number.decode(), game.decode(), int(first), int(last)))
        return entries

    async def work(self, *sweepers: Sweeper, again: bool = False) -> None:
        """Each reads the feeds, perhaps again from their starts, and sweeps; all at once. Some may die."""

        async def work(sweeper: Sweeper) -> None:
            with suppress(Unavailable):
                for entry in entries:
                    await sweeper.consider(entry)
                await sweeper.sweep()

        entries = await self.entries({} if again else self._positions)
        if self._beat is not None and self.time.now - self._beat > STEP:
            self.outages.append((self._beat, self.time.now))
        await asyncio.gather(*(work(sweeper) for sweeper in sweepers))
        self._positions |= {entry.bucket: entry.id for entry in entries}
        self._beat = self.time.now
        for game in self.games:
            await self._check(game)

    async def turn(self, game: str, upto: int | None = None) -> Timing | None:
        """The truth."""
        steps = steps_of(await self.store.read(game, 0, upto))
        control = (await self.services.tables.seating(game)).opened.clock
        assert control is not None
        return timing(control, steps, self.outages)

    async def _check(self, game: str) -> None:
        warnings = await warnings_of(self.store, game)
        assert len({warning.seq for warning in warnings}) == len(warnings), "somebody was warned twice"
        log = decode_all(await self.store.read(game))
        ends = [(entry.seq, entry.event.seat) for entry in log if isinstance(entry.event, SeatTimedOut)]
        for seq, seat in ends[self.timed_out[game] :]:
            turn = await self.turn(game, seq - 1)
            assert turn is not None
            assert turn.seat == seat
            assert turn.due <= self.time.now, "a seat was handed over early"
        turn = await self.turn(game)
        new = warnings[len(self.warned[game]) :]
        assert len(new) <= 1
        if new:
            assert turn is not None
            assert (new[0].seat, new[0].seq, new[0].due) == (turn.seat, turn.turn, turn.due)
            assert turn.warn <= self.time.now, "a seat was warned early"
        if turn is not None:
            assert self.time.now < turn.due, "a seat should have been handed over"
            is_warned = any(warning.seq == turn.turn for warning in warnings)
            assert self.time.now < turn.warn or is_warned, "a seat should have been warned"
        self.warned[game], self.timed_out[game] = warnings, len(ends)
        self.services.handler.invalidate(game, len(log))


async def warnings_of(store: EventStore, game: str) -> list[TimeWarned]:
    events = [msgspec.msgpack.decode(entry.data, type=SeatingEvent) for entry in await store.read(seats_log(game))]
    return [event for event in events if isinstance(event, TimeWarned)]


@pytest.fixture
def world(store: EventStore, time: Time) -> World:
    return World(store, time)


@pytest.mark.parametrize("seed", range(3))
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
            bot = bot_to_move(await world.services.handler.current(game))
            if rng.random() < (0.5 if bot else 0.03):
                await world.move(game, rng, fickle=0.0 if bot else 0.4)
        if rng.random() < 0.2:
            worker = world.worker()
        dying = [world.worker(rng) for _ in range(rng.randrange(3))]
        await world.work(worker, *dying, again=rng.random() < 0.1)
    assert any(world.warned.values())
    assert any(world.timed_out.values())
    assert list(merged(await Outages(world.store, world.time).all())) == list(merged(world.outages))
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
    bot = bot_to_move(await world.services.handler.current(game))
    assert bot is not None
    assert bot.level == "pebble"
    await world.work(world.worker())
    assert await world.store.servers.call(DUE, "ZCARD", DUE) == 0, "bots have no clock"


async def test_a_move_made_while_the_seat_is_being_handed_over_counts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await world.open(Bank(1_000, 0, 1_000))
    await world.work(world.worker())
    world.time.now += 1_000_000
    services = assemble(copy(world.store), world.time)
    handle, moves = services.handler.handle, 0

    async def after_a_move(game: str, *command: Any) -> object:
        nonlocal moves
        moves += 1
        await world.move(game, Random(1))
        return await handle(game, *command)

    monkeypatch.setattr(services.handler, "handle", after_a_move)
    await Sweeper(services.store, services.tables, services.handler, services.outages, world.time).sweep()
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
    for entry in [*await world.entries({}), FeedEntry(0, "1-0", "nobody-sits-here", 1, 1)]:
        await worker.consider(entry)
    await worker.consider(FeedEntry(0, "1-0", damaged, 1, await world.store.version(damaged)))
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


# Outages


async def test_two_workers_record_an_outage_once(store: EventStore, time: Time) -> None:
    begin = time.now
    await Outages(store, time).beat()
    time.now += WEEK
    await asyncio.gather(*(Outages(store, time).beat() for _ in range(3)))
    assert await Outages(store, time).all() == ((begin, begin + WEEK),)


async def test_a_continuing_outage_counts_before_it_is_recorded(store: EventStore, time: Time) -> None:
    begin = time.now
    outages = Outages(store, time)
    await outages.beat()
    assert await outages.all() == ()
    time.now += HOUR
    assert await outages.all() == ((begin, begin + HOUR),)


async def test_a_suspended_worker_does_not_move_the_heartbeat_back(store: EventStore, time: Time) -> None:
    begin = time.now
    await Outages(store, time).beat()
    time.now += 20 * MINUTE
    await Outages(store, time).beat()
    await Outages(store, lambda: begin).beat()
    time.now += 20 * MINUTE
    await Outages(store, time).beat()
    assert await Outages(store, time).all() == ()


async def test_an_outage_is_recorded_even_if_the_recording_worker_is_killed(store: EventStore, time: Time) -> None:
    begin = time.now
    await Outages(store, time).beat()
    for left in (1, 2):  # before it notes the outage, and before its heartbeat
        time.now += HOUR
        killed = copy(store)
        killed.servers = mortal(store.servers, _Fixed(left))
        with pytest.raises(Unavailable):
            await Outages(killed, time).beat()
    time.now += HOUR
    await Outages(store, time).beat()
    assert await Outages(store, time).all() == ((begin, begin + 3 * HOUR),)


class _Fixed(Random):
    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def randrange(self, *_: Any, **__: Any) -> int:
        return self._number

    def random(self) -> float:
        return 1.0


# Whole workers


@asynccontextmanager
async def working(server: Embedded, time: Callable[[], int], count: int) -> AsyncIterator[None]:
    given = Settings(redis_url=server.url, puzzles=0)
    workers = [asyncio.create_task(run_worker(given, time)) for _ in range(count)]
    try:
        yield
    finally:
        for task in workers:
            task.cancel()
        await asyncio.wait(workers)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.worker.main.Sweeper", partial(Sweeper, every=0.02))


@pytest.mark.usefixtures("quick")
async def test_two_workers_hand_over_once_and_a_bot_plays_on_to_the_end(
    own_server: Embedded, own_store: EventStore, time: Time
) -> None:
    services = assemble(own_store, time)
    table = TableOpened(DUEL, (None, "pebble"), clock=Bank(300, 0, 300), successor="pebble")

    async def is_swept() -> bool:
        beat = await own_store.servers.call(HEARTBEAT, "ZSCORE", HEARTBEAT, "worker")
        due = await own_store.servers.call(DUE, "ZCOUNT", DUE, "-inf", time.now)
        return beat is not None and float(beat) == time.now and not due

    async def is_persons_turn() -> bool:
        services.handler.invalidate(game, await own_store.version(game))
        state = await services.handler.current(game)
        return state.position.seat == 0

    async def is_over() -> bool:
        services.handler.invalidate(game, await own_store.version(game))
        return (await services.handler.current(game)).position.winners is not None

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
        await eventually(is_over)
    log = decode_all(await own_store.read(game))
    audit(entry.event for entry in log)
    assert [entry.event for entry in log if isinstance(entry.event, SeatTimedOut)] == [SeatTimedOut(0, "pebble")]
    assert len(await warnings_of(own_store, game)) == 1
