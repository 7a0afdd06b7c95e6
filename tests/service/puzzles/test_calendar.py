"""The puzzle of the day: the same for all, never changed, harder through the week, there whoever is down."""

import asyncio
from datetime import date, timedelta

import pytest

from puzzles.shipped.shipped import shipped_puzzles
from service.puzzles.calendar import AHEAD, Days, NoPuzzle
from service.puzzles.library import RESERVE, Stock
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock
from tests.support.puzzle_samples import some_puzzle

TODAY = date(2027, 1, 15)  # a Friday: what the hand shows at first


def days_of(store: EventStore, hand: ManualClock) -> Days:
    return Days(store, Stock(store, hand, shipped_puzzles), hand)


async def test_everybody_gets_the_same_puzzle_on_a_day_and_it_never_changes(store: EventStore) -> None:
    hand = ManualClock()
    first = await days_of(store, hand).puzzle_of(TODAY)
    other = days_of(store, hand)
    assert await other.puzzle_of(TODAY) == first
    for number in range(20):
        await Stock(store, hand, shipped_puzzles).keep(some_puzzle(number), "days")
    hand.pass_days(3)
    assert await other.puzzle_of(TODAY) == first
    assert await other.day_of(first) == TODAY


async def test_concurrent_assignments_of_a_days_puzzle_agree(store: EventStore) -> None:
    hand = ManualClock()
    both = [days_of(store, hand) for _ in range(8)]
    found = await asyncio.gather(*(one.puzzle_of(TODAY) for one in both), *(one.ahead() for one in both))
    assert len({puzzle for puzzle in found if isinstance(puzzle, str)}) == 1
    assert {number for number in found if isinstance(number, int)} == {AHEAD + 1}
    hand.pass_days(AHEAD)
    told = [await one.so_far() for one in both]
    assert all(one == told[0] for one in told)
    assert len(set(told[0].values())) == AHEAD + 1, "each day has its own"
    assert len(await store.read("days.puzzles")) == AHEAD + 1, "and was given it once"


async def test_future_days_and_days_before_the_first_have_no_puzzle(store: EventStore) -> None:
    hand = ManualClock()
    days = days_of(store, hand)
    await days.ahead()
    for number in (1, AHEAD, 1000, -1, -1000):
        with pytest.raises(NoPuzzle):
            await days.puzzle_of(TODAY + timedelta(number))
    assert list(await days.so_far()) == [TODAY]


async def test_the_puzzle_of_a_future_day_cannot_be_read(store: EventStore) -> None:
    hand = ManualClock()
    days = days_of(store, hand)
    await days.ahead()
    hidden = await days.given() - {await days.puzzle_of(TODAY)}
    for name in hidden:
        assert await days.day_of(name) is None
        with pytest.raises(NoPuzzle):
            await days.find(name)
    hand.pass_days(AHEAD)
    for name in hidden:
        assert (await days.find(name)).puzzle.id == name


async def test_reserved_puzzles_cannot_be_read_either(store: EventStore) -> None:
    hand = ManualClock()
    days, stock = days_of(store, hand), Stock(store, hand, shipped_puzzles)
    await stock.keep(some_puzzle(), "days")
    await stock.keep(some_puzzle(2), "practice")
    with pytest.raises(NoPuzzle):
        await days.find(some_puzzle().id)
    assert (await days.find(some_puzzle(2).id)).shelf == "practice"
    for name in ("nosuchpuzz", "", "../../etc", "x" * 1000):
        with pytest.raises(NoPuzzle):
            await days.find(name)


async def test_puzzles_become_harder_through_the_week(store: EventStore) -> None:
    hand = ManualClock()
    hand.pass_days(3)  # to Monday
    stock = Stock(store, hand, lambda: ())
    for number in range(40):
        await stock.keep(some_puzzle(number, difficulty=1000 + 25 * number), "days")
    days = Days(store, stock, hand)
    await days.ahead()
    hand.pass_days(6)
    week = sorted((await days.so_far()).items())
    found = [(await days.find(puzzle)).puzzle.difficulty for _, puzzle in week]
    assert len(found) == 7
    assert found == sorted(found)
    assert found[0] < 1200
    assert found[-1] > 1800


async def test_practice_puzzles_are_never_used_for_future_days(store: EventStore) -> None:
    hand = ManualClock()
    stock = Stock(store, hand, lambda: ())
    for number in range(10):
        await stock.keep(some_puzzle(number), "practice")
    days = Days(store, stock, hand)
    assert await days.ahead() == 1
    assert (await days.find(await days.puzzle_of(TODAY))).shelf == "practice"
    hand.pass_days(1)
    assert await days.puzzle_of(TODAY + timedelta(1)) != await days.puzzle_of(TODAY)


async def test_without_puzzles_a_day_has_none(store: EventStore) -> None:
    hand = ManualClock()
    with pytest.raises(NoPuzzle):
        await Days(store, Stock(store, hand, lambda: ()), hand).puzzle_of(TODAY)


async def test_a_day_without_visitors_gets_its_puzzle_later(store: EventStore) -> None:
    hand = ManualClock()
    days = days_of(store, hand)
    await days.puzzle_of(TODAY)
    hand.pass_days(5)
    found = {await days.puzzle_of(TODAY + timedelta(number)) for number in range(6)}
    assert len(found) == 6


async def test_the_shipped_puzzles_last_for_weeks(store: EventStore) -> None:
    hand = ManualClock()
    stock = Stock(store, hand, shipped_puzzles)
    await stock.unpack()
    assert await stock.count(RESERVE) >= 3 * AHEAD
    assert await stock.count() + await stock.count(RESERVE) == len(shipped_puzzles())


async def test_all_keys_of_a_person_or_a_puzzle_that_change_together_share_a_slot(store: EventStore) -> None:
    hand = ManualClock()
    await days_of(store, hand).ahead()
    keys = [key async for key in store.keys("*")]
    derived = [key for key in keys if "practice" in key or "reserve" in key]
    assert derived
    assert all(key.startswith("{puzzles}:") for key in derived)
    assert all(key.startswith("{b") for key in keys if "puzzles}" not in key)
