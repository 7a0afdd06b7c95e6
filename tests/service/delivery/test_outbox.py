"""The outbox: what is put is taken once, in order, by one worker at a time for each target."""

import asyncio

import msgspec
import pytest

from service.delivery.outbox import LEASE, MOST_WAITING, Outbox
from service.delivery.outcomes import NEW, TargetState
from service.delivery.parcels import LARGEST, MailContent, Parcel
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from tests.support.api_persons import ManualClock
from tests.support.parcel_samples import HOUR, hook, mail, push


@pytest.fixture
def outbox(store: EventStore, clock: ManualClock) -> Outbox:
    return Outbox(store, clock)


async def taken(outbox: Outbox, way: str = "push", count: int = 10) -> list[str]:
    return [parcel.id for parcel, _ in await outbox.take(way, count)]  # type: ignore[arg-type]


async def test_a_parcel_is_taken_by_one_worker_and_again_after_its_lease(outbox: Outbox, clock: ManualClock) -> None:
    assert await outbox.put(push("a", clock))
    both = await asyncio.gather(taken(outbox), taken(outbox))
    assert sorted(both) == [[], ["a"]]
    clock.now += LEASE - 1
    assert await taken(outbox) == []
    clock.now += 1
    assert await taken(outbox) == ["a"]


async def test_a_parcel_is_added_once_also_after_it_was_sent(outbox: Outbox, clock: ManualClock) -> None:
    parcel = push("a", clock)
    assert await outbox.put(parcel)
    assert not await outbox.put(parcel)
    await outbox.take("push", 1)
    assert await outbox.settle(parcel, NEW)
    clock.now += 70 * HOUR
    assert not await outbox.put(parcel)
    assert await taken(outbox) == []


async def test_ids_are_forgotten_after_three_days(outbox: Outbox, clock: ManualClock) -> None:
    parcel = push("a", clock)
    await outbox.put(parcel)
    await outbox.settle(parcel, NEW)
    clock.now += 73 * HOUR
    assert await outbox.put(push("b", clock, device="tablet"))
    assert await outbox.put(parcel)


async def test_parcels_of_a_target_go_one_after_another_in_their_order(outbox: Outbox, clock: ManualClock) -> None:
    late = msgspec.structs.replace(push("late", clock), due=clock() + 2)
    early = msgspec.structs.replace(push("early", clock), due=clock() + 1)
    await outbox.put(late)
    await outbox.put(early)
    assert await taken(outbox) == []
    clock.now += 5
    assert await taken(outbox) == ["early"]
    assert await taken(outbox) == []
    await outbox.settle(early, NEW)
    assert await taken(outbox) == ["late"]


async def test_targets_and_ways_do_not_wait_for_each_other(outbox: Outbox, clock: ManualClock) -> None:
    for parcel in (push("a", clock), push("b", clock, device="tablet"), mail("c", clock), hook("d", clock)):
        await outbox.put(parcel)
    assert sorted(await taken(outbox)) == ["a", "b"]
    assert await taken(outbox, "mail") == ["c"]
    assert await taken(outbox, "webhook") == ["d"]


async def test_a_failing_target_is_left_alone_with_all_that_waits_for_it(outbox: Outbox, clock: ManualClock) -> None:
    first, second = push("a", clock), push("b", clock)
    await outbox.put(first)
    await outbox.take("push", 1)
    failing = TargetState(failing=clock(), failures=1, answer="500", answered=clock())
    assert await outbox.settle(first, failing, clock() + HOUR)
    await outbox.put(second)
    clock.now += HOUR - 1
    assert await taken(outbox) == []
    clock.now += 1
    [(parcel, state)] = await outbox.take("push", 5)
    assert (parcel.id, state) == ("a", failing)
    assert await outbox.states("oona", "push") == {"phone": failing}
    assert await outbox.states("oona", "mail") == {}


async def test_a_newer_parcel_replaces_what_waits_with_its_tag(outbox: Outbox, clock: ManualClock) -> None:
    old = push("old", clock, tag="game")
    await outbox.put(old)
    await outbox.put(push("other", clock, device="tablet", tag="game"))
    assert await outbox.put(push("new", clock, tag="game"))
    assert not await outbox.put(old), "what was replaced does not come back"
    assert sorted(await taken(outbox)) == ["new", "other"]


async def test_what_is_not_sent_yet_can_be_withdrawn(outbox: Outbox, clock: ManualClock) -> None:
    for parcel in (push("a", clock, tag="game"), mail("b", clock, tag="game"), push("c", clock, tag="chat")):
        await outbox.put(parcel)
    await outbox.put(push("d", clock, person="ugh", tag="game"))
    assert await outbox.withdraw("oona", tag="game") == 2
    assert await outbox.withdraw("oona", tag="game") == 0
    assert sorted(await taken(outbox)) == ["c", "d"]
    assert await taken(outbox, "mail") == []
    assert not await outbox.put(mail("b", clock, tag="game"))


async def test_a_parcel_withdrawn_while_it_is_sent_is_not_tried_again(outbox: Outbox, clock: ManualClock) -> None:
    parcel = push("a", clock)
    await outbox.put(parcel)
    await outbox.take("push", 1)
    assert await outbox.withdraw("oona", id="a") == 1
    assert not await outbox.settle(parcel, TargetState(failures=1), clock() + 1)
    clock.now += LEASE
    assert await taken(outbox) == []
    assert await outbox.states("oona", "push") == {}


