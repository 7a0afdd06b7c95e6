"""What becomes of a parcel: delivered, tried again after growing pauses, or given up."""

import asyncio
from collections.abc import Callable

import pytest

from service.delivery.outbox import Outbox, Taken
from service.delivery.outcomes import (
    GIVEN_UP_AFTER,
    NEW,
    Away,
    Delivered,
    Early,
    Failed,
    Gone,
    Outcome,
    Rejected,
    TargetState,
    consequence,
)
from service.delivery.parcels import Parcel
from service.delivery.sender import Carrier, Ending, Sender
from service.runtime.metrics import Metrics
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock
from tests.support.parcel_samples import HOUR, push
from tests.support.servers import eventually


class Scripted(Carrier):
    """Answers by a function, and notes what it was given."""

    slots = 4

    def __init__(self, answer: Callable[[Parcel], Outcome | Early]) -> None:
        self.answer = answer
        self.given: list[str] = []
        self.closed: list[str] = []

    async def deliver(self, parcel: Parcel) -> Outcome | Early:
        self.given.append(parcel.id)
        return self.answer(parcel)

    async def close(self, parcel: Parcel) -> None:
        self.closed.append(parcel.target)


@pytest.fixture
def outbox(own_store: EventStore, clock: ManualClock) -> Outbox:
    return Outbox(own_store, clock)


async def first(outbox: Outbox) -> Taken:
    [taken] = await outbox.take("push", 1)
    return taken


def test_pauses_grow_up_to_an_hour_and_begin_again_after_a_success() -> None:
    state, now, pauses = NEW, 0, []
    for _ in range(12):
        state, until = consequence(state, Failed("500"), now)
        assert until is not None
        pauses.append((until - now) // 1000)
        now = until
    assert pauses == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]
    state, until = consequence(state, Delivered("201"), now)
    assert (state, until) == (TargetState(delivered=now, answer="201", answered=now), None)
    assert consequence(state, Failed("500"), now).until == now + 5_000


def test_a_target_may_ask_for_a_longer_pause_but_not_for_one_without_end() -> None:
    assert consequence(NEW, Failed("429", 90_000), 0).until == 90_000
    assert consequence(NEW, Failed("429", 10**12), 0).until == HOUR


@pytest.mark.parametrize("outcome", [Failed("500"), Rejected("413")])
def test_a_target_is_given_up_after_days_of_failure(outcome: Outcome) -> None:
    state = TargetState(failing=1, failures=50)
    assert not consequence(state, outcome, GIVEN_UP_AFTER).state.ended
    ended, until = consequence(state, outcome, GIVEN_UP_AFTER + 1)
    assert (ended.ended, ended.answer, until) == (GIVEN_UP_AFTER + 1, outcome.answer, None)


def test_a_rejected_parcel_is_not_tried_again() -> None:
    state, until = consequence(NEW, Rejected("413"), 7)
    assert (state.failures, state.failing, state.ended, until) == (1, 7, 0, None)


async def test_all_that_waits_is_sent_while_the_sender_runs(outbox: Outbox, clock: ManualClock) -> None:
    carrier = Scripted(lambda _: Delivered("201"))
    for number in range(30):
        await outbox.put(push(f"p{number}", clock, device=f"d{number % 7}"))
    running = asyncio.create_task(Sender(outbox, {"push": carrier}, clock, Metrics()).run())
    await eventually(lambda: _is_empty(outbox))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert sorted(carrier.given) == sorted(f"p{number}" for number in range(30))


async def _is_empty(outbox: Outbox) -> bool:
    return await outbox.waiting_for("oona") == 0


class Hanging(Scripted):
    """Answers nobody but `honest`."""

    async def deliver(self, parcel: Parcel) -> Outcome | Early:
        self.given.append(parcel.id)
        if parcel.person != "honest":
            await asyncio.Event().wait()
        return self.answer(parcel)


async def test_receivers_that_hang_do_not_keep_the_parcels_of_others(outbox: Outbox, clock: ManualClock) -> None:
    """More of them than there are slots, of many people who were here before."""
    carrier = Hanging(lambda _: Delivered("201"))
    first = push("first", clock, person="honest")
    await outbox.put(first)
    await outbox.settle(first, TargetState(delivered=clock()))
    for number in range(4 * carrier.slots):
        await outbox.put(push(f"hanging{number}", clock, person=f"guest{number}"))
    clock.now += 1
    await outbox.put(push("second", clock, person="honest"))
    running = asyncio.create_task(Sender(outbox, {"push": carrier}, clock, Metrics()).run())
    await eventually(lambda: _has_nothing_for(outbox, "honest"))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert carrier.given.count("second") == 1
    assert len(carrier.given) <= carrier.slots, "and some are tried"


