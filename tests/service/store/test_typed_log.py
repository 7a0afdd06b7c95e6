"""Logs with types: one fold, one way to change them, for every kind."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final, TypeAlias
from unittest.mock import ANY

import msgspec
import pytest

from domain.errors import DamagedLog, Reason
from service.runtime.refusal import Refused
from service.runtime.repeats import KeyReused
from service.store.event_store import Appended, EventStore
from service.store.log_names import LogNames
from service.store.typed_log import ATTEMPTS, LogKind, Overtaken, TypedLog, UnreadableEntry
from tests.support.log_reset import copy_of_log
from tests.support.servers import emptied


class Paid(msgspec.Struct, frozen=True, tag="paid"):
    amount: int


class Spent(msgspec.Struct, frozen=True, tag="spent"):
    amount: int


Booking: TypeAlias = Paid | Spent
Purse: TypeAlias = TypedLog[Booking, int]

EMPTY: Final = Refused(Reason("purse_empty", "", "There is not enough in this purse."), "conflict")


def booked(balance: int, booking: Booking) -> int:
    after = balance + booking.amount if isinstance(booking, Paid) else balance - booking.amount
    if after < 0:
        raise ValueError("a purse cannot owe anything")
    return after


PURSES: Final = LogKind(LogNames("{}.purse"), Booking, int, booked)


@pytest.fixture
async def purses(store: EventStore) -> AsyncIterator[Callable[[], Purse]]:
    """Makes logs of the same purse, as different processes have them."""
    yield lambda: TypedLog(store, PURSES, "oona.purse")
    await emptied(store)


async def spend(purse: Purse, amount: int, command_id: str | None = None, content: str = "") -> Appended | None:
    async def decide(balance: int) -> list[Booking]:
        if balance < amount:
            raise EMPTY
        return [Spent(amount)] if amount else []

    return await purse.change(decide, command_id, content)


async def test_a_change_decides_on_what_the_log_says_now(purses: Callable[[], Purse]) -> None:
    ours, theirs = purses(), purses()
    assert await ours.begin([Paid(5), Paid(2)])
    assert await ours.read() == 7
    await spend(theirs, 4)
    with pytest.raises(Refused):
        await spend(ours, 4)
    assert (ours.state, ours.version) == (3, 3)
    assert await spend(ours, 3) == Appended(4, 4, repeated=False, feed=ANY)
    assert (ours.state, ours.version) == (0, 4)
    assert await purses().events() == [Paid(5), Paid(2), Spent(4), Spent(3)]


async def test_a_log_begins_once(purses: Callable[[], Purse]) -> None:
    assert await purses().begin([Paid(5)], "first")
    assert not await purses().begin([Paid(6)])
    assert await purses().begin([Paid(6)], "first"), "a repeated command"
    assert await purses().read() == 5


async def test_nothing_to_do_appends_nothing(purses: Callable[[], Purse]) -> None:
    assert await spend(purses(), 0) is None
    assert await purses().events() == []


async def test_a_repeated_command_gets_its_numbers_even_if_it_would_be_refused_now(
    purses: Callable[[], Purse],
) -> None:
    await purses().begin([Paid(5)])
    await spend(purses(), 1)
    first = await spend(purses(), 2, "key", "12345678")
    assert first is not None
    for _ in range(2):
        again = await spend(purses(), 2, "key", "12345678")
        assert again == Appended(first.first, first.last, repeated=True)
        await spend(purses(), await purses().read())
    assert await purses().read(first.last) == 2, "what it led to"
    for _ in range(2):  # refused because the purse is empty, and then not
        with pytest.raises(KeyReused):
            await spend(purses(), 2, "key", "87654321")
        await purses().change(two_paid)


async def two_paid(_: int) -> list[Booking]:
    return [Paid(2)]


async def test_racing_changes_all_happen_and_none_twice(purses: Callable[[], Purse]) -> None:
    await purses().begin([Paid(6)])
    kept = purses()
    results = await asyncio.gather(
        *(spend(purses(), 1) for _ in range(4)), *(spend(kept, 1) for _ in range(4)), return_exceptions=True
    )
    assert sum(isinstance(result, Appended) for result in results) == 6
    assert sum(result is EMPTY for result in results) == 2
    assert (await kept.read(), kept.version) == (0, 7)


async def test_a_change_that_is_always_overtaken_is_refused(purses: Callable[[], Purse]) -> None:
    calls = 0

    async def decide(_: int) -> list[Booking]:
        nonlocal calls
        calls += 1
        await purses().change(two_paid)
        return [Paid(100)]

    with pytest.raises(Overtaken):
        await purses().change(decide)
    assert calls == ATTEMPTS
    assert await purses().read() == 2 * ATTEMPTS


async def test_a_log_that_was_set_back_is_believed(purses: Callable[[], Purse], store: EventStore) -> None:
    kept = purses()
    await kept.begin([Paid(5)])
    before = await copy_of_log(store, kept.name)
    await spend(kept, 3)
    assert await kept.read() == 2
    await before.restore()
    assert (await kept.read(), kept.version) == (5, 1)
    await spend(kept, 3)
    await before.restore()
    await spend(purses(), 1)
    assert (await kept.read(), kept.version) == (4, 2), "it has reached the same number again"


async def test_reads_of_one_log_may_overlap(purses: Callable[[], Purse]) -> None:
    kept = purses()
    await kept.begin([Paid(1), Paid(1), Paid(1)])
    assert await asyncio.gather(*(kept.read() for _ in range(5))) == [3] * 5
    assert kept.version == 3


async def test_a_damaged_entry_is_named(purses: Callable[[], Purse], store: EventStore) -> None:
    log = purses()
    await store.append(log.name, 0, [PURSES.encode(Paid(2)), PURSES.encode(Spent(3))])
    with pytest.raises(DamagedLog, match="event 2: cannot follow those before it: a purse cannot owe anything"):
        await log.read()
    assert (log.state, log.version) == (2, 1), "as far as it can be read"
    await store.append("ugh.purse", 0, [b"\xc1"])
    with pytest.raises(UnreadableEntry, match="event 1: cannot be read"):
        await TypedLog(store, PURSES, "ugh.purse").read()
