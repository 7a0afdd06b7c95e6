"""Endings: every value that is called proven is the one that trying every step by the rules finds."""

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from domain.commands import DraftDomino, Step
from domain.game import Game
from domain.notation.positions import read_position
from domain.rules import Rules, Variant
from puzzles.search.best import best_moves
from puzzles.search.budget import Budget
from puzzles.search.compare import compared
from puzzles.search.endings.solve import solved
from puzzles.search.kernel.policy.instinct import instinct
from puzzles.search.kernel.policy.survey import new_sketch
from tests.puzzles.search.plain_endings import Search, TooLong, every_end, lead
from tests.puzzles.search.twins import take, twins
from tests.support.configurations import name
from tests.support.variants import only

MUST: Final[tuple[Variant, ...]] = ("must_place", "middle_kingdom", "harmony")
TWO = [
    Rules("origins", 2, "discovery"),
    Rules("origins", 2, "totem"),
    Rules("origins", 2, "tribe"),
    Rules("origins", 2, "totem", ("empire_of_fire", "homo_habilis")),
    Rules("kingdomino", 2, None, (*MUST, "mighty_duel")),
    Rules("kingdomino", 2, None, ("crowns_break_ties",)),
    Rules("kingdomino", 2, None, MUST),
]
MORE = [
    Rules("origins", 3, "discovery"),
    Rules("origins", 4, "totem"),
    Rules("origins", 4, "tribe"),
    Rules("kingdomino", 4, None, MUST),
    Rules("kingdomino", 3),
]
SOON = [TWO[0], TWO[2], TWO[4], TWO[6], MORE[1], MORE[3]]  # each rule of the last rounds in one of them
LONG = Budget(1, ending_steps=10**7)
GAMES = 3
A_FEW = 400  # positions that the plain search may look at

# Seat 1 drafts. The search by playouts takes 6, which is worth 15 points less than 46.
DRAFTING = """rules 1 kingdomino 2 must_place middle_kingdom harmony
player 0 - "Ugh"
player 1 - "Nag"
round 5 draft
line 10:1 22:0 27:1 37:0
next 6 12 34 46
seat 0 2@e8e9 11@g8h8 16@e7f7 20@f9f8 24@h6h7 29@g6g5 40@f6e6 41@i9i8
seat 1 10@g8g9 13@e5f5 17@h5i5 25@g5g6 32@i7h7 35@i6h6 44@e6f6 47@f7f8 48@e9f9
"""


def endings(rules: Rules, seed: int, rounds: int = 2) -> list[Game]:
    """The choices in the last rounds of a game that both seats play by instinct."""
    pair, sketch, games = twins(rules, Random(f"endings/{name(rules)}/{seed}")), new_sketch(rules), list[Game]()
    while pair.game.position.seat is not None:
        if pair.game.position.round > rules.rounds - rounds:
            games.append(pair.game)
        take(pair, instinct(pair.state, sketch))
    return games


def short_endings(rules: Rules) -> Iterator[tuple[Game, list[Step]]]:
    """The endings that the plain search can finish, and their steps: those before them in a game are longer."""
    for seed in range(GAMES):
        try:
            for game in reversed(endings(rules, seed)):
                yield game, Search(A_FEW).choices(game)
        except TooLong:
            continue


@pytest.mark.parametrize("rules", only(SOON, TWO), ids=name)
def test_two_seats_reach_what_the_rules_allow_and_no_more(rules: Rules) -> None:
    rounds = []
    for game, steps in short_endings(rules):
        try:
            ends = every_end(game, steps, A_FEW)
        except TooLong:
            continue
        choices = solved(game.position, LONG, steps)
        assert choices is not None
        assert {choice.step: (choice.lead, choice.wins) for choice in choices} == ends
        assert all(choice.proven and choice.error == 0 for choice in choices)
        rounds.append(game.position.round)
    assert len(rounds) > GAMES
    assert rules.mode == "tribe" or min(rounds) < rules.rounds


@pytest.mark.parametrize("rules", only(SOON, MORE), ids=name)
def test_of_more_seats_each_takes_the_largest_lead_of_its_own(rules: Rules) -> None:
    rounds = []
    for game, steps in short_endings(rules):
        position, search = game.position, Search(A_FEW)
        assert position.seat is not None
        choices = solved(position, LONG, steps)
        if choices is None:
            continue
        try:
            payoffs = {step: search.payoffs(search.after(game, step)) for step in steps}
        except TooLong:
            continue
        for choice in choices:
            assert choice.lead == round(lead(payoffs[choice.step], position.seat) / 128**2)
            assert choice.score == payoffs[choice.step][position.seat] // 128**2
            assert choice.proven == (position.round == rules.rounds)
        rounds.append(position.round)
    assert len(rounds) > GAMES


def test_a_draft_that_playouts_get_wrong_is_proven() -> None:
    position = read_position(DRAFTING)
    best, *others = best_moves(position, Budget(100), Random(1))
    assert (best.step, best.lead, best.proven) == (DraftDomino(46), 21, True)
    assert {other.step: other.lead for other in others}[DraftDomino(6)] == 6
    tried = best_moves(position, Budget(100, ending_steps=0), Random(1))
    assert tried[0].step == DraftDomino(6)
    assert not tried[0].proven


def test_a_move_is_compared_with_the_best_one_by_what_is_proven() -> None:
    choices = compared(read_position(DRAFTING), DraftDomino(12), Budget(100), Random(1))
    assert [(choice.step, choice.lead) for choice in choices] == [(DraftDomino(46), 21), (DraftDomino(12), 2)]


@pytest.mark.parametrize("rules", [rules for rules in TWO if rules.mode != "tribe"], ids=name)
def test_the_last_two_rounds_of_two_seats_are_always_proven(rules: Rules) -> None:
    for game in endings(rules, 0):
        assert all(choice.proven for choice in best_moves(game.position, Budget(1), Random(1)))


def test_an_ending_that_is_too_long_is_tried_on_playouts_and_not_called_proven() -> None:
    position = endings(TWO[2], 0)[0].position
    assert solved(position, Budget(60)) is None
    assert not any(choice.proven for choice in best_moves(position, Budget(60), Random(1)))


def test_the_clock_ends_the_search_of_an_ending() -> None:
    position = endings(TWO[1], 0)[0].position
    assert solved(position, Budget(60, is_over=lambda: True)) is None
    assert best_moves(position, Budget(60, is_over=lambda: True), Random(1))


def test_nothing_is_proven_while_lines_are_hidden() -> None:
    position = endings(TWO[0], 0, rounds=3)[0].position
    assert solved(position, LONG) is None
