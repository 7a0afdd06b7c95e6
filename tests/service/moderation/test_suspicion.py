"""Which pairs are marked, and which narrowly are not."""

from collections.abc import Sequence
from typing import Any

from domain.rules import Rules
from projections.listing import ListedSeat, Listing, Status
from service.moderation.suspicion import MOST_MARKS, Mark, frequent_players, marked_pairs

RULES = Rules("kingdomino", 2)
AT = 1_800_000_000_000


def game(
    number: int,
    *players: str,
    winner: int | None = 0,
    early: int | None = None,
    rated: bool = True,
    status: Status = "over",
) -> Listing:
    """A game of these players, won by the one with this number; `early` left at once."""
    seats = [
        ListedSeat(player, player, rank=1 if winner in (seat, None) else 2, has_left=seat == early)
        for seat, player in enumerate(players)
    ]
    return Listing(
        f"game{number}",
        status,
        RULES,
        tuple(seats),
        is_rated=rated,
        touched=number,
        is_left_early=early is not None,
    )


def games(count: int, *players: str, **more: Any) -> list[Listing]:
    """The winner alternates, unless it is given."""
    return [game(number, *players, **{"winner": number % 2, **more}) for number in range(1, count + 1)]


def marks(lines: Sequence[Listing], *together: str, closed: int = 0) -> list[Mark]:
    """`together` are those who share a network."""
    networks = {player: frozenset({"a network"}) for player in together}
    return marked_pairs(lines, networks, {("nag", "ugh"): closed}, AT)


def test_a_common_network_is_a_sign_from_three_games_on() -> None:
    [mark] = marks(games(3, "ugh", "nag"), "ugh", "nag")
    assert (mark.pair, mark.signs, mark.met, mark.at) == (("nag", "ugh"), ("same_network",), 3, AT)
    assert mark.games == ("game3", "game2", "game1"), "the newest first"
    assert marks(games(2, "ugh", "nag"), "ugh", "nag") == []
    assert marks(games(3, "ugh", "nag"), "ugh", "oona") == []
    assert frequent_players(games(3, "ugh", "nag")) == {"ugh", "nag"}
    assert frequent_players(games(2, "ugh", "nag")) == set()


def test_always_the_same_winner_is_a_sign_from_eight_games_on() -> None:
    [mark] = marks(games(8, "ugh", "nag", winner=1))
    assert mark.signs == ("same_winner",)
    assert marks(games(7, "ugh", "nag", winner=1)) == []
    assert marks([*games(8, "ugh", "nag", winner=1), game(9, "ugh", "nag", winner=0)]) == []
    assert marks(games(8, "ugh", "nag", winner=None)) == [], "shared victories"


def test_resigning_at_once_is_a_sign_the_third_time() -> None:
    [mark] = marks([*games(3, "ugh", "nag", early=0), game(9, "ugh", "nag", winner=0)])
    assert mark.signs == ("resigns_at_once",)
    assert marks(games(2, "ugh", "nag", early=0)) == []
    assert marks([*games(2, "ugh", "nag", early=0), *games(2, "ugh", "nag", early=1)]) == [], "each twice"


def test_only_finished_rated_games_of_people_count() -> None:
    assert marks(games(9, "ugh", "nag", winner=1, rated=False), "ugh", "nag") == []
    assert marks(games(9, "ugh", "nag", winner=1, status="cancelled"), "ugh", "nag") == []
    assert marks(games(9, "ugh", winner=0), "ugh") == []


def test_what_a_moderator_has_seen_counts_no_more() -> None:
    lines = games(8, "ugh", "nag", winner=1)
    assert marks(lines, closed=1) == []
    [mark] = marks([*lines, game(9, "ugh", "nag", winner=1)], closed=1)
    assert mark.met == 8


def test_the_most_suspicious_come_first_and_there_are_not_too_many() -> None:
    many = [line for number in range(MOST_MARKS + 1) for line in games(3, f"player{number}", "ugh", early=0)]
    worst = games(8, "nag", "ugh", early=0, winner=1)
    listed = marks([*many, *worst], "nag", "ugh")
    assert len(listed) == MOST_MARKS
    assert listed[0].pair == ("nag", "ugh")
    assert listed[0].signs == ("same_network", "same_winner", "resigns_at_once")
