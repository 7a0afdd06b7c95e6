"""Appending to logs and reading them, on a single server and on a cluster."""

import asyncio

import pytest

from service.store.errors import ErrorReply, StreamMoved
from service.store.event_store import Appended, Entry, EventStore, Span
from service.store.feeds.entries import START
from service.store.keys import bucket_of, game_keys

WRITERS = 64


async def test_events_are_numbered_from_one_without_gaps(store: EventStore) -> None:
    assert (await store.append("g", 0, [b"a", b"b"]))[:3] == (1, 2, False)
    assert (await store.append("g", 2, [b"c"]))[:3] == (3, 3, False)
    assert await store.read("g") == [Entry(1, b"a"), Entry(2, b"b"), Entry(3, b"c")]
    assert await store.version("g") == 3


async def test_an_append_names_the_entry_of_the_feed_that_announces_it(store: EventStore) -> None:
    appended = [await store.append("g", 0, [b"a", b"b"]), await store.append("g", 2, [b"c"])]
    announced = await store.feeds.between(bucket_of("g"), START, "+")
    assert [(entry.first, entry.last, entry.id) for entry in announced] == [
        (reply.first, reply.last, reply.feed) for reply in appended
    ]


async def test_a_part_of_a_game_can_be_read(store: EventStore) -> None:
    await store.append("g", 0, [b"%d" % number for number in range(1, 13)])
    assert [entry.seq for entry in await store.read("g", after=9)] == [10, 11, 12]
    assert [entry.data for entry in await store.read("g", after=3, upto=5)] == [b"4", b"5"]
    assert await store.read("g", after=12) == []


async def test_an_unknown_game_is_empty(store: EventStore) -> None:
    assert await store.version("unknown") == 0
    assert await store.read("unknown") == []
    assert await store.command("unknown", "c") is None


async def test_a_wrong_version_is_refused_with_the_current_one(store: EventStore) -> None:
    await store.append("g", 0, [b"a", b"b"])
    for wrong in (0, 1, 3):
        with pytest.raises(StreamMoved) as moved:
            await store.append("g", wrong, [b"late"], "late")
        assert moved.value.version == 2
    assert await store.version("g") == 2
    assert await store.command("g", "late") is None


async def test_a_command_without_events_is_refused(store: EventStore) -> None:
    with pytest.raises(ValueError, match="without events"):
        await store.append("g", 0, [])


async def test_a_repeated_command_returns_the_first_result_even_later(store: EventStore) -> None:
    await store.append("g", 0, [b"a", b"b"], "first")
    await store.append("g", 2, [b"c"], "second")
    assert await store.append("g", 0, [b"a", b"b"], "first") == Appended(1, 2, repeated=True)
    assert await store.command("g", "first") == Span(1, 2)
    assert await store.command("g", "second") == Span(3, 3)
    assert await store.version("g") == 3


async def test_the_same_command_in_two_games_is_two_commands(store: EventStore) -> None:
    for game in ("g", "h"):
        assert not (await store.append(game, 0, [b"a"], "same")).repeated


async def test_a_command_sent_a_hundred_times_at_once_is_appended_once(store: EventStore) -> None:
    results = await asyncio.gather(*(store.append("g", 0, [b"a", b"b"], "key") for _ in range(100)))
    assert {(result.first, result.last) for result in results} == {(1, 2)}
    assert sum(not result.repeated for result in results) == 1
    assert await store.read("g") == [Entry(1, b"a"), Entry(2, b"b")]


async def test_of_concurrent_writers_one_wins_each_version(store: EventStore) -> None:
    async def write(name: str) -> Appended:
        version = 0
        while True:
            try:
                return await store.append("g", version, [f"{name}:{part}".encode() for part in range(3)], name)
            except StreamMoved as moved:
                version = moved.version

    results = await asyncio.gather(*(write(f"writer{number}") for number in range(WRITERS)))
    entries = await store.read("g")
    assert [entry.seq for entry in entries] == list(range(1, 3 * WRITERS + 1))
    assert sorted(result.first for result in results) == list(range(1, 3 * WRITERS + 1, 3))
    for number, result in enumerate(results):  # the events of a command are consecutive
        together = [entry.data for entry in entries[result.first - 1 : result.last]]
        assert together == [f"writer{number}:{part}".encode() for part in range(3)]


async def test_any_bytes_are_read_as_they_were_written(store: EventStore) -> None:
    events = [bytes(range(256)), b"", b"\r\n$3\r\n", b"\x00" * 1000, b"long" * 50_000]
    await store.append("g", 0, events, "ключ \x00\r\n" * 1000)
    assert [entry.data for entry in await store.read("g")] == events
    assert await store.command("g", "ключ \x00\r\n" * 1000) == Span(1, 5)


async def test_every_stored_game_is_listed_once(store: EventStore) -> None:
    games = {f"game{number}" for number in range(700)}
    await asyncio.gather(*(store.append(game, 0, [b"a"], "c") for game in games))
    listed = [game async for game in store.games()]
    assert len(listed) == len(games)
    assert set(listed) == games


@pytest.mark.parametrize("damaged", ["feed", "commands"])
async def test_a_failing_append_never_leaves_half_a_command(store: EventStore, damaged: str) -> None:
    key = getattr(game_keys("g"), damaged)
    await store.servers.call(key, "SET", key, "another type of value")
    with pytest.raises(ErrorReply):
        await store.append("g", 0, [b"a", b"b"], "c")
    assert await store.version("g") == 0


async def test_a_game_with_entries_deleted_by_hand_is_not_overwritten(store: EventStore) -> None:
    await store.append("g", 0, [b"a", b"b", b"c"])
    stream = game_keys("g").stream
    await store.servers.call(stream, "XDEL", stream, "3-0")
    with pytest.raises(ErrorReply):
        await store.append("g", 2, [b"other"])
    assert await store.version("g") == 2
