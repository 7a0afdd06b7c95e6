"""The correspondence clock: properties over random games at random times."""

from itertools import groupby, pairwise
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.commands import Command, Play, TakeBack, UndoTurn
from domain.decide import decide
from domain.events import DominoDrafted, Event
from domain.game import INITIAL, Game
from domain.log import replay
from domain.position import Position
from domain.rules import Rules
from domain.undo import undoable
from projections.timing import Bank, Days, Outage, Step, TimeControl, elapsed, flaw_of_clock, later, stocks, timing
from tests.support.play import Played, random_game, random_move, start

HOUR = 3_600_000
DAY = 24 * HOUR
DUEL = Rules("kingdomino", 2, None, ("must_place",))
RULES = (DUEL, Rules("origins", 2, "totem"), Rules("origins", 3, "discovery"), Rules("kingdomino", 4))

seeds = st.integers(0, 2**32 - 1)
delays = st.integers(0, 5 * DAY)
outages = st.lists(
    st.tuples(st.integers(0, 100 * DAY), st.integers(0, 10 * DAY)).map(lambda pair: (pair[0], sum(pair))), max_size=5
)
banks = st.tuples(st.integers(0, 2 * 86_400), st.integers(1, 86_400), st.integers(0, 5 * 86_400)).map(
    lambda three: Bank(three[0] + three[1], three[0], sum(three))
)
controls: st.SearchStrategy[TimeControl] = st.one_of(st.sampled_from([1, 2, 3, 7, 14]).map(Days), banks)


def timed(played: Played, rng: Random, longest: int) -> list[Step]:
    """The steps of a game, each command some time after the one before."""
    at, steps = DAY, list[Step]()
    game = played.games[0]
    for after in played.games[1:]:
        at += rng.randrange(longest + 1)
        for event in played.events[game.version : after.version]:
            game = replay([event], game)
            steps.append((at, game.position))
    return steps


def is_half_claimed(position: Position) -> bool:
    """Whether the position is between the two events of a claimed pair, which is no turn of its own."""
    return position.rules.claims_in_pairs and len(position.chiefs) % 2 == 1


class Schedule(NamedTuple):
    steps: list[Step]
    outages: list[Outage]


@st.composite
def schedules(draw: st.DrawFn, fickle: float = 0.2) -> Schedule:
    rng = Random(draw(seeds))
    played = random_game(rng.choice(RULES), rng, commands=draw(st.integers(1, 40)), fickle=fickle)
    return Schedule(timed(played, rng, draw(delays)), draw(outages))


