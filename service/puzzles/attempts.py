"""What one player did with one puzzle: a small log of its own.

Moves are stored, never scores: those follow from the rules. An attempt that is illegal or incomplete is not stored at
all. The first attempt counts, and the hints taken before it.
"""

from collections.abc import Callable
from typing import Final, TypeAlias, assert_never, cast

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
from service.store.event_store import EventStore
from service.store.log_names import attempts_log
from service.store.structures.sets import StoredSet
from service.store.typed_log import LogKind, Timed, TypedLog

MOST_ATTEMPTS: Final = 200
_CACHED_SCORES: Final = 10_000
_LEAST_SECONDS: Final = 1.0  # for each move: a time below that was not thought
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


class Progress(msgspec.Struct, frozen=True):
    """What one player did with one puzzle, without the puzzle: all that the log says."""

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
    def seconds(self) -> float | None:
        """The time from the beginning to the first attempt; None if nobody can be that fast."""
        first, since = self.first, self.seen if self.begun is None else self.begun
        if first is None or since is None:
            return None
        seconds = (first.at - since) / 1000
        return seconds if seconds >= _LEAST_SECONDS * len(first.moves) else None

    @property
    def next_rung(self) -> Rung | None:
        return RUNGS[len(self.rungs)] if len(self.rungs) < len(RUNGS) else None


class Solving(Progress, frozen=True, kw_only=True):
    """The progress of one player with one puzzle, and the points of each attempt."""

    puzzle: Puzzle
    points: tuple[Score, ...] = ()

    @property
    def best(self) -> int:
        return max(points.total for points in self.points)

    def grade(self, number: int) -> Grade:
        """The grade of attempt `number`, counted from 0. Hints lower the grade of the first only."""
        return grade(self.puzzle.answer, self.points[number].total, 0 if number else self.hints)

    def hints_taken(self) -> list[HintRung]:
        return [hint(self.puzzle, rung) for rung in self.rungs]


def _evolve(before: Progress, entry: Timed[SolvingEvent]) -> Progress:
    at, event = entry
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
            attempt = Attempt(at=at, moves=tuple(cast(Step, read_move(word)) for word in words))
            return msgspec.structs.replace(after, attempts=(*before.attempts, attempt))
        case _ as never:
            assert_never(never)


ATTEMPT_LOGS: Final = LogKind(attempts_log, tuple[int, SolvingEvent], Progress, _evolve)


