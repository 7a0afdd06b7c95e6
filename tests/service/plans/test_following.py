"""Workers find the games with plans: without reading anything for other games, and although feeds are shared out."""

from typing import Any

import pytest

from service.moderation.act_log import ActLog
from service.moderation.acts import OPERATOR, Banned, Entry
from service.store.feeds.entries import FeedEntry
from service.store.log_names import is_game
from service.worker import plan_follower
from service.worker.plan_follower import PlanFollower
from tests.service.plans.test_execution import EVERYBODY, UGH
from tests.support.notice_worlds import JARO, NAG, OONA
from tests.support.plan_worlds import PlanWorld


async def new_entries(world: PlanWorld) -> list[FeedEntry]:
    world.positions, before = world.plan_positions, world.positions
    entries = await world.entries()
    world.positions.update({entry.bucket: entry.id for entry in entries})
    world.positions = before
    return entries


class Counting:
    """Servers that count what is asked of them."""

    def __init__(self, servers: Any) -> None:
        self._servers = servers
        self.asked = 0

    async def call(self, key: str, *args: Any) -> Any:
        self.asked += 1
        return await self._servers.call(key, *args)

    read = call


async def test_a_move_in_a_game_without_a_plan_reads_nothing(world: PlanWorld) -> None:
    planned, other = await world.waiting(*EVERYBODY), await world.waiting(*EVERYBODY)
    await world.plan(planned, OONA, choosing="points", placing="points")
    worker = world.worker()
    await world.follow(worker)
    await world.move(other, world.rng)
    entries = await new_entries(world)
    store = worker.open_plans._stored._store
    store.servers = counting = Counting(store.servers)  # type: ignore[assignment]
    for entry in entries:
        await worker.consider(entry)
    assert entries
    assert counting.asked == 0


async def test_a_move_that_passed_unnoticed_is_found_by_who_read_of_the_plan(
    world: PlanWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One worker follows the feed of the game and does not know of the plan yet, another one that of the plan."""
    monkeypatch.setattr(plan_follower, "_LOOK_AGAIN", 0.0)
    of_games, of_plans = world.worker(), world.worker()
    game = await world.waiting(*EVERYBODY)
    await world.follow(of_games)
    await world.plan(game, OONA, choosing="points", placing="points")
    [planned] = [entry for entry in await new_entries(world) if not is_game(entry.game)]
    await of_plans.consider(planned)
    assert of_plans.open_plans.of(game) == [OONA.player]
    assert planned.bucket in of_plans._before_looks(), "the position is kept back until then"
    await world.finish_turn(game)
    for entry in await new_entries(world):
        if is_game(entry.game):
            await of_games.consider(entry)
    assert not (await world.plans(game, OONA)).made, "it has passed unnoticed"
    await of_plans.look_again()
    assert (await world.plans(game, OONA)).made
    assert of_plans._before_looks() == {}


async def test_all_workers_know_of_a_plan_a_second_later(world: PlanWorld) -> None:
    of_games, of_plans = world.worker(), world.worker()
    game = await world.waiting(*EVERYBODY)
    await world.follow(of_games)
    await world.plan(game, OONA, choosing="points", placing="points")
    for entry in await new_entries(world):
        await of_plans.consider(entry)
    world.clock.now += 1_500
    await world.finish_turn(game)
    await _consider_games(world, of_games)
    assert (await world.plans(game, OONA)).made


async def test_plans_that_search_wait_apart_and_go_round_by_person(world: PlanWorld) -> None:
    """Many plans of one person would hold up those of others, and then everything that follows the feeds."""
    others = {OONA: (JARO, NAG, UGH), JARO: (OONA, NAG, UGH)}
    games = [(await world.waiting(person, *others[person], hints=True), person) for person in (OONA, OONA, JARO)]
    for game, person in games:
        await world.plan(game, person, choosing="mammoth", placing="mammoth")
        await world.finish_turn(game)
    worker = world.worker()
    await world.follow(worker)
    assert not [game for game, person in games if (await world.plans(game, person)).made]
    assert worker._before_looks(), "the positions are kept back"
    for _ in range(2):
        await worker.search_once()
    made = [person for game, person in games if (await world.plans(game, person)).made]
    assert sorted(person.player for person in made) == ["jaro", "oona"]
    await worker.search_once()
    assert all([(await world.plans(game, person)).made for game, person in games])


async def _consider_games(world: PlanWorld, worker: PlanFollower) -> None:
    for entry in await new_entries(world):
        if is_game(entry.game):
            await worker.consider(entry)


async def test_a_banned_person_is_asked_instead(world: PlanWorld) -> None:
    game = await world.waiting(*EVERYBODY)
    await world.plan(game, OONA, choosing="points", placing="points")
    banned = Entry(world.clock.now, OPERATOR, OONA.player, "For a reason.", Banned(world.clock.now + 10_000))
    await ActLog(world.store, world.clock).append(lambda: banned)
    await world.finish_turn(game)
    await world.follow()
    own = await world.plans(game, OONA)
    assert not own.made
    assert own.ended is not None
    assert own.ended.why == "asked"


async def test_its_owner_is_informed_when_it_has_moved_and_when_it_stopped(world: PlanWorld) -> None:
    game = await world.waiting(*EVERYBODY)
    await world.plan(game, OONA, choosing="points", placing="points")
    await world.finish_turn(game)
    await world.follow()
    await world.plan(game, OONA, placing="points", stop_if_taken=tuple((await world.state(game)).position.free))
    while (await world.plans(game, OONA)).is_open:
        await world.move(game, world.rng)
        await world.follow()
    await world.work()
    kinds = await world.kinds(OONA)
    assert "plan_moved" in kinds
    assert {"plan_moved", "plan_stopped"} >= {kind for kind in kinds if kind.startswith("plan")}
    for other in (JARO, NAG):
        assert not [kind for kind in await world.kinds(other) if kind.startswith("plan")]
