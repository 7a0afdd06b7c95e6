"""Lines searched for replies: plans are legal, nobody has a better answer, and what is promised comes about."""

from random import Random
from statistics import fmean

import numpy as np
import pytest

from domain.rules import MODES, Rules, Variant
from puzzles.search.budget import Budget
from puzzles.search.kernel.lines.following import planned_move
from puzzles.search.kernel.lines.lessons import Lessons, take_lessons
from puzzles.search.kernel.lines.replies import lead_of, reply, solve_line
from puzzles.search.kernel.lines.workspace import Line, new_line
from puzzles.search.kernel.policy.instinct import instinct
from puzzles.search.kernel.policy.network import SIGHTS
from puzzles.search.kernel.policy.outlook import LINES
from puzzles.search.kernel.policy.survey import new_sketch
from puzzles.search.kernel.policy.trial import SQUARED, TRIALS
from puzzles.search.kernel.rules.dealing import deal
from puzzles.search.kernel.rules.layout import CLAIM, DRAFT, NOBODY, OVER, PLACE, State, actor, empty_states
from puzzles.search.kernel.rules.pack import pack_table
from puzzles.search.kernel.rules.scoring import score
from puzzles.search.kernel.rules.turn import play
from puzzles.search.sampling import unshuffled
from puzzles.search.trials import COST, Trials
from tests.puzzles.search.twins import Twins, check, take, twins
from tests.support.play import random_game

TRUST = 0.7
VARIANTS: tuple[Variant, ...] = ("must_place", "middle_kingdom", "harmony")
DUEL = Rules("kingdomino", 2, None, VARIANTS)
TABLES = [
    DUEL,
    Rules("kingdomino", 2),
    Rules("kingdomino", 2, None, ("mighty_duel", "harmony")),
    Rules("kingdomino", 3, None, VARIANTS),
    *(Rules("origins", seats, mode) for seats in (2, 3) for mode in MODES),
]


def is_to_solve(state: State) -> bool:
    """Whether dominoes of a line are still to be drafted that the search looks at."""
    if state["step"] == CLAIM:
        return not state["in_pairs"]
    return bool(state["step"] in (PLACE, DRAFT) and state["round"] < state["rounds"])


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_a_plan_is_legal_up_to_the_end_of_its_round(rules: Rules) -> None:
    pair: Twins = twins(rules, Random(3))
    sketch, line, solved = new_sketch(rules), new_line(), NOBODY
    while pair.state["step"] != OVER:
        if pair.state["round"] != solved and is_to_solve(pair.state):
            solve_line(line, pair.state, sketch)
            solved = int(pair.state["round"])
        check(pair)
        take(pair, planned_move(line, pair.state, sketch))
    check(pair)


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_no_seat_has_a_better_answer(rules: Rules) -> None:
    """All orders of drafting, compared by a plain search of the same worths."""
    rng, sketch, line = np.random.default_rng(5), new_sketch(rules), new_line()
    positions = [game.position for game in random_game(rules, Random(4)).games]
    for position in positions:
        if position.step == "place" and position.round < rules.rounds:
            state = unshuffled(position)
            solve_line(line, state, sketch)
            line.worths[:] = rng.integers(0, 400, line.worths.shape) / 10
            reply(line, state)
            best = plain_reply(line, state, int(state["acting"]), [0] * rules.seats)
            assert line.best[0, : rules.seats].tolist() == best


def plain_reply(line: Line, state: State, chief: int, sets: list[int]) -> list[float]:
    """The points of each seat from the draft of this chief on; `sets` are the places drafted since the beginning."""
    places = range(state["next_count"])
    before = [sum(1 << place for place in places if state["next_seat"][place] == seat) for seat in range(len(sets))]
    if chief == state["line_count"]:
        return [float(line.worths[seat, before[seat] | more]) for seat, more in enumerate(sets)]
    seat, used = int(state["line_seat"][chief]), sum(sets) + sum(before)
    results = [
        plain_reply(line, state, chief + 1, [*sets[:seat], sets[seat] | 1 << place, *sets[seat + 1 :]])
        for place in places
        if not used >> place & 1
    ]
    return max(results, key=lambda points: lead_of(np.array(points), seat, len(points)))


def test_who_searches_the_line_beats_who_plays_by_instinct() -> None:
    leads = []
    sketch, line = new_sketch(DUEL), new_line()
    for game in range(60):
        state, seat = pack_table(DUEL, game + 1), game % 2
        deal(state)
        while state["step"] != OVER:
            if actor(state) != seat or not is_to_solve(state):
                play(state, instinct(state, sketch))
            else:
                solve_line(line, state, sketch)
                play(state, planned_move(line, state, sketch))
        leads.append(score(state, seat) - score(state, 1 - seat))
    assert fmean(leads) > 3


def test_what_is_promised_comes_about() -> None:
    """A seat that follows the search gets about what it expects, and sees less to come later in the game."""
    count = 3000
    had, foreseen, to_come = np.zeros((3, count), np.float32)
    lessons = Lessons(np.zeros((count, SIGHTS), np.float32), had, foreseen, to_come, np.zeros(count, np.int64))
    taken = take_lessons(pack_table(DUEL), new_sketch(DUEL), new_line(), empty_states(4), lessons, np.uint64(5), TRUST)
    assert count - 24 - 10 < taken <= count
    assert foreseen[:taken].mean() == pytest.approx(to_come[:taken].mean(), abs=1)
    early, late = (lessons.sights[:taken, LINES] == lines for lines in (5, 1))
    assert to_come[:taken][early].mean() > to_come[:taken][late].mean() + 15


def test_a_first_course_is_taught_by_instinct_alone() -> None:
    rules = Rules("origins", 2, "tribe")
    count = 500
    had, foreseen, to_come = np.zeros((3, count), np.float32)
    lessons = Lessons(np.zeros((count, SIGHTS), np.float32), had, foreseen, to_come, np.zeros(count, np.int64))
    taken = take_lessons(pack_table(rules), new_sketch(rules), new_line(), empty_states(4), lessons, np.uint64(5), 0.0)
    assert taken > count - 100
    assert to_come[:taken].min() > -40
    assert np.all(to_come[taken:] == 0)


def test_replies_are_searched_on_each_deal_and_only_where_there_is_an_outlook_for_it() -> None:
    position = random_game(DUEL, Random(4)).games[8].position
    trials, other = Trials(position, 1), Trials(position, 1, replies=False)
    assert trials.has_replies
    assert not other.has_replies
    assert not Trials(random_game(TABLES[2], Random(4)).games[8].position, 1).has_replies
    few = trials.arms[:3]
    trials.run(few, 10 * COST[5], Budget(1))
    assert trials.tally[few, TRIALS].tolist() == [10, 10, 10]
    assert np.ptp(trials.tally[few, SQUARED]) > 0
