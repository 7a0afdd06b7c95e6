"""Quiet hours and the hour of the digest, in time zones whose clocks are set forward and back."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis.strategies import integers, sampled_from

from service.notices.preferences import Preferences, Quiet
from service.notices.times import after_quiet, last_digest, next_digest

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"]
NIGHT = Quiet(22 * 60, 8 * 60)
HOUR = 3_600_000


def at(text: str, zone: str = "Europe/Berlin") -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def clock(moment: int, zone: str = "Europe/Berlin") -> str:
    return datetime.fromtimestamp(moment / 1000, ZoneInfo(zone)).strftime("%m-%d %H:%M")


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("2026-11-17 21:59", "11-17 21:59"),
        ("2026-11-17 22:00", "11-18 08:00"),
        ("2026-11-18 07:59", "11-18 08:00"),
        ("2026-11-18 08:00", "11-18 08:00"),
        ("2026-03-28 23:30", "03-29 08:00"),  # the night with 23 hours
        ("2026-10-24 23:30", "10-25 08:00"),  # the night with 25 hours
    ],
)
def test_quiet_hours_end_by_the_clock_on_the_wall(now: str, then: str) -> None:
    assert clock(after_quiet(at(now), Preferences(quiet=NIGHT, zone="Europe/Berlin"))) == then


def test_hours_that_end_in_the_missing_hour_end_after_it() -> None:
    early = Preferences(quiet=Quiet(60, 2 * 60 + 30), zone="Europe/Berlin")
    assert clock(after_quiet(at("2026-03-29 01:30"), early)) == "03-29 03:30"


def test_hours_that_end_in_the_hour_that_comes_twice_are_over_when_the_clock_is_past_them_for_good() -> None:
    early = Preferences(quiet=Quiet(60, 2 * 60 + 30), zone="Europe/Berlin")
    end = after_quiet(at("2026-10-25 01:30"), early)
    assert datetime.fromtimestamp(end / 1000, UTC) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    again = round(datetime(2026, 10, 25, 1, 10, tzinfo=UTC).timestamp() * 1000)  # 02:10 for the second time
    assert after_quiet(again, early) == round(datetime(2026, 10, 25, 1, 30, tzinfo=UTC).timestamp() * 1000)


def test_a_digest_comes_at_its_hour_on_days_with_23_and_25_hours() -> None:
    eight = Preferences(zone="Europe/Berlin", digest_hour=8)
    moments = [at("2026-03-27 09:00")]
    for _ in range(4):
        moments.append(next_digest(moments[-1], eight))
    assert [clock(moment) for moment in moments[1:]] == ["03-28 08:00", "03-29 08:00", "03-30 08:00", "03-31 08:00"]
    assert [(b - a) / HOUR for a, b in pairwise(moments[1:])] == [23, 24, 24]


@given(integers(1_700_000_000, 1_900_000_000), sampled_from(ZONES), integers(0, 1439), integers(0, 1439))
def test_what_is_held_back_is_held_for_a_day_at_most(second: int, zone: str, begin: int, end: int) -> None:
    now, preferences = second * 1000, Preferences(quiet=Quiet(begin, end), zone=zone)
    then = after_quiet(now, preferences)
    assert now <= then <= now + timedelta(hours=25) / timedelta(milliseconds=1)
    assert after_quiet(then, preferences) == then


@given(integers(1_700_000_000, 1_900_000_000), sampled_from(ZONES), integers(0, 23))
def test_each_day_has_one_digest_after_the_other(second: int, zone: str, hour: int) -> None:
    now, preferences = second * 1000, Preferences(zone=zone, digest_hour=hour)
    following = next_digest(now, preferences)
    assert now < following <= now + 25 * HOUR
    day, moment = last_digest(now, preferences)
    assert moment <= now
    assert last_digest(following, preferences)[0] == day + 1
