"""The job behind tournaments: each round and each game begins once, whatever dies, and results count once."""

import asyncio
from typing import Any, Final

import pytest

from domain.rules import Rules
from service.moderation.acts import OPERATOR, Banned
from service.runtime.refusal import Refused
from service.store.log_names import seats_log
from service.tournaments.standings import rows
from service.tournaments.tournaments import ENTERED, OPENED
from tests.support.tournament_worlds import DAY, TournamentWorld

THREE: Final = Rules("kingdomino", 3)


async def test_a_tournament_begins_when_its_time_has_come(world: TournamentWorld) -> None:
    tournament = await world.opened("Ann", "Ben", "Cid")
    await world.look()
    assert (await world.state(tournament)).order == ()
    world.clock.now += DAY
    await world.look()
    state = await world.state(tournament)
    assert len(state.order) == 3
    [table] = state.waiting
    seated = await world.services.tables.seating(table.game)
    assert seated.players == table.players
    assert (await world.services.live.view(table.game)).seq > 0, "the game has begun"


async def test_round_by_round_to_the_end(world: TournamentWorld) -> None:
    tournament = await world.begun("Ann", "Ben", "Cid", "Dot")
    for number in (1, 2):
        state = await world.state(tournament)
        assert len(state.rounds) == number
        assert len(state.waiting) == 2
        for table in list(state.waiting):
            await world.play(table, number)
        await world.look()
    state = await world.state(tournament)
    assert state.ended is not None
    assert state.ended.why == "finished"
    assert sum(row.points for row in rows(state)) == 4
    assert tournament not in await world.services.tournaments.active()
    assert tournament in await world.services.tournaments.over(0, 5)


async def test_many_conductors_begin_each_game_once(world: TournamentWorld) -> None:
    tournament = await world.opened("Ann", "Ben", "Cid", "Dot")
    world.clock.now += DAY
    await asyncio.gather(*(world.another_conductor().look() for _ in range(4)))
    state = await world.state(tournament)
    assert len(state.rounds) == 1
    tables = await world.people.tables()
    assert set(tables) == {table.game for table in state.tables}


async def test_a_game_that_was_paired_but_not_opened_is_opened_by_the_next(
    world: TournamentWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await world.opened("Ann", "Ben")
    world.clock.now += DAY

    async def dies(*_: Any) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as dying:
        dying.setattr(world.services.tables, "open_once", dies)
        with pytest.raises(asyncio.CancelledError):
            await world.conductor.look()
    [table] = (await world.state(tournament)).waiting
    assert await world.people.tables() == {}
    await world.another_conductor().look()
    assert set(await world.people.tables()) == {table.game}


async def test_who_is_gone_when_it_begins_is_not_paired(world: TournamentWorld) -> None:
    tournament = await world.opened("Ann", "Ben", "Cid")
    gone = next(iter((await world.state(tournament)).entered))
    await world.services.moderation.act(OPERATOR, gone, Banned(world.clock.now + 30 * DAY), "insulted")
    world.clock.now += DAY
    await world.look()
    assert gone not in (await world.state(tournament)).order


async def test_whoever_is_erased_leaves_and_what_nobody_plays_is_called_off(world: TournamentWorld) -> None:
    tournament = await world.opened("Ann", "Ben", "Cid")
    state = await world.state(tournament)
    ann, owner = next(iter(state.entered)), state.opened.by
    await world.services.tournaments.erase(ann)
    assert ann not in (await world.state(tournament)).entered
    assert owner is not None
    await world.services.tournaments.erase(owner)
    ended = (await world.state(tournament)).ended
    assert ended is not None
    assert ended.why == "called_off"


async def test_a_knock_out_of_three_games_plays_on_until_somebody_has_won(world: TournamentWorld) -> None:
    tournament = await world.begun("Ann", "Ben", format="knock_out", best_of=3)
    for number in range(3):
        waiting = list((await world.state(tournament)).waiting)
        if not waiting:
            break
        await world.play(waiting[0], number)
        await world.look()
    state = await world.state(tournament)
    assert state.ended is not None
    assert 2 <= len(state.tables) <= 3
    assert [row.round for row in rows(state)] == [None, 1]


async def test_too_few_people_call_it_off(world: TournamentWorld) -> None:
    tournament = await world.begun("Ann", "Ben", rules=THREE, least=3)
    ended = (await world.state(tournament)).ended
    assert ended is not None
    assert ended.why == "too_few"
    assert await world.services.tournaments.active() == []


async def test_bots_fill_tables_of_three(world: TournamentWorld) -> None:
    names = ("Ann", "Ben", "Cid", "Dot")
    tournament = await world.begun(*names, rules=THREE, format="round_robin", rounds=1, least=3, filler="pebble")
    tables = [await world.services.tables.seating(table.game) for table in (await world.state(tournament)).tables]
    assert [table.bots.count("pebble") for table in tables] == [1, 1]
    assert all(table.is_full for table in tables)


async def test_the_service_opens_tournaments_of_a_month_once(world: TournamentWorld) -> None:
    while not await world.services.tournaments.active():
        world.clock.now += 7 * DAY
        await world.conductor.look()
    opened = await world.services.tournaments.active()
    await world.another_conductor().look()
    assert await world.services.tournaments.active() == opened
    assert len(opened) == 2
    assert [state.opened.by for state in (await world.services.tournaments.states(opened)).values()] == [None, None]


async def test_limits_of_one_person(world: TournamentWorld) -> None:
    ann, tournaments = await world.people.account("Ann"), world.services.tournaments
    for _ in range(OPENED):
        await tournaments.open(ann, world.terms())
    with pytest.raises(Refused, match="opened"):
        await tournaments.open(ann, world.terms())
    guest = await world.people.guest("Guest")
    with pytest.raises(Refused, match="account"):
        await tournaments.open(guest, world.terms())
    ids = list(await tournaments.active())
    for name in ("Ben", "Cid", "Dot"):
        owner = await world.people.account(name)
        ids += [await tournaments.open(owner, world.terms()) for _ in range(OPENED)]
    for tournament in ids[:ENTERED]:
        await tournaments.enter(tournament, ann)
        await tournaments.enter(tournament, ann)
    with pytest.raises(Refused, match="entered"):
        await tournaments.enter(ids[ENTERED], ann)


async def test_a_game_that_an_operator_has_removed_is_not_opened_again(world: TournamentWorld) -> None:
    tournament = await world.begun("Ann", "Ben", rounds=1)
    [table] = (await world.state(tournament)).waiting
    for log in (table.game, seats_log(table.game)):
        await world.services.store.forget(log)
    fresh = TournamentWorld(world.services.store)  # another worker
    fresh.clock.now = world.clock.now
    await fresh.conductor.look()
    assert await fresh.people.tables() == {}
    state = await fresh.state(tournament)
    assert table.game in state.dropped
    await fresh.conductor.look()
    ended = (await fresh.state(tournament)).ended
    assert ended is not None, "nobody waits for it"
    assert ended.why == "finished"


async def test_all_games_of_a_round_are_opened_and_noted_by_one_look(world: TournamentWorld) -> None:
    tournament = await world.begun("Ann", "Ben", "Cid", "Dot", "Eve", format="round_robin")
    state = await world.state(tournament)
    assert len(state.open) == 10
    assert state.open == {table.game for table in state.tables} == set(await world.people.tables())
