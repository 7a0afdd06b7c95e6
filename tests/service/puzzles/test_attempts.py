"""Attempts at puzzles: what is stored, what counts, and what other players see."""

import asyncio

import msgspec
import pytest

from domain.commands import PlaceDomino, Step
from domain.notation.moves import write_move
from puzzles.puzzle import Puzzle
from puzzles.solving.attempt import IllegalAttempt, played
from puzzles.solving.hint_ladder import RUNGS
from service.puzzles import attempts as attempts_module
from service.puzzles.attempts import (
    ATTEMPT_LOGS,
    AttemptMade,
    Attempts,
    HintTaken,
    PuzzleBegun,
    PuzzleSeen,
    SolvingEvent,
)
from service.puzzles.calendar import Calendar, utc_day
from service.puzzles.library import PRACTICE, Library, LibraryEntry, PuzzleFilter
from service.puzzles.ratings import NEW
from service.puzzles.results import Results
from service.puzzles.viewing import shown_to
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.log_names import attempts_log
from tests.service.games.test_commands import Watched
from tests.support.api_persons import ManualClock
from tests.support.puzzle_samples import DISCOVERY, some_puzzle, worst_line

PUZZLE = some_puzzle(2)
BEST, WORST = PUZZLE.answer.line, worst_line(PUZZLE)


# The fold


async def test_the_first_attempt_and_the_hints_before_it_count(store: EventStore) -> None:
    events: list[tuple[int, SolvingEvent]] = [
        (1_000, PuzzleBegun()),
        (2_000, HintTaken("terrain")),
        (61_000, _made(WORST)),
        (62_000, HintTaken("region")),
        (63_000, _made(BEST)),
    ]
    state = Attempts(store, ManualClock()).scored(PUZZLE, ATTEMPT_LOGS.fold(events))
    assert state.version == 5
    assert state.hints == 1
    assert state.rungs == ("terrain", "region")
    assert state.next_rung == "cell"
    assert state.seconds == 60.0
    assert state.first == state.attempts[0]
    assert state.best == PUZZLE.answer.optimum
    assert not state.grade(0).solved
    assert (state.grade(1).solved, state.grade(1).stars) == (True, 3)


def test_the_time_counts_from_the_beginning_and_in_old_logs_from_the_first_look() -> None:
    seen, begun, made = (0, PuzzleSeen()), (900_000, PuzzleBegun()), (960_000, _made(BEST))
    assert ATTEMPT_LOGS.fold([seen, made]).seconds == 960.0
    assert ATTEMPT_LOGS.fold([seen, begun, made]).seconds == 60.0
    assert ATTEMPT_LOGS.fold([begun, made]).seconds == 60.0
    assert ATTEMPT_LOGS.fold([made]).seconds is None
    assert ATTEMPT_LOGS.fold([(959_900, PuzzleBegun()), made]).seconds is None, "nobody is that fast"
    assert ATTEMPT_LOGS.fold([made, (970_000, PuzzleBegun())]).seconds is None


def _made(moves: tuple[Step, ...]) -> AttemptMade:
    return AttemptMade(tuple(map(write_move, moves)))


def test_moves_are_recorded_and_never_sums() -> None:
    assert AttemptMade.__struct_fields__ == ("moves",)


# The log


async def test_an_attempt_is_kept_as_its_moves(store: EventStore) -> None:
    attempts = Attempts(store, ManualClock())
    state = await attempts.attempt(PUZZLE, "oona", WORST)
    assert state.attempts[0].moves == WORST
    assert await attempts.of(PUZZLE, "oona") == state
    assert (await attempts.of(PUZZLE, "ugh")).version == 0


async def test_an_illegal_or_incomplete_attempt_stores_nothing(store: EventStore) -> None:
    attempts = Attempts(store, ManualClock())
    wrong = (PlaceDomino(99, (1, 0), (2, 0)),)
    for moves in (WORST[:1], wrong, (*WORST, WORST[-1])):
        with pytest.raises(IllegalAttempt):
            await attempts.attempt(PUZZLE, "oona", moves)
    assert await store.version(attempts_log(PUZZLE.id, "oona")) == 0


async def test_a_repeated_command_is_done_once(store: EventStore) -> None:
    attempts = Attempts(store, ManualClock())
    first = await attempts.attempt(PUZZLE, "oona", WORST, "oona:a")
    await attempts.attempt(PUZZLE, "oona", BEST, "oona:b")
    assert await attempts.attempt(PUZZLE, "oona", BEST, "oona:a") == first
    for _ in range(3):
        assert (await attempts.take_hint(PUZZLE, "oona", "oona:c")).rungs == ("terrain",)
    assert len((await attempts.of(PUZZLE, "oona")).attempts) == 2


