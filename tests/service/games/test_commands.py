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
from domain.undo import MOST_UNDOS, TOO_OFTEN
from service.games.codec import decode_all
from service.games.commands import Commands, GameMoved
from service.games.live_games import LiveGames
from service.games.seating import SEAT_LEFT
from service.local_valkey.server import Embedded
from service.runtime.clock import wall_clock
from service.runtime.refusal import Refused
from service.store.errors import Unavailable
from service.store.event_store import Entry, EventStore
from service.store.feeds.entries import ALL
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


def process(store: EventStore) -> Commands:
    """The write path of a process that believes its cache; nobody announces what other processes append."""
    games = LiveGames(store)
    games.follow(ALL)
    return Commands(games, wall_clock)


async def begun(store: EventStore) -> Commands:
    commands = process(store)
    await commands.handle(GAME, start(RULES, Random(1)), "start")
    return commands


async def some_move(commands: Commands) -> Play:
    position = (await commands.games.current(GAME)).position
    assert position.seat is not None
    return Play(position.seat, legal(position)[0])


async def moved(commands: Commands, count: int = 1) -> int:
    seq = 0
    for _ in range(count):
        seq = (await commands.handle(GAME, await some_move(commands))).seq
    return seq


async def is_in_order(store: EventStore) -> bool:
    log = decode_all(await store.read(GAME))
    audit(stamped.event for stamped in log)
    return [stamped.seq for stamped in log] == list(range(1, len(log) + 1))


async def test_a_stale_cache_meets_a_conflict_reads_the_tail_and_decides_again(
    own_server: Embedded, own_store: EventStore
) -> None:
    watched = Watched(own_server.url)
    ours, theirs = process(watched), await begun(own_store)
    stale = await ours.games.current(GAME)
    assert stale.position.step == "claim"
    taken = await moved(theirs)
    now = (await theirs.games.current(GAME)).position
    if now.seat == stale.position.seat:
        pytest.fail("this deal should let the other seat move next")
    assert now.seat is not None
    watched.reads.clear()
    answer = await ours.handle(GAME, Play(now.seat, legal(now)[0]))
    assert answer.events[0].seq == taken + 1
    assert watched.reads == [stale.version - 1], "from the last known event on"
    assert await is_in_order(own_store)
    await watched.aclose()


async def test_a_move_that_was_legal_is_refused_once_the_truth_is_known(own_store: EventStore) -> None:
    theirs, ours = await begun(own_store), process(own_store)
    move = await some_move(ours)
    await theirs.handle(GAME, move)
    before = await own_store.version(GAME)
    with pytest.raises(IllegalMove):
        await ours.handle(GAME, move)
    assert await own_store.version(GAME) == before
    assert (await ours.games.current(GAME)).version == before


async def test_a_move_that_was_illegal_is_made_once_the_truth_is_known(own_store: EventStore) -> None:
    theirs, ours = await begun(own_store), process(own_store)
    stale = await ours.games.current(GAME)
    await moved(theirs)
    move = await some_move(theirs)
    with pytest.raises(IllegalMove):
        decide(stale, move)
    answer = await ours.handle(GAME, move)
    assert answer.seq == await own_store.version(GAME)
    assert await is_in_order(own_store)


async def test_permission_is_checked_again_when_the_game_has_moved_on(own_store: EventStore) -> None:
    """The move of somebody whose time was up a moment ago is legal all the same: a bot could make it."""
    theirs, ours = await begun(own_store), process(own_store)
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
    commands = await begun(own_store)

    def check(_: Game) -> None:
        raise Refused(SEAT_LEFT, "forbidden")

    move = await some_move(commands)
    answer = await commands.handle(GAME, move, "once")
    assert await commands.handle(GAME, move, "once", check=check) == answer


async def test_a_game_stays_stale_when_it_could_not_be_read(own_server: Embedded, own_store: EventStore) -> None:
    ours = await begun(own_store)
    theirs = process(own_store)
    version = (await theirs.handle(GAME, await some_move(theirs))).seq
    (await ours.games.live(GAME)).doubt()
    await own_server.stop()
    with pytest.raises(Unavailable):
        await ours.games.current(GAME)
    await own_server.start()
    assert (await persistently(lambda: ours.games.current(GAME))).version == version


async def test_a_turn_is_taken_back_a_few_times_only(own_store: EventStore) -> None:
    commands = await begun(own_store)
    move = await some_move(commands)
    for _ in range(MOST_UNDOS):
        await moved(commands)
        await commands.handle(GAME, Play(move.seat, UndoTurn()))
    before = await moved(commands)
    with pytest.raises(IllegalMove) as refusal:
        await commands.handle(GAME, Play(move.seat, UndoTurn()))
    assert refusal.value.reason == TOO_OFTEN.about(most=MOST_UNDOS)
    assert await own_store.version(GAME) == before
    assert await is_in_order(own_store)


