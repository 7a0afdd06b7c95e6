"""What all solvers did: results, scores, heat maps, leaderboards and ratings. Everything follows from the solving logs.

It lies in one slot, so that all that a first attempt changes is changed at once, and only once: the person's result is
written together with it, and says how much of the log has been counted.
"""

from collections.abc import Iterator
from datetime import date
from typing import Final, NamedTuple

import msgspec

from domain.commands import PlaceDomino
from domain.grid import Cell
from puzzles.puzzle import Puzzle
from puzzles.solving.grade import outcome
from service.puzzles.attempts import Solving
from service.puzzles.calendar import utc_day
from service.puzzles.library import SLOT, lists
from service.puzzles.ratings import NEW, Rating, after_attempt, estimated
from service.store.changes import Change, add_to_field, move_member, place_member, set_field
from service.store.event_store import EventStore
from service.store.hashes import Hash
from service.store.sorted_sets import SortedSet

_RATINGS: Final = f"{SLOT}:ratings"
_SOLVERS: Final = f"{SLOT}:solvers"
_WORST_TIME: Final = 10**9 - 1  # milliseconds: eleven days


class Result(msgspec.Struct, frozen=True):
    """What somebody made of a puzzle. Score, stars, hints and time are those of the first attempt."""

    puzzle: str
    day: date | None  # whose puzzle it is
    at: int  # milliseconds
    score: int
    optimum: int
    stars: int
    solved: bool
    hints: int
    seconds: float | None
    attempts: int
    best: int
    rating: float  # of the solver, after it
    rating_before: float
    deviation: float
    on_the_day: bool
    version: int  # so many events of the solving log are counted here


class Place(NamedTuple):
    player: str
    result: Result


_RESULT: Final = msgspec.json.Decoder(Result)
_RATING: Final = msgspec.json.Decoder(Rating)


class Tallies:
    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def take_in(self, solving: Solving, player: str, day: date | None) -> Result:
        """Count what is in a solving log, if it is not counted yet; gives the result as it stands."""
        puzzle = solving.puzzle
        while True:
            before = await self._get(_results(player), puzzle.id)
            known = _RESULT.decode(before) if before else None
            if known is not None and known.version >= solving.version:
                return known
            if known is not None:
                result, guards, changes = _repeated(known, solving), list[_Guard](), list[Change]()
            else:
                result, guards, changes = await self._first(solving, player, day)
            guards.append((_results(player), puzzle.id, before))
            changes.append(set_field(_results(player), puzzle.id, _text(result)))
            words = (msgspec.json.encode(guards), msgspec.json.encode(changes))
            if await self._store.function(SLOT, "firstfire_settle", [_results(player)], *words):
                return result

    async def _first(
        self, solving: Solving, player: str, day: date | None
    ) -> tuple[Result, list["_Guard"], list[Change]]:
        puzzle, first = solving.puzzle, solving.first
        assert first is not None
        own, other = await self._get(_SOLVERS, player), await self._get(_RATINGS, puzzle.id)
        solver = _RATING.decode(own) if own else NEW
        rating = _RATING.decode(other) if other else estimated(puzzle.difficulty)
        after, puzzle_after = after_attempt(solver, rating, outcome(puzzle.answer, first.score, solving.hints))
        result = _result(solving, day, solver, after)
        guards = [(_SOLVERS, player, own), (_RATINGS, puzzle.id, other)]
        changes = [
            set_field(_SOLVERS, player, _text(after)),
            set_field(_RATINGS, puzzle.id, _text(puzzle_after)),
            *(move_member(name, puzzle.id, f"{puzzle_after.rating:.2f}") for name in lists(puzzle)),
            *_counts(solving, player, result),
        ]
        return result, guards, changes

    async def result(self, player: str, puzzle: str) -> Result | None:
        found = await self._get(_results(player), puzzle)
        return _RESULT.decode(found) if found else None

    async def results(self, player: str) -> dict[str, Result]:
        """All of somebody, by puzzle, in the order of the first attempts."""
        stored = (await Hash(self._store, _results(player)).all()).values()
        results = sorted(map(_RESULT.decode, stored), key=lambda result: (result.at, result.puzzle))
        return {result.puzzle: result for result in results}

    async def solver(self, player: str) -> Rating:
        found = await self._get(_SOLVERS, player)
        return _RATING.decode(found) if found else NEW

    async def puzzle(self, puzzle: Puzzle) -> Rating:
        found = await self._get(_RATINGS, puzzle.id)
        return _RATING.decode(found) if found else estimated(puzzle.difficulty)

    async def scores(self, puzzle: str) -> dict[int, int]:
        """How many reached each score at first, the lowest first."""
        counts = await Hash(self._store, _scores(puzzle)).all()
        return dict(sorted((int(score), int(count)) for score, count in counts.items()))

    async def heat(self, puzzle: str) -> dict[Cell, int]:
        """How many covered each cell with their first domino."""
        counts = await Hash(self._store, _heat(puzzle)).all()
        return dict(sorted((_cell(name), int(count)) for name, count in counts.items()))

    async def board(self, puzzle: str, count: int) -> list[Place]:
        """The best first attempts at a puzzle."""
        players = await SortedSet(self._store, _board(puzzle)).members(0, count)
        results = [(player, await self.result(player, puzzle)) for player in players]
        return [Place(player, result) for player, result in results if result is not None]

    async def forget(self, player: str, puzzles: list[str]) -> None:
        """Somebody leaves: what they did stays only as numbers among those of others."""
        for puzzle in puzzles:
            await SortedSet(self._store, _board(puzzle)).remove(player)
        await Hash(self._store, _SOLVERS).remove(player)
        await Hash(self._store, _results(player)).delete()

    async def _get(self, key: str, field: str) -> str:
        """The text there, or an empty one."""
        return (await Hash(self._store, key).get(field) or b"").decode()


_Guard = tuple[str, str, str]


def _result(solving: Solving, day: date | None, before: Rating, after: Rating) -> Result:
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


def _repeated(known: Result, solving: Solving) -> Result:
    attempts, best = len(solving.attempts), solving.best
    return msgspec.structs.replace(known, attempts=attempts, best=best, version=solving.version)


def _counts(solving: Solving, player: str, result: Result) -> Iterator[Change]:
    """What a first attempt adds to the numbers of its puzzle."""
    puzzle = solving.puzzle.id
    yield add_to_field(_scores(puzzle), str(result.score), 1)
    yield place_member(_board(puzzle), player, str(_place(result)))
    placed = next((move for move in solving.attempts[0].moves if isinstance(move, PlaceDomino)), None)
    if placed is not None:
        yield from (add_to_field(_heat(puzzle), f"{x},{y}", 1) for x, y in (placed.a, placed.b))


def _place(result: Result) -> int:
    """Fewest hints, then the best score, then the shortest time: the lower, the better."""
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