@pytest.mark.parametrize("days", [1, 2, 3, 7, 14])
def test_a_turn_has_its_days_and_a_warning_when_a_fifth_is_left(days: int) -> None:
    steps = timed(random_game(DUEL, Random(days), commands=5), Random(days), DAY)
    turn = timing(Days(days), steps)
    assert turn is not None
    assert turn.since == steps[turn.turn - 1][0]
    assert (turn.warn - turn.since, turn.due - turn.since) == (days * DAY * 4 // 5, days * DAY)


@given(controls, schedules())
@settings(max_examples=60, deadline=None)
def test_no_time_is_negative_and_bots_have_none(control: TimeControl, schedule: Schedule) -> None:
    for length in range(1, len(schedule.steps) + 1):
        steps = schedule.steps[:length]
        position = steps[-1][1]
        turn = timing(control, steps, schedule.outages)
        is_persons = position.seat is not None and position.players[position.seat].bot is None
        assert (turn is not None) == is_persons
        if turn is not None:
            assert turn.seat == position.seat
            assert steps[turn.turn - 1][0] <= turn.since <= turn.warn <= turn.due
        if isinstance(control, Bank):
            left = stocks(control, steps, schedule.outages)
            assert len(left) == len(position.players)
            assert all(0 <= stock <= control.cap * 1000 for stock in left)


@given(banks, schedules(fickle=0))
@settings(max_examples=60, deadline=None)
def test_a_bank_is_what_it_was_and_increments_without_what_was_spent(control: Bank, schedule: Schedule) -> None:
    expected: dict[int, int] = {}
    chiefs = [
        (at, position.seat, position.round, position.chiefs, position.line)
        for at, position in schedule.steps
        if not is_half_claimed(position)
    ]
    turns = [next(group) for _, group in groupby(chiefs, key=lambda chief: chief[1:])]
    for (began, seat, *_), (ended, *_) in pairwise(turns):
        if seat is not None:
            spent = elapsed(began, ended, schedule.outages)
            had = expected.get(seat, control.bank * 1000)
            expected[seat] = min(control.cap * 1000, max(0, had - spent) + control.increment * 1000)
    left = stocks(control, schedule.steps, schedule.outages)
    assert left == tuple(expected.get(seat, control.bank * 1000) for seat in range(len(left)))
    turn = timing(control, schedule.steps, schedule.outages)
    if turn is not None:
        assert elapsed(turn.since, turn.due, schedule.outages) == left[turn.seat]
        assert elapsed(turn.since, turn.warn, schedule.outages) == left[turn.seat] - left[turn.seat] // 5


def test_claiming_a_pair_is_one_turn_and_adds_the_increment_once() -> None:
    played = random_game(Rules("origins", 2, "discovery"), Random(1), commands=2)
    steps = timed(played, Random(1), 0)
    pairs = [event.seat for event in played.events if isinstance(event, DominoDrafted)]
    assert pairs == [pairs[0], pairs[0], pairs[2], pairs[2]], "the second pair is forced"
    assert stocks(Bank(bank=60, increment=7, cap=600), steps) == (67_000, 67_000)


@given(controls, schedules())
@settings(max_examples=60, deadline=None)
def test_a_clock_with_outages_is_one_that_stood_still_meanwhile(control: TimeControl, schedule: Schedule) -> None:
    def uptime(at: int) -> int:
        return elapsed(0, at, schedule.outages)

    turn = timing(control, schedule.steps, schedule.outages)
    without = timing(control, [(uptime(at), position) for at, position in schedule.steps])
    assert (turn is None) == (without is None)
    if turn is not None and without is not None:
        assert (turn.seat, turn.turn) == (without.seat, without.turn)
        assert (uptime(turn.since), uptime(turn.warn), uptime(turn.due)) == (without.since, without.warn, without.due)


@given(st.integers(0, 50), st.integers(0, 50), st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60))))
def test_outages_count_for_just_as_long_as_they_were(begin: int, length: int, drawn: list[Outage]) -> None:
    down = [(min(pair), max(pair)) for pair in drawn]  # they may overlap
    up = [moment for moment in range(begin, begin + length) if not any(start <= moment < end for start, end in down)]
    assert elapsed(begin, begin + length, down) == len(up)
    due = later(begin, length, down)
    assert elapsed(begin, due, down) == length
    assert length == 0 or elapsed(begin, due - 1, down) == length - 1, "it is the first such moment"


def test_a_clock_that_was_set_back_costs_nothing() -> None:
    assert elapsed(100, 50, []) == 0


class Undone(NamedTuple):
    """A game up to the move that will be taken back, then with that move, then with it taken back."""

    before: list[Step]
    moved: list[Step]
    undone: list[Step]


def undone(rng: Random, waits: tuple[int, int]) -> Undone | None:
    """A random game that comes to a turn which may be taken back, each command an hour after the one before."""
    rules = rng.choice(RULES)
    events = decide(INITIAL, start(rules, rng))
    game, at = replay(events), DAY
    steps = _steps(INITIAL, events, at)
    for _ in range(rng.randrange(40)):
        events = decide(game, Play(_seat(game), random_move(game, rng)))
        at += HOUR
        steps += _steps(game, events, at)
        game = replay(events, game)
        if game.position.step == "over":
            return None
    moves = decide(game, Play(_seat(game), random_move(game, rng)))
    moved = steps + _steps(game, moves, at + waits[0])
    after = replay(moves, game)
    turn = undoable(after)
    if turn is None or after.position.step == "over":
        return None
    back = decide(after, Play(turn.seat, UndoTurn()))
    return Undone(steps, moved, moved + _steps(after, back, at + sum(waits)))


def _seat(game: Game) -> int:
    assert game.position.seat is not None
    return game.position.seat


def _steps(game: Game, events: list[Event], at: int) -> list[Step]:
    steps = []
    for event in events:
        game = replay([event], game)
        steps.append((at, game.position))
    return steps


