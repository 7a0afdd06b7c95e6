"""When clocks rest: properties over random games with any mix of days off, quiet hours, holidays, pauses and gifts."""

from datetime import datetime
from itertools import pairwise, takewhile
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.rules import Rules
from projections.timing import Bank, Days, Step, TimeControl, merged, stocks, timing
from service.games.clocks.rests import (
    BAD_QUIET_HOURS,
    DAY,
    RESTS_NEED_CLOCK,
    Gift,
    Quiet,
    Rhythm,
    Span,
    TableTime,
    Terms,
    cut,
    flaw_of_rests,
    replanned,
)
from tests.support.play import random_game

HOUR = 3_600_000
BEGIN = 1_800_000_000_000  # a Friday in January 2027
DUEL = Rules("kingdomino", 2, None, ("must_place",))
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe")

spans = st.tuples(st.integers(0, 100 * 24), st.integers(1, 20 * 24)).map(
    lambda hours: (BEGIN + hours[0] * HOUR, BEGIN + sum(hours) * HOUR)
)
minutes = st.integers(0, 1439)
quiet = st.tuples(minutes, st.integers(1, 720)).map(lambda pair: Quiet(pair[0], (pair[0] + pair[1]) % 1440))
rhythms = st.builds(Rhythm, st.sampled_from(ZONES), st.sets(st.integers(0, 6), max_size=3).map(tuple))
controls: st.SearchStrategy[TimeControl] = st.sampled_from([Days(1), Days(3), Days(14), Bank(86_400, 3_600, 172_800)])


def apart(drawn: list[Span]) -> tuple[Span, ...]:
    return tuple(merged(drawn))


@st.composite
def times(draw: st.DrawFn) -> TableTime:
    terms = Terms(draw(st.booleans()), True, draw(st.none() | quiet))
    holidays = [(seat, span) for seat in (0, 1) for span in apart(draw(st.lists(spans, max_size=3)))]
    return TableTime(
        terms,
        rhythms=((0, draw(rhythms)), (1, draw(rhythms))),
        holidays=tuple(holidays),
        pauses=apart(draw(st.lists(spans, max_size=3))),
        gifts=tuple(
            Gift(seat, turn, DAY)
            for seat, turn in draw(st.lists(st.tuples(st.integers(0, 1), st.integers(1, 60)), max_size=5))
        ),
    )


@st.composite
def games(draw: st.DrawFn) -> list[Step]:
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    played = random_game(DUEL, rng, commands=draw(st.integers(1, 30)), fickle=0.2)
    at, longest = BEGIN, draw(st.integers(0, 4 * DAY))
    steps = []
    for before, after in pairwise(played.games):
        at += rng.randrange(longest + 1)
        steps += [(at, after.position)] * (after.version - before.version)
    return steps


def runs(time: TableTime, seat: int, at: int) -> bool:
    rests = takewhile(lambda span: span[0] <= at, time.of(seat, at))
    return not any(begin <= at < end for begin, end in rests)


def running(time: TableTime, seat: int, begin: int, end: int) -> int:
    """How long a clock runs between two moments, counted from one change to the next."""
    rests = list(takewhile(lambda span: span[0] < end, time.of(seat, begin)))
    moments = sorted({begin, end, *(moment for span in rests for moment in span if begin < moment < end)})
    return sum(b - a for a, b in pairwise(moments) if runs(time, seat, a))


@given(controls, games(), times())
@settings(max_examples=60, deadline=None)
def test_a_deadline_leaves_exactly_the_time_that_the_seat_has(
    control: TimeControl, steps: list[Step], time: TableTime
) -> None:
    turn = timing(control, steps, (), time)
    if turn is None:
        return
    assert turn.since <= turn.warn <= turn.due
    had = running(time, turn.seat, turn.since, turn.due)
    if isinstance(control, Bank):
        assert had == stocks(control, steps, (), time)[turn.seat]
    else:
        assert had <= control.days * DAY + time.given(turn.turn)
    assert running(time, turn.seat, turn.since, turn.warn) <= had


