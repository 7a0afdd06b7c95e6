"""Pairings are fair: nobody meets the same person too often, sits in one seat too often, or rests too often."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.tournaments.pairing import Pairing, Past, by_standing, everybody


def people(count: int) -> list[str]:
    return [f"p{number:02}" for number in range(count)]


def everyone(pairing: Pairing) -> list[str]:
    return sorted([player for table in pairing.tables for player in table if player is not None] + [*pairing.resting])


@given(st.integers(2, 24), st.booleans())
def test_in_a_round_robin_of_two_everybody_meets_everybody_once(count: int, fills: bool) -> None:
    order = people(count)
    pairings = everybody(order, 2, 0, fills=fills)
    past = Past(pairings)
    assert past.met == dict.fromkeys(map(frozenset, combinations(order, 2)), 1)
    assert all(everyone(pairing) == order for pairing in pairings)
    assert max(past.rested.values(), default=0) <= 1
    assert all(abs(past.sat[player, 0] - past.sat[player, 1]) <= 1 for player in order)


@pytest.mark.parametrize("seats", [3, 4])
@settings(max_examples=settings().max_examples // 3)  # each is many exchanges
@given(st.data())
def test_at_larger_tables_everybody_meets_everybody_about_equally_often(seats: int, data: st.DataObject) -> None:
    order = people(data.draw(st.integers(seats, 20)))
    rounds, fills = data.draw(st.integers(1, 8)), data.draw(st.booleans())
    pairings = everybody(order, seats, rounds, fills=fills)
    past = Past(pairings)
    mean = sum(past.met.values()) / (len(order) * (len(order) - 1) / 2)
    assert max(past.met.values()) <= mean + 2.5
    assert max(past.rested[player] for player in order) - min(past.rested[player] for player in order) <= 1
    for player in order:
        sat = [past.sat[player, seat] for seat in range(seats)]
        assert max(sat) - min(sat) <= 2 + rounds // 4
    for pairing in pairings:
        assert everyone(pairing) == order
        assert all(table.count(None) <= (1 if len(order) > 2 * seats else 2) for table in pairing.tables)


@given(st.integers(4, 24), st.integers(1, 5), st.booleans(), st.integers())
def test_in_a_swiss_tournament_of_two_nobody_meets_somebody_again_before_they_must(
    count: int, rounds: int, fills: bool, seed: int
) -> None:
    order, rng, past = people(count), Random(seed), Past()
    for number in range(min(rounds, count // 2)):
        rng.shuffle(order)
        pairing = by_standing(order, 2, past, fills=fills)
        past.add(pairing)
        assert everyone(pairing) == sorted(order)
        assert max(past.met.values()) == 1, f"round {number + 1} of {count}"
    assert max(past.rested.values(), default=0) <= 1


def test_who_is_equal_meets() -> None:
    pairing = by_standing(["a", "b", "c", "d", "e"], 2, Past(), fills=False)
    assert {frozenset(table) for table in pairing.tables} == {frozenset("ab"), frozenset("cd")}
    assert pairing.resting == ("e",)


def test_the_leaders_of_a_swiss_tournament_of_four_sit_together_unless_they_have_met() -> None:
    order = people(8)
    first = by_standing(order, 4, Past(), fills=False)
    assert {frozenset(table) for table in first.tables} == {frozenset(order[:4]), frozenset(order[4:])}
    second = by_standing(order, 4, Past([first]), fills=False)
    assert max(Past([first, second]).met.values()) <= 2
    assert all(len(set(table) & set(order[:4])) == 2 for table in second.tables)


def test_a_bot_takes_the_place_of_who_would_rest() -> None:
    pairing = by_standing(["a", "b", "c"], 2, Past(), fills=True)
    assert pairing.resting == ()
    assert sorted(map(set, pairing.tables), key=len)[-1] is not None
    assert {player for table in pairing.tables for player in table} == {"a", "b", "c", None}
