"""Nobody waits for what somebody else has asked for: bots with and without searches, abandoned and rated games."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from domain.commands import Play, Resign
from domain.legal import legal
from domain.rules import Rules
from projections.timing import Days
from service.assembly import assemble
from service.engine.queues import queue_key
from service.engine.search_pool import SearchPool
from service.engine.urgency import Urgency
from service.games.live_games import LiveGames
from service.games.seating import Seating, TableOpened
from service.local_valkey.server import Embedded
from service.people.identity import Person
from service.runtime.clock import wall_clock
from service.runtime.shutdown import cancel_all
from service.services import Services
from service.store.event_store import EventStore
from service.store.followers.reader import FeedReader
from service.store.keys import bucket_of
from service.worker.bot_turns import BotTurn, BotTurnFollower, bot_to_move
from service.worker.quick_bots import QuickBots
from service.worker.shares import share_of
from tests.support.api_hints import HASTY, working
from tests.support.servers import eventually

OONA, UGH = Person("oona", "Oona", has_account=True), Person("ugh", "Ugh", has_account=True)
CLOCK = Days(3)
DUEL = Rules("kingdomino", 2, None, ("must_place",))
FOREVER = "slow:1000"
ENDLESS = replace(HASTY, search_seconds=1000.0)


@pytest.fixture
def services(own_store: EventStore) -> Services:
    return assemble(own_store, wall_clock)


@pytest.fixture
def failed(tmp_path: Path) -> Path:
    return tmp_path / "failed"


@asynccontextmanager
async def workers(server: Embedded, failed: Path, count: int, *how: str) -> AsyncIterator[list[SearchPool]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(working(server, failed, *how, limits=ENDLESS)) for _ in range(count)]


async def waiting_for_a_bot(services: Services, person: Person, wanted: TableOpened) -> str:
    """A new game in which a bot is to move."""
    game, _ = await services.tables.open(wanted, person)
    state = await services.live.current(game)
    while bot_to_move(state) is None:
        await services.commands.handle(game, Play(0, legal(state.position)[0]), expected=state.version)
        state = await services.live.current(game)
    return game


async def is_persons_turn(services: Services, game: str) -> bool:
    """Whether a person is to move, or the game is over."""
    return bot_to_move(await services.live.current(game)) is None


async def searching(pools: list[SearchPool], count: int) -> bool:
    return sum(len(pool.pids) for pool in pools) == count


async def test_bots_that_need_no_search_do_not_wait_for_those_that_do(
    own_server: Embedded, services: Services, failed: Path
) -> None:
    volcano = TableOpened(DUEL, (None, "volcano"))
    strong = [await waiting_for_a_bot(services, UGH, volcano) for _ in range(40)]
    quick = [await waiting_for_a_bot(services, OONA, TableOpened(DUEL, (None, "pebble"))) for _ in range(3)]
    async with workers(own_server, failed, 1, FOREVER) as pools:
        await eventually(lambda: searching(pools, 1))
        for game in quick:
            await eventually(lambda game=game: is_persons_turn(services, game))  # type: ignore[misc]
    assert not any([await is_persons_turn(services, game) for game in strong])


async def test_as_many_searches_run_as_there_are_search_processes(
    own_server: Embedded, services: Services, failed: Path
) -> None:
    volcano = TableOpened(DUEL, (None, "volcano"))
    for _ in range(10):
        await waiting_for_a_bot(services, UGH, volcano)
    async with workers(own_server, failed, 4, FOREVER) as pools:
        await eventually(lambda: searching(pools, 4))
        for pool in pools:
            assert len(pool.pids) == 1, "each worker has one"


async def test_a_game_that_all_persons_have_left_is_played_out_without_a_search(
    own_server: Embedded, services: Services, failed: Path, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    game = await waiting_for_a_bot(services, UGH, TableOpened(DUEL, (None, "volcano"), successor="volcano"))
    await services.commands.handle(game, Resign(0, "volcano"))
    async with workers(own_server, failed, 1, f"note:{notes}", FOREVER):
        await eventually(lambda: is_persons_turn(services, game))
    assert (await services.live.current(game)).position.winners is not None
    assert not notes.exists()


async def test_an_abandoned_rated_game_is_played_by_its_bots_after_everything_else(
    own_server: Embedded, services: Services, failed: Path
) -> None:
    wanted = TableOpened(DUEL, (None, "volcano"), successor="volcano", rated=True, clock=CLOCK)
    game = await waiting_for_a_bot(services, UGH, wanted)
    await services.commands.handle(game, Resign(0, "volcano"))
    seq = await services.store.version(game)
    running = f"{queue_key(Urgency.UNASKED)}:running"
    async with workers(own_server, failed, 1, FOREVER) as pools:
        await eventually(lambda: searching(pools, 1))
        assert await services.store.servers.call(running, "ZSCORE", running, f"{game}:{seq}") is not None


async def test_a_bot_of_a_rated_game_waits_until_its_search_succeeds(
    own_server: Embedded, services: Services, failed: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    notes = tmp_path / "notes"
    game = await waiting_for_a_bot(services, OONA, TableOpened(DUEL, (None, "mammoth"), rated=True, clock=CLOCK))
    async with workers(own_server, failed, 1, f"note:{notes}", f"raise_once:{tmp_path / 'raised'}"):
        await eventually(lambda: is_persons_turn(services, game))
    assert len(notes.read_text().splitlines()) >= 2, "the first search has failed"
    assert "waits in a rated game" in caplog.text
    assert "flint" not in caplog.text


async def test_each_turn_is_heard_of_by_the_worker_that_follows_its_feed(services: Services) -> None:
    heard: dict[str, set[str]] = {}
    games = [await waiting_for_a_bot(services, OONA, TableOpened(DUEL, (None, "pebble"))) for _ in range(20)]
    names = {f"worker {number}" for number in range(4)}

    async def follow(name: str) -> None:
        async def on_bot_turn(turn: BotTurn) -> None:
            heard.setdefault(turn.game, set()).add(name)

        async def on_finished(_: str, __: Seating) -> None:
            pass

        parts = services.store, LiveGames(services.store), services.tables
        follower = BotTurnFollower(*parts, on_bot_turn=on_bot_turn, on_finished=on_finished)
        reader = FeedReader(services.store, [parts[1]])
        await asyncio.gather(reader.run(share_of(name, names), [follower.inbox]), follower.follow())

    async def all_are_heard_of() -> bool:
        return set(games) == set(heard)

    following = [asyncio.create_task(follow(name)) for name in names]
    await eventually(all_are_heard_of)
    await cancel_all(following)
    for game, workers in heard.items():
        assert workers == {name for name in names if bucket_of(game) in share_of(name, names)}


# The order of quick bots


def turn(game: str, owner: str) -> BotTurn:
    return BotTurn(game, 1, 0, "pebble", owner, False)


async def order_of(*turns: BotTurn) -> list[str]:
    """The games in the order in which their bots move."""
    moved, all_moved = list[str](), asyncio.Event()

    async def take_step(turn: BotTurn) -> None:
        await asyncio.sleep(0.001)
        moved.append(turn.game)
        if len(moved) == len({turn.game for turn in turns}):
            all_moved.set()

    bots = QuickBots(take_step)
    for each in turns:
        bots.put(each)
    running = asyncio.create_task(bots.run())
    await all_moved.wait()
    running.cancel()
    await asyncio.wait([running])
    return moved


async def test_bots_that_nobody_waits_for_rest_longer_than_they_work() -> None:
    loop, moves = asyncio.get_running_loop(), list[tuple[float, float]]()

    async def take_step(_: BotTurn) -> None:
        begin = loop.time()
        await asyncio.sleep(0.01)
        moves.append((begin, loop.time()))

    async def are_made() -> bool:
        return len(moves) == 4

    bots = QuickBots(take_step, leisure=4.0)
    for number in range(4):
        bots.put(turn(f"left {number}", ""))
    running = asyncio.create_task(bots.run())
    await eventually(are_made)
    await cancel_all([running])
    for (begin, end), (following, _) in pairwise(moves):
        assert following - end >= 3.5 * (end - begin)


async def test_quick_bots_go_round_by_owner() -> None:
    games = await order_of(*(turn(f"ugh {number}", "ugh") for number in range(50)), turn("oonas", "oona"))
    assert games.index("oonas") <= 1


async def test_a_turn_that_is_waiting_is_not_put_again() -> None:
    assert await order_of(*[turn("oonas", "oona")] * 5, turn("ughs", "ugh")) == ["oonas", "ughs"]


async def test_a_bot_that_fails_keeps_no_other_bot_from_moving(caplog: pytest.LogCaptureFixture) -> None:
    moved = asyncio.Event()

    async def take_step(turn: BotTurn) -> None:
        if turn.game == "broken":
            raise ValueError("a cosmic ray")
        moved.set()

    bots = QuickBots(take_step)
    bots.put(turn("broken", "oona"))
    bots.put(turn("fine", "oona"))
    running = asyncio.create_task(bots.run())
    await moved.wait()
    running.cancel()
    await asyncio.wait([running])
    assert "a bot failed to move in game broken" in caplog.text
