"""Who is suggested as an opponent, and in which order."""

import pytest

from projections.timing import Bank, Days, TimeControl
from service.opponents.suggesting import MOST, Candidate, is_alike, suggested

NOW = 1_800_000_000_000
DAY = 24 * 60 * 60 * 1000
BASE = Candidate("ugh-id", "Ugh", 10.0, True, 1.0, [Days(3)], NOW, False)


def names(*candidates: Candidate, rating: float = 10.0, days: int = 3) -> list[str]:
    return [candidate.name for candidate in suggested(candidates, rating, days, NOW)]


def test_the_nearest_come_first_and_of_two_alike_the_one_who_was_met() -> None:
    far, near = BASE._replace(name="far", rating=20.0), BASE._replace(name="near", rating=11.0)
    met, stranger = (BASE._replace(name=name, has_met=name == "met", rating=5.0) for name in ("met", "a stranger"))
    assert names(far, stranger, met, near) == ["near", "met", "a stranger", "far"]


@pytest.mark.parametrize(
    ("candidate", "is_suggested"),
    [
        (BASE, True),
        (BASE._replace(finished=0.8), True),
        (BASE._replace(finished=0.79), False),
        (BASE._replace(finished=None), True),
        (BASE._replace(seen=NOW - 30 * DAY), True),
        (BASE._replace(seen=NOW - 30 * DAY - 1), False),
        (BASE._replace(clocks=[]), False),
        (BASE._replace(clocks=[Days(14), Days(2)]), True),
        (BASE._replace(clocks=[Days(14)]), False),
    ],
)
def test_who_leaves_games_is_away_or_plays_at_another_pace_is_not_suggested(
    candidate: Candidate, is_suggested: bool
) -> None:
    assert bool(names(candidate)) == is_suggested


@pytest.mark.parametrize(
    ("clock", "days", "alike"),
    [
        (Days(1), 2, True),
        (Days(1), 3, False),
        (Days(7), 14, True),
        (Bank(bank=24 * 86_400, increment=86_400, cap=40 * 86_400), 2, True),
        (Bank(bank=3_600, increment=0, cap=3_600), 1, False),
    ],
)
def test_paces_are_alike_up_to_twice_as_many_days(clock: TimeControl, days: int, alike: bool) -> None:
    assert is_alike(clock, days) == alike


def test_there_are_not_too_many() -> None:
    assert len(names(*[BASE] * (MOST + 3))) == MOST