class Attempts:
    def __init__(self, store: EventStore, clock: Clock, *, most: int = MOST_ATTEMPTS) -> None:
        self._store = store
        self._clock = clock
        self._most = most
        # Replaying an attempt is slow, so each is replayed once.
        self._points: LRUCache[tuple[str, tuple[Step, ...]], Score] = LRUCache(_CACHED_SCORES)

    async def of(self, puzzle: Puzzle, player: str, upto: int | None = None) -> Solving:
        return self.scored(puzzle, await self._log(puzzle.id, player).read(upto))

    def scored(self, puzzle: Puzzle, progress: Progress) -> Solving:
        """The progress of a player, with the points of each attempt."""
        points = tuple(self._points_of(puzzle, attempt.moves) for attempt in progress.attempts)
        return Solving(**msgspec.structs.asdict(progress), puzzle=puzzle, points=points)

    async def begin(self, puzzle: Puzzle, player: str) -> Solving:
        """The progress of a player who begins to solve. Only the first time counts, and none after an attempt."""

        def decide(before: Progress) -> SolvingEvent | None:
            return PuzzleBegun() if before.first is None and before.begun is None else None

        return await self._change(puzzle, player, decide, "begun")

    async def take_hint(self, puzzle: Puzzle, player: str, key: str | None = None) -> Solving:
        """Take the next hint, which is then the last of `rungs`; raises Refused if there are no more.

        A hint that was recorded meanwhile is not recorded twice.
        """
        rung = (await self.begin(puzzle, player)).next_rung

        def decide(before: Progress) -> SolvingEvent | None:
            if rung is None:
                raise Refused(NO_MORE_HINTS, "conflict")
            return HintTaken(rung) if rung not in before.rungs else None

        return await self._change(puzzle, player, decide, key)

    async def attempt(self, puzzle: Puzzle, player: str, moves: tuple[Step, ...], key: str | None = None) -> Solving:
        """Store a complete attempt, which is then the last of `attempts`; raises IllegalAttempt or Refused."""
        self._points[puzzle.id, moves] = replay(puzzle.problem, moves).score
        made = AttemptMade(tuple(map(write_move, moves)))

        def decide(before: Progress) -> SolvingEvent:
            if len(before.attempts) >= self._most:
                raise Refused(ENOUGH_ATTEMPTS.about(most=self._most), "conflict")
            return made

        return await self._change(puzzle, player, decide, key)

    async def _change(
        self, puzzle: Puzzle, player: str, decide: Callable[[Progress], SolvingEvent | None], key: str | None
    ) -> Solving:
        """The progress after what `decide` makes of it; a repeated key gets that of its first time."""

        async def decide_event(before: Progress) -> list[Timed[SolvingEvent]]:
            if (event := decide(before)) is None:
                return []
            if not before.version:  # before the first event, so that every log is in the index
                await self.add_to_index(puzzle.id, player)
            return [(self._clock(), event)]

        log = self._log(puzzle.id, player)
        appended = await log.change(decide_event, key)
        if appended is not None and appended.repeated:
            return await self.of(puzzle, player, appended.last)
        return self.scored(puzzle, log.state)

    async def add_to_index(self, puzzle: str, player: str) -> None:
        """Record that a player has a log for this puzzle, so that it can be exported and erased."""
        await self._index(player).add(puzzle)

    async def export(self, player: str) -> dict[str, list[LoggedEvent]]:
        """The logs of a player, by puzzle."""
        names = await self.puzzles(player)
        logs = {name: await self._log(name, player).events() for name in names}
        return {name: [LoggedEvent(at, event) for at, event in events] for name, events in logs.items()}

    async def count(self, player: str) -> int:
        """At how many puzzles a player has begun."""
        return await self._index(player).size()

    async def puzzles(self, player: str) -> list[str]:
        return sorted(await self._index(player).members())

    async def copy(self, puzzle: str, guest: str, to: str) -> bool:
        """Give an account what a guest did with a puzzle; False if it has done something with it. May be repeated."""
        if not (events := await self._log(puzzle, guest).events()):
            return True
        await self.add_to_index(puzzle, to)
        return await self._log(puzzle, to).begin(events, f"from:{guest}")

    async def remove(self, puzzle: str, player: str) -> None:
        await self._store.forget(attempts_log(puzzle, player))
        await self._index(player).remove(puzzle)

    async def erase(self, player: str) -> list[str]:
        """Erase the logs of a player; returns the ids of their puzzles. May be repeated until `erase_index`."""
        names = await self._index(player).members()
        for name in names:
            await self._store.forget(attempts_log(name, player))
        return names

    async def erase_index(self, player: str) -> None:
        """The last step of erasing: without the index, the logs could not be found."""
        await self._index(player).delete()

    def _points_of(self, puzzle: Puzzle, moves: tuple[Step, ...]) -> Score:
        points = self._points.get((puzzle.id, moves))
        if points is None:
            points = self._points[puzzle.id, moves] = played(puzzle.problem, moves).score
        return points

    def _log(self, puzzle: str, player: str) -> TypedLog[Timed[SolvingEvent], Progress]:
        return TypedLog(self._store, ATTEMPT_LOGS, attempts_log(puzzle, player))

    def _index(self, player: str) -> StoredSet:
        return StoredSet(self._store, f"{SLOT}:seen:{player}")