async def test_attempts_at_the_same_time_are_all_kept(store: EventStore) -> None:
    attempts = [Attempts(store, ManualClock()) for _ in range(6)]
    await asyncio.gather(*(process.attempt(PUZZLE, "oona", WORST) for process in attempts))
    assert len((await attempts[0].of(PUZZLE, "oona")).attempts) == 6


async def test_a_hint_requested_twice_at_once_is_charged_once(store: EventStore) -> None:
    attempts = [Attempts(store, ManualClock()) for _ in range(6)]
    await attempts[0].begin(PUZZLE, "oona")
    states = await asyncio.gather(*(process.take_hint(PUZZLE, "oona") for process in attempts))
    assert {state.rungs for state in states} == {("terrain",)}
    assert (await attempts[0].of(PUZZLE, "oona")).hints == 1


async def test_the_hint_ladder_ends(store: EventStore) -> None:
    attempts = Attempts(store, ManualClock())
    for number in range(len(RUNGS)):
        assert (await attempts.take_hint(PUZZLE, "oona")).hints == number + 1
    with pytest.raises(Refused, match="every hint"):
        await attempts.take_hint(PUZZLE, "oona")


async def test_a_puzzle_is_begun_once(store: EventStore) -> None:
    hand = ManualClock()
    attempts = Attempts(store, hand)
    begin = hand.now
    await asyncio.gather(*(attempts.begin(PUZZLE, "oona") for _ in range(4)))
    hand.pass_seconds(90)
    await attempts.begin(PUZZLE, "oona")
    state = await attempts.attempt(PUZZLE, "oona", WORST)
    assert (state.begun, state.seconds, state.version) == (begin, 90.0, 2)
    assert await attempts.begin(PUZZLE, "oona") == state


async def test_the_number_of_attempts_is_limited(store: EventStore) -> None:
    attempts = Attempts(store, ManualClock(), most=2)
    for _ in range(2):
        await attempts.attempt(PUZZLE, "oona", WORST)
    with pytest.raises(Refused, match="2 attempts"):
        await attempts.attempt(PUZZLE, "oona", WORST)


