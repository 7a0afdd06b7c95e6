"""Attempts as events: what is recorded, what counts, and what others see of it."""

import asyncio

import msgspec
import pytest

from domain.commands import PlaceDomino, Step
from domain.notation.moves import write_move
from puzzles.puzzle import Puzzle
from puzzles.solving.attempt import IllegalAttempt
from puzzles.solving.hint_ladder import RUNGS
from service.puzzles.attempts import AttemptMade, HintTaken, PuzzleSeen, SolvingEvent, Solvings, solving
from service.puzzles.calendar import utc_day
from service.puzzles.library import PRACTICE, Stock, Wish
from service.puzzles.ratings import NEW
from service.puzzles.results import Tallies
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.log_names import solving_log
from tests.support.api_persons import ManualClock
from tests.support.puzzle_samples import DISCOVERY, some_puzzle, worst_line

PUZZLE = some_puzzle(2)
BEST, WORST = PUZZLE.answer.line, worst_line(PUZZLE)


# The fold


def test_the_first_attempt_and_the_hints_before_it_count() -> None:
    events: list[tuple[int, SolvingEvent]] = [
        (1_000, PuzzleSeen()),
        (2_000, HintTaken("terrain")),
        (61_000, _made(WORST)),
        (62_000, HintTaken("region")),
        (63_000, _made(BEST)),
    ]
    known = solving(PUZZLE, events)
    assert known.version == 5
    assert known.hints == 1
    assert known.rungs == ("terrain", "region")
    assert known.next_rung == "cell"
    assert known.seconds == 60.0
    assert known.first == known.attempts[0]
    assert known.best == PUZZLE.answer.optimum
    assert not known.grade(0).solved
    assert (known.grade(1).solved, known.grade(1).stars) == (True, 3)


def _made(moves: tuple[Step, ...]) -> AttemptMade:
    return AttemptMade(tuple(map(write_move, moves)))


def test_moves_are_recorded_and_never_sums() -> None:
    assert AttemptMade.__struct_fields__ == ("moves",)


# The log


async def test_an_attempt_is_kept_as_its_moves(store: EventStore) -> None:
    solvings = Solvings(store, ManualClock())
    known = await solvings.attempt(PUZZLE, "oona", WORST)
    assert known.attempts[0].moves == WORST
    assert await solvings.of(PUZZLE, "oona") == known
    assert (await solvings.of(PUZZLE, "ugh")).version == 0


async def test_an_illegal_or_incomplete_attempt_stores_nothing(store: EventStore) -> None:
    solvings = Solvings(store, ManualClock())
    wrong = (PlaceDomino(99, (1, 0), (2, 0)),)
    for moves in (WORST[:1], wrong, (*WORST, WORST[-1])):
        with pytest.raises(IllegalAttempt):
            await solvings.attempt(PUZZLE, "oona", moves)
    assert await store.version(solving_log(PUZZLE.id, "oona")) == 0


async def test_a_repeated_command_is_done_once(store: EventStore) -> None:
    solvings = Solvings(store, ManualClock())
    first = await solvings.attempt(PUZZLE, "oona", WORST, "oona:a")
    await solvings.attempt(PUZZLE, "oona", BEST, "oona:b")
    assert await solvings.attempt(PUZZLE, "oona", BEST, "oona:a") == first
    for _ in range(3):
        assert (await solvings.take_hint(PUZZLE, "oona", "oona:c")).rungs == ("terrain",)
    assert len((await solvings.of(PUZZLE, "oona")).attempts) == 2


async def test_attempts_at_the_same_time_are_all_kept(store: EventStore) -> None:
    solvings = [Solvings(store, ManualClock()) for _ in range(6)]
    await asyncio.gather(*(one.attempt(PUZZLE, "oona", WORST) for one in solvings))
    assert len((await solvings[0].of(PUZZLE, "oona")).attempts) == 6


async def test_a_hint_requested_twice_at_once_is_charged_once(store: EventStore) -> None:
    solvings = [Solvings(store, ManualClock()) for _ in range(6)]
    await solvings[0].look(PUZZLE, "oona")
    known = await asyncio.gather(*(one.take_hint(PUZZLE, "oona") for one in solvings))
    assert {one.rungs for one in known} == {("terrain",)}
    assert (await solvings[0].of(PUZZLE, "oona")).hints == 1


async def test_the_hint_ladder_ends(store: EventStore) -> None:
    solvings = Solvings(store, ManualClock())
    for number in range(len(RUNGS)):
        assert (await solvings.take_hint(PUZZLE, "oona")).hints == number + 1
    with pytest.raises(Refused, match="every hint"):
        await solvings.take_hint(PUZZLE, "oona")


async def test_the_first_look_is_noted_once(store: EventStore) -> None:
    hand = ManualClock()
    solvings = Solvings(store, hand)
    begin = hand.now
    await asyncio.gather(*(solvings.look(PUZZLE, "oona") for _ in range(4)))
    hand.pass_seconds(90)
    await solvings.look(PUZZLE, "oona")
    known = await solvings.attempt(PUZZLE, "oona", WORST)
    assert (known.seen, known.seconds, known.version) == (begin, 90.0, 2)


