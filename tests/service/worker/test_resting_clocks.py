"""Clocks that rest, and workers that keep to what is shown, whatever the players agree on and whatever dies."""

from contextlib import suppress
from random import Random

import pytest

from domain.errors import IllegalMove
from domain.events import SeatTimedOut
from projections.timing import Days
from service.games.clocks.rests import NO_DAYS_OFF, Quiet, Rhythm, Terms
from service.games.codec import decode_all
from service.games.consent.wishes import Pause
from service.games.shown_clock import shown_clock
from service.lists.lines import read_line
from service.runtime.clock import milliseconds
from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry
from service.store.log_names import seats_log, time_off_log
from service.time_off.at_tables import TimeOffFollower
from tests.support.api_persons import ManualClock
from tests.support.timed_games import DAY, HOUR, OONA, STEP, World
from tests.support.variants import only

ALL = Terms(days_off=True, holidays=True, quiet=Quiet(23 * 60, 7 * 60))


@pytest.fixture
def world(store: EventStore, time: ManualClock) -> World:
    return World(store, time)


async def shown_due(world: World, game: str) -> int | None:
    """The deadline as the table shows it."""
    services = world.services
    view = await services.live.view(game)
    clock = shown_clock(await services.tables.seating(game), view, tuple(world.outages))
    assert clock is not None
    return None if clock.due is None else milliseconds(clock.due)


async def is_timed_out(world: World, game: str) -> bool:
    log = decode_all(await world.store.read(game))
    return any(isinstance(entry.event, SeatTimedOut) for entry in log)


async def begun(world: World, control: Days = Days(1), terms: Terms | None = None) -> tuple[str, int]:  # noqa: B008
    """A game, and the seat whose time runs."""
    game = await world.open(control, rests=terms)
    turn = await world.turn(game)
    assert turn is not None
    return game, turn.seat


async def agree_on_something(world: World, game: str, rng: Random) -> None:
    agreements, consent, seat = world.services.agreements, world.services.consent, rng.randrange(2)
    player = ("oona", "guest 1")[seat]
    now = world.time.now
    with suppress(IllegalMove):
        match rng.randrange(5):
            case 0:
                await consent.ask(game, seat, Pause(rng.randint(1, 3)))
            case 1:
                await consent.agree(game, seat, "pause")
            case 2:
                await agreements.end_pause(game, seat)
            case 3:
                await agreements.give_day(game, seat)
            case _:
                begin = now + rng.randrange(-5, 40) * HOUR
                await agreements.note_holidays(game, player, ((begin, begin + rng.randint(1, 60) * HOUR),))


@pytest.mark.parametrize("seed", only([0], range(4)))
async def test_what_is_shown_is_what_happens_with_any_mix_of_rests(world: World, seed: int) -> None:
    rng = Random(seed)
    await world.services.own_time.choose_days(OONA.player, "Europe/Berlin", (5, 6))
    for terms in (None, ALL, Terms(holidays=True)):
        await world.open(Days(1), rests=terms)
    worker = world.worker()
    for _ in range(120):
        world.time.now += STEP
        for game in world.games:
            if rng.random() < 0.02:
                await world.move(game, rng, fickle=0.3)
            if rng.random() < 0.08:
                await agree_on_something(world, game, rng)
        if rng.random() < 0.1:
            await world.work(world.worker(rng), worker, again=rng.random() < 0.3)
            worker = world.worker()
        await world.work(worker)
        for game in world.games:
            turn = await world.turn(game)
            assert await shown_due(world, game) == (None if turn is None else turn.due)
            line = await read_line(world.store, game)
            assert line is not None
            if not world.outages:
                assert line.listing.due == (None if turn is None else turn.due)


async def test_no_clock_runs_in_a_pause_that_all_have_agreed_to(world: World) -> None:
    game, seat = await begun(world)
    agreements, consent = world.services.agreements, world.services.consent
    due = await shown_due(world, game)
    assert due is not None
    await step(world, HOUR)
    await consent.ask(game, seat, Pause(7))
    assert await shown_due(world, game) == due, "one alone pauses nothing"
    await consent.agree(game, 1 - seat, "pause")
    assert await shown_due(world, game) == due + 7 * DAY
    await step(world, 3 * DAY)
    assert not await is_timed_out(world, game)
    await agreements.end_pause(game, 1 - seat)
    assert await shown_due(world, game) == due + 3 * DAY
    await step(world, DAY - HOUR)
    assert await is_timed_out(world, game)


