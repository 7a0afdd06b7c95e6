"""What all solvers did: results, scores, heat maps, leaderboards and ratings, all derived from the solving logs.

Everything is in one slot, so that a first attempt changes all of it atomically, and only once: the result of the player
is written in the same step, and says how many events of the log have been counted.
"""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Final, NamedTuple, TypeAlias

import msgspec

from domain.commands import PlaceDomino
from domain.grid import Cell
from puzzles.puzzle import Puzzle
from puzzles.solving.grade import share_of_win
from service.puzzles.attempts import Solving
from service.puzzles.calendar import utc_day
from service.puzzles.library import SLOT, lists
from service.puzzles.ratings import NEW, VERSION, GlickoRating, after_attempt, estimated
from service.store.event_store import EventStore
from service.store.structures.changes import (
    Change,
    add_to_field,
    move_member,
    place_member,
    remove_field,
    remove_member,
    set_field,
)
from service.store.structures.hashes import Hash
from service.store.structures.sorted_sets import SortedSet
from service.store.structures.values import Value

_RATINGS: Final = f"{SLOT}:ratings"
_SOLVERS: Final = f"{SLOT}:solvers"
_COUNTED_BY: Final = f"{SLOT}:counted_by"  # the version of the ratings
_WORST_TIME: Final = 10**9 - 1  # milliseconds: eleven days


class AnyResult(msgspec.Struct, frozen=True):
    """The result of a player for a puzzle. Score, stars, hints and time are those of the first attempt.

    The stored form and the one shown to clients add fields at the end, and define the types of `at` and `rating`.
    """

    puzzle: str
    day: date | None  # whose puzzle it is
    at: int | datetime
    score: int
    optimum: int
    stars: int
    solved: bool
    hints: int
    seconds: float | None
    attempts: int
    best: int
    rating: float  # of the solver, after the first attempt


class Result(AnyResult, frozen=True):
    """A result as it is stored."""

    at: int  # milliseconds
    rating_before: float
    deviation: float
    on_the_day: bool
    version: int  # how many events of the solving log are counted here


class Place(NamedTuple):
    player: str
    result: Result


_Guard: TypeAlias = tuple[str, str, str]  # key, field, and the text that must still be there

_RESULT: Final = msgspec.json.Decoder(Result)
_RATING: Final = msgspec.json.Decoder(GlickoRating)


