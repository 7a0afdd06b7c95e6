"""The puzzle of the day: the same for all, never changed, harder through the week, independent of workers."""

import asyncio
from datetime import date, timedelta
from random import Random

import pytest

from puzzles.shipped.shipped import shipped_puzzles
from service.puzzles.calendar import AHEAD, Calendar, Days, NoPuzzle
from service.puzzles.library import RESERVE, Library
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock
from tests.support.puzzle_samples import some_puzzle

TODAY = date(2027, 1, 15)  # a Friday: the first day of a ManualClock


def calendar_of(store: EventStore, hand: ManualClock) -> Calendar:
    return Calendar(store, Library(store, hand, shipped_puzzles), hand)


async def test_everybody_gets_the_same_puzzle_on_a_day_and_it_never_changes(store: EventStore) -> None:
    hand = ManualClock()
    first = await calendar_of(store, hand).puzzle_of(TODAY)
    other = calendar_of(store, hand)
    assert await other.puzzle_of(TODAY) == first
    for number in range(20):
        await Library(store, hand, shipped_puzzles).add(some_puzzle(number), "days")
    hand.pass_days(3)
    assert await other.puzzle_of(TODAY) == first
    assert await other.day_of(first) == TODAY


async def fill_reserve(store: EventStore, hand: ManualClock, count: int = 40) -> None:
    library = Library(store, hand, shipped_puzzles)
    for number in range(count):
        await library.add(some_puzzle(number, difficulty=1000 + 25 * number), "days")


async def test_concurrent_assignments_of_a_days_puzzle_agree(store: EventStore) -> None:
    hand = ManualClock()
    await fill_reserve(store, hand)
    calendars = [calendar_of(store, hand) for _ in range(8)]
    answers = await asyncio.gather(
        *(calendar.puzzle_of(TODAY) for calendar in calendars), *(calendar.schedule_ahead() for calendar in calendars)
    )
    assert len({puzzle for puzzle in answers if isinstance(puzzle, str)}) == 1
    assert {number for number in answers if isinstance(number, int)} == {AHEAD + 1}
    hand.pass_days(AHEAD)
    schedules = [await calendar.so_far() for calendar in calendars]
    assert all(schedule == schedules[0] for schedule in schedules)
    assert len(set(schedules[0].values())) == AHEAD + 1, "each day has its own"
    assert len(await store.read("days.puzzles")) == AHEAD + 1, "and was given it once"


async def test_future_days_and_days_before_the_first_have_no_puzzle(store: EventStore) -> None:
    hand = ManualClock()
    calendar = calendar_of(store, hand)
    await calendar.schedule_ahead()
    for number in (1, AHEAD, 1000, -1, -1000):
        with pytest.raises(NoPuzzle):
            await calendar.puzzle_of(TODAY + timedelta(number))
    assert list(await calendar.so_far()) == [TODAY]


async def test_the_puzzle_of_a_future_day_cannot_be_read(store: EventStore) -> None:
    hand = ManualClock()
    await fill_reserve(store, hand)
    calendar = calendar_of(store, hand)
    await calendar.schedule_ahead()
    hidden = await calendar.scheduled() - {await calendar.puzzle_of(TODAY)}
    for name in hidden:
        assert await calendar.day_of(name) is None
        with pytest.raises(NoPuzzle):
            await calendar.find(name)
    hand.pass_days(AHEAD)
    for name in hidden:
        assert (await calendar.find(name)).puzzle.id == name


async def test_reserved_puzzles_cannot_be_read_either(store: EventStore) -> None:
    hand = ManualClock()
    calendar, library = calendar_of(store, hand), Library(store, hand, shipped_puzzles)
    await library.add(some_puzzle(), "days")
    await library.add(some_puzzle(2), "practice")
    with pytest.raises(NoPuzzle):
        await calendar.find(some_puzzle().id)
    assert (await calendar.find(some_puzzle(2).id)).collection == "practice"
    for name in ("nosuchpuzz", "", "../../etc", "x" * 1000):
        with pytest.raises(NoPuzzle):
            await calendar.find(name)


