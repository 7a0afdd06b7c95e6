"""The review of a game: every choice is compared with the best move; moves without a choice are left out."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from domain.commands import DraftDomino, Play, Step, UndoTurn
from domain.events import Event, SeatResigned, SeatTimedOut, TurnUndone
from domain.legal import is_choice, legal
from domain.notation.moves import write_move
from domain.position import Position
from domain.rules import Rules
from puzzles.review.review import BOUNDS, GRADES, Decision, Review, decisions, grade, judge, playouts
from puzzles.search.budget import Budget, Choice
from puzzles.search.compare import compared
from tests.support.configurations import CONFIGURATIONS, name
from tests.support.play import random_game
from tests.support.reviewing import review
from tests.support.variants import only

GONE = (SeatResigned, SeatTimedOut)
TRIBE = Rules("origins", 4, "tribe")
TOTEM = Rules("origins", 2, "totem")
THREE = Rules("kingdomino", 3)


def choice(step: Step, lead: float) -> Choice:
    return Choice(step, lead, 50.0, 0.5, 0.1, 100)


def by_length(position: Position, played: Step, rng: Random) -> list[Choice]:
    """A search that likes moves by how much there is to say about them."""
    choices = [choice(step, -float(len(write_move(step)))) for step in legal(position)]
    return sorted(choices, key=lambda candidate: -candidate.lead)


def searched(position: Position, played: Step, rng: Random) -> Sequence[Choice]:
    return compared(position, played, Budget(30), rng)


def made(events: Sequence[Event], search: object = by_length) -> Review:
    return review(events, search)  # type: ignore[arg-type]


# What is judged


@pytest.mark.parametrize("rules", [rules for rules in CONFIGURATIONS if len(rules.variants) < 2], ids=name)
def test_every_move_that_was_a_choice_is_a_decision(rules: Rules) -> None:
    played = random_game(rules, Random(3))
    moves = [
        Decision(before.version + 1, before.position, command.move)
        for before, command in zip(played.games, played.commands, strict=False)
        if isinstance(command, Play) and not isinstance(command.move, UndoTurn)
    ]
    assert decisions(played.events) == moves
    assert all(is_choice(decision.position) for decision in moves)


@pytest.mark.parametrize("rules", [TRIBE, TOTEM, Rules("kingdomino", 2)], ids=name)
def test_undone_moves_and_players_who_left_are_not_judged(rules: Rules) -> None:
    undone = left = 0
    for seed in range(8):
        played = random_game(rules, Random(seed), fickle=0.2)
        undone += sum(isinstance(event, TurnUndone) for event in played.events)
        judged = decisions(played.events)
        standing: list[int] = []
        for number, event in enumerate(played.events, 1):
            if isinstance(event, TurnUndone):
                standing = [seq for seq in standing if seq <= event.to]
            standing.append(number)
        assert {decision.seq for decision in judged} <= set(standing)
        gone = {event.seat: number for number, event in enumerate(played.events) if isinstance(event, GONE)}
        left += len(gone)
        assert all(decision.seq <= gone.get(decision.seat, decision.seq) for decision in judged)
        chosen = Counter(
            (decision.position.chief, decision.position.step)
            for decision in judged
            if decision.position.step in ("claim", "place", "draft")
        )
        assert max(chosen.values()) == 1, "no chief chooses the same thing twice"
    assert undone > 10
    assert left


def test_a_running_game_is_judged_as_far_as_it_goes() -> None:
    played = random_game(TRIBE, Random(1), commands=20)
    assert len(decisions(played.events)) == 19


# What it costs


@pytest.mark.parametrize(
    ("lost", "expected"),
    [
        *((bound, name) for bound, name in zip((0.0, *BOUNDS), ("best", *GRADES), strict=False)),
        *((bound + 0.01, name) for bound, name in zip(BOUNDS, GRADES[1:], strict=True)),
        (100.0, "blunder"),
    ],
)
def test_grades_go_by_the_points_lost(lost: float, expected: str) -> None:
    assert grade(lost) == expected


def some_decision() -> Decision:
    return next(
        decision for decision in decisions(random_game(TRIBE, Random(1)).events) if decision.position.step == "draft"
    )


def test_points_lost_are_the_difference_of_the_shown_values() -> None:
    decision = some_decision()
    other = next(step for step in legal(decision.position) if step != decision.played)
    judged = judge(decision, [choice(other, 3.3349), choice(decision.played, 1.1151)])
    assert (judged.before, judged.after, judged.lost, judged.grade) == (3.33, 1.12, 2.21, "good")
    assert judged.best == write_move(other)
    assert isinstance(other, DraftDomino)
    assert judged.skill == "draft"


def test_one_of_two_best_moves_is_its_own_best_move() -> None:
    decision = some_decision()
    other = next(step for step in legal(decision.position) if step != decision.played)
    judged = judge(decision, [choice(other, 3.0001), choice(decision.played, 3.0)])
    assert (judged.lost, judged.best, judged.grade) == (0.0, judged.played, "best")


@pytest.mark.parametrize(("lead", "lost"), [(2.81, 0.0), (2.79, 0.21)])
def test_only_what_lies_outside_both_errors_is_lost(lead: float, lost: float) -> None:
    decision = some_decision()
    other = next(step for step in legal(decision.position) if step != decision.played)
    judged = judge(decision, [choice(other, 3.0), choice(decision.played, lead)])
    assert (judged.lost, judged.after) == (lost, lead)
    assert (judged.best == judged.played) == (lost == 0)


def test_what_a_hint_has_advised_is_no_mistake() -> None:
    decision = some_decision()
    other = next(step for step in legal(decision.position) if step != decision.played)
    judged = judge(decision, [choice(other, 12.0), choice(decision.played, 1.0)], is_advised=True)
    assert (judged.lost, judged.best, judged.grade) == (0.0, judged.played, "best")


@pytest.mark.parametrize("rules", [TRIBE, TOTEM], ids=name)
def test_the_sums_are_those_of_the_decisions(rules: Rules) -> None:
    review = made(random_game(rules, Random(1)).events)
    assert len(review.of_seats()) == rules.seats
    for seat in review.of_seats():
        mine = [decision for decision in review.decisions if decision.seat == seat.seat]
        assert seat.decisions == len(mine) == sum(seat.grades.values())
        assert sum(seat.lost.values()) == pytest.approx(sum(decision.lost for decision in mine))
        assert seat.mean == pytest.approx(sum(decision.lost for decision in mine) / len(mine), abs=0.01)
    for decision in review.decisions:
        assert decision.lost == pytest.approx(decision.before - decision.after)
        assert decision.lost >= 0
    kinds = {decision.step: decision.skill for decision in review.decisions}
    assert kinds["claim"] == kinds["draft"] == "draft"
    assert kinds["place"] == kinds.get("totem", "placement") == "placement"
    assert kinds["fire"] == "fire"
    assert kinds.get("recruit", "recruit") == "recruit"


def test_turning_points_are_the_costliest_of_different_turns() -> None:
    events = random_game(TRIBE, Random(1)).events
    review, turns = made(events), {decision.seq: decision.position.chief for decision in decisions(events)}
    assert len(review.turning_points) == 3
    assert len({turns[seq] for seq in review.turning_points}) == 3
    losses = {decision.seq: decision.lost for decision in review.decisions}
    shown = [losses[seq] for seq in review.turning_points]
    assert shown == sorted(shown, reverse=True)
    assert shown[0] == max(losses.values())
    others = [
        lost for seq, lost in losses.items() if turns[seq] not in {turns[point] for point in review.turning_points}
    ]
    assert shown[-1] >= max(others)


def test_a_game_without_mistakes_has_no_turning_points() -> None:
    def flawless(_: Position, played: Step, __: Random) -> list[Choice]:
        return [choice(played, 1.0)]

    review = made(random_game(TOTEM, Random(1)).events, flawless)
    assert review.turning_points == []
    assert all(seat.mean == seat.median == 0.0 for seat in review.of_seats())


def test_a_game_without_moves_has_an_empty_review() -> None:
    assert made([]) == Review(0, [], [])


# With the engine


@pytest.mark.parametrize("rules", only([TOTEM, THREE], [TRIBE, TOTEM, THREE]), ids=name)
def test_the_same_seed_gives_the_same_review(rules: Rules) -> None:
    events = random_game(rules, Random(5)).events
    assert review(events, searched, 1) == review(events, searched, 1)


def test_the_later_the_decision_the_more_games_are_played_out() -> None:
    counts = [playouts(decision.position) for decision in decisions(random_game(TRIBE, Random(1)).events)]
    assert counts == sorted(counts)
    assert counts[0] >= 200
