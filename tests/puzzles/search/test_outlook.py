"""The outlook: what it sees, what it answers, and that following it plays better."""

from random import Random
from statistics import fmean

import numpy as np
import pytest
from msgspec.structs import replace

from domain.grid import SYMMETRIES
from domain.position import Position
from domain.rules import Rules
from domain.territory import regions
from puzzles.identity import turned
from puzzles.search.kernel.policy.foresight import (
    NEVER,
    best_draft,
    chosen_turn,
    drafted_outlook,
    expected_points,
    foresees,
    play_on,
)
from puzzles.search.kernel.policy.full_greedy import full_greedy
from puzzles.search.kernel.policy.instinct import instinct
from puzzles.search.kernel.policy.lessons import take_lessons
from puzzles.search.kernel.policy.network import OF_TERRAIN, SIGHTS, learnt, unpacked
from puzzles.search.kernel.policy.outlook import (
    AREA,
    FORESIGHT,
    LINES,
    MARKED,
    NEXT_MARKED,
    ORDER,
    POINTS,
    SIZE,
    SQUARES,
    has_outlook,
    outlook,
    see,
)
from puzzles.search.kernel.policy.survey import expect, new_sketch, new_sketches
from puzzles.search.kernel.policy.weights import THOUGHTFUL
from puzzles.search.kernel.rules.constants import KINGDOMINO
from puzzles.search.kernel.rules.dealing import deal
from puzzles.search.kernel.rules.layout import DRAFT, NOBODY, OVER, State, actor, empty_states
from puzzles.search.kernel.rules.pack import pack_table
from puzzles.search.kernel.rules.scoring import score
from puzzles.search.kernel.rules.turn import play
from puzzles.search.pupil import Pupil
from puzzles.search.sampling import unshuffled
from tests.puzzles.search.twins import Twins, check, take, twins
from tests.support.play import random_game

FULL = Rules("kingdomino", 4, None, ("must_place", "middle_kingdom", "harmony"))
TABLES = [FULL, Rules("kingdomino", 4), Rules("kingdomino", 3, None, ("harmony",))]


def positions(rules: Rules, seed: int) -> list[Position]:
    games = random_game(rules, Random(seed)).games
    return [game.position for game in games if game.position.step == "draft"]


def promise(position: Position, seat: int, order: int = 1, *, foresees: bool = True) -> float:
    state, sketch = unshuffled(position), new_sketch(position.rules)
    expect(state, sketch)
    return outlook(state, seat, sketch, order, foresees)


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_the_network_sees_the_territory_as_it_is(rules: Rules) -> None:
    for position in positions(rules, 4):
        state, sketch, seat = unshuffled(position), new_sketch(rules), position.seat
        assert seat is not None
        expect(state, sketch)
        see(state, seat, sketch, 2, position.round % 2 == 0)
        sights = sketch["sights"]
        its_regions = list(regions(position.territories[seat]))
        for number, terrain in enumerate(KINGDOMINO):
            own = sorted(
                ((region.marks, len(region.cells)) for region in its_regions if region.terrain == terrain), reverse=True
            )
            seen = sights[number * OF_TERRAIN : (number + 1) * OF_TERRAIN]
            assert (seen[MARKED], seen[SIZE]) == (own[0] if own else (0, 0))
            assert seen[NEXT_MARKED] == (own[1][0] if len(own) > 1 else 0)
            assert seen[POINTS] == sum(marks * size for marks, size in own)
            assert seen[SQUARES] == sum(size for _, size in own)
        assert (sights[ORDER], sights[FORESIGHT]) == (2, position.round % 2 == 0)
        assert sights[LINES] == rules.rounds - position.round - 1
        assert 0 <= sights[AREA] <= 81 - 1 - len(position.territories[seat].squares)


def test_rotated_and_mirrored_territories_have_the_same_outlook() -> None:
    for position in positions(FULL, 5)[::5]:
        for symmetry in SYMMETRIES:
            mirrored = tuple(turned(territory, symmetry) for territory in position.territories)
            again = replace(position, territories=mirrored)
            assert promise(again, 0) == pytest.approx(promise(position, 0), abs=1e-3)


def test_the_answer_is_that_of_the_three_layers() -> None:
    position = positions(FULL, 6)[20]
    state, sketch = unshuffled(position), new_sketch(FULL)
    expect(state, sketch)
    answer = outlook(state, 0, sketch, 0, foresees=False)
    values = sketch["sights"].astype(np.float64)
    for layer in learnt("kingdomino_table")[:-1]:
        values = np.maximum(values @ layer[:-1] + layer[-1], 0)
    last = learnt("kingdomino_table")[-1]
    assert answer == pytest.approx(state["points"][0] + (values @ last[:-1] + last[-1])[0], abs=1e-3)


def test_other_rules_have_no_outlook() -> None:
    for rules in (Rules("kingdomino", 2), Rules("origins", 4, "discovery"), Rules("origins", 3, "tribe")):
        assert not has_outlook(pack_table(rules))
    assert all(has_outlook(pack_table(rules)) for rules in TABLES)


