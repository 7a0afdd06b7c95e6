"""The line about a game in lists: where it belongs, what it adds to the counts, and how long its seats took."""

from random import Random

from domain.events import ChiefsDrawn, DominoDrafted
from domain.log import replay
from domain.rules import Rules
from projections.listing import ListedSeat, Listing, Placements, answer_times, placements
from tests.support.play import random_game

ANN = ListedSeat("Ann", player="ann", total=60, rank=1)
BOB = ListedSeat("Bob", player="bob", total=50, rank=2)


def finished(*seats: ListedSeat) -> Listing:
    return Listing("game", "over", Rules("kingdomino", len(seats)), seats, is_rated=True, touched=5)


def test_a_finished_game_is_listed_for_its_players_and_counts_for_both() -> None:
    placed = placements(finished(BOB, ANN))
    assert placed.places == dict.fromkeys(["over", "history:ann", "history:bob", "versus:ann:bob", "rated"], 5)
    assert {place: amount for place, amount in placed.counts.items() if amount} == {
        ("all", "kingdomino over"): 1,
        ("player:ann", "kingdomino played"): 1,
        ("player:ann", "kingdomino won"): 1,
        ("player:bob", "kingdomino played"): 1,
        ("versus:ann:bob", "played"): 1,
        ("versus:ann:bob", "first"): 1,
    }


def test_a_player_who_left_has_not_won_even_with_the_most_points() -> None:
    left = ListedSeat("Ann", player="ann", total=60, rank=1, has_left=True)
    counts = placements(finished(left, BOB)).counts
    assert counts["player:ann", "kingdomino won"] == 0
    assert counts["player:ann", "kingdomino left"] == 1
    assert counts["versus:ann:bob", "second"] == 1


def test_seats_that_share_the_first_rank_share_the_victory() -> None:
    tied = ListedSeat("Bob", player="bob", total=60, rank=1)
    counts = placements(finished(ANN, tied)).counts
    assert counts["player:ann", "kingdomino shared"] == counts["player:bob", "kingdomino shared"] == 1
    assert counts["versus:ann:bob", "first"] == counts["versus:ann:bob", "second"] == 0


def test_a_game_against_bots_is_among_ones_own_and_not_in_the_lobby() -> None:
    flint, ann = ListedSeat("Flint", bot="flint"), ListedSeat("Ann", player="ann")
    alone = Listing("game", "running", Rules("kingdomino", 3), (ann, flint, flint), touched=5)
    assert placements(alone).places.keys() == {"mine:ann"}
    joined = Listing("game", "running", Rules("kingdomino", 3), (ann, ListedSeat("Bob", player="bob"), flint))
    assert placements(joined).places.keys() == {"running", "mine:ann", "mine:bob"}
    record = Listing("game", "over", Rules("kingdomino", 2), (ann, flint), is_record=True)
    assert "over" in placements(record).places


def test_claiming_a_pair_counts_as_one_turn_for_the_answer_time() -> None:
    events = random_game(Rules("origins", 2, "discovery"), Random(1), commands=2).events
    # The chiefs are drawn at 0 and the first pair is claimed a minute later; the rest follows without a choice.
    drawn = next(number for number, event in enumerate(events) if isinstance(event, ChiefsDrawn))
    steps = [(60_000 if number > drawn else 0, replay(events[: number + 1]).position) for number in range(len(events))]
    first = next(event.seat for event in events if isinstance(event, DominoDrafted))
    assert answer_times(steps).medians()[first] == 60_000


def test_a_game_that_teaches_counts_for_nothing() -> None:
    pebble = ListedSeat("Pebble", bot="pebble", total=20, rank=2)
    learned = Listing("game", "over", Rules("kingdomino", 2), (ANN, pebble), touched=5, is_guided=True)
    assert placements(learned) == Placements({"called_off:ann": 5}, {})
