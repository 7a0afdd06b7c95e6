"""Lobby, my games, history, results, counts and ratings: the lists that a follower updates equal rebuilt ones."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest

from domain.rules import Rules
from projections.listing import Listing
from service.games.codec import encode
from service.games.follow_ups import FollowUps
from service.games.live_games import LiveGames
from service.games.tables import Tables
from service.lists.index import ListIndex, prefix
from service.lists.lines import Line, read_line, update_line
from service.lists.ratings import Ratings
from service.lists.rebuild import rebuild
from service.lists.skill import Rating
from service.notices.notice_log import NOTICE_LOGS
from service.notices.records import Noticed
from service.people.blocks import Blocks
from service.store.errors import ErrorReply
from service.store.event_store import EventStore
from service.store.log_names import notices_log
from service.store.structures.hashes import Hash
from tests.support.followed_lists import followed_lists
from tests.support.play import random_game
from tests.support.servers import eventually
from tests.support.staged_games import HOUR, PEOPLE, opened, store_game, store_random_games
from tests.support.variants import only


def much_later() -> int:
    return 10_000 * HOUR


async def followed(store: EventStore, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do `work` while a follower updates the lists, and wait until it has caught up."""
    follow_ups = FollowUps(Tables(store, much_later), Blocks(store, much_later), much_later)
    settle = follow_ups.settle, Ratings(store).settle
    following = asyncio.create_task(followed_lists(store, LiveGames(store), *settle))
    await work()
    await eventually(lambda: _is_up_to_date(store))
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following


async def _is_up_to_date(store: EventStore) -> bool:
    """Whether the line of every stored table is as new as its logs."""
    index = ListIndex(store)
    async for name in store.games():
        if name.endswith(".seats"):
            game = name.removesuffix(".seats")
            line = await read_line(store, game)
            assert line is not None
            if await index.lines([game]) != [line.listing]:
                return False
    return True


async def test_a_line_that_was_removed_is_put_again(own_store: EventStore) -> None:
    """The index remembers what it has put, but only the server knows what is stored."""
    rules = Rules("kingdomino", 2, None, ("must_place",))
    await store_game(own_store, "g", opened(rules, Random(1)), random_game(rules, Random(1)))
    index, line = ListIndex(own_store, 1), await read_line(own_store, "g")
    assert line is not None
    assert await index.put(line.listing, line.version)
    assert not await index.put(line.listing, line.version)
    await ListIndex(own_store, 1).remove("g")
    assert await index.put(line.listing, line.version)
    assert await index.put(line.listing, line.version + 1)
    assert await index.lines(["g"]) == [line.listing]


