"""Hashes, sorted sets, values, sets, streams, scripts and cursors, each on its own key."""

from service.store.event_store import EventStore, Span
from service.store.followers.cursors import Cursors
from service.store.structures.contents import content
from service.store.structures.dated_sets import DatedSet
from service.store.structures.hashes import Hash
from service.store.structures.scripts import Script
from service.store.structures.sets import StoredSet
from service.store.structures.sorted_sets import SortedSet
from service.store.structures.streams import Stream
from service.store.structures.values import Counter, Value


async def test_a_value_can_be_set_again(store: EventStore) -> None:
    value = Value(store, "a value")
    assert await value.get() is None
    assert not await value.exists()
    await value.set("first")
    assert await value.get() == b"first"
    await value.set(b"\x00\xff")
    assert await value.get() == b"\x00\xff"
    await value.delete()
    assert not await value.exists()


async def test_a_value_may_expire(store: EventStore) -> None:
    value = Value(store, "for a minute")
    assert await value.get_or_set("first", seconds=60) is None
    assert await value.get_or_set("second", seconds=60) == b"first"
    assert 0 < await store.servers.call(value.key, "TTL", value.key) <= 60
    await value.set("third", seconds=600)
    assert 60 < await store.servers.call(value.key, "TTL", value.key) <= 600
    await value.set("for good")
    assert await store.servers.call(value.key, "TTL", value.key) == -1


async def test_a_value_is_replaced_only_if_it_is_the_expected_one(store: EventStore) -> None:
    value = Value(store, "compared")
    assert not await value.replace(b"first", "second")
    assert await value.replace(None, "first")
    assert not await value.replace(None, "second")
    assert not await value.replace(b"other", "second")
    assert await value.get() == b"first"
    assert await value.replace(b"first", b"\x00second")
    assert await value.get() == b"\x00second"


async def test_a_counter_counts_and_expires(store: EventStore) -> None:
    counter = Counter(store, "a counter")
    assert [await counter.increment(milliseconds=60_000) for _ in range(3)] == [1, 2, 3]
    assert 0 < await store.servers.call(counter.key, "PTTL", counter.key) <= 60_000


async def test_a_hash_has_fields_of_text_and_values_of_bytes(store: EventStore) -> None:
    fields = Hash(store, "a hash")
    assert await fields.all() == {}
    await fields.set({"jaro": b"\xff", "oona": "text", "ü": 7})
    assert await fields.get("jaro") == b"\xff"
    assert await fields.get("absent") is None
    assert await fields.get_many("ü", "absent", "oona") == [b"7", None, b"text"]
    assert await fields.has("oona")
    await fields.remove("oona", "absent")
    assert not await fields.has("oona")
    assert await fields.all() == {"jaro": b"\xff", "ü": b"7"}


async def test_a_sorted_set_is_read_by_index_and_by_score(store: EventStore) -> None:
    ranked = SortedSet(store, "a sorted set")
    for member, score in (("c", 30), ("a", 10), ("d", "40.50"), ("b", 20)):
        await ranked.add_new(member, score)
    assert await ranked.members() == ["a", "b", "c", "d"]
    assert await ranked.members(1, 2) == ["b", "c"]
    assert await ranked.members(0, 3, highest_first=True) == ["d", "c", "b"]
    assert await ranked.scored(2, 5) == [("c", 30.0), ("d", 40.5)]
    assert await ranked.up_to(30, 2) == ["a", "b"]
    assert await ranked.from_score(20.0, 0, 2) == [("b", 20.0), ("c", 30.0)]
    assert await ranked.below_score(20.0, 0, 2) == [("a", 10.0)]
    assert (await ranked.size(), await ranked.rank("c"), await ranked.rank("x")) == (4, 2, None)
    await ranked.remove("b")
    assert await ranked.rank("c") == 1


