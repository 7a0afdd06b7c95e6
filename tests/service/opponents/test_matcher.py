"""The job that finds players: it seats them exactly once, whatever dies, and however many try."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
import pytest

from domain.errors import IllegalMove
from projections.timing import Days
from service.games.consent.cancelling import cancel
from service.games.seating import TABLE_LOGS, TableOpened
from service.moderation.acts import OPERATOR, Banned, Excluded
from service.notices.table_notices import starter
from service.opponents.seeks import Wish
from service.people.identity import Person
from service.store.event_store import EventStore
from service.store.log_names import seats_log
from tests.support.api_persons import ManualClock
from tests.support.seeking import DISCOVERY, WISH, SeekingWorld, matcher_of

STANDING: Final = Wish(DISCOVERY, Days(3), stands=True, at_once=2)


async def test_two_who_look_for_the_same_play_and_look_no_longer(world: SeekingWorld) -> None:
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    await world.look(ann)
    assert await world.matcher.match() == 0
    await world.look(ben)
    assert await world.matcher.match() == 1
    [(game, table)] = (await world.tables()).items()
    assert (table.rules, table.opened.clock, set(table.players)) == (DISCOVERY, Days(3), {ann.player, ben.player})
    assert (await world.services.live.view(game)).seq > 0, "the game has begun"
    for _ in range(2):
        assert await world.matcher.match() == 0
    assert await world.services.seeks.of(ann.player) == ()
    assert len(await world.tables()) == 1


async def test_somebody_who_looks_sits_down_at_a_table_that_was_opened_since(world: SeekingWorld) -> None:
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    await world.look(ann)
    opened = TableOpened(DISCOVERY, (None, None), clock=Days(3))
    game, _ = await world.services.tables.open(opened, ben)
    await world.tables()
    assert await world.matcher.match() == 1
    assert await world.seated() == [{"Ann", "Ben"}]
    assert (await world.services.live.view(game)).seq > 0


async def test_nobody_is_seated_at_a_rated_table_who_may_not_join_it(world: SeekingWorld) -> None:
    """Somebody may be excluded between being found and sitting down."""
    tables, owner = world.services.tables, Person("owner", "Owner", has_account=True)
    game, _ = await tables.open(TableOpened(DISCOVERY, (None, None), clock=Days(3), rated=True), owner)
    with pytest.raises(IllegalMove):
        await tables.seat_seekers(game, [await world.guest("Ann")], lambda _: True)
    assert (await tables.seating(game)).players == ("owner", None)


@pytest.mark.parametrize("changed", [{"hints": True}, {"clock": None}, {"clock": Days(1)}, {"bots": (None, "flint")}])
async def test_nobody_is_seated_where_they_would_agree_to_more(world: SeekingWorld, changed: dict[str, Any]) -> None:
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    await world.look(ann, WISH._replace(rules=msgspec.structs.replace(DISCOVERY, seats=len(changed.get("bots", "ab")))))
    opened = TableOpened(DISCOVERY, (None, None), clock=Days(3))
    await world.services.tables.open(msgspec.structs.replace(opened, **changed), ben)
    await world.tables()
    assert await world.matcher.match() == 0


async def test_a_standing_seek_goes_on_with_others_up_to_its_number(world: SeekingWorld) -> None:
    people = [await world.account(name) for name in ("Ann", "Ben", "Cid", "Dot")]
    for person in people[:3]:
        await world.look(person, STANDING)
    for _ in range(3):
        await world.matcher.match()
    assert sorted(map(sorted, await world.seated())) == [["Ann", "Ben"], ["Ann", "Cid"], ["Ben", "Cid"]]
    await world.look(people[3], STANDING)
    assert await world.matcher.match() == 0, "everybody else has two games"
    [ended, *_] = await world.tables()
    table = await world.services.tables.seating(ended)
    await cancel(world.services.tables, world.services.commands, ended, next(filter(None, table.players)))
    await world.tables()
    assert await world.matcher.match() == 1
    assert len(await world.tables()) == 4


async def test_seeks_end(world: SeekingWorld) -> None:
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    await world.look(ann)
    world.clock.pass_days(3)
    await world.look(ben)
    assert await world.matcher.match() == 0
    assert (await world.services.seeks.all()).seeks.keys() == {ben.player}


async def exclude(world: SeekingWorld, person: Person) -> None:
    until = world.clock() + 10_000
    await world.services.moderation.act(OPERATOR, person.player, Excluded(until), "stalled")


async def ban(world: SeekingWorld, person: Person) -> None:
    await world.services.moderation.act(OPERATOR, person.player, Banned(world.clock() + 10_000), "insulted")


async def block(world: SeekingWorld, person: Person) -> None:
    other = next(player for player in (await world.services.seeks.all()).seeks if player != person.player)
    await world.services.blocks.put(person, other)


@pytest.mark.parametrize("closed", [exclude, ban, block])
async def test_who_may_not_play_together_does_not(
    world: SeekingWorld, closed: Callable[[SeekingWorld, Person], Awaitable[None]]
) -> None:
    ann, ben = await world.account("Ann"), await world.account("Ben")
    for person in (ann, ben):
        await world.look(person, WISH._replace(rated=True))
    await closed(world, ann)
    await world.services.act_log.refresh()
    assert await world.matcher.match() == 0
    assert await world.tables() == {}


async def test_who_has_left_is_not_seated_and_the_others_look_on(world: SeekingWorld) -> None:
    """The worker died after it had found them; one of them left before another worker came."""
    ann, ben = await world.guest("Ann"), await world.guest("Ben")
    for person in (ann, ben):
        await world.look(person)
    await died_after(world, 1)
    await world.services.own_data.forget(ann.player)
    assert await world.matcher.match() == 0
    stored = await world.services.seeks.all()
    assert (list(stored.seeks), stored.reservations) == ([ben.player], {})


class Death(BaseException):
    """The worker is killed."""


async def died_after(world: SeekingWorld, writes: int) -> bool:
    """Whether a worker that is killed right after this number of writes was killed at all."""
    store, left = world.services.store, writes
    servers, call = store.servers, store.servers.call

    async def counted(key: str, *args: Any) -> Any:
        nonlocal left
        if args[0] in ("EVAL", "FCALL", "HDEL", "SET") and left == 0:
            raise Death
        answer = await call(key, *args)
        left -= args[0] in ("EVAL", "FCALL", "HDEL", "SET")
        return answer

    servers.call = counted  # type: ignore[method-assign]
    try:
        await world.matcher.match()
    except Death:
        return True
    finally:
        servers.call = call  # type: ignore[method-assign]
    return False


@pytest.mark.parametrize("joins", [False, True])
async def test_a_game_begins_once_wherever_the_worker_dies(store: EventStore, joins: bool) -> None:
    deaths = 0
    while True:
        world = SeekingWorld.on(store)
        people = [await world.guest(f"Player {deaths} {number}") for number in range(2)]
        if joins:
            await world.services.tables.open(TableOpened(DISCOVERY, (None, None), clock=Days(3)), people.pop())
            await world.tables()
        for person in people:
            await world.look(person)
        is_killed = await died_after(world, deaths)
        again = SeekingWorld.on(store)  # remembers nothing
        for _ in range(2):
            await again.matcher.match()
        tables = [table for table in (await again.tables()).values() if f"Player {deaths} 0" in table.names]
        assert [set(table.names) for table in tables] == [{f"Player {deaths} 0", f"Player {deaths} 1"}]
        stored = await again.services.seeks.all()
        assert (stored.seeks, stored.reservations) == ({}, {})
        if not is_killed:
            break
        deaths += 1
    assert deaths >= 3


async def test_workers_beside_each_other_begin_each_game_once(world: SeekingWorld) -> None:
    for number in range(12):
        await world.look(await world.guest(f"Player {number}"))
    others = [matcher_of(SeekingWorld.on(world.services.store).services, ManualClock()) for _ in range(3)]
    for _ in range(4):
        await asyncio.gather(*(matcher.match() for matcher in (world.matcher, *others)))
    seated = await world.seated()
    assert sorted(name for names in seated for name in names) == sorted(f"Player {number}" for number in range(12))
    assert len(seated) == 6


async def test_both_learn_that_the_game_has_begun(world: SeekingWorld) -> None:
    for name in ("Ann", "Ben"):
        await world.look(await world.guest(name))
    await world.matcher.match()
    [(game, table)] = (await world.tables()).items()
    events = [TABLE_LOGS.decode(entry.data) for entry in await world.services.store.read(seats_log(game))]
    assert starter(events, table) is None
