"""What a better move brings: every number is that of the lines from which it comes."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from domain.game import Game
from domain.legal import legal
from domain.position import Position
from domain.rules import Rules
from domain.scoring import scores
from puzzles.search.benefit import itemised
from puzzles.search.best import best_moves
from puzzles.search.budget import Budget, Choice
from puzzles.search.endings.solve import solved
from puzzles.search.explain import AS_IF, BEST, OTHER, Ends, best_line, explain, item_names, mean_and_error
from puzzles.search.kernel.policy.itemised import ITEMS, note_items
from puzzles.search.kernel.policy.trial import LEADS, POINTS, TRIALS
from puzzles.search.kernel.rules.steps import as_move
from puzzles.search.sampling import unshuffled
from puzzles.search.trials import Trials
from tests.support.configurations import name
from tests.support.play import random_game

KINGDOMINO = Rules("kingdomino", 2, None, ("must_place", "middle_kingdom", "harmony"))
DISCOVERY = Rules("origins", 2, "discovery", ("empire_of_fire", "homo_habilis"))
TOTEM, TRIBE = Rules("origins", 3, "totem"), Rules("origins", 4, "tribe")
ALL = [KINGDOMINO, DISCOVERY, TOTEM, TRIBE]
SEED = 7


def positions(rules: Rules, *rounds: int, step: str = "draft") -> list[Position]:
    games: list[Game] = random_game(rules, Random(4)).games
    with_this_step = [game.position for game in games if game.position.step == step and game.position.round in rounds]
    return [position for position in with_this_step if len(legal(position)) > 1]


def ranking(position: Position) -> list[Choice]:
    return best_moves(position, Budget(600), Random(SEED))


@pytest.mark.parametrize("rules", ALL, ids=name)
def test_the_items_add_up_to_the_score(rules: Rules) -> None:
    for game in random_game(rules, Random(4)).games[1::9]:
        if game.position.step in ("over", "reveal"):
            continue
        for seat, score in enumerate(scores(game.position)):
            items = np.zeros(ITEMS, np.int64)
            note_items(unshuffled(game.position), seat, items)
            assert dict(zip(item_names(rules), items.tolist(), strict=True)) == {
                item: itemised(score)[item] for item in item_names(rules)
            }
            assert items.sum() == score.total


@pytest.mark.parametrize("rules", [DISCOVERY, TOTEM], ids=name)
def test_the_lines_are_those_of_the_search(rules: Rules) -> None:
    """The same arms on the same deals: the items add up to the leads and points that the search has counted."""
    position = positions(rules, rules.rounds - 3)[0]
    steps = legal(position)[0], legal(position)[1]
    ends = Ends(position, steps, Budget(300), SEED)
    trials = Trials(position, SEED, [as_move(position, step) for step in steps], replies=False)
    arms = np.array([np.flatnonzero(trials.moves[trials.arms, 0] == as_move(position, step))[0] for step in steps])
    arms = trials.arms[arms]
    trials.run(arms, len(ends.items), Budget(1))
    seat = position.seat
    assert seat is not None
    for place, arm in enumerate(arms):
        tally = trials.tally[arm]
        assert tally[TRIALS] == len(ends.items)
        assert tally[LEADS] == pytest.approx(ends.leads[:, place].sum())
        assert tally[POINTS] == pytest.approx(ends.items[:, place, seat].sum())


def test_every_number_is_the_mean_over_the_lines() -> None:
    explained = 0
    for position in positions(KINGDOMINO, 2, 3):
        for best, other in combinations(ranking(position), 2):
            seat = position.seat
            assert seat is not None
            budget = Budget(2000)
            benefit = explain(position, best, other, budget, Random(SEED))
            if benefit is None:
                continue
            explained += 1
            ends = Ends(position, (best.step, other.step), budget, Random(SEED).getrandbits(62))
            gained = ends.items[:, AS_IF if ends.has_order else BEST] - ends.items[:, OTHER]
            assert benefit.lead == pytest.approx((ends.leads[:, BEST] - ends.leads[:, OTHER]).mean(), abs=0.01)
            for item in benefit.items:
                if item.item == "order":
                    expected = ends.leads[:, BEST] - ends.leads[:, AS_IF]
                elif item.item == "rival":
                    assert item.seat == 1 - seat
                    expected = gained[:, item.seat].sum(1)
                else:
                    expected = gained[:, seat, item_names(KINGDOMINO).index(item.item)]
                assert item.points == pytest.approx(expected.mean(), abs=0.01)
                assert abs(item.points) > 2 * item.error
                assert item.error == mean_and_error(expected)[1]
    assert explained


def test_with_two_seats_items_order_and_rival_add_up_to_the_lead() -> None:
    position = positions(KINGDOMINO, 3)[0]
    best, other = ranking(position)[0], ranking(position)[-1]
    ends = Ends(position, (best.step, other.step), Budget(600), SEED)
    assert ends.has_order
    assert position.seat is not None
    gained = (ends.items[:, AS_IF] - ends.items[:, OTHER]).sum(2)
    own, rival = gained[:, position.seat], gained[:, 1 - position.seat]
    order = ends.leads[:, BEST] - ends.leads[:, AS_IF]
    assert (own - rival + order == ends.leads[:, BEST] - ends.leads[:, OTHER]).all()


def test_a_low_number_acts_first_and_that_is_all_that_differs() -> None:
    """A move compared with itself: the only effect would be that of the order, and there is none."""
    position = positions(KINGDOMINO, 3)[0]
    step = legal(position)[0]
    ends = Ends(position, (step, step), Budget(300), SEED)
    assert not ends.has_order
    assert (ends.items[:, BEST] == ends.items[:, OTHER]).all()


@pytest.mark.parametrize("rules", [KINGDOMINO, DISCOVERY], ids=name)
def test_numbers_of_proven_endings_are_exact(rules: Rules) -> None:
    explained = 0
    for position in positions(rules, rules.rounds - 1) + positions(rules, rules.rounds, step="place"):
        ranked = solved(position, Budget(1))
        assert ranked is not None
        for other in ranked[1:]:
            benefit = explain(position, ranked[0], other, Budget(1), Random(SEED))
            if benefit is None:
                assert ranked[0].lead == other.lead
                continue
            explained += 1
            assert benefit.proven
            assert benefit.lead == ranked[0].lead - other.lead
            seat = position.seat
            assert seat is not None
            own = sum(item.points for item in benefit.items if item.item != "rival")
            rival = sum(item.points for item in benefit.items if item.item == "rival")
            assert own - rival == benefit.lead
            better = best_line(position, ranked[0].step, Budget(1))
            assert better is not None
            assert better[seat].total - better[1 - seat].total == ranked[0].lead
    assert explained


@pytest.mark.parametrize("rules", ALL, ids=name)
def test_nothing_is_said_of_what_is_not_better(rules: Rules) -> None:
    for position in positions(rules, 2, rules.rounds - 1)[:3]:
        ranked = ranking(position)
        best, last = ranked[0], ranked[-1]
        assert explain(position, best, best, Budget(300), Random(SEED)) is None
        if last.lead + 1 < best.lead:
            assert explain(position, last, best, Budget(300), Random(SEED)) is None


def test_equal_seeds_say_the_same_and_it_stops_in_time() -> None:
    position = positions(TRIBE, 4)[0]
    ranked = ranking(position)
    question = position, ranked[0], ranked[-1], Budget(800)
    assert explain(*question, Random(1)) == explain(*question, Random(1))
    assert explain(position, ranked[0], ranked[-1], Budget(10**9, lambda: True), Random(1)) is None


def test_it_is_known_who_takes_the_domino_of_the_better_move() -> None:
    position = positions(KINGDOMINO, 5)[0]
    ends = Ends(position, (legal(position)[0], legal(position)[1]), Budget(300), SEED)
    assert ends.watched == position.free[0]
    assert set(ends.owners[:, BEST].tolist()) == {position.seat}
