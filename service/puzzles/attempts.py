"""What one player did with one puzzle: a small log of its own.

Moves are stored, never scores: those follow from the rules. An attempt that is illegal or incomplete is not stored at
all. The first attempt counts, and the hints taken before it.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias, assert_never, cast

import msgspec
from cachetools import LRUCache

from domain.commands import Step
from domain.errors import Reason
from domain.notation.moves import read_move, write_move
from domain.scoring import Score
from puzzles.puzzle import Puzzle
from puzzles.solving.attempt import played, replay
from puzzles.solving.grade import Grade, grade
from puzzles.solving.hint_ladder import RUNGS, HintRung, Rung, hint
from service.puzzles.library import SLOT
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.errors import StreamMoved
from service.store.event_store import EventStore
from service.store.log_names import solving_log
from service.store.structures.sets import StoredSet

MOST_ATTEMPTS: Final = 200
_CACHED_SCORES: Final = 10_000
NO_MORE_HINTS: Final = Reason("no_more_hints", "", "You have had every hint there is for this puzzle.")
ENOUGH_ATTEMPTS: Final = Reason("enough_attempts", "", "You have made {most} attempts at this puzzle: try another one.")


class PuzzleSeen(msgspec.Struct, frozen=True, tag="puzzle_seen"):
    """The puzzle was shown for the first time. Earlier releases counted the solving time from here; it is only read."""


class PuzzleBegun(msgspec.Struct, frozen=True, tag="puzzle_begun"):
    """The player began to solve the puzzle: the solving time is counted from here."""


class HintTaken(msgspec.Struct, frozen=True, tag="hint_taken"):
    rung: Rung


class AttemptMade(msgspec.Struct, frozen=True, tag="attempt_made"):
    moves: tuple[str, ...]  # as a record writes them


SolvingEvent: TypeAlias = PuzzleSeen | HintTaken | AttemptMade | PuzzleBegun


class LoggedEvent(msgspec.Struct, frozen=True):
    """An event of the log as the export of personal data shows it."""

    at: int  # milliseconds
    event: SolvingEvent


class Attempt(msgspec.Struct, frozen=True):
    at: int  # milliseconds
    moves: tuple[Step, ...]
    points: Score

    @property
    def score(self) -> int:
        return self.points.total


class Solving(msgspec.Struct, frozen=True):
    """The progress of one player with one puzzle."""

    puzzle: Puzzle
    version: int = 0
    seen: int | None = None  # when, in milliseconds; only in logs of earlier releases
    begun: int | None = None
    rungs: tuple[Rung, ...] = ()
    hints: int = 0  # taken before the first attempt: only these cost something
    attempts: tuple[Attempt, ...] = ()

    @property
    def first(self) -> Attempt | None:
        return self.attempts[0] if self.attempts else None

    @property
    def best(self) -> int:
        return max(attempt.score for attempt in self.attempts)

    @property
    def seconds(self) -> float | None:
        """The time from the beginning to the first attempt."""
        first, since = self.first, self.seen if self.begun is None else self.begun
        return None if first is None or since is None else (first.at - since) / 1000

    def grade(self, number: int) -> Grade:
        """The grade of attempt `number`, counted from 0. Hints lower the grade of the first only."""
        return grade(self.puzzle.answer, self.attempts[number].score, 0 if number else self.hints)

    def hints_taken(self) -> list[HintRung]:
        return [hint(self.puzzle, rung) for rung in self.rungs]

    @property
    def next_rung(self) -> Rung | None:
        return RUNGS[len(self.rungs)] if len(self.rungs) < len(RUNGS) else None


class _Stamped(NamedTuple):
    at: int
    event: SolvingEvent


_DECODER: Final = msgspec.msgpack.Decoder(_Stamped)


class Scores:
    """The points of attempts. Replaying an attempt is slow, so each is replayed once and its points are cached."""

    def __init__(self) -> None:
        self._cache: LRUCache[tuple[str, tuple[str, ...]], Score] = LRUCache(_CACHED_SCORES)

    def of(self, puzzle: Puzzle, attempt: AttemptMade, moves: tuple[Step, ...]) -> Score:
        key = puzzle.id, attempt.moves
        points = self._cache.get(key)
        if points is None:
            points = self._cache[key] = played(puzzle.problem, moves).score
        return points

    def add(self, puzzle: Puzzle, attempt: AttemptMade, points: Score) -> None:
        self._cache[puzzle.id, attempt.moves] = points


def solving(puzzle: Puzzle, events: Iterable[tuple[int, SolvingEvent]], scores: Scores | None = None) -> Solving:
    scores, state = scores or Scores(), Solving(puzzle)
    for at, event in events:
        state = _evolve(state, at, event, scores)
    return state


def _evolve(before: Solving, at: int, event: SolvingEvent, scores: Scores) -> Solving:
    after = msgspec.structs.replace(before, version=before.version + 1)
    match event:
        case PuzzleSeen():
            return msgspec.structs.replace(after, seen=at)
        case PuzzleBegun():
            return after if before.first is not None else msgspec.structs.replace(after, begun=at)
        case HintTaken(rung):
            hints = before.hints + (before.first is None)
            return msgspec.structs.replace(after, rungs=(*before.rungs, rung), hints=hints)
        case AttemptMade(words):
            moves = tuple(cast(Step, read_move(word)) for word in words)
            attempt = Attempt(at=at, moves=moves, points=scores.of(before.puzzle, event, moves))
            return msgspec.structs.replace(after, attempts=(*before.attempts, attempt))
        case _ as never:
            assert_never(never)


class Attempts:
    def __init__(self, store: EventStore, clock: Clock, *, most: int = MOST_ATTEMPTS) -> None:
        self._store = store
        self._clock = clock
        self._most = most
        self._scores = Scores()

    async def of(self, puzzle: Puzzle, player: str, upto: int | None = None) -> Solving:
        entries = await self._store.read(solving_log(puzzle.id, player), 0, upto)
        return solving(puzzle, (_DECODER.decode(entry.data) for entry in entries), self._scores)

    async def begin(self, puzzle: Puzzle, player: str) -> Solving:
        """The progress of a player who begins to solve. Only the first time counts, and none after an attempt."""
        state = await self.of(puzzle, player)
        if state.first is not None or state.begun is not None:
            return state
        return await self._append(state, player, PuzzleBegun(), "begun")

    async def take_hint(self, puzzle: Puzzle, player: str, key: str | None = None) -> Solving:
        """Take the next hint, which is then the last of `rungs`; raises Refused if there are no more."""
        if (first_answer := await self._repeated(puzzle, player, key)) is not None:
            return first_answer
        state = await self.begin(puzzle, player)
        if state.next_rung is None:
            raise Refused(NO_MORE_HINTS, "conflict")
        return await self._append(state, player, HintTaken(state.next_rung), key)

    async def attempt(self, puzzle: Puzzle, player: str, moves: tuple[Step, ...], key: str | None = None) -> Solving:
        """Store a complete attempt, which is then the last of `attempts`; raises IllegalAttempt or Refused."""
        points, made = replay(puzzle.problem, moves).score, AttemptMade(tuple(map(write_move, moves)))
        if (first_answer := await self._repeated(puzzle, player, key)) is not None:
            return first_answer
        self._scores.add(puzzle, made, points)
        state = await self.of(puzzle, player)
        if len(state.attempts) >= self._most:
            raise Refused(ENOUGH_ATTEMPTS.about(most=self._most), "conflict")
        return await self._append(state, player, made, key)

    async def add_to_index(self, puzzle: str, player: str) -> None:
        """Record that a player has a log for this puzzle, so that it can be exported and erased."""
        await self._index(player).add(puzzle)

    async def export(self, player: str) -> dict[str, list[LoggedEvent]]:
        """The logs of a player, by puzzle."""
        return {name: await self._events(name, player) for name in sorted(await self._index(player).members())}

    async def erase(self, player: str) -> list[str]:
        """Erase the logs of a player; returns the ids of their puzzles. May be repeated until `erase_index`."""
        names = await self._index(player).members()
        for name in names:
            await self._store.forget(solving_log(name, player))
        return names

    async def erase_index(self, player: str) -> None:
        """The last step of erasing: without the index, the logs could not be found."""
        await self._index(player).delete()

    async def _repeated(self, puzzle: Puzzle, player: str, key: str | None) -> Solving | None:
        """The progress after an earlier command with this key, if there was one."""
        span = await self._store.command(solving_log(puzzle.id, player), key) if key is not None else None
        return None if span is None else await self.of(puzzle, player, span.last)

    async def _append(self, state: Solving, player: str, event: SolvingEvent, key: str | None) -> Solving:
        """Append to the log as it is now. A hint that was recorded meanwhile is not recorded twice."""
        puzzle, now = state.puzzle, self._clock()
        log, data = solving_log(puzzle.id, player), msgspec.msgpack.encode((now, event))
        if not state.version:  # before the first event, so that every log is in the index
            await self.add_to_index(puzzle.id, player)
        while True:
            try:
                appended = await self._store.append(log, state.version, [data], key)
            except StreamMoved:
                state = await self.of(puzzle, player)
                if isinstance(event, HintTaken) and event.rung in state.rungs:
                    return state
                continue
            if appended.repeated:
                return await self.of(puzzle, player, appended.last)
            return _evolve(state, now, event, self._scores)

    def _index(self, player: str) -> StoredSet:
        return StoredSet(self._store, f"{SLOT}:seen:{player}")

    async def _events(self, puzzle: str, player: str) -> list[LoggedEvent]:
        entries = await self._store.read(solving_log(puzzle, player))
        stamped = [_DECODER.decode(entry.data) for entry in entries]
        return [LoggedEvent(at, event) for at, event in stamped]
