"""Attempts at puzzles: by the rules of the game, step by step, refused with the number of the step."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.commands import DeclineDomino, DraftDomino, PassRecruit, PlaceDomino, RecruitCaveman, Step, ThrowFire
from domain.dominoes import dominoes
from domain.errors import IllegalMove
from domain.rules import Rules
from domain.scoring import score
from domain.territory import Territory, placements
from domain.tribe import resources_by_kind
from puzzles.puzzle import Puzzle
from puzzles.search.exact.line import after as final
from puzzles.search.exact.line import worth
from puzzles.search.exact.problem import Problem
from puzzles.shipped.shipped import shipped_puzzles
from puzzles.solving.attempt import IllegalAttempt, after, begun, played, replay
from tests.support.boards import territory

KINGDOMINO = Rules("kingdomino", 4, None, ("must_place",))
DISCOVERY = Rules("origins", 4, "discovery")
TRIBE = Rules("origins", 4, "tribe")
EMPTY = Territory(5)
ROOMY = Problem(KINGDOMINO, EMPTY, (1, 2))  # both are wheat on both halves
FULL = territory(
    """
    W W W W W
    W W W W W
    W W castle W W
    W W W W W
    W W W W W
    """
)


def refused(problem: Problem, *moves: Step) -> tuple[int, str]:
    with pytest.raises(IllegalAttempt) as refusal:
        replay(problem, moves)
    return refusal.value.number, refusal.value.reason.code


# Placing


def test_the_dominoes_come_in_their_order() -> None:
    sitting = begun(ROOMY)
    assert (sitting.due, sitting.domino) == ("place", 1)
    sitting = after(sitting, PlaceDomino(1, (1, 0), (2, 0)))
    assert (sitting.due, sitting.domino) == ("place", 2)
    assert refused(ROOMY, PlaceDomino(2, (1, 0), (2, 0))) == (1, "not_this_domino")


def test_an_illegal_placement_is_refused_with_its_number() -> None:
    first = PlaceDomino(1, (1, 0), (2, 0))
    assert refused(ROOMY, PlaceDomino(1, (1, 0), (2, 1))) == (1, "apart")
    assert refused(ROOMY, PlaceDomino(1, (2, 0), (2, 1))) == (1, "no_match")
    assert refused(ROOMY, first, PlaceDomino(2, (2, 0), (3, 0))) == (2, "occupied")
    assert refused(ROOMY, first, PlaceDomino(2, (4, 0), (5, 0))) == (2, "too_large")


def test_a_step_of_another_kind_is_not_due() -> None:
    for step in (ThrowFire((1, 0)), PassRecruit(), DraftDomino(1)):
        assert refused(ROOMY, step) == (1, "wrong_step")


def test_a_domino_that_fits_must_be_placed_unless_the_variant_is_off() -> None:
    assert refused(ROOMY, DeclineDomino(1)) == (1, "must_place")
    lenient = Problem(Rules("kingdomino", 4), EMPTY, (1, 2))
    assert replay(lenient, (DeclineDomino(1), DeclineDomino(2))).score.total == 0


def test_a_domino_that_fits_nowhere_needs_no_step() -> None:
    sitting = replay(Problem(KINGDOMINO, FULL, (1, 2)), ())
    assert (sitting.due, sitting.discarded) == ("over", (1, 2))


def test_an_attempt_that_ends_too_early_or_too_late_is_refused() -> None:
    moves = (PlaceDomino(1, (1, 0), (2, 0)), PlaceDomino(2, (0, 1), (0, 2)))
    assert refused(ROOMY) == (1, "attempt_unfinished")
    assert refused(ROOMY, moves[0]) == (2, "attempt_unfinished")
    assert refused(ROOMY, *moves, moves[1]) == (3, "nothing_left")
    assert replay(ROOMY, moves).due == "over"


# Fire


def test_a_volcano_throws_its_fire_before_the_next_domino() -> None:
    volcano = next(domino for domino in dominoes(DISCOVERY).values() if domino.a.craters or domino.b.craters)
    problem = Problem(DISCOVERY, territory("D hut D D"), (volcano.number, 1))
    a, b = next(iter(placements(problem.territory, volcano)))
    sitting = after(begun(problem), PlaceDomino(volcano.number, a, b))
    assert (sitting.due, sitting.domino) == ("fire", volcano.number)
    assert sitting.position.volcano == (a if volcano.a.craters else b)
    [*throws] = sitting.legal()
    assert throws
    assert after(sitting, throws[0]).domino == 1
    placed = PlaceDomino(volcano.number, a, b)
    assert refused(problem, placed, ThrowFire((0, 0))) == (2, "on_hut")
    assert refused(problem, placed, placed) == (2, "wrong_step")
    assert refused(problem, placed) == (2, "attempt_unfinished")


# Recruits

CAMP = Problem(TRIBE, territory("Lr hut Gr Jr Qr . . ", 7), (), ("hunter", "fisher", "hunter"), 2)


def test_recruits_come_from_the_cave_which_is_not_filled_up() -> None:
    sitting = begun(CAMP)
    assert sitting.due == "recruit"
    assert sitting.is_complete
    first = RecruitCaveman("fisher", "cave", ((1, 0), (2, 0)), (1, 0))
    sitting = after(sitting, first)
    assert sitting.position.cave == ("hunter", "hunter")
    again = RecruitCaveman("fisher", "cave", ((-1, 0), (3, 0)), (3, 0))
    assert refused(CAMP, first, again) == (2, "not_in_cave")
    assert refused(CAMP, RecruitCaveman("hunter", "pile", ((1, 0), (2, 0)), (1, 0))) == (1, "not_in_pile")
    assert refused(CAMP, RecruitCaveman("hunter", "cave", ((1, 0),), (1, 0))) == (1, "price_of_cave")


def test_recruits_can_be_passed_or_left_out() -> None:
    assert replay(CAMP, ()).score == replay(CAMP, (PassRecruit(),)).score
    assert refused(CAMP, PassRecruit(), PassRecruit()) == (2, "nothing_left")


def test_the_attempt_ends_without_resources_or_recruits_left() -> None:
    first = RecruitCaveman("fisher", "cave", ((1, 0), (2, 0)), (1, 0))
    second = RecruitCaveman("hunter", "cave", ((-1, 0), (3, 0)), (3, 0))
    assert replay(CAMP, (first, second)).due == "over"
    assert begun(Problem(TRIBE, territory("L hut Gr"), (), ("hunter",), 2)).due == "over"
    assert begun(Problem(TRIBE, CAMP.territory, (), ("hunter",), 0)).due == "over"


# Held against the solver


@pytest.mark.parametrize("puzzle", shipped_puzzles(), ids=lambda puzzle: puzzle.id)
def test_the_optimal_line_is_an_attempt_that_reaches_the_optimum(puzzle: Puzzle) -> None:
    sitting = replay(puzzle.problem, puzzle.answer.line)
    assert sitting.score.total == puzzle.answer.optimum
    assert sitting.territory == final(puzzle.problem, puzzle.answer.line)
    for move in puzzle.answer.first_moves:
        assert move in begun(puzzle.problem).legal()


@given(number=st.integers(0, len(shipped_puzzles()) - 1), rng=st.randoms(use_true_random=False))
def test_legal_steps_lead_to_an_end_within_the_optimum(number: int, rng: Random) -> None:
    puzzle = shipped_puzzles()[number]
    sitting, moves = begun(puzzle.problem), list[Step]()
    while sitting.due != "over":
        moves.append(rng.choice(sitting.legal()))
        sitting = after(sitting, moves[-1])
    assert replay(puzzle.problem, moves) == sitting
    assert sitting.score.total == worth(puzzle.problem, moves) <= puzzle.answer.optimum
    assert sitting.score == score(puzzle.problem.rules, sitting.territory, {}, 0)
    assert resources_by_kind(sitting.territory) == resources_by_kind(final(puzzle.problem, moves))


@given(number=st.integers(0, len(shipped_puzzles()) - 1), rng=st.randoms(use_true_random=False))
def test_a_step_that_is_not_legal_is_refused(number: int, rng: Random) -> None:
    puzzle, cells = shipped_puzzles()[number], [(x, y) for x in range(-4, 5) for y in range(-4, 5)]
    sitting = begun(puzzle.problem)
    for _ in range(rng.randrange(4)):
        if sitting.due != "over":
            sitting = after(sitting, rng.choice(sitting.legal()))
    allowed, cell = sitting.legal(), rng.choice(cells)
    near = rng.choice([(cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)])
    for step in (PlaceDomino(sitting.domino or 1, cell, near), ThrowFire(cell)):
        if step in allowed:
            after(sitting, step)
        else:
            with pytest.raises(IllegalMove):
                after(sitting, step)


def test_a_part_of_an_attempt_can_be_looked_at() -> None:
    puzzle = shipped_puzzles()[0]
    assert played(puzzle.problem, ()) == begun(puzzle.problem)
    assert played(puzzle.problem, puzzle.answer.line[:1]).legal()