async def test_a_person_has_a_limited_number_of_parcels(outbox: Outbox, clock: ManualClock) -> None:
    """And a target that does not answer takes no room from others."""
    mails = [f"m{number}" for number in range(20)]
    for name in mails[:10]:
        assert await outbox.put(mail(name, clock))
    for number in range(MOST_WAITING + 10):
        assert await outbox.put(push(f"p{number:03}", clock))
        clock.now += 1
    for name in mails[10:]:
        assert await outbox.put(mail(name, clock))
    assert await outbox.put(push("p", clock, person="ugh"))
    assert await outbox.waiting_for("oona") == MOST_WAITING
    assert await outbox.waiting_for("ugh") == 1
    assert not await outbox.put(push("p000", clock)), "what was dropped does not come again"
    assert await outbox.withdraw("oona", way="mail") == 20
    assert "p030" in await taken(outbox), "the oldest were dropped"


async def test_a_person_has_a_few_attempts_at_a_time_however_they_change_their_targets(
    outbox: Outbox, clock: ManualClock
) -> None:
    """Receivers that hang, in all slots, would keep the pushes of others."""
    for number in range(3):
        await outbox.put(push(f"a{number}", clock, device=f"d{number}"))
    clock.now += 1
    await outbox.put(push("b", clock, person="ugh"))
    first = await outbox.take("push", 10, of_person=2)
    assert [parcel.id for parcel, _ in first] == ["a0", "a1", "b"]
    await outbox.forget("oona", "push", "d0")
    await outbox.put(push("a3", clock, device="d3"))
    assert await outbox.take("push", 10, of_person=2) == [], "the attempts go on, although the target is gone"
    await outbox.settle(first[1].parcel, NEW)
    assert [parcel.id for parcel, _ in await outbox.take("push", 10, of_person=2)] == ["a2"]
    clock.now += LEASE
    assert [parcel.id for parcel, _ in await outbox.take("push", 10, of_person=2)] == ["a3", "a2", "b"]


async def test_targets_that_have_not_proved_themselves_leave_room_for_those_that_have(
    outbox: Outbox, clock: ManualClock
) -> None:
    for number in range(3):
        await outbox.put(hook(f"new{number}", clock, person=f"stranger{number}"))
    clock.now += 1
    proven, failing = hook("proven", clock, person="oona"), hook("failing", clock, person="ugh")
    for parcel, state in ((proven, TargetState(delivered=1)), (failing, TargetState(delivered=1, failing=2))):
        first = msgspec.structs.replace(parcel, id=f"before.{parcel.id}")
        await outbox.put(first)
        await outbox.settle(first, state)
        await outbox.put(parcel)
    assert await outbox.waiting("webhook") == 5
    assert [parcel.id for parcel, _ in await outbox.take("webhook", 10, new=2)] == ["new0", "new1", "proven"]
    assert await outbox.take("webhook", 10, new=0) == []
    assert [parcel.id for parcel, _ in await outbox.take("webhook", 10, new=5)] == ["new2", "failing"]


async def test_a_trial_forgets_how_sending_went_but_not_that_the_target_has_proved_itself(
    outbox: Outbox, clock: ManualClock
) -> None:
    for person, state in (("oona", TargetState(delivered=1)), ("ugh", TargetState(failing=1, ended=2))):
        before = hook(f"before.{person}", clock, person=person)
        await outbox.put(before)
        await outbox.settle(before, state)
        assert not await outbox.put(before, is_trial=True)
        assert await outbox.states(person, "webhook") == {"hook": state}, "nothing is tried"
        assert await outbox.put(hook(f"trial.{person}", clock, person=person), is_trial=True)
        assert await outbox.states(person, "webhook") == {}
    assert [parcel.id for parcel, _ in await outbox.take("webhook", 10, new=0)] == ["trial.oona"]
    assert [(parcel.id, state) for parcel, state in await outbox.take("webhook", 10)] == [("trial.ugh", NEW)]


async def test_a_parcel_that_cannot_be_read_keeps_nobody_waiting(
    outbox: Outbox, clock: ManualClock, store: EventStore
) -> None:
    for id in ("a", "b"):
        await outbox.put(push(id, clock, device=id))
    await Hash(store, "{outbox}:parcels").set({"a": b"of a release to come"})
    assert await taken(outbox) == ["b"]
    assert await outbox.waiting_for("oona") == 1


async def test_nothing_is_left_of_a_person_who_leaves(outbox: Outbox, clock: ManualClock, store: EventStore) -> None:
    sent, waiting = push("a", clock), mail("b", clock)
    await outbox.put(sent)
    await outbox.put(waiting)
    await outbox.settle(sent, TargetState(delivered=clock()))
    await outbox.erase("oona")
    await outbox.settle(waiting, TargetState(delivered=clock()))  # it was on its way
    assert [key async for key in store.keys("*oona*")] == []
    assert await outbox.waiting("mail") == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "a b"},
        {"id": "a\r\nBcc: all@example"},
        {"person": ""},
        {"target": "a\x1fb"},
        {"tag": "a\nb"},
        {"content": MailContent("", "x" * LARGEST)},
    ],
)
async def test_parcels_that_would_break_keys_or_headers_are_refused(
    own_store: EventStore, clock: ManualClock, changes: dict[str, str]
) -> None:
    parcel: Parcel = msgspec.structs.replace(mail("a", clock), **changes)
    with pytest.raises(ValueError, match=r"not|too many"):
        await Outbox(own_store, clock).put(parcel)
