"""Streaks: days in a row, and the few that are forgiven."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from service.puzzles.streaks import EARNED_EVERY, MOST_FREEZES, Streak, streak

DAY = date(2026, 11, 16)


def days(*numbers: int) -> list[date]:
    """Counted from a day long ago; a larger number is later."""
    return [DAY + timedelta(number) for number in numbers]


def at(number: int, *done: int) -> Streak:
    return streak(days(*done), DAY + timedelta(number))


def test_a_new_player_has_no_streak() -> None:
    assert streak([], DAY) == Streak(0, 0, 0, EARNED_EVERY, False)


def test_each_day_in_a_row_counts() -> None:
    assert at(2, 0, 1, 2) == Streak(3, 3, 0, 4, True)


def test_a_day_is_missed_when_it_is_over() -> None:
    assert at(3, 0, 1, 2) == Streak(3, 3, 0, 4, False)
    assert at(4, 0, 1, 2) == Streak(0, 3, 0, 7, False)


def test_after_a_missed_day_it_begins_again() -> None:
    assert at(4, 0, 1, 4) == Streak(1, 2, 0, 6, True)


def test_every_seventh_day_earns_a_freeze_and_at_most_two_are_kept() -> None:
    assert at(6, *range(7)).freezes == 1
    assert at(13, *range(14)).freezes == 2
    assert at(20, *range(21)) == Streak(21, 21, MOST_FREEZES, 7, True)


def test_a_missed_day_uses_up_a_freeze_by_itself() -> None:
    assert at(8, *range(7), 8) == Streak(8, 8, 0, 6, True)
    assert at(8, *range(7)) == Streak(7, 7, 0, 7, False)
    assert at(9, *range(7)) == Streak(0, 7, 0, 7, False)
    assert at(16, *range(14), 16) == Streak(15, 15, 0, 6, True)


def test_a_gap_longer_than_the_freezes_ends_the_streak_and_takes_them() -> None:
    assert at(30, *range(7), 30) == Streak(1, 7, 0, 6, True)


def test_future_days_do_not_count() -> None:
    assert at(0, 0, 1, 2).days == 1


sets_of_days = st.sets(st.integers(0, 60)).map(sorted)


@given(done=sets_of_days, today=st.integers(0, 70))
def test_the_numbers_of_any_history_are_consistent(done: list[int], today: int) -> None:
    current = at(today, *done)
    so_far = [day for day in done if day <= today]
    assert 0 <= current.days <= current.longest <= len(so_far)
    assert 0 <= current.freezes <= MOST_FREEZES
    assert 1 <= current.until_freeze <= EARNED_EVERY
    assert current.today == (today in done)


@given(done=sets_of_days, today=st.integers(0, 70))
def test_doing_today_s_puzzle_never_hurts(done: list[int], today: int) -> None:
    before, after = at(today, *done), at(today, *done, today)
    assert after.days == before.days + (today not in done)
    assert after.longest >= before.longest
    assert after.freezes >= before.freezes


@given(done=sets_of_days, today=st.integers(0, 70))
def test_neither_order_nor_repetition_matters(done: list[int], today: int) -> None:
    assert streak(days(*done[::-1], *done), DAY + timedelta(today)) == at(today, *done)


@given(done=sets_of_days, today=st.integers(0, 60))
def test_a_day_of_rest_ends_a_streak_only_without_freezes(done: list[int], today: int) -> None:
    before, after = at(today, *done, today), at(today + 2, *(day for day in (*done, today) if day <= today))
    if before.freezes:
        assert (after.days, after.freezes) == (before.days, before.freezes - 1)
    else:
        assert after.days == 0
