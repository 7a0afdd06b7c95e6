"""Each person is informed once of what concerns them, whatever happens to the workers."""

from contextlib import suppress
from random import Random

import pytest

from service.games.consent.cancelling import cancel
from service.moderation.acts import Entry, RoleGiven, Warned
from service.notices.follower import NoticesFollower, begin_notices
from service.notices.notice_log import PERIOD
from service.store.errors import Unavailable
from service.store.followers.cursors import NOTICES, Cursors
from service.store.log_names import notices_log
from tests.support.notice_worlds import DUEL, JARO, NAG, OONA, NoticeWorld
from tests.support.variants import only


async def test_a_game_that_begins_is_a_turn_for_one_and_a_start_for_the_other(world: NoticeWorld) -> None:
    game = await world.table(OONA, JARO)
    first = await world.mover(game)
    await world.work()
    began = {"oona": await world.kinds(OONA), "jaro": await world.kinds(JARO)}
    assert began == {"oona": ["turn" if first == "oona" else "started"], "jaro": []}


async def test_the_next_to_move_is_informed_and_repeats_change_nothing(world: NoticeWorld) -> None:
    game, rng = await world.table(OONA, JARO), Random(2)
    for _ in range(12):
        await world.move(game, rng)
        await world.work()
    seen = await world.items(OONA), await world.items(JARO)
    assert {item.notice.kind for items in seen for item in items} <= {"turn", "started"}
    world.positions.clear()
    await world.work()
    assert (await world.items(OONA), await world.items(JARO)) == seen


async def test_who_comes_late_hears_only_whose_turn_it_is_now(world: NoticeWorld) -> None:
    game, rng = await world.table(OONA, JARO), Random(2)
    await world.work()
    for _ in range(20):
        await world.move(game, rng)
    before = len(await world.items(OONA)) + len(await world.items(JARO))
    await world.work()
    assert len(await world.items(OONA)) + len(await world.items(JARO)) - before <= 1


async def test_the_owner_hears_who_sits_down_and_those_who_wait_that_it_is_called_off(world: NoticeWorld) -> None:
    rules = type(DUEL)("kingdomino", 3, None)
    game = await world.table(OONA, JARO, rules=rules)
    await world.work()
    assert await world.kinds(OONA) == ["joined"]
    assert (await world.items(OONA))[0].notice.by == 1
    await cancel(world.services.tables, world.services.commands, game, "oona")
    await world.work()
    assert (await world.kinds(OONA), await world.kinds(JARO)) == (["joined"], ["cancelled"])


async def test_a_rematch_is_an_invitation_for_the_other(world: NoticeWorld) -> None:
    game, rng = await world.table(OONA, JARO), Random(4)
    while await world.move(game, rng):
        pass
    await world.work()
    await world.services.follow_ups.rematch(game, OONA)
    await world.work()
    assert (await world.kinds(JARO))[-1] == "rematch"
    assert "rematch" not in await world.kinds(OONA)
    assert {(await world.kinds(person)).count("finished") for person in (OONA, JARO)} == {0, 1}


async def test_a_note_of_the_moderators_is_for_whom_it_is_about(world: NoticeWorld) -> None:
    acts = world.services.act_log
    await acts.append(lambda: Entry(world.clock(), "operator", "nag", "Be kind.", Warned()))
    await acts.append(lambda: Entry(world.clock(), "operator", "oona", "Is kind.", RoleGiven("moderator")))
    await world.work()
    assert (await world.kinds(NAG), await world.kinds(OONA)) == (["moderation"], [])


async def test_a_log_ends_after_its_period_and_the_next(world: NoticeWorld) -> None:
    await world.table(OONA, JARO)
    await world.work()
    log = notices_log("oona", str(world.clock() // PERIOD))
    key = next(iter([key async for key in world.store.keys(f"*:game:{log}")]))
    rest = (world.clock() // PERIOD + 2) * PERIOD - world.clock()
    assert rest - PERIOD / 2 < await world.store.servers.call(key, "PTTL", key) <= rest
    world.clock.pass_days(28)
    assert await world.kinds(OONA)
    world.clock.pass_days(28)
    assert not await world.kinds(OONA)


async def test_old_games_are_not_news_in_a_store_that_never_had_notices(world: NoticeWorld) -> None:
    await world.table(OONA, JARO)
    await begin_notices(world.store)
    follower = world.follower()
    world.clock.pass_days(1)
    await follower.inbox.load()
    assert follower.inbox.positions == await world.store.feeds.ends()
    await world.table(OONA, NAG)
    await begin_notices(world.store)
    assert await Cursors(world.store, NOTICES).load() == follower.inbox.positions


async def test_a_person_who_leaves_takes_their_notices_along(world: NoticeWorld) -> None:
    await world.table(OONA, JARO)
    await world.work()
    await world.services.notices.erase("oona")
    assert await world.kinds(OONA) == []
    assert [key async for key in world.store.keys("*oona.notices*")] == []


@pytest.mark.parametrize("seed", only([0, 1], range(6)))
async def test_whatever_dies_nobody_misses_anything_and_nothing_comes_twice(world: NoticeWorld, seed: int) -> None:
    rng = Random(seed)
    games = [await world.table(OONA, JARO), await world.table(JARO, NAG), await world.table(NAG, OONA)]
    owed: set[tuple[str, str, int]] = set()
    for _ in range(25):
        game = rng.choice(games)
        before = await world.mover(game)
        await world.move(game, rng)
        state = await world.services.live.current(game)
        follower = world.follower(rng)
        for _ in range(2):
            with suppress(Unavailable):
                await world.work(follower)
                break
            follower = world.follower(rng if rng.random() < 0.5 else None)
        else:
            await world.work()
        if (after := await world.mover(game)) != before:
            owed.add((after, game, state.version))
    for person in (OONA, JARO, NAG):
        notices = [item.notice for item in await world.items(person)]
        assert len({notice.command_id for notice in notices}) == len(notices)
        turns = {(notice.game, notice.number) for notice in notices if notice.kind == "turn"}
        assert {(game, number) for player, game, number in owed if player == person.player} <= turns


async def test_who_moves_is_here_although_the_api_says_nothing(world: NoticeWorld) -> None:
    game, presence = await world.table(OONA, JARO), world.services.notices.presence
    mover = await world.move(game, Random(3))
    assert mover is not None
    other = ({"oona", "jaro"} - {mover}).pop()
    services = world.services
    follower = NoticesFollower(
        world.store, services.live, services.tables, services.notices.logs, _nothing, _nothing, presence.saw
    )
    await world.work(follower)
    assert (await presence.last(mover), await presence.last(other)) == (world.clock(), 0)


async def _nothing(_: str) -> None:
    pass


async def test_who_returns_by_a_move_was_away_until_then(world: NoticeWorld) -> None:
    presence, left = world.services.notices.presence, world.clock()
    await presence.note("oona")
    world.clock.now += 60 * 60 * 1000
    await presence.saw("oona", world.clock())
    assert await presence.absence("oona") == (left, world.clock())
