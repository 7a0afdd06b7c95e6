"""Puzzles made in the background, from nothing and from games; and what an operator does about them."""

import json
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from domain.rules import Rules
from puzzles.puzzle import from_json, to_json
from service.__main__ import main
from service.assembly import assemble
from service.engine.questions import Made, Make, Mine, TimedQuestion
from service.engine.search_pool import SearchPool
from service.engine.search_process import answer
from service.ops.export_import import export_logs, import_logs
from service.ops.puzzle_commands import rebuild_puzzles
from service.ops.verify import verify
from service.puzzles.library import RESERVE, SLOT
from service.puzzles.production import AHEAD, Progress, Workshop, fill_library, mine_game, published_progress
from service.puzzles.ratings import VERSION
from service.puzzles.recount import bring_up_to_date
from service.puzzles.results import Results
from service.runtime.clock import wall_clock
from service.services import Services
from service.store.event_store import EventStore
from service.store.log_names import attempts_log, days_log, is_game, puzzle_log, seats_log
from service.store.structures.hashes import Hash
from tests.service.engine.test_reviews import guessed
from tests.support.play import random_game
from tests.support.puzzle_samples import some_puzzle, worst_line
from tests.support.reviewing import review
from tests.support.servers import emptied
from tests.support.simple_search_process import COMMAND
from tests.support.staged_games import opened, store_game

RULES = Rules("origins", 4, "discovery")


@pytest.fixture
async def services(server_url: str) -> AsyncIterator[Services]:
    store = EventStore(server_url)
    await emptied(store)
    yield assemble(store, wall_clock)
    await store.aclose()


class Canned(SearchPool):
    """SearchPool that have thought already."""

    def __init__(self, *answers: list[str]) -> None:
        super().__init__(1, Path("nowhere"))
        self.answers = list(answers)
        self.questions: list[object] = []

    async def think(self, question: object, *_: object) -> Made:
        self.questions.append(question)
        return Made(self.answers.pop(0) if self.answers else [])


def lines(*seeds: int) -> list[str]:
    return [to_json(some_puzzle(seed)).decode() for seed in seeds]


def shop_of(services: Services, thinkers: SearchPool) -> Workshop:
    return Workshop(services.store, services.library, services.calendar, thinkers)


# Making


async def test_the_search_process_makes_proven_puzzles() -> None:
    question, looks = TimedQuestion(Make(7), 600.0), count()
    made = answer(question, lambda: next(looks) > 200)
    assert isinstance(made, Made)
    assert made.puzzles
    for line in made.puzzles:
        assert from_json(line.encode()).answer.optimum > 0
    assert answer(question, lambda: True) == Made([]), "it stops when requested"


async def test_daily_and_practice_puzzles_are_filled_up_and_progress_is_shown(services: Services) -> None:
    await services.library.add_shipped()
    there = await services.library.count()
    wanted = there + 3
    thinkers = Canned(lines(*range(1, 10)), lines(*range(10, 20)), lines(*range(20, 40)))
    made = await fill_library(shop_of(services, thinkers), wanted)
    assert await services.library.count() == wanted
    progress = await published_progress(services.store)
    assert progress is not None
    assert (progress.practice, progress.wanted, progress.is_enough) == (wanted, wanted, True)
    assert progress.reserve == await services.library.count(RESERVE) >= AHEAD
    assert made == 3 + AHEAD


async def test_an_existing_puzzle_is_not_stored_again(services: Services) -> None:
    assert await services.library.add(some_puzzle(1), "practice")
    assert not await services.library.add(some_puzzle(1), "days")
    assert len(await services.store.read(puzzle_log(some_puzzle(1).id))) == 1


async def test_production_stops_when_nothing_can_be_made(services: Services, tmp_path: Path) -> None:
    thinkers = SearchPool(1, tmp_path, command=COMMAND)
    assert await fill_library(shop_of(services, thinkers), 10_000) == 0
    await thinkers.aclose()


def test_the_next_puzzle_goes_where_most_are_missing() -> None:
    assert Progress(0, 500, 0).collection == "days"
    assert Progress(10, 500, 11).collection == "practice"
    assert Progress(500, 500, AHEAD - 1).collection == "days"
    assert Progress(100, 500, AHEAD).collection == "practice"
    assert not Progress(500, 500, AHEAD - 1).is_enough


# Games


async def played(services: Services, seed: int, *, private: bool = False) -> str:
    game, rng = f"game{seed}", Random(seed)
    finished = random_game(RULES, rng)
    await store_game(services.store, game, opened(RULES, rng, private=private), finished)
    await services.reviews.keep(game, review(finished.events, guessed))
    return game


@pytest.mark.parametrize("private", [False, True])
async def test_a_finished_game_leaves_up_to_three_puzzles(services: Services, private: bool) -> None:
    game = await played(services, 1, private=private)
    mined = [replace(some_puzzle(seed), game=game, seat=0, seq=9, source="game") for seed in (1, 2)]
    thinkers = Canned([to_json(puzzle).decode() for puzzle in mined])
    assert await mine_game(shop_of(services, thinkers), services.reviews, services.tables, game) == 2
    assert set(await services.library.of_game(game)) == {puzzle.id for puzzle in mined}
    assert bool(await services.library.listed()) != private
    assert await mine_game(shop_of(services, thinkers), services.reviews, services.tables, game) == 0, "once is enough"
    [question] = thinkers.questions
    assert isinstance(question, Mine)
    assert question.most == 3
    assert "Ann" not in str(question.events), "the engine does not get the names"


