"""Bots move when it is their turn: once, however many workers there are and whatever has happened to them."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.commands import Play, Step
from domain.events import GameStarted, Player
from domain.legal import legal
from domain.log import audit
from domain.pieces import Level
from domain.rules import Rules
from puzzles.bots import levels
from service.assembly import assemble
from service.engine.search_pool import SearchPool
from service.games.codec import decode_all
from service.games.seating import Origin, TableOpened
from service.games.starting.guided import guided_rules
from service.local_valkey.server import Embedded
from service.people.identity import Person
from service.runtime.clock import wall_clock
from service.runtime.settings import Settings
from service.services import Services
from service.store.event_store import EventStore
from service.store.followers.cursors import BOT_TURNS
from service.store.keys import bucket_of
from service.worker import jobs
from service.worker.bot_turns import bot_to_move
from service.worker.limits import LIMITS, WorkerLimits
from service.worker.main import run_worker
from tests.support.game_players import spans
from tests.support.play import random_game
from tests.support.servers import LONGEST_WAIT, eventually

OONA = Person("oona", "Oona")
KINGDOMINO = Rules("kingdomino", 4, None, ("must_place",))
TRIBE = Rules("origins", 3, "tribe")
DUEL = Rules("kingdomino", 2, None, ("must_place",))


@asynccontextmanager
async def working(server: Embedded, count: int = 1, limits: WorkerLimits = LIMITS) -> AsyncIterator[None]:
    # None of these bots needs a search: no search process is started.
    given, nowhere = Settings(redis_url=server.url, puzzles=0, patience=LONGEST_WAIT), Path(os.devnull)
    workers = [
        asyncio.create_task(run_worker(given, thinkers=SearchPool(1, nowhere), limits=limits)) for _ in range(count)
    ]
    try:
        yield
    finally:
        for task in workers:
            task.cancel()
        await asyncio.wait(workers)


@pytest.fixture
def services(own_store: EventStore) -> Services:
    return assemble(own_store, wall_clock)


async def opened(services: Services, rules: Rules, level: Level = "pebble") -> str:
    game, _ = await services.tables.open(TableOpened(rules, (None, *(level,) * (rules.seats - 1))), OONA)
    return game


async def turn_of_oona(services: Services, game: str) -> bool:
    """Whether she is to move, or the game is over."""
    return bot_to_move(await services.live.current(game)) is None


async def move(services: Services, game: str, rng: Random) -> None:
    state = await services.live.current(game)
    await services.commands.handle(game, Play(0, rng.choice(legal(state.position))), expected=state.version)


async def played(services: Services, game: str, rng: Random) -> None:
    """To its end."""
    while True:
        await eventually(lambda: turn_of_oona(services, game))
        if (await services.live.current(game)).position.seat is None:
            return
        await move(services, game, rng)


async def all_is_considered(services: Services, game: str) -> bool:
    """Whether a worker has read the feed of the game to its end, with no bot left to move."""
    bucket = bucket_of(game)
    where: bytes | None = await services.store.servers.call(BOT_TURNS, "HGET", BOT_TURNS, bucket)
    return where is not None and where.decode() == (await services.store.feeds.ends())[bucket]


@pytest.mark.parametrize("rules", [KINGDOMINO, TRIBE], ids=["kingdomino", "tribe"])
async def test_bots_move_until_it_is_a_persons_turn(own_server: Embedded, services: Services, rules: Rules) -> None:
    async with working(own_server):
        game = await opened(services, rules, "flint")
        await played(services, game, Random(1))
    log = decode_all(await services.store.read(game))
    assert audit(entry.event for entry in log).position.winners is not None


async def test_pebble_always_teaches_alike(own_server: Embedded, services: Services) -> None:
    opened, games = TableOpened(guided_rules("tribe"), (None, "pebble")), list[str]()
    async with working(own_server):
        for _ in range(2):
            games.append((await services.tables.open(opened, OONA, guide="tribe"))[0])
            await played(services, games[-1], Random(1))
    first, second = [decode_all(await services.store.read(game)) for game in games]
    assert [entry.event for entry in first] == [entry.event for entry in second]


async def test_bots_move_in_a_forked_game(own_server: Embedded, services: Services) -> None:
    source = await opened(services, TRIBE)
    async with working(own_server):
        await eventually(lambda: turn_of_oona(services, source))
        await move(services, source, Random(1))
        await eventually(lambda: turn_of_oona(services, source))
        origin = Origin(source, await services.store.version(source))
        game, _ = await services.tables.fork(origin, TableOpened(TRIBE, (None, "flint", "flint")), 0, OONA)
        await played(services, game, Random(1))
    log = decode_all(await services.store.read(game))
    assert audit(entry.event for entry in log).position.winners is not None


async def test_two_workers_at_once_make_each_move_once(own_server: Embedded, services: Services) -> None:
    async with working(own_server, 2):
        games = [await opened(services, KINGDOMINO) for _ in range(4)]
        await asyncio.gather(*(played(services, game, Random(number)) for number, game in enumerate(games)))
    for game in games:
        log = decode_all(await services.store.read(game))
        assert audit(entry.event for entry in log).position.winners is not None
        made = [
            number for span in await spans(services.store, game, len(log)) for number in range(span[0], span[1] + 1)
        ]
        assert len(made) == len(set(made)), "an event belongs to two moves of bots"


async def test_bots_move_in_every_game_that_waited_while_no_worker_ran(
    own_server: Embedded, services: Services
) -> None:
    rng = Random(1)
    async with working(own_server):
        games = [await opened(services, DUEL) for _ in range(5)]
        for game in games:
            await eventually(lambda game=game: turn_of_oona(services, game))  # type: ignore[misc]
    for game in games:
        while await turn_of_oona(services, game):
            await move(services, game, rng)
    games.append(await waiting_for_a_bot(services))  # opened while no worker ran
    waiting = {game: await services.store.version(game) for game in games}
    async with working(own_server):
        for game in games:
            await eventually(lambda game=game: turn_of_oona(services, game))  # type: ignore[misc]
    for game, version in waiting.items():
        assert await is_moved_by_a_bot(services, game, version)


async def is_moved_by_a_bot(services: Services, game: str, version: int) -> bool:
    """Whether a bot made the move after event `version`."""
    span = await services.store.command(game, f"bot:{version}")
    return span is not None and span.first == version + 1


async def test_a_lost_queue_loses_no_move(
    own_server: Embedded, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()
    with monkeypatch.context() as patched:
        patched.setattr(jobs, "choose_at_once", lambda *_: go.wait())
        game = await waiting_for_a_bot(services)
        seq = await services.store.version(game)
        async with working(own_server, limits=WorkerLimits(stop_patience=0.1)):
            await eventually(lambda: services.store.servers.call("", "HEXISTS", BOT_TURNS, bucket_of(game)))
            assert not await all_is_considered(services, game)
        go.set()
    for key in await services.store.servers.call("", "KEYS", "{thinking}*"):
        await services.store.servers.call("", "DEL", key)
    assert await services.store.version(game) == seq
    async with working(own_server):
        await eventually(lambda: turn_of_oona(services, game))


async def waiting_for_a_bot(services: Services) -> str:
    rng = Random(1)
    game = await opened(services, DUEL)
    while await turn_of_oona(services, game):
        await move(services, game, rng)
    return game


async def test_a_failed_bot_job_is_repeated(
    own_server: Embedded, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = iter([RuntimeError("cosmic ray")])

    def failing_once(*args: Any) -> Step:
        for failure in failures:
            raise failure
        return levels.choose_at_once(*args)

    monkeypatch.setattr(jobs, "choose_at_once", failing_once)
    game = await waiting_for_a_bot(services)
    async with working(own_server):
        await eventually(lambda: turn_of_oona(services, game))
    assert next(failures, None) is None


async def test_bots_do_not_move_in_stored_records(own_server: Embedded, services: Services) -> None:
    events = random_game(DUEL, Random(3), commands=10).events
    started = events[0]
    assert isinstance(started, GameStarted)
    seats = (Player("Oona", "pebble"), Player("Ugh", "flint"))
    events[0] = GameStarted(started.rules, seats, started.commitment, started.deal, started.salt)
    game = await services.tables.keep_record(DUEL, seats, events)
    assert bot_to_move(await services.live.current(game)) is not None
    async with working(own_server):
        await eventually(lambda: all_is_considered(services, game))
    assert await services.store.version(game) == len(events)


async def test_a_damaged_log_does_not_keep_bots_from_other_games(own_server: Embedded, services: Services) -> None:
    damaged = await opened(services, DUEL)
    await services.store.append(damaged, await services.store.version(damaged), [b"not an event"])
    await services.store.append(
        "nobody-sits-here", 0, [entry.data for entry in await services.store.read(damaged, 0, 3)]
    )
    games = [await waiting_for_a_bot(services) for _ in range(3)]
    waiting = {game: await services.store.version(game) for game in games}
    untouched = {game: await services.store.version(game) for game in (damaged, "nobody-sits-here")}
    async with working(own_server):
        for game in games:
            await eventually(lambda game=game: turn_of_oona(services, game))  # type: ignore[misc]
        await eventually(lambda: all_is_considered(services, damaged))
    for game, version in waiting.items():
        assert await is_moved_by_a_bot(services, game, version)
    for game, version in untouched.items():
        assert await services.store.version(game) == version