async def test_the_number_of_attempts_is_limited(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.puzzles.attempts.MOST_ATTEMPTS", 2)
    solvings = Solvings(store, ManualClock())
    for _ in range(2):
        await solvings.attempt(PUZZLE, "oona", WORST)
    with pytest.raises(Refused, match="2 attempts"):
        await solvings.attempt(PUZZLE, "oona", WORST)


# What is counted


async def solved(
    store: EventStore, hand: ManualClock, player: str, puzzle: Puzzle, *, best: bool, hints: int = 0
) -> None:
    solvings, tallies = Solvings(store, hand), Tallies(store)
    await solvings.look(puzzle, player)
    for _ in range(hints):
        await solvings.take_hint(puzzle, player)
    hand.pass_seconds(10)
    known = await solvings.attempt(puzzle, player, puzzle.answer.line if best else worst_line(puzzle))
    await tallies.take_in(known, player, utc_day(hand.now))


async def test_the_histogram_and_the_heat_map_count_first_attempts(store: EventStore) -> None:
    hand, tallies = ManualClock(), Tallies(store)
    for player, best in (("ann", True), ("ben", True), ("cleo", False)):
        await solved(store, hand, player, PUZZLE, best=best)
        await solved(store, hand, player, PUZZLE, best=True)  # a retry
    worst = await tallies.result("cleo", PUZZLE.id)
    assert worst is not None
    assert await tallies.scores(PUZZLE.id) == {worst.score: 1, PUZZLE.answer.optimum: 2}
    heat = await tallies.heat(PUZZLE.id)
    assert sum(heat.values()) == 6
    first = BEST[0]
    assert isinstance(first, PlaceDomino)
    assert heat[first.a] >= 2
    assert heat[first.b] >= 2


async def test_a_retry_changes_neither_rating_nor_first_score(store: EventStore) -> None:
    hand, tallies = ManualClock(), Tallies(store)
    await solved(store, hand, "oona", PUZZLE, best=False)
    before, rating = await tallies.result("oona", PUZZLE.id), await tallies.solver("oona")
    assert before is not None
    assert rating.rating < NEW.rating
    await solved(store, hand, "oona", PUZZLE, best=True)
    after = await tallies.result("oona", PUZZLE.id)
    assert after == msgspec.structs.replace(before, attempts=2, best=PUZZLE.answer.optimum, version=3)
    assert await tallies.solver("oona") == rating
    assert (await tallies.puzzle(PUZZLE)).rated == 1


async def test_counting_again_counts_nothing_twice(store: EventStore) -> None:
    hand, tallies, solvings = ManualClock(), Tallies(store), Solvings(store, ManualClock())
    known = await solvings.attempt(PUZZLE, "oona", BEST)
    day = utc_day(hand.now)
    results = await asyncio.gather(*(tallies.take_in(known, "oona", day) for _ in range(8)))
    assert len(set(map(str, results))) == 1
    assert await tallies.scores(PUZZLE.id) == {PUZZLE.answer.optimum: 1}
    assert (await tallies.solver("oona")).rated == 1


async def test_many_at_once_are_all_counted(store: EventStore) -> None:
    hand, tallies = ManualClock(), Tallies(store)
    players = [f"player{number}" for number in range(12)]
    await asyncio.gather(*(solved(store, hand, player, PUZZLE, best=True) for player in players))
    assert await tallies.scores(PUZZLE.id) == {PUZZLE.answer.optimum: 12}
    assert (await tallies.puzzle(PUZZLE)).rated == 12


async def test_an_uncounted_attempt_is_counted_at_the_next_read(store: EventStore) -> None:
    hand, tallies, solvings = ManualClock(), Tallies(store), Solvings(store, ManualClock())
    await solvings.attempt(PUZZLE, "oona", WORST)
    known = await solvings.attempt(PUZZLE, "oona", BEST)
    result = await tallies.take_in(known, "oona", None)
    assert (result.solved, result.attempts, result.best) == (False, 2, PUZZLE.answer.optimum)
    assert result.at == hand.now


async def test_the_leaderboard_goes_by_hints_then_score_then_time(store: EventStore) -> None:
    hand = ManualClock()
    await solved(store, hand, "quick", PUZZLE, best=True)
    await solved(store, hand, "wrong", PUZZLE, best=False)
    await solved(store, hand, "helped", PUZZLE, best=True, hints=1)
    slow = Solvings(store, hand)
    await slow.look(PUZZLE, "slow")
    hand.pass_seconds(100)
    await solved(store, hand, "slow", PUZZLE, best=True)
    board = await Tallies(store).board(PUZZLE.id, 10)
    assert [place.player for place in board] == ["quick", "slow", "wrong", "helped"]


async def test_a_puzzle_moves_in_the_lists_of_practice_as_its_rating_does(store: EventStore) -> None:
    hand = ManualClock()
    stock = Stock(store, hand, lambda: ())
    for number in (1, 2, 3):
        await stock.keep(some_puzzle(number, difficulty=1400 + number), "practice")
    puzzle = some_puzzle(2, difficulty=1402)
    assert await stock.listed() == [some_puzzle(number).id for number in (1, 2, 3)]
    await solved(store, hand, "oona", puzzle, best=False)
    for name in (PRACTICE, Wish(game="kingdomino").where, Wish(theme="patience").where):
        assert (await stock.listed(name))[-1] == puzzle.id


async def test_a_deleted_players_attempts_are_gone_except_for_the_counts(store: EventStore) -> None:
    hand, tallies, solvings = ManualClock(), Tallies(store), Solvings(store, ManualClock())
    other = some_puzzle(1, DISCOVERY)
    for player in ("oona", "ugh"):
        await solved(store, hand, player, PUZZLE, best=True)
    await solvings.take_hint(other, "oona")
    assert set(await solvings.everything("oona")) == {PUZZLE.id, other.id}
    for _ in range(2):
        await tallies.forget("oona", await solvings.forget("oona"))
    await solvings.forgotten("oona")
    assert not [key async for key in store.keys("*oona*")]
    assert await tallies.results("oona") == {}
    assert await tallies.solver("oona") == NEW
    assert [place.player for place in await tallies.board(PUZZLE.id, 10)] == ["ugh"]
    assert await tallies.scores(PUZZLE.id) == {PUZZLE.answer.optimum: 2}