async def test_an_outdated_expected_event_is_refused_with_the_current_one(own_store: EventStore) -> None:
    theirs, ours = await begun(own_store), process(own_store)
    before = (await ours.games.current(GAME)).version
    move = await some_move(ours)
    seq = await moved(theirs)
    with pytest.raises(GameMoved) as refusal:
        await ours.handle(GAME, move, expected=before)
    assert refusal.value.seq == seq
    with pytest.raises(GameMoved) as refusal:
        await ours.handle(GAME, move, expected=1)
    assert refusal.value.seq == seq


async def test_an_expected_event_of_another_process_is_read_first(own_store: EventStore) -> None:
    theirs, ours = await begun(own_store), process(own_store)
    await ours.games.current(GAME)
    seq = await moved(theirs)
    answer = await ours.handle(GAME, await some_move(theirs), expected=seq)
    assert answer.events[0].seq == seq + 1


async def test_an_expected_event_in_the_future_is_refused(own_store: EventStore) -> None:
    commands = await begun(own_store)
    seq = (await commands.games.current(GAME)).version
    with pytest.raises(GameMoved) as refusal:
        await commands.handle(GAME, await some_move(commands), expected=seq + 1)
    assert refusal.value.seq == seq == await own_store.version(GAME)


async def test_a_repeated_command_gets_its_first_answer_from_any_handler(own_store: EventStore) -> None:
    first, second = await begun(own_store), process(own_store)
    seq = (await second.games.current(GAME)).version
    move = await some_move(first)
    answer = await first.handle(GAME, move, "once", seq)
    assert await second.handle(GAME, move, "once", seq) == answer
    await moved(first, 3)
    for commands in (first, second, process(own_store)):
        assert await commands.handle(GAME, move, "once", seq) == answer
        assert await commands.handle(GAME, move, "once") == answer
    assert await is_in_order(own_store)


async def test_a_command_repeated_a_hundred_times_at_once_is_appended_once(own_store: EventStore) -> None:
    first, second = await begun(own_store), process(own_store)
    seq, move = (await second.games.current(GAME)).version, await some_move(first)
    requests = (commands.handle(GAME, move, "once", seq) for commands in (first, second) for _ in range(50))
    answers = await asyncio.gather(*requests)
    assert all(answer == answers[0] for answer in answers)
    assert await own_store.version(GAME) == answers[0].seq
    assert await is_in_order(own_store)


async def test_processes_that_race_for_the_same_event_have_one_winner(own_store: EventStore) -> None:
    processes = [await begun(own_store)] + [process(own_store) for _ in range(4)]
    for _ in range(10):
        await moved(processes[0])
        seq, move = await own_store.version(GAME), await some_move(processes[0])
        requests = (commands.handle(GAME, move, f"process {n} at {seq}", seq) for n, commands in enumerate(processes))
        answers = await asyncio.gather(*requests, return_exceptions=True)
        losers = [answer for answer in answers if isinstance(answer, GameMoved)]
        assert len(losers) == len(processes) - 1, answers
        assert {loser.seq for loser in losers} == {await own_store.version(GAME)}
    assert await is_in_order(own_store)


async def test_what_is_read_slowly_does_not_replace_what_is_newer(own_server: Embedded, own_store: EventStore) -> None:
    await begun(own_store)
    store = SlowFirstRead(own_server.url)
    commands = process(store)
    slow = asyncio.create_task(commands.games.current(GAME))
    await store.has_read.wait()
    seq = await moved(commands)
    store.may_answer.set()
    assert (await slow).version == seq
    assert (await commands.games.current(GAME)).version == seq
    await store.aclose()


async def test_a_log_restored_from_a_backup_is_followed(own_store: EventStore) -> None:
    """As after a fail-over without replicas, or from a backup."""
    commands = await begun(own_store)
    entries = [entry.data for entry in await own_store.read(GAME)]
    await moved(commands, 3)
    await own_store.servers.call("", "FLUSHALL")
    await own_store.append(GAME, 0, entries)
    fresh = process(own_store)
    answer = await commands.handle(GAME, await some_move(fresh))
    assert answer.events[0].seq == len(entries) + 1
    assert await is_in_order(own_store)


async def test_an_outage_leaves_a_consistent_state(own_server: Embedded, own_store: EventStore) -> None:
    commands = await begun(own_store)
    seq, move = (await commands.games.current(GAME)).version, await some_move(commands)
    await own_server.stop()
    with pytest.raises(Unavailable):
        await commands.handle(GAME, move, "once", seq)
    with pytest.raises(Unavailable):  # it does not pretend to know
        await commands.games.current(GAME)
    await own_server.start()
    answer = await persistently(lambda: commands.handle(GAME, move, "once", seq))
    assert answer.events[0].seq == seq + 1
    assert await commands.handle(GAME, move, "once", seq) == answer
    assert await is_in_order(own_store)


async def test_a_cancelled_caller_leaves_a_consistent_state(own_store: EventStore) -> None:
    commands = await begun(own_store)
    for _ in range(10):
        seq, move = (await commands.games.current(GAME)).version, await some_move(commands)
        asking = asyncio.create_task(commands.handle(GAME, move, f"at {seq}", seq))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait([asking])
        assert (await commands.handle(GAME, move, f"at {seq}", seq)).events[0].seq == seq + 1
    assert await is_in_order(own_store)