async def test_a_pause_ends_by_itself_and_there_are_only_a_few(world: World) -> None:
    game, seat = await begun(world, Days(14))
    agreements, consent = world.services.agreements, world.services.consent
    for _ in range(3):
        await consent.ask(game, seat, Pause(1))
        await consent.agree(game, 1 - seat, "pause")
        with pytest.raises(IllegalMove, match="paused already"):
            await consent.ask(game, seat, Pause(1))
        world.time.now += DAY
        with pytest.raises(IllegalMove, match="not paused"):
            await agreements.end_pause(game, seat)
    with pytest.raises(IllegalMove, match="at most 3"):
        await consent.ask(game, seat, Pause(1))
    for days in (0, 31):
        with pytest.raises(IllegalMove, match="1 to 30"):
            await consent.ask(game, seat, Pause(days))


async def test_somebody_who_is_asked_may_say_no(world: World) -> None:
    game, seat = await begun(world)
    agreements, consent = world.services.agreements, world.services.consent
    await consent.ask(game, seat, Pause(7))
    with pytest.raises(IllegalMove, match="Nobody asks"):
        await consent.agree(game, seat, "pause")
    await agreements.end_pause(game, 1 - seat)
    with pytest.raises(IllegalMove, match="Nobody asks"):
        await consent.agree(game, 1 - seat, "pause")


async def test_a_given_day_moves_the_deadline_and_is_bounded(world: World) -> None:
    game, seat = await begun(world)
    agreements = world.services.agreements
    due = await shown_due(world, game)
    assert due is not None
    with pytest.raises(IllegalMove, match="somebody else"):
        await agreements.give_day(game, seat)
    for number in range(1, 6):
        await agreements.give_day(game, 1 - seat)
        assert await shown_due(world, game) == due + number * DAY
    with pytest.raises(IllegalMove, match="given 5 days"):
        await agreements.give_day(game, 1 - seat)


async def test_a_game_without_a_clock_needs_none_of_this(world: World) -> None:
    game = await world.open(None)
    agreements, consent = world.services.agreements, world.services.consent
    for attempt in (consent.ask(game, 0, Pause(1)), agreements.end_pause(game, 0), agreements.give_day(game, 0)):
        with pytest.raises(IllegalMove, match="no clock"):
            await attempt


@pytest.mark.parametrize(("terms", "days"), [(Terms(holidays=True), 4), (Terms(days_off=True), 0), (None, 0)])
async def test_a_holiday_counts_at_tables_that_allow_it(world: World, terms: Terms | None, days: int) -> None:
    game, seat = await begun(world, terms=terms)
    player = ("oona", "guest 1")[seat]
    due = await shown_due(world, game)
    assert due is not None
    world.time.now += HOUR
    await world.services.agreements.note_holidays(game, player, ((world.time.now, world.time.now + 4 * DAY),))
    assert await shown_due(world, game) == due + days * DAY


async def test_days_off_are_those_of_the_moment_when_somebody_sat_down(world: World) -> None:
    own_time = world.services.own_time
    await own_time.choose_days("oona", "Asia/Tokyo", (0, 6))
    game = await world.open(Days(3), rests=ALL)
    await own_time.choose_days("oona", "UTC", (2,))
    table = await world.services.tables.seating(game)
    assert table.time.rhythm(0) == Rhythm("Asia/Tokyo", (0, 6))
    assert table.time.rhythm(1) == NO_DAYS_OFF


async def test_a_holiday_that_was_planned_before_comes_along_to_a_new_table(world: World) -> None:
    own_time = world.services.own_time
    first = own_time.today("UTC")
    state = await own_time.plan("oona", first, first)
    game = await world.open(Days(3), rests=Terms(holidays=True))
    table = await world.services.tables.seating(game)
    assert table.time.holidays_of(0) == (state.holidays[0].span,)


async def test_a_worker_notes_the_holiday_that_a_process_could_not(world: World) -> None:
    """It died after the log of the person was written, or somebody sat down at the same moment."""
    game = await world.open(Days(3), rests=Terms(holidays=True))
    own_time = world.services.own_time
    first = own_time.today("UTC")
    state = await own_time.plan("oona", first, first)
    follower = TimeOffFollower(world.store, world.services.time_off)
    await follower.consider(FeedEntry(0, "1-0", seats_log(game), 1, 1))
    await follower.consider(FeedEntry(0, "1-0", time_off_log("oona"), 1, 1))
    table = await world.services.tables.seating(game)
    assert table.time.holidays_of(0) == (state.holidays[0].span,)
    assert table.time.changes == 1, "once"


async def step(world: World, length: int) -> None:
    """Time passes while a worker is there."""
    worker = world.worker()
    for _ in range(length // STEP):
        world.time.now += STEP
        await world.work(worker)
