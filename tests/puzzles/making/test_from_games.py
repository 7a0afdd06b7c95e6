"""Mistakes of a game become candidates: its own positions, its own dominoes, the costliest first."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

from domain.commands import Step
from domain.events import DominoDiscarded, DominoPlaced, Event, TurnUndone
from domain.legal import legal
from domain.log import replay
from domain.notation.moves import write_move
from domain.position import Position
from domain.rules import Rules
from puzzles.making.candidates import FEWEST, Candidate
from puzzles.making.from_games import LONGEST, mined
from puzzles.review.review import Review
from puzzles.search.budget import Choice
from tests.support.configurations import name
from tests.support.play import random_game
from tests.support.reviewing import review

GAMES = (
    Rules("kingdomino", 4, None, ("must_place", "middle_kingdom", "harmony")),
    Rules("kingdomino", 2),
    Rules("origins", 3, "discovery"),
    Rules("origins", 2, "totem"),
    Rules("origins", 4, "tribe"),
)


def by_letters(position: Position, played: Step, rng: Random) -> Sequence[Choice]:
    """A search that likes moves by the letters they are written with: for no reason, but always the same ones."""
    choices = [
        Choice(step, float(sum(map(ord, write_move(step))) % 23), 50.0, 0.5, 0.1, 100) for step in legal(position)
    ]
    return sorted(choices, key=lambda choice: -choice.lead)


def judged(rules: Rules, seed: int, fickle: float = 0.0) -> tuple[list[Event], Review]:
    events = random_game(rules, Random(seed), fickle=fickle).events
    return events, review(events, by_letters)


def hands(events: Sequence[Event], candidate: Candidate) -> list[tuple[int, int]]:
    """Every domino of the candidate's seat that was laid or discarded for good, each with the number of its event."""
    hand: list[tuple[int, int]] = []
    for number, event in enumerate(events, 1):
        if isinstance(event, TurnUndone):
            hand = [entry for entry in hand if entry[0] <= event.to]
        if isinstance(event, DominoPlaced | DominoDiscarded) and event.seat == candidate.seat:
            hand.append((number, event.domino))
    return hand


@pytest.mark.parametrize("fickle", [0.0, 0.1])
@pytest.mark.parametrize("rules", GAMES, ids=name)
def test_candidates_are_positions_of_the_game_and_the_dominoes_that_followed(rules: Rules, fickle: float) -> None:
    events, review = judged(rules, 3, fickle)
    for candidate in mined(events, review, "g1"):
        assert (candidate.source, candidate.game) == ("game", "g1")
        assert candidate.seat is not None
        assert candidate.seq is not None
        followed = hands(events, candidate)
        begin = max(place for place, (number, _) in enumerate(followed) if number <= candidate.seq)
        dominoes = [domino for _, domino in followed[begin : begin + LONGEST]]
        assert list(candidate.problem.dominoes) == dominoes
        before = replay(events[: followed[begin][0] - 1]).position
        assert candidate.problem.territory == before.territories[candidate.seat]
        assert candidate.problem.rules == rules
        assert candidate.problem.cave == before.cave


@pytest.mark.parametrize("rules", GAMES, ids=name)
def test_the_costliest_mistake_in_laying_or_throwing_comes_first_and_no_turn_twice(rules: Rules) -> None:
    events, review = judged(rules, 4)
    lost = {decision.seq: decision.lost for decision in review.decisions}
    steps = {decision.seq: decision.step for decision in review.decisions}
    seqs = [candidate.seq for candidate in mined(events, review, "g1")]
    assert len(seqs) >= 3
    assert all(seq is not None and steps[seq] in ("place", "fire") for seq in seqs)
    assert all(lost[costlier] >= lost[seq] > 0.3 for costlier, seq in pairwise(seq for seq in seqs if seq is not None))
    problems = [(candidate.seat, candidate.problem.dominoes) for candidate in mined(events, review, "g1")]
    assert len(set(problems)) == len(problems)


def test_the_end_of_a_game_leaves_too_little_to_lay() -> None:
    events, review = judged(GAMES[0], 5)
    counts = {len(candidate.problem.dominoes) for candidate in mined(events, review, "g1")}
    assert counts == set(range(FEWEST, LONGEST + 1))


def test_only_the_seats_asked_for_are_mined() -> None:
    events, review = judged(GAMES[0], 6)
    assert {candidate.seat for candidate in mined(events, review, "g1")} == {0, 1, 2, 3}
    assert {candidate.seat for candidate in mined(events, review, "g1", seats={2})} == {2}
    assert list(mined(events, review, "g1", seats=())) == []


def test_a_game_without_mistakes_has_no_candidates() -> None:
    events, review = judged(GAMES[0], 7)
    assert (
        list(
            mined(events, Review(4, [decision for decision in review.decisions if decision.grade == "best"], []), "g1")
        )
        == []
    )


def test_a_tribe_may_recruit_from_the_cave_as_it_was() -> None:
    events, review = judged(Rules("origins", 4, "tribe"), 8)
    recruits = {(len(candidate.problem.cave), candidate.problem.recruits) for candidate in mined(events, review, "g1")}
    assert recruits
    assert all(allowed == min(2, people) for people, allowed in recruits)