class Results:
    def __init__(self, store: EventStore, *, version: int = VERSION) -> None:
        self._store = store
        self._version = version  # of the way of rating

    async def record(self, solving: Solving, player: str, day: date | None) -> Result:
        """Count the events of a solving log that are not counted yet; returns the current result."""
        puzzle = solving.puzzle
        while True:
            stored = await self._get(_results(player), puzzle.id)
            before = _RESULT.decode(stored) if stored else None
            if before is not None and before.version >= solving.version:
                return before
            if before is not None:
                result, guards, changes = _with_retries(before, solving), list[_Guard](), list[Change]()
            else:
                result, guards, changes = await self._first(solving, player, day)
            guards.append((_results(player), puzzle.id, stored))
            changes.append(set_field(_results(player), puzzle.id, _text(result)))
            arguments = (msgspec.json.encode(guards), msgspec.json.encode(changes))
            if await self._store.function(SLOT, "firstfire_settle", [_results(player)], *arguments):
                return result

    async def _first(
        self, solving: Solving, player: str, day: date | None
    ) -> tuple[Result, list[_Guard], list[Change]]:
        """The result of a first attempt, with all that it changes, and on which stored values that is based."""
        puzzle = solving.puzzle
        stored_solver, stored_puzzle = await self._get(_SOLVERS, player), await self._get(_RATINGS, puzzle.id)
        solver = _RATING.decode(stored_solver) if stored_solver else NEW
        rating = _RATING.decode(stored_puzzle) if stored_puzzle else estimated(puzzle.difficulty)
        solver_after, puzzle_after = after_attempt(
            solver, rating, solved=solving.grade(0).solved, share=share_of_win(solving.hints)
        )
        result = _result(solving, day, solver, solver_after)
        guards = [(_SOLVERS, player, stored_solver), (_RATINGS, puzzle.id, stored_puzzle)]
        changes = [
            set_field(_SOLVERS, player, _text(solver_after)),
            set_field(_RATINGS, puzzle.id, _text(puzzle_after)),
            *(move_member(name, puzzle.id, f"{puzzle_after.rating:.2f}") for name in lists(puzzle)),
            *_counts(solving, player, result),
        ]
        return result, guards, changes

    async def of(self, player: str, puzzle: str) -> Result | None:
        stored = await self._get(_results(player), puzzle)
        return _RESULT.decode(stored) if stored else None

    async def of_player(self, player: str) -> dict[str, Result]:
        """All results of a player, by puzzle, in the order of the first attempts."""
        stored = (await Hash(self._store, _results(player)).all()).values()
        results = sorted(map(_RESULT.decode, stored), key=lambda result: (result.at, result.puzzle))
        return {result.puzzle: result for result in results}

    async def solver_rating(self, player: str) -> GlickoRating:
        stored = await self._get(_SOLVERS, player)
        return _RATING.decode(stored) if stored else NEW

    async def puzzle_rating(self, puzzle: Puzzle) -> GlickoRating:
        stored = await self._get(_RATINGS, puzzle.id)
        return _RATING.decode(stored) if stored else estimated(puzzle.difficulty)

    async def scores(self, puzzle: str) -> dict[int, int]:
        """How many solvers reached each score with their first attempt, the lowest score first."""
        counts = await Hash(self._store, _scores(puzzle)).all()
        return dict(sorted((int(score), int(count)) for score, count in counts.items()))

    async def heat(self, puzzle: str) -> dict[Cell, int]:
        """How many solvers covered each cell with their first domino."""
        counts = await Hash(self._store, _heat(puzzle)).all()
        return dict(sorted((_cell(name), int(count)) for name, count in counts.items()))

    async def leaderboard(self, puzzle: str, count: int) -> list[Place]:
        """The best first attempts at a puzzle."""
        players = await SortedSet(self._store, _board(puzzle)).members(0, count)
        results = [(player, await self.of(player, puzzle)) for player in players]
        return [Place(player, result) for player, result in results if result is not None]

    async def hand_over(self, puzzle: str, guest: str, to: str) -> None:
        """The result of a guest becomes that of an account that has none: nothing is counted, and nobody rated, once
        more. May be repeated."""
        while stored := await self._get(_results(guest), puzzle):
            solver, result = await self.solver_rating(to), _RESULT.decode(stored)
            rating = solver.rating
            kept = msgspec.structs.replace(result, rating=rating, rating_before=rating, deviation=solver.deviation)
            guards = [(_results(guest), puzzle, stored), (_results(to), puzzle, "")]
            changes = [
                remove_field(_results(guest), puzzle),
                set_field(_results(to), puzzle, _text(kept)),
                remove_member(_board(puzzle), guest),
                place_member(_board(puzzle), to, str(_rank(result))),
            ]
            arguments = (msgspec.json.encode(guards), msgspec.json.encode(changes))
            if await self._store.function(SLOT, "firstfire_settle", [_results(to)], *arguments):
                return
            if await self._get(_results(to), puzzle):  # the account has been quicker: its own counts
                return

    async def erase(self, player: str, puzzles: list[str]) -> None:
        """Erase the results of a player; they remain only in the counts of each puzzle."""
        for puzzle in puzzles:
            await SortedSet(self._store, _board(puzzle)).remove(player)
        await Hash(self._store, _SOLVERS).remove(player)
        await Hash(self._store, _results(player)).delete()

    async def exist(self) -> bool:
        """Whether anybody has made an attempt."""
        return await Hash(self._store, _SOLVERS).exists()

    async def are_current(self) -> bool:
        """Whether all of them were counted by the present way of rating."""
        return await Value(self._store, _COUNTED_BY).get() == str(self._version).encode()

    async def mark_current(self) -> None:
        await Value(self._store, _COUNTED_BY).set(self._version)

    async def clear(self) -> None:
        """Delete all that is derived from attempts."""
        for kind in ("ratings", "solvers", "results:*", "scores:*", "heat:*", "board:*"):
            await self._store.discard(f"{SLOT}:{kind}")

    async def _get(self, key: str, field: str) -> str:
        """The stored text, or an empty one."""
        return (await Hash(self._store, key).get(field) or b"").decode()


def _result(solving: Solving, day: date | None, before: GlickoRating, after: GlickoRating) -> Result:
    first, grade = solving.attempts[0], solving.grade(0)
    return Result(
        puzzle=solving.puzzle.id,
        day=day,
        at=first.at,
        score=grade.score,
        optimum=grade.optimum,
        stars=grade.stars,
        solved=grade.solved,
        hints=solving.hints,
        seconds=solving.seconds,
        attempts=len(solving.attempts),
        best=solving.best,
        rating=after.rating,
        rating_before=before.rating,
        deviation=after.deviation,
        on_the_day=day is not None and utc_day(first.at) == day,
        version=solving.version,
    )


def _with_retries(before: Result, solving: Solving) -> Result:
    attempts, best = len(solving.attempts), solving.best
    return msgspec.structs.replace(before, attempts=attempts, best=best, version=solving.version)


def _counts(solving: Solving, player: str, result: Result) -> Iterator[Change]:
    """The changes that a first attempt makes to the counts of its puzzle."""
    puzzle = solving.puzzle.id
    yield add_to_field(_scores(puzzle), str(result.score), 1)
    yield place_member(_board(puzzle), player, str(_rank(result)))
    placed = next((move for move in solving.attempts[0].moves if isinstance(move, PlaceDomino)), None)
    if placed is not None:
        yield from (add_to_field(_heat(puzzle), f"{x},{y}", 1) for x, y in (placed.a, placed.b))


def _rank(result: Result) -> int:
    """The order of the leaderboard, lowest first: by fewest hints, then best score, then shortest time."""
    time = _WORST_TIME if result.seconds is None else min(_WORST_TIME, round(result.seconds * 1000))
    return (result.hints * 1000 + result.optimum - result.score) * (_WORST_TIME + 1) + time


def _text(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def _cell(name: str) -> Cell:
    x, _, y = name.partition(",")
    return int(x), int(y)


def _results(player: str) -> str:
    return f"{SLOT}:results:{player}"


def _scores(puzzle: str) -> str:
    return f"{SLOT}:scores:{puzzle}"


def _heat(puzzle: str) -> str:
    return f"{SLOT}:heat:{puzzle}"


def _board(puzzle: str) -> str:
    return f"{SLOT}:board:{puzzle}"