@pytest.mark.parametrize("rules", TABLES, ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_foresight_and_full_greedy_play_legal_moves(rules: Rules, seed: int) -> None:
    pair: Twins = twins(rules, Random(seed))
    sketches, room, plans = new_sketches(rules), empty_states(4), dict[tuple[int, int], int]()
    wishes = np.full(4, NOBODY, np.int64)  # what the greedy mean to draft

    def choose(state: State) -> int:
        turn = (actor(state), int(state["round"]))
        if actor(state) % 2:
            return full_greedy(state, wishes, room, True)
        if foresees(state):
            placement, plans[turn] = chosen_turn(state, sketches[THOUGHTFUL], room)
            return placement
        if state["step"] == DRAFT and turn in plans:  # who had no choice where to place was not asked
            return plans[turn]
        return instinct(state, sketches[THOUGHTFUL])

    while pair.state["step"] != OVER:
        check(pair)
        take(pair, choose(pair.state))
    check(pair)


def ends(thinker: int) -> float:
    """The mean points of the first seat."""

    def points(seed: int) -> int:
        state, sketches = pack_table(FULL, seed), new_sketches(FULL)
        deal(state)
        play_on(state, sketches, np.zeros(4, np.int64), thinker, NEVER, empty_states(4))
        return score(state, 0)

    return fmean(points(seed) for seed in range(1, 20_001, 100))


def test_foresight_scores_far_more_than_full_greedy() -> None:
    assert ends(thinker=0) > ends(thinker=NOBODY) + 15


def test_the_outlook_of_a_greedy_seat_is_lower() -> None:
    """And both get about what they were promised."""
    state, sketch = pack_table(FULL), new_sketch(FULL)
    sights, to_come = np.zeros((6_000, SIGHTS), np.float32), np.zeros(6_000, np.float32)
    taken = take_lessons(state, sketch, empty_states(4), sights, to_come, np.uint64(5))
    values = sights[:taken].astype(np.float64)
    for layer in learnt("kingdomino_table")[:-1]:
        values = np.maximum(values @ layer[:-1] + layer[-1], 0)
    promised = (values @ learnt("kingdomino_table")[-1][:-1] + learnt("kingdomino_table")[-1][-1])[:, 0]
    for way in (0, 1):
        own = sights[:taken, FORESIGHT] == way
        assert promised[own].mean() == pytest.approx(to_come[:taken][own].mean(), abs=1)
    position = positions(FULL, 6)[4]
    assert promise(position, 0) > promise(position, 0, foresees=False) + 5


def test_before_the_last_draft_the_score_is_exact() -> None:
    """What foresight chooses in the last round but one is worth what it then has in the end."""
    state, sketches, room = pack_table(FULL, 11), new_sketches(FULL), empty_states(4)
    deal(state)
    while not (state["round"] == 11 and foresees(state)):
        play(state, instinct(state, sketches[THOUGHTFUL]))
    seat = actor(state)
    placement, place = chosen_turn(state, sketches[THOUGHTFUL], room)
    expected, _ = best_draft(state, sketches[THOUGHTFUL], placement, room)
    play(state, placement)
    play(state, place)
    play_on(state, sketches, np.zeros(4, np.int64), seat, NEVER, room)
    assert score(state, seat) == expected


def test_the_outlook_at_the_start_of_a_round_is_that_of_the_draft() -> None:
    state, sketch, room, points = pack_table(FULL, 12), new_sketch(FULL), empty_states(4), np.zeros(4)
    deal(state)
    rounds = 0
    while state["round"] < state["rounds"] - 1:
        seat, is_last_draft = actor(state), state["step"] == DRAFT and state["acting"] == 3
        move = instinct(state, sketch)
        promised = drafted_outlook(state, seat, sketch, move, room) if is_last_draft else 0.0
        play(state, move)
        if is_last_draft:
            room[0] = state
            expected_points(room[0], sketch, seat, points, room)
            assert points[seat] == pytest.approx(promised, abs=1e-3)
            rounds += 1
    assert rounds == 10


def test_a_lesson_is_what_was_seen_and_the_points_still_to_come() -> None:
    sights, to_come = np.zeros((500, SIGHTS), np.float32), np.zeros(500, np.float32)
    taken = take_lessons(pack_table(FULL), new_sketch(FULL), empty_states(4), sights, to_come, np.uint64(5))
    assert 450 < taken <= 500
    early = sights[:taken, LINES] >= 9
    late = sights[:taken, LINES] <= 1
    assert to_come[:taken][early].mean() > to_come[:taken][late].mean() + 20
    assert np.all(to_come[taken:] == 0)


def test_training_reduces_the_error_and_the_numbers_work_on_unscaled_inputs() -> None:
    rng = np.random.default_rng(2)
    sights = rng.integers(0, 5, (40_960, SIGHTS)).astype(np.float32)
    to_come = 30 + 2 * sights[:, 3] - sights[:, 8] * sights[:, 20]
    pupil = Pupil(sights, to_come, rng)
    assert pupil.learn() < 0.5 * float(to_come.std())
    values = sights[:1000]
    *inner, last = unpacked(pupil.numbers())
    for layer in inner:
        values = np.maximum(values @ layer[:-1] + layer[-1], 0)
    answers = (values @ last[:-1] + last[-1])[:, 0]
    assert float(np.sqrt(np.mean((answers - to_come[:1000]) ** 2))) < 0.5 * float(to_come.std())
