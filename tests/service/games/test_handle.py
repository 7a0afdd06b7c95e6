"""The write path over a real server: the cache helps, but never decides."""

import asyncio
from random import Random

import pytest

from domain.commands import Play, TimeOut, UndoTurn
from domain.decide import decide
from domain.errors import IllegalMove
from domain.game import Game
from domain.legal import legal
from domain.log import audit
from domain.rules import Rules
from service.games.codec import decode_all
from service.games.handle import LAST_UNDO, TOO_LONG, GameMoved, Handler
from service.games.seating import SEAT_LEFT
from service.local_valkey.server import Embedded
from service.runtime.clock import wall_clock
from service.runtime.refusal import Refused
from service.store.errors import Unavailable
from service.store.event_store import Entry, EventStore
from tests.support.play import start
from tests.support.servers import persistently

GAME = "game"
RULES = Rules("kingdomino", 2, None, ("must_place",))


class Watched(EventStore):
    """Notes after which event each read begins."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.reads: list[int] = []

    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        self.reads.append(after)
        return await super().read(game, after, upto)


class SlowFirstRead(EventStore):
    """Holds back what the first read found until `may_answer` is set."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.has_read, self.may_answer = asyncio.Event(), asyncio.Event()

    async def read(self, game: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        entries = await super().read(game, after, upto)
        if not self.has_read.is_set():
            self.has_read.set()
            await self.may_answer.wait()
        return entries


async def begun(store: EventStore, last_undo: int = LAST_UNDO) -> Handler:
    handler = Handler(store, wall_clock, last_undo=last_undo)
    await handler.handle(GAME, start(RULES, Random(1)), "start")
    return handler


async def some_move(handler: Handler) -> Play:
    position = (await handler.current(GAME)).position
    assert position.seat is not None
    return Play(position.seat, legal(position)[0])


async def moved(handler: Handler, count: int = 1) -> int:
    seq = 0
    for _ in range(count):
        seq = (await handler.handle(GAME, await some_move(handler))).seq
    return seq


async def is_in_order(store: EventStore) -> bool:
    log = decode_all(await store.read(GAME))
    audit(stamped.event for stamped in log)
    return [stamped.seq for stamped in log] == list(range(1, len(log) + 1))


async def test_a_stale_cache_meets_a_conflict_reads_the_tail_and_decides_again(
    own_server: Embedded, own_store: EventStore
) -> None:
    watched = Watched(own_server.url)
    ours, theirs = Handler(watched, wall_clock), await begun(own_store)
    stale = await ours.current(GAME)
    assert stale.position.step == "claim"
    taken = await moved(theirs)
    now = (await theirs.current(GAME)).position
    if now.seat == stale.position.seat:
        pytest.fail("this deal should let the other seat move next")
    assert now.seat is not None
    watched.reads.clear()
    answer = await ours.handle(GAME, Play(now.seat, legal(now)[0]))
    assert answer.events[0].seq == taken + 1
    assert watched.reads == [stale.version]
    assert await is_in_order(own_store)
    await watched.aclose()


async def test_a_move_that_was_legal_is_refused_once_the_truth_is_known(own_store: EventStore) -> None:
    theirs, ours = await begun(own_store), Handler(own_store, wall_clock)
    move = await some_move(ours)
    await theirs.handle(GAME, move)
    before = await own_store.version(GAME)
    with pytest.raises(IllegalMove):
        await ours.handle(GAME, move)
    assert await own_store.version(GAME) == before
    assert (await ours.current(GAME)).version == before


async def test_a_move_that_was_illegal_is_made_once_the_truth_is_known(own_store: EventStore) -> None:
    theirs, ours = await begun(own_store), Handler(own_store, wall_clock)
    stale = await ours.current(GAME)
    await moved(theirs)
    move = await some_move(theirs)
    with pytest.raises(IllegalMove):
        decide(stale, move)
    answer = await ours.handle(GAME, move)
    assert answer.seq == await own_store.version(GAME)
    assert await is_in_order(own_store)


async def test_permission_is_checked_again_when_the_game_has_moved_on(own_store: EventStore) -> None:
    """The move of somebody whose time was up a moment ago is legal all the same: a bot could make it."""
    theirs, ours = await begun(own_store), Handler(own_store, wall_clock)
    move = await some_move(ours)
    checked: list[int] = []

    def check(game: Game) -> None:
        checked.append(game.version)
        if game.position.players[move.seat].bot is not None:
            raise Refused(SEAT_LEFT, "forbidden")

    before = (await theirs.handle(GAME, TimeOut(move.seat, "flint"))).seq
    with pytest.raises(Refused):
        await ours.handle(GAME, move, check=check)
    assert checked == [before - 1, before]
    assert await own_store.version(GAME) == before


async def test_a_repeated_command_is_answered_even_if_permission_is_gone(own_store: EventStore) -> None:
    handler = await begun(own_store)

    def check(_: Game) -> None:
        raise Refused(SEAT_LEFT, "forbidden")

    move = await some_move(handler)
    answer = await handler.handle(GAME, move, "once")
    assert await handler.handle(GAME, move, "once", check=check) == answer


async def test_undoing_is_refused_after_too_many_events(own_store: EventStore) -> None:
    handler = await begun(own_store, last_undo=20)
    move = await some_move(handler)
    while (before := await moved(handler)) < 20:
        await handler.handle(GAME, Play(move.seat, UndoTurn()))
    with pytest.raises(IllegalMove) as refusal:
        await handler.handle(GAME, Play(move.seat, UndoTurn()))
    assert refusal.value.reason == TOO_LONG.about(events=before)
    assert await own_store.version(GAME) == before
    while (await handler.current(GAME)).position.winners is None:
        await moved(handler)
    assert await is_in_order(own_store)


async def test_an_outdated_expected_event_is_refused_with_the_current_one(own_store: EventStore) -> None:
    theirs, ours = await begun(own_store), Handler(own_store, wall_clock)
    before = (await ours.current(GAME)).version
    move = await some_move(ours)
    seq = await moved(theirs)
    with pytest.raises(GameMoved) as refusal:
        await ours.handle(GAME, move, expected=before)
    assert refusal.value.seq == seq
    with pytest.raises(GameMoved) as refusal:
        await ours.handle(GAME, move, expected=1)
    assert refusal.value.seq == seq


async def test_an_expected_event_of_another_process_is_read_first(own_store: EventStore) -> None:
    theirs, ours = await begun(own_store), Handler(own_store, wall_clock)
    await ours.current(GAME)
    seq = await moved(theirs)
    answer = await ours.handle(GAME, await some_move(theirs), expected=seq)
    assert answer.events[0].seq == seq + 1


async def test_an_expected_event_in_the_future_is_refused(own_store: EventStore) -> None:
    handler = await begun(own_store)
    seq = (await handler.current(GAME)).version
    with pytest.raises(GameMoved) as refusal:
        await handler.handle(GAME, await some_move(handler), expected=seq + 1)
    assert refusal.value.seq == seq == await own_store.version(GAME)


async def test_a_repeated_command_gets_its_first_answer_from_any_handler(own_store: EventStore) -> None:
    first, second = await begun(own_store), Handler(own_store, wall_clock)
    seq = (await second.current(GAME)).version
    move = await some_move(first)
    answer = await first.handle(GAME, move, "once", seq)
    assert await second.handle(GAME, move, "once", seq) == answer
    await moved(first, 3)
    for handler in (first, second, Handler(own_store, wall_clock)):
        assert await handler.handle(GAME, move, "once", seq) == answer
        assert await handler.handle(GAME, move, "once") == answer
    assert await is_in_order(own_store)


async def test_a_command_repeated_a_hundred_times_at_once_is_appended_once(own_store: EventStore) -> None:
    first, second = await begun(own_store), Handler(own_store, wall_clock)
    seq, move = (await second.current(GAME)).version, await some_move(first)
    requests = (handler.handle(GAME, move, "once", seq) for handler in (first, second) for _ in range(50))
    answers = await asyncio.gather(*requests)
    assert all(answer == answers[0] for answer in answers)
    assert await own_store.version(GAME) == answers[0].seq
    assert await is_in_order(own_store)


async def test_handlers_that_race_for_the_same_event_have_one_winner(own_store: EventStore) -> None:
    handlers = [await begun(own_store)] + [Handler(own_store, wall_clock) for _ in range(4)]
    for _ in range(10):
        await moved(handlers[0])
        seq, move = await own_store.version(GAME), await some_move(handlers[0])
        requests = (handler.handle(GAME, move, f"handler {n} at {seq}", seq) for n, handler in enumerate(handlers))
        answers = await asyncio.gather(*requests, return_exceptions=True)
        losers = [answer for answer in answers if isinstance(answer, GameMoved)]
        assert len(losers) == len(handlers) - 1, answers
        assert {loser.seq for loser in losers} == {await own_store.version(GAME)}
    assert await is_in_order(own_store)


async def test_what_is_read_slowly_does_not_replace_what_is_newer(own_server: Embedded, own_store: EventStore) -> None:
    await begun(own_store)
    store = SlowFirstRead(own_server.url)
    handler = Handler(store, wall_clock)
    slow = asyncio.create_task(handler.current(GAME))
    await store.has_read.wait()
    seq = await moved(handler)
    store.may_answer.set()
    assert (await slow).version == seq
    assert (await handler.current(GAME)).version == seq
    await store.aclose()


async def test_a_log_restored_from_a_backup_is_followed(own_store: EventStore) -> None:
    """As after a fail-over without replicas, or from a backup."""
    handler = await begun(own_store)
    entries = [entry.data for entry in await own_store.read(GAME)]
    await moved(handler, 3)
    await own_store.servers.call("", "FLUSHALL")
    await own_store.append(GAME, 0, entries)
    fresh = Handler(own_store, wall_clock)
    answer = await handler.handle(GAME, await some_move(fresh))
    assert answer.events[0].seq == len(entries) + 1
    assert await is_in_order(own_store)


async def test_an_outage_leaves_a_consistent_state(own_server: Embedded, own_store: EventStore) -> None:
    handler = await begun(own_store)
    seq, move = (await handler.current(GAME)).version, await some_move(handler)
    await own_server.stop()
    with pytest.raises(Unavailable):
        await handler.handle(GAME, move, "once", seq)
    with pytest.raises(Unavailable):  # it does not pretend to know
        await handler.current(GAME)
    await own_server.start()
    answer = await persistently(lambda: handler.handle(GAME, move, "once", seq))
    assert answer.events[0].seq == seq + 1
    assert await handler.handle(GAME, move, "once", seq) == answer
    assert await is_in_order(own_store)


async def test_a_cancelled_caller_leaves_a_consistent_state(own_store: EventStore) -> None:
    handler = await begun(own_store)
    for _ in range(10):
        seq, move = (await handler.current(GAME)).version, await some_move(handler)
        asking = asyncio.create_task(handler.handle(GAME, move, f"at {seq}", seq))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait([asking])
        assert (await handler.handle(GAME, move, f"at {seq}", seq)).events[0].seq == seq + 1
    assert await is_in_order(own_store)