async def test_puzzles_become_harder_through_the_week(store: EventStore) -> None:
    hand = ManualClock()
    hand.pass_days(3)  # to Monday
    await fill_reserve(store, hand)
    calendar = calendar_of(store, hand)
    await calendar.schedule_ahead()
    hand.pass_days(6)
    week = sorted((await calendar.so_far()).items())
    difficulties = [(await calendar.find(puzzle)).puzzle.difficulty for _, puzzle in week]
    assert len(difficulties) == 7
    assert difficulties == sorted(difficulties)
    assert difficulties[0] < 1200
    assert difficulties[-1] > 1800


async def test_practice_puzzles_are_never_used_for_future_days(store: EventStore) -> None:
    hand = ManualClock()
    library = Library(store, hand, lambda: ())
    for number in range(10):
        await library.add(some_puzzle(number), "practice")
    calendar = Calendar(store, library, hand)
    assert await calendar.schedule_ahead() == 1
    assert (await calendar.find(await calendar.puzzle_of(TODAY))).collection == "practice"
    hand.pass_days(1)
    assert await calendar.puzzle_of(TODAY + timedelta(1)) != await calendar.puzzle_of(TODAY)


async def test_without_puzzles_a_day_has_none(store: EventStore) -> None:
    hand = ManualClock()
    with pytest.raises(NoPuzzle):
        await Calendar(store, Library(store, hand, lambda: ()), hand).puzzle_of(TODAY)


async def test_a_day_without_visitors_gets_its_puzzle_later(store: EventStore) -> None:
    hand = ManualClock()
    calendar = calendar_of(store, hand)
    await calendar.puzzle_of(TODAY)
    hand.pass_days(5)
    puzzles = {await calendar.puzzle_of(TODAY + timedelta(number)) for number in range(6)}
    assert len(puzzles) == 6


async def test_days_to_come_have_none_of_the_shipped_puzzles_whose_answers_everybody_can_read(
    store: EventStore,
) -> None:
    hand = ManualClock()
    shipped = {puzzle.id for puzzle in shipped_puzzles()}
    for puzzle in shipped_puzzles()[:20]:  # as an earlier release stored them
        await Library(store, hand, lambda: ()).add(puzzle, "days")
    await fill_reserve(store, hand)
    calendar, library = calendar_of(store, hand), Library(store, hand, shipped_puzzles)
    assert await calendar.schedule_ahead() == AHEAD + 1
    assert shipped.isdisjoint(await calendar.scheduled())
    assert shipped.isdisjoint(await library.listed(RESERVE))
    assert shipped <= set(await library.listed()), "they are for practice"
    assert (await calendar.find(shipped_puzzles()[0].id)).collection == "practice"


async def test_nobody_can_work_out_what_will_be_drawn(store: EventStore) -> None:
    with pytest.raises(NotImplementedError):  # real chance has no state from which it goes on
        calendar_of(store, ManualClock())._rng.getstate()


async def test_the_puzzle_of_a_day_is_drawn_by_chance(store: EventStore) -> None:
    hand = ManualClock()
    await fill_reserve(store, hand, 70)
    library = Library(store, hand, lambda: ())
    drawn = {
        await Calendar(store, library, hand, Random(seed))._choose(TODAY, (RESERVE,), Days()) for seed in range(60)
    }
    assert len(drawn) == 10, "each puzzle of the weekday's seventh"


async def test_all_keys_of_a_person_or_a_puzzle_that_change_together_share_a_slot(store: EventStore) -> None:
    hand = ManualClock()
    await calendar_of(store, hand).schedule_ahead()
    keys = [key async for key in store.keys("*")]
    derived = [key for key in keys if "practice" in key or "reserve" in key]
    assert derived
    assert all(key.startswith("{puzzles}:") for key in derived)
    assert all(key.startswith("{b") for key in keys if "puzzles}" not in key)