@given(controls, games(), times())
@settings(max_examples=60, deadline=None)
def test_no_turn_lasts_without_end(control: TimeControl, steps: list[Step], time: TableTime) -> None:
    """At least four days a week and twelve hours a day count, and all else is bounded."""
    turn = timing(control, steps, (), time)
    if turn is not None:
        allowed = (14 if isinstance(control, Days) else 2) + len(time.gifts)
        weekly = (allowed * 2 // 4 + 2) * 7
        bounded = sum(end - begin for _, (begin, end) in time.holidays) + sum(end - begin for begin, end in time.pauses)
        assert turn.due - turn.since <= (weekly * 2) * DAY + bounded * 2


@given(controls, games(), times(), st.integers(0, 200))
@settings(max_examples=60, deadline=None)
def test_whatever_is_planned_later_leaves_the_past_alone(
    control: TimeControl, steps: list[Step], time: TableTime, hours: int
) -> None:
    """A holiday planned at some moment changes no deadline before it, and brings none before that moment."""
    turn, now = timing(control, steps, (), time), steps[-1][0] + hours * HOUR
    if turn is None or turn.due <= now:
        return
    holidays = replanned(time.holidays_of(turn.seat), now, [(now, now + 5 * DAY)])
    others = tuple(holiday for holiday in time.holidays if holiday[0] != turn.seat)
    for changed in (
        TableTime(
            time.terms,
            1,
            time.rhythms,
            (*others, *((turn.seat, span) for span in holidays)),
            time.pauses,
            time.gifts,
        ),
        TableTime(time.terms, 1, time.rhythms, time.holidays, cut(time.pauses, now), time.gifts),
    ):
        after = timing(control, steps, (), changed)
        assert after is not None
        assert after.due > now
        assert running(changed, turn.seat, now, after.due) == running(time, turn.seat, now, turn.due)


@pytest.mark.parametrize("zone", ZONES)
def test_a_day_off_is_a_day_where_the_player_lives(zone: str) -> None:
    time = TableTime(Terms(days_off=True), rhythms=((0, Rhythm(zone, (5, 6))),))
    days = list(takewhile(lambda span: span[0] < BEGIN + 365 * DAY, time.of(0, BEGIN)))
    assert len(days) in (104, 105)
    for begin, end in days:
        first, after = (datetime.fromtimestamp(at / 1000, ZoneInfo(zone)) for at in (begin, end))
        assert (first.hour, first.minute, after.hour, after.minute) == (0, 0, 0, 0)
        assert first.weekday() in (5, 6)
        assert (after.date() - first.date()).days == 1


def test_weekends_move_a_deadline_by_two_days_and_quiet_hours_stretch_it() -> None:
    steps = [(BEGIN, position) for _, position in _played(3)]
    seat = steps[-1][1].seat
    assert seat is not None
    plain = timing(Days(2), steps)
    weekend = timing(Days(2), steps, (), TableTime(Terms(days_off=True), rhythms=((seat, Rhythm("UTC", (5, 6))),)))
    nights = timing(Days(2), steps, (), TableTime(Terms(quiet=Quiet(22 * 60, 10 * 60))))
    assert plain is not None
    assert weekend is not None
    assert nights is not None
    assert weekend.due == plain.due + 2 * DAY
    assert 4 * DAY - 12 * HOUR <= nights.due - BEGIN <= 4 * DAY + 12 * HOUR


def _played(commands: int) -> list[Step]:
    played = random_game(DUEL, Random(1), commands=commands)
    return [(BEGIN, game.position) for game in played.games[1:]]


def test_a_given_day_belongs_to_one_turn_and_what_is_left_of_it_stays_in_the_bank() -> None:
    steps = _played(3)
    control = Bank(3600, 60, 200_000)
    turn = timing(control, steps)
    assert turn is not None
    gift = TableTime(gifts=(Gift(1 - turn.seat, turn.turn, DAY),))
    after = timing(control, steps, (), gift)
    assert after is not None
    assert after.due == turn.due + DAY
    assert stocks(control, steps, (), gift)[turn.seat] == stocks(control, steps)[turn.seat] + DAY


@pytest.mark.parametrize(
    ("terms", "has_clock", "flaw"),
    [
        (Terms(days_off=True), True, None),
        (Terms(days_off=True), False, RESTS_NEED_CLOCK),
        (Terms(quiet=Quiet(22 * 60, 10 * 60)), True, None),
        (Terms(quiet=Quiet(22 * 60, 10 * 60 + 1)), True, BAD_QUIET_HOURS),
        (Terms(quiet=Quiet(60, 60)), True, BAD_QUIET_HOURS),
        (Terms(quiet=Quiet(1440, 60)), True, BAD_QUIET_HOURS),
    ],
)
def test_quiet_hours_are_at_most_half_of_the_day(terms: Terms, has_clock: bool, flaw: object) -> None:
    assert flaw_of_rests(terms, has_clock=has_clock) == flaw