async def test_the_search_process_finds_puzzles_in_a_game() -> None:
    for seed in range(1, 6):
        finished = random_game(RULES, Random(seed))
        judged = review(finished.events, guessed).decisions
        made = answer(TimedQuestion(Mine(f"game{seed}", finished.events, [0, 1], judged, 3), 30.0), lambda: False)
        assert isinstance(made, Made)
        assert len(made.puzzles) <= 3
        mined = [from_json(line.encode()) for line in made.puzzles]
        assert all(
            puzzle.game == f"game{seed}" and puzzle.seat in (0, 1) and puzzle.source == "game" for puzzle in mined
        )
        if mined:
            return
    raise AssertionError("not one puzzle in five games")


async def test_a_game_that_was_not_reviewed_leaves_none(services: Services) -> None:
    assert await mine_game(shop_of(services, Canned()), services.reviews, services.tables, "nosuchgame") == 0


# Errands


async def test_all_counts_can_be_rebuilt(services: Services) -> None:
    await services.calendar.schedule_ahead()
    for number, player in enumerate(("ann", "ben", "cleo")):
        for seed in (1, 2):
            puzzle = some_puzzle(seed)
            await services.library.add(puzzle, "practice")
            await services.attempts.take_hint(puzzle, player)
            for moves in (worst_line(puzzle), puzzle.answer.line)[number % 2 :]:
                state = await services.attempts.attempt(puzzle, player, moves)
                await services.results.record(state, player, None)
    before = await _counted(services)
    rebuilt = await rebuild_puzzles(
        services.store, services.library, services.calendar, services.attempts, services.results
    )
    assert rebuilt.attempts == 10
    assert await _counted(services) == before


async def test_attempts_that_were_rated_differently_are_counted_again_once(services: Services) -> None:
    parts = services.store, services.library, services.calendar, services.attempts
    await bring_up_to_date(*parts, services.results)
    puzzle = some_puzzle(2)
    await services.library.add(puzzle, "practice")
    for player in ("ann", "ben"):
        state = await services.attempts.attempt(puzzle, player, puzzle.answer.line)
        await services.results.record(state, player, None)
    before = await _counted(services)
    solvers = Hash(services.store, f"{SLOT}:solvers")
    await solvers.set({"ann": b'{"rating":999,"deviation":99,"volatility":0.06,"rated":1}'})
    await bring_up_to_date(*parts, services.results)
    assert await _counted(services) != before, "as long as the way of rating is the same"
    await bring_up_to_date(*parts, Results(services.store, version=VERSION + 1))
    assert await _counted(services) == before


async def test_puzzles_days_and_attempts_move_with_an_export(services: Services, tmp_path: Path) -> None:
    await services.calendar.schedule_ahead()
    puzzle = some_puzzle(3)
    await services.library.add(puzzle, "practice")
    state = await services.attempts.attempt(puzzle, "ann", puzzle.answer.line, "ann:once")
    before, given = await services.results.record(state, "ann", None), await services.calendar.scheduled()
    await export_logs(services.store, tmp_path / "all.ndjson")
    await emptied(services.store)
    await import_logs(services.store, tmp_path / "all.ndjson")
    there = assemble(services.store, wall_clock)
    await rebuild_puzzles(there.store, there.library, there.calendar, there.attempts, there.results)
    assert await there.calendar.scheduled() == given
    assert await there.results.of("ann", puzzle.id) == before
    assert await there.attempts.attempt(puzzle, "ann", puzzle.answer.line, "ann:once") == state
    assert not (await verify(there.store, pool=ThreadPoolExecutor(1))).problems


def test_only_logs_of_games_are_treated_as_games() -> None:
    assert is_game("kwfy3gevrw")
    for log in (puzzle_log("k3v9x0a7qm"), attempts_log("k3v9x0a7qm", "oona"), days_log(), seats_log("kwfy3gevrw")):
        assert not is_game(log)


async def _counted(services: Services) -> dict[str, object]:
    counts: dict[str, object] = {}
    async for key in services.store.keys("{puzzles}:*"):
        kind = await services.store.servers.call(key, "TYPE", key)
        if kind == b"string":
            continue  # how far it is counted
        words = {b"hash": ("HGETALL",), b"zset": ("ZRANGE", 0, -1, "WITHSCORES"), b"set": ("SMEMBERS",)}[kind]
        read = await services.store.servers.call(key, words[0], key, *words[1:])
        counts[key] = sorted(zip(read[::2], read[1::2], strict=True)) if kind != b"set" else sorted(read)
    return counts


def test_the_command_counts_dumps_and_makes(
    server_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", server_url)
    file = tmp_path / "puzzles.ndjson"
    assert main(["puzzles", "--make", "2"]) == 0
    assert "new puzzles" in capsys.readouterr().out
    assert main(["puzzles", "--dump", str(file)]) == 0
    assert "puzzles for practice" in capsys.readouterr().out
    dumped = [json.loads(line) for line in file.read_text().splitlines()]
    assert dumped
    assert not [line for line in dumped if "answer" in line and not line["answer_is_public"]]