@given(controls, seeds, st.tuples(delays, delays))
@settings(max_examples=200, deadline=None)
def test_a_turn_that_is_taken_back_has_what_it_had_left(
    control: TimeControl, seed: int, waits: tuple[int, int]
) -> None:
    stages = undone(Random(seed), waits)
    if stages is None:
        return
    before, moved, after = (timing(control, steps) for steps in stages)
    assert before is not None
    assert moved is not None
    assert after is not None
    assert after.turn == before.turn, "it is no new turn, and is not warned of again"
    if moved.turn == before.turn:
        assert after == before
    else:
        left = max(0, before.due - moved.since)
        assert after.due - after.since == left
        assert after.warn - after.since == max(0, before.warn - moved.since)


@given(controls, seeds, st.tuples(delays, delays))
@settings(max_examples=200, deadline=None)
def test_who_waited_meanwhile_has_what_they_had_left(control: TimeControl, seed: int, waits: tuple[int, int]) -> None:
    """The same move again: the turn after it goes on where it was interrupted."""
    stages = undone(Random(seed), waits)
    if stages is None:
        return
    before, moved, after = (timing(control, steps) for steps in stages)
    assert before is not None
    assert moved is not None
    assert after is not None
    if moved.turn == before.turn:
        return
    again = [(after.since, position) for _, position in stages.moved[len(stages.before) :]]
    resumed = timing(control, stages.undone + again)
    assert resumed is not None
    assert resumed.turn == moved.turn
    assert resumed.due - resumed.since == max(0, moved.due - after.since)


@pytest.mark.parametrize(
    ("control", "code"),
    [
        (Days(0), "no_such_days"),
        (Days(-3), "no_such_days"),
        (Days(5), "no_such_days"),
        (Days(10**12), "no_such_days"),
        (Bank(0, 0, 0), "empty_bank"),
        (Bank(-60, 0, 60), "empty_bank"),
        (Bank(60, -1, 60), "negative_increment"),
        (Bank(60, 61, 120), "small_bank"),
        (Bank(60, 30, 59), "small_cap"),
        (Bank(60, 30, -1), "small_cap"),
        (Bank(60, 30, 10**15), "large_cap"),
        (Bank(10**15, 30, 10**15), "large_cap"),
    ],
)
def test_a_clock_that_cannot_be_is_refused_with_a_sentence(control: TimeControl, code: str) -> None:
    reason = flaw_of_clock(control)
    assert reason is not None
    assert reason.code == code
    assert reason.text.endswith(".")
    assert not reason.rule, "clocks are no matter of the rules of the games"


@pytest.mark.parametrize("control", [Days(1), Days(14), Bank(1, 0, 1), Bank(86_400, 86_400, 86_400)])
def test_a_clock_that_can_be_is_not_refused(control: TimeControl) -> None:
    assert flaw_of_clock(control) is None


def test_the_clock_of_a_game_that_has_not_begun_is_silent() -> None:
    assert timing(Days(1), []) is None
    assert stocks(Bank(1, 1, 1), []) == ()


def test_who_agrees_to_an_undo_has_all_their_time_again() -> None:
    rng = Random(3)
    game, at, steps = INITIAL, DAY, list[Step]()

    def take(command: Command, wait: int) -> None:
        nonlocal game, at
        events = decide(game, command)
        at += wait
        steps.extend(_steps(game, events, at))
        game = replay(events, game)

    take(start(Rules("origins", 3, "discovery"), rng), 0)
    asker = _seat(game)
    take(Play(asker, random_move(game, rng)), HOUR)
    other, turn = _seat(game), timing(Days(3), steps)
    take(Play(other, random_move(game, rng)), 2 * DAY)
    take(TakeBack(asker, (other,)), HOUR)
    again = timing(Days(3), steps)
    assert again is not None
    assert (again.seat, again.due - at) == (asker, 3 * DAY - HOUR), "the asker goes on with what was left"
    take(Play(asker, random_move(game, rng)), HOUR)
    answer = timing(Days(3), steps)
    assert turn is not None
    assert answer is not None
    assert (answer.seat, answer.due - at) == (other, 3 * DAY)
    assert answer.turn > turn.turn, "so that it is warned of again"