async def _has_nothing_for(outbox: Outbox, person: str) -> bool:
    return await outbox.waiting_for(person) == 0


async def test_what_is_early_waits_and_says_nothing_of_its_target(outbox: Outbox, clock: ManualClock) -> None:
    carrier = Scripted(lambda _: Early(clock.now + HOUR))
    sender = Sender(outbox, {"push": carrier}, clock, Metrics())
    await outbox.put(push("a", clock))
    await sender.send("push", await first(outbox))
    assert (await outbox.take("push", 1), await outbox.states("oona", "push")) == ([], {"phone": NEW})
    clock.now += HOUR
    assert (await first(outbox)).state == NEW


async def test_an_error_of_ours_after_an_attempt_ends_no_lane(outbox: Outbox, clock: ManualClock) -> None:
    async def inform(_: Ending) -> None:
        raise RuntimeError("what nobody expected")

    carrier = Scripted(lambda parcel: Gone("410") if parcel.id == "a" else Delivered("201"))
    for id in ("a", "b"):
        await outbox.put(push(id, clock, person=id))
    running = asyncio.create_task(Sender(outbox, {"push": carrier}, clock, Metrics(), inform).run())
    await eventually(lambda: _has_nothing_for(outbox, "b"))
    assert not running.done()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_target_that_is_gone_ends_with_all_that_waits_for_it(outbox: Outbox, clock: ManualClock) -> None:
    endings: list[Ending] = []

    async def note(ending: Ending) -> None:
        endings.append(ending)

    carrier = Scripted(lambda _: Gone("410"))
    sender = Sender(outbox, {"push": carrier}, clock, Metrics(), note)
    await outbox.put(push("a", clock))
    await outbox.put(push("b", clock))
    assert await sender.send("push", await first(outbox))
    assert endings == [Ending("oona", "push", "phone", "410")]
    assert (carrier.closed, await outbox.waiting_for("oona")) == (["phone"], 0)
    await outbox.put(push("c", clock))
    assert await sender.send("push", await first(outbox))
    assert carrier.given == ["a"], "nothing is sent to what has ended"
    await outbox.reopen("oona", "push", "phone")
    await outbox.put(push("d", clock))
    await sender.send("push", await first(outbox))
    assert carrier.given == ["a", "d"]


async def test_a_parcel_that_came_too_late_is_dropped(outbox: Outbox, clock: ManualClock) -> None:
    carrier = Scripted(lambda _: Delivered("201"))
    await outbox.put(push("a", clock))
    clock.now += 24 * HOUR
    await Sender(outbox, {"push": carrier}, clock, Metrics()).send("push", await first(outbox))
    assert (carrier.given, await outbox.waiting_for("oona")) == ([], 0)


async def test_a_closed_way_costs_its_targets_nothing(outbox: Outbox, clock: ManualClock) -> None:
    carrier = Scripted(lambda _: Away("no route"))
    sender = Sender(outbox, {"push": carrier}, clock, Metrics())
    await outbox.put(push("a", clock))
    assert not await sender.send("push", await first(outbox))
    carrier.answer = lambda _: Delivered("201")
    taken = await first(outbox)
    assert taken.state == NEW
    assert await sender.send("push", taken)
    assert carrier.given == ["a", "a"]


async def test_a_carrier_that_breaks_or_hangs_is_a_failure_of_the_attempt(outbox: Outbox, clock: ManualClock) -> None:
    class Hanging(Scripted):
        async def deliver(self, parcel: Parcel) -> Outcome | Early:
            if parcel.id == "a":
                raise RuntimeError("broken")
            await asyncio.Event().wait()
            raise AssertionError

    sender = Sender(outbox, {"push": Hanging(lambda _: Delivered(""))}, clock, Metrics(), patience=0.01)
    for id, answer in (("a", "an error of ours"), ("b", "no answer")):
        await outbox.put(push(id, clock, device=id))
        await sender.send("push", await first(outbox))
        assert (await outbox.states("oona", "push"))[id].answer == answer