async def test_the_score_of_each_attempt_is_computed_once(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = Attempts(store, ManualClock())
    for moves in (WORST, BEST):
        await attempts.attempt(PUZZLE, "oona", moves)

    def fail(*_: object) -> None:
        pytest.fail("an attempt was replayed again")

    monkeypatch.setattr(attempts_module, "played", fail)
    state = await attempts.of(PUZZLE, "oona")
    assert [points.total for points in state.points] == [played(PUZZLE.problem, WORST).score.total, state.best]


async def test_a_known_puzzle_is_shown_with_one_read_of_its_log(server_url: str, store: EventStore) -> None:
    watched = Watched(server_url)
    attempts, library = Attempts(watched, ManualClock()), Library(store, ManualClock(), lambda: ())
    await attempts.begin(PUZZLE, "oona")
    watched.reads.clear()
    calendar = Calendar(store, library, ManualClock())
    await shown_to(calendar, attempts, Results(store), LibraryEntry(PUZZLE, "practice"), "oona")
    assert len(watched.reads) == 1
    await watched.aclose()


# What is counted


async def solved(
    store: EventStore, hand: ManualClock, player: str, puzzle: Puzzle, *, best: bool, hints: int = 0
) -> None:
    attempts, results = Attempts(store, hand), Results(store)
    await attempts.begin(puzzle, player)
    for _ in range(hints):
        await attempts.take_hint(puzzle, player)
    hand.pass_seconds(10)
    state = await attempts.attempt(puzzle, player, puzzle.answer.line if best else worst_line(puzzle))
    await results.record(state, player, utc_day(hand.now))


async def test_the_histogram_and_the_heat_map_count_first_attempts(store: EventStore) -> None:
    hand, results = ManualClock(), Results(store)
    for player, best in (("ann", True), ("ben", True), ("cleo", False)):
        await solved(store, hand, player, PUZZLE, best=best)
        await solved(store, hand, player, PUZZLE, best=True)  # a retry
    worst = await results.of("cleo", PUZZLE.id)
    assert worst is not None
    assert await results.scores(PUZZLE.id) == {worst.score: 1, PUZZLE.answer.optimum: 2}
    heat = await results.heat(PUZZLE.id)
    assert sum(heat.values()) == 6
    first = BEST[0]
    assert isinstance(first, PlaceDomino)
    assert heat[first.a] >= 2
    assert heat[first.b] >= 2


async def test_a_retry_changes_neither_rating_nor_first_score(store: EventStore) -> None:
    hand, results = ManualClock(), Results(store)
    await solved(store, hand, "oona", PUZZLE, best=False)
    before, rating = await results.of("oona", PUZZLE.id), await results.solver_rating("oona")
    assert before is not None
    assert rating.rating < NEW.rating
    await solved(store, hand, "oona", PUZZLE, best=True)
    after = await results.of("oona", PUZZLE.id)
    assert after == msgspec.structs.replace(before, attempts=2, best=PUZZLE.answer.optimum, version=3)
    assert await results.solver_rating("oona") == rating
    assert (await results.puzzle_rating(PUZZLE)).rated == 1


async def test_counting_again_counts_nothing_twice(store: EventStore) -> None:
    hand, results, attempts = ManualClock(), Results(store), Attempts(store, ManualClock())
    state = await attempts.attempt(PUZZLE, "oona", BEST)
    day = utc_day(hand.now)
    recorded = await asyncio.gather(*(results.record(state, "oona", day) for _ in range(8)))
    assert len(set(map(str, recorded))) == 1
    assert await results.scores(PUZZLE.id) == {PUZZLE.answer.optimum: 1}
    assert (await results.solver_rating("oona")).rated == 1


async def test_many_at_once_are_all_counted(store: EventStore) -> None:
    hand, results = ManualClock(), Results(store)
    players = [f"player{number}" for number in range(12)]
    await asyncio.gather(*(solved(store, hand, player, PUZZLE, best=True) for player in players))
    assert await results.scores(PUZZLE.id) == {PUZZLE.answer.optimum: 12}
    assert (await results.puzzle_rating(PUZZLE)).rated == 12


async def test_an_uncounted_attempt_is_counted_at_the_next_read(store: EventStore) -> None:
    hand, results, attempts = ManualClock(), Results(store), Attempts(store, ManualClock())
    await attempts.attempt(PUZZLE, "oona", WORST)
    state = await attempts.attempt(PUZZLE, "oona", BEST)
    result = await results.record(state, "oona", None)
    assert (result.solved, result.attempts, result.best) == (False, 2, PUZZLE.answer.optimum)
    assert result.at == hand.now


async def test_the_leaderboard_goes_by_hints_then_score_then_time(store: EventStore) -> None:
    hand = ManualClock()
    await solved(store, hand, "quick", PUZZLE, best=True)
    await solved(store, hand, "wrong", PUZZLE, best=False)
    await solved(store, hand, "helped", PUZZLE, best=True, hints=1)
    slow = Attempts(store, hand)
    await slow.begin(PUZZLE, "slow")
    hand.pass_seconds(100)
    await solved(store, hand, "slow", PUZZLE, best=True)
    board = await Results(store).leaderboard(PUZZLE.id, 10)
    assert [place.player for place in board] == ["quick", "slow", "wrong", "helped"]


async def test_a_puzzle_moves_in_the_lists_of_practice_as_its_rating_does(store: EventStore) -> None:
    hand = ManualClock()
    library = Library(store, hand, lambda: ())
    for number in (1, 2, 3):
        await library.add(some_puzzle(number, difficulty=1400 + number), "practice")
    puzzle = some_puzzle(2, difficulty=1402)
    assert await library.listed() == [some_puzzle(number).id for number in (1, 2, 3)]
    await solved(store, hand, "oona", puzzle, best=False)
    for name in (PRACTICE, PuzzleFilter(game="kingdomino").list_name, PuzzleFilter(theme="patience").list_name):
        assert (await library.listed(name))[-1] == puzzle.id


async def test_a_deleted_players_attempts_are_gone_except_for_the_counts(store: EventStore) -> None:
    hand, results, attempts = ManualClock(), Results(store), Attempts(store, ManualClock())
    other = some_puzzle(1, DISCOVERY)
    for player in ("oona", "ugh"):
        await solved(store, hand, player, PUZZLE, best=True)
    await attempts.take_hint(other, "oona")
    assert set(await attempts.export("oona")) == {PUZZLE.id, other.id}
    for _ in range(2):
        await results.erase("oona", await attempts.erase("oona"))
    await attempts.erase_index("oona")
    assert not [key async for key in store.keys("*oona*")]
    assert await results.of_player("oona") == {}
    assert await results.solver_rating("oona") == NEW
    assert [place.player for place in await results.leaderboard(PUZZLE.id, 10)] == ["ugh"]
    assert await results.scores(PUZZLE.id) == {PUZZLE.answer.optimum: 2}
