"""How a rated game changes ratings: leaving, meeting the same people again, and provisional ratings."""

from itertools import pairwise

import pytest

from domain.rules import Rules
from projections.listing import ListedSeat, Listing
from service.lists.skill import ENOUGH_GAMES, ENOUGH_OPPONENTS, FULL_MEETINGS, LEAST_WEIGHT, NEW, Rating, after_game

RULES = Rules("kingdomino", 2, None, ("must_place",))


def result(ann: int, ben: int, *, ben_left: bool = False) -> Listing:
    """A game in which Ann and Ben have these ranks."""
    seats = (ListedSeat("Ann", "ann", rank=ann), ListedSeat("Ben", "ben", rank=ben, has_left=ben_left))
    return Listing("game", "over", RULES, seats, is_rated=True)


def gained(line: Listing, meetings: int = 0) -> tuple[float, float]:
    """What Ann and Ben gain when both are new to ratings."""
    met = {"ann": {"ben": meetings}, "ben": {"ann": meetings}}
    after = after_game(line, {"ann": NEW, "ben": NEW}, met)
    return after["ann"].mu - NEW.mu, after["ben"].mu - NEW.mu


def test_the_winner_gains_what_the_loser_loses() -> None:
    ann, ben = gained(result(1, 2))
    assert ann == pytest.approx(-ben)
    assert ann > 1


def test_leaving_loses_as_much_as_losing() -> None:
    assert gained(result(1, 2, ben_left=True)) == gained(result(1, 2))
    assert gained(result(2, 1, ben_left=True))[1] == gained(result(1, 2))[1]


def test_who_stays_behind_the_bot_that_took_over_gets_only_a_draw() -> None:
    drawn = gained(result(1, 1))[0]
    assert gained(result(2, 1, ben_left=True))[0] == pytest.approx(drawn)


def test_the_same_two_people_count_less_each_time_after_the_first_games() -> None:
    full = gained(result(1, 2))[0]
    later = [gained(result(1, 2), meetings)[0] / full for meetings in range(40)]
    assert later[:FULL_MEETINGS] == pytest.approx([1] * FULL_MEETINGS)
    assert all(after <= before for before, after in pairwise(later))
    assert later[-1] == pytest.approx(LEAST_WEIGHT)


def test_games_against_bots_count_in_full_however_many_there_were() -> None:
    seats = (ListedSeat("Ann", "ann", rank=1), ListedSeat("Flint", bot="flint", rank=2))
    line = Listing("game", "over", RULES, seats, is_rated=True)
    before = {"ann": NEW, "bot:flint": NEW}
    first, later = (after_game(line, before, {"ann": {"bot:flint": met}})["ann"] for met in (0, 100))
    assert first.mu == later.mu
    assert (first.opponents, later.opponents) == (1, 0)


def test_two_seats_of_one_level_give_it_their_mean() -> None:
    seats = tuple(ListedSeat("Flint", bot="flint", rank=rank) for rank in (1, 2))
    line = Listing("game", "over", RULES, (ListedSeat("Ann", "ann", rank=3), *seats), is_rated=True)
    after = after_game(line, {"ann": NEW, "bot:flint": NEW}, {})
    assert after["bot:flint"].games == 1
    assert after["bot:flint"].mu > NEW.mu > after["ann"].mu


@pytest.mark.parametrize(
    ("games", "opponents", "provisional"),
    [
        (ENOUGH_GAMES, ENOUGH_OPPONENTS, False),
        (ENOUGH_GAMES - 1, ENOUGH_OPPONENTS, True),
        (ENOUGH_GAMES, ENOUGH_OPPONENTS - 1, True),
    ],
)
def test_a_rating_is_provisional_until_there_are_enough_games_and_opponents(
    games: int, opponents: int, provisional: bool
) -> None:
    assert Rating(25, 2, games, opponents=opponents).is_provisional is provisional