async def test_scores_stay_or_rise(store: EventStore) -> None:
    ranked = SortedSet(store, "rising")
    await ranked.add_new("a", 5)
    await ranked.add_new("a", 9)
    assert await ranked.score("a") == 5.0
    await ranked.raise_to("a", 7)
    await ranked.raise_to("a", 6)
    await ranked.raise_to("b", 1)
    assert (await ranked.score("a"), await ranked.score("b"), await ranked.score("x")) == (7.0, 1.0, None)


async def test_a_set_has_each_member_once(store: EventStore) -> None:
    members = StoredSet(store, "a set")
    for member in ("oona", "jaro", "oona"):
        await members.add(member)
    assert sorted(await members.members()) == ["jaro", "oona"]
    assert await members.size() == 2


async def test_a_stream_is_read_after_an_entry(store: EventStore) -> None:
    stream = Stream(store, "a stream")
    assert await stream.after(None) == []
    for player in ("oona", "jaro"):
        await stream.add("p", player)
    first, second = await stream.after(None)
    assert (first.value, second.value) == (b"oona", b"jaro")
    assert await stream.after(first.id) == [second]
    assert await stream.after(second.id) == []


async def test_a_script_runs_on_its_key(store: EventStore) -> None:
    name, release = Value(store, "a name"), Script("service.people", "release_name.lua")
    await name.set("oona")
    assert await release.run(store, name.key, "jaro") == 0
    assert await release.run(store, name.key, "oona") == 1
    assert not await name.exists()


async def test_a_value_of_any_type_can_be_read(store: EventStore) -> None:
    await Hash(store, "some hash").set({"field": "value"})
    await SortedSet(store, "some sorted set").add_new("a", 1)
    await store.servers.call("some list", "RPUSH", "some list", "x", "y")
    assert await content(store, "some hash") == {"field": b"value"}
    assert await content(store, "some sorted set") == [("a", 1.0)]
    assert await content(store, "some list") == [b"x", b"y"]


async def test_cursors_save_only_what_has_changed(store: EventStore) -> None:
    cursors = Cursors(store, "positions of a test")
    assert await cursors.load() == {}
    await cursors.save({3: "5-0", 200: "7-1"})
    assert await Cursors(store, "positions of a test").load() == {3: "5-0", 200: "7-1"}
    other = Cursors(store, "positions of a test")
    await other.save({3: "6-0"})
    await cursors.save({3: "5-0", 200: "8-0"})
    assert await other.load() == {3: "6-0", 200: "8-0"}
    await other.save({3: "6-0", 200: "8-0"})
    assert await store.servers.call("x", "HGETALL", "positions of a test") == [b"3", b"6-0", b"200", b"8-0"]


async def test_all_keys_that_match_a_pattern_are_discarded(store: EventStore) -> None:
    for key in ("{old}:a", "{old}:b", "{new}:a"):
        await Value(store, key).set(1)
    await store.discard("{old}:*")
    assert [key async for key in store.keys("{*}:?")] == ["{new}:a"]


async def test_commands_are_stored_with_a_log_and_deleted_with_it(store: EventStore) -> None:
    await store.append("kwfy3gevrw", 0, [b"a", b"b"], "once")
    commands = await store.commands("kwfy3gevrw")
    assert list(commands.values()) == [Span(1, 2)]
    await store.append("another", 0, [b"a", b"b"])
    await store.restore_commands("another", commands)
    assert await store.command("another", "once") == Span(1, 2)
    await store.forget("another")
    assert (await store.version("another"), await store.commands("another")) == (0, {})
    assert await store.version("kwfy3gevrw") == 2


async def test_a_dated_set_is_limited_and_its_members_keep_their_dates(store: EventStore) -> None:
    friends = DatedSet(store, "friends")
    since = [await friends.add(2, name, at) for name, at in (("ben", 5), ("cid", 7), ("ben", 9), ("dan", 9))]
    assert since == [5, 7, 5, None]
    assert list((await friends.dates()).items()) == [("cid", 7), ("ben", 5)]
    await friends.remove("cid")
    assert await friends.add(2, "dan", 9) == 9