async def test_logs_of_other_kinds_are_in_no_list(own_store: EventStore, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        notice = NOTICE_LOGS.encode(Noticed(1, "finished", "g", 7))
        await own_store.append(notices_log("oona", "740"), 0, [notice])
        await store_random_games(own_store, Random(3), 2)

    await followed(own_store, work)
    assert not caplog.records


async def rated(store: EventStore) -> None:
    ratings = Ratings(store)
    while await ratings.take_in():
        pass


@pytest.mark.parametrize("seed", only([1], [1, 2]))
async def test_the_live_index_equals_a_rebuilt_one(store: EventStore, seed: int) -> None:
    async def work() -> None:
        await store_random_games(store, Random(seed), 15)

    await followed(store, work)
    await rated(store)
    live = await ListIndex(store).everything()
    assert any(name.startswith("mine:") for name in live)
    assert any(name.startswith("rating:") for name in live)
    await rebuild(store)
    await rated(store)
    assert await ListIndex(store).everything() == live


async def test_repeated_and_reordered_entries_change_nothing(own_store: EventStore) -> None:
    games = await store_random_games(own_store, Random(3), 12)
    index = ListIndex(own_store)
    for game in games:
        await update_line(own_store, index, game)
    once = await index.everything()
    for game in reversed(games):
        await update_line(own_store, index, game)
        line = await read_line(own_store, game)
        assert line is not None
        assert not await index.put(line.listing, line.version - 1)
    assert await index.everything() == once


async def test_of_concurrent_lines_of_a_game_the_newest_stays(store: EventStore) -> None:
    rng = Random(9)
    lines = await _lines_of_a_game(store, rng)
    rng.shuffle(lines)
    await asyncio.gather(*(ListIndex(store, 1).put(line.listing, line.version) for line in lines))
    newest = max(lines, key=lambda line: line.version)
    await ListIndex(store, 2).put(newest.listing, newest.version)
    assert await ListIndex(store, 1).everything() == await ListIndex(store, 2).everything()


async def test_a_line_in_the_first_stored_form_is_read_and_removed(store: EventStore) -> None:
    *_, running, over = await _lines_of_a_game(store, Random(10))
    index, lines = ListIndex(store, 1), f"{prefix(1)}lines"
    await index.put(running.listing, running.version)
    fields = msgspec.structs.asdict(running.listing)
    del (
        fields["rests"],
        fields["is_guided"],
        fields["of_day"],
    )  # a map of the first release had at most 15 fields, which shows in its first byte
    await store.servers.call(lines, "HSET", lines, "g", msgspec.msgpack.encode(fields))
    assert await index.lines(["g"]) == [running.listing]
    assert await index.put(over.listing, over.version)
    await ListIndex(store, 2).put(over.listing, over.version)
    assert await index.everything() == await ListIndex(store, 2).everything()


async def test_a_program_of_the_first_stored_form_may_not_write_at_the_same_time(store: EventStore) -> None:
    await store.prepare()
    lines = f"{prefix(1)}lines"
    with pytest.raises(ErrorReply, match="newer Firstfire"):
        await store.function(lines, "firstfire_shelve", [lines], "g", 1, b"line", "{}", "{}")


async def _lines_of_a_game(store: EventStore, rng: Random) -> list[Line]:
    """The line of game `g` after each of its commands."""
    rules, lines = Rules("origins", 3, "totem"), list[Line | None]()
    played = random_game(rules, rng)
    await store.append("g.seats", 0, [msgspec.msgpack.encode(event) for event in opened(rules, rng)])
    for before, after in zip(played.games, played.games[1:], strict=False):
        events = [encode(event, after.version) for event in played.events[before.version : after.version]]
        await store.append("g", before.version, events)
        lines.append(await read_line(store, "g"))
    return [line for line in lines if line is not None]


async def test_a_rebuild_under_load_serves_the_old_until_the_switch_and_misses_nothing(own_store: EventStore) -> None:
    await store_random_games(own_store, Random(4), 10)
    for _ in range(2):
        await rebuild(own_store)
    served: list[int] = []

    async def work() -> None:
        writing = asyncio.create_task(store_random_games(own_store, Random(5), 10))
        rebuilding = asyncio.create_task(rebuild(own_store))
        while not (writing.done() and rebuilding.done()):
            served.append((await ListIndex(own_store).page("over")).total)
            await asyncio.sleep(0)
        await asyncio.gather(writing, rebuilding)

    await followed(own_store, work)
    assert all(served), "there was a moment without finished games in the lobby"
    live = await ListIndex(own_store).everything()
    await rebuild(own_store)
    assert await ListIndex(own_store).everything() == live


async def _take_in(store: EventStore, games: Iterable[str]) -> None:
    for game in games:
        line = await update_line(store, ListIndex(store), game)
        assert line is not None
        await Ratings(store).settle(line.listing)


async def test_late_results_are_added_to_the_ratings_and_a_rebuild_keeps_their_order(own_store: EventStore) -> None:
    games = await store_random_games(own_store, Random(6), 25)
    await _take_in(own_store, games[5:])
    await rated(own_store)
    histories = await _histories(own_store)
    await _take_in(own_store, [*games[5:], *games[:5]])  # most of them again, and some that ended before
    await rated(own_store)
    for player, history in histories.items():
        later = await Ratings(own_store).history(player)
        assert later[: len(history)] == history, "what was rated before stays as it was"
    assert await _histories(own_store) != histories
    live = await ListIndex(own_store).everything()
    await rebuild(own_store)
    await rated(own_store)
    assert await ListIndex(own_store).everything() == live


async def _histories(store: EventStore) -> dict[str, list[Rating]]:
    return {player: await Ratings(store).history(player) for player in PEOPLE}


async def test_ratings_of_the_first_form_are_computed_again(own_store: EventStore) -> None:
    await _take_in(own_store, await store_random_games(own_store, Random(6), 12))
    await rated(own_store)
    histories, begin = await _histories(own_store), prefix(1)
    await own_store.discard(f"{begin}order*")
    await own_store.servers.call(begin, "HSET", f"{begin}ratings", "at", "3 somegame")
    running = asyncio.create_task(Ratings(own_store).run())

    async def all_are_rated() -> bool:
        if await Hash(own_store, f"{begin}ratings").get("at") is not None:
            return False
        again = await _histories(own_store)
        return {player: len(ratings) for player, ratings in again.items()} == {
            player: len(ratings) for player, ratings in histories.items()
        }

    await eventually(all_are_rated)
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def test_my_games_are_sorted_by_time_left_then_those_waiting_for_others(own_store: EventStore) -> None:
    rng = Random(7)
    for number in range(12):
        rules = Rules("origins", 2, "discovery")
        table = opened(rules, rng)
        await store_game(own_store, f"g{number}", table, random_game(rules, rng, commands=rng.randint(2, 40)))
        await update_line(own_store, ListIndex(own_store), f"g{number}")
    for player in PEOPLE:
        lines = (await ListIndex(own_store).page(f"mine:{player}", newest_first=False)).lines
        waiting = [_waits_for(line, player) for line in lines]
        assert waiting == sorted(waiting, reverse=True)


def _waits_for(line: Listing, player: str) -> bool:
    return line.turn is not None and line.seats[line.turn].player == player


async def test_private_games_are_in_no_public_list(own_store: EventStore) -> None:
    rng, rules = Random(8), Rules("kingdomino", 2, None, ("must_place",))
    await store_game(own_store, "hidden", opened(rules, rng, private=True), random_game(rules, rng))
    await update_line(own_store, ListIndex(own_store), "hidden")
    assert (await ListIndex(own_store).page("over")).total == 0
    assert (await ListIndex(own_store).counts("all")) == {"kingdomino over": 1}
