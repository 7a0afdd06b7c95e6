"""What one person did with one puzzle: a small log of its own, only ever added to.

Moves are recorded, never scores: those follow from the rules. An attempt that is not legal, or not whole, is not
recorded at all. What counts is the first attempt, and the hints that were taken before it.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Final, NamedTuple, TypeAlias, assert_never, cast

import msgspec

from domain.commands import Step
from domain.errors import Reason
from domain.notation.moves import read_move, write_move
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
from service.store.sets import StoredSet

MOST_ATTEMPTS: Final = 200
NO_MORE_HINTS: Final = Reason("no_more_hints", "", "You have had every hint there is for this puzzle.")
ENOUGH_ATTEMPTS: Final = Reason("enough_attempts", "", "You have made {most} attempts at this puzzle: try another one.")


class PuzzleSeen(msgspec.Struct, frozen=True, tag="puzzle_seen"):
    """The first look: time is counted from here."""


class HintTaken(msgspec.Struct, frozen=True, tag="hint_taken"):
    rung: Rung


class AttemptMade(msgspec.Struct, frozen=True, tag="attempt_made"):
    moves: tuple[str, ...]  # as a record writes them


SolvingEvent: TypeAlias = PuzzleSeen | HintTaken | AttemptMade


class LoggedEvent(msgspec.Struct, frozen=True):
    """An event of the log as the export of personal data shows it."""

    at: int  # milliseconds
    event: SolvingEvent


class Attempt(msgspec.Struct, frozen=True):
    at: int  # when, in milliseconds
    moves: tuple[Step, ...]
    score: int


class Solving(msgspec.Struct, frozen=True):
    """How far somebody has come with a puzzle."""

    puzzle: Puzzle
    version: int = 0
    seen: int | None = None
    rungs: tuple[Rung, ...] = ()
    hints: int = 0  # taken before the first attempt: they cost something
    attempts: tuple[Attempt, ...] = ()

    @property
    def first(self) -> Attempt | None:
        return self.attempts[0] if self.attempts else None

    @property
    def best(self) -> int:
        return max(attempt.score for attempt in self.attempts)

    @property
    def seconds(self) -> float | None:
        """From the first look to the first attempt."""
        first = self.first
        return None if first is None or self.seen is None else (first.at - self.seen) / 1000

    def grade(self, number: int) -> Grade:
        """Of the attempt of this number, counted from 0. Hints are paid for with the first."""
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


def solving(puzzle: Puzzle, events: Iterable[tuple[int, SolvingEvent]]) -> Solving:
    return reduce(_evolve, events, Solving(puzzle))


def _evolve(known: Solving, stamped: tuple[int, SolvingEvent]) -> Solving:
    at, event = stamped
    after = msgspec.structs.replace(known, version=known.version + 1)
    match event:
        case PuzzleSeen():
            return msgspec.structs.replace(after, seen=at)
        case HintTaken(rung):
            hints = known.hints + (known.first is None)
            return msgspec.structs.replace(after, rungs=(*known.rungs, rung), hints=hints)
        case AttemptMade(words):
            moves = tuple(cast(Step, read_move(word)) for word in words)
            score = played(known.puzzle.problem, moves).score.total
            return msgspec.structs.replace(after, attempts=(*known.attempts, Attempt(at, moves, score)))
        case _ as never:
            assert_never(never)


class Solvings:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def of(self, puzzle: Puzzle, player: str, upto: int | None = None) -> Solving:
        entries = await self._store.read(solving_log(puzzle.id, player), 0, upto)
        return solving(puzzle, (_DECODER.decode(entry.data) for entry in entries))

    async def look(self, puzzle: Puzzle, player: str) -> Solving:
        """Somebody looks at a puzzle; the first time is noted."""
        known = await self.of(puzzle, player)
        return known if known.version else await self._append(known, player, PuzzleSeen(), "seen")

    async def take_hint(self, puzzle: Puzzle, player: str, key: str | None = None) -> Solving:
        """The next hint is the last one taken then; raises Refused if there is none."""
        if (before := await self._repeated(puzzle, player, key)) is not None:
            return before
        known = await self.look(puzzle, player)
        if known.next_rung is None:
            raise Refused(NO_MORE_HINTS, "conflict")
        return await self._append(known, player, HintTaken(known.next_rung), key)

    async def attempt(self, puzzle: Puzzle, player: str, moves: tuple[Step, ...], key: str | None = None) -> Solving:
        """A whole attempt is the last one then; raises IllegalAttempt, and nothing is counted."""
        replay(puzzle.problem, moves)
        if (before := await self._repeated(puzzle, player, key)) is not None:
            return before
        known, made = await self.of(puzzle, player), AttemptMade(tuple(map(write_move, moves)))
        if len(known.attempts) >= MOST_ATTEMPTS:
            raise Refused(ENOUGH_ATTEMPTS.about(most=MOST_ATTEMPTS), "conflict")
        return await self._append(known, player, made, key)

    async def note(self, puzzle: str, player: str) -> None:
        """That somebody has something to do with a puzzle."""
        await self._seen_by(player).add(puzzle)

    async def everything(self, player: str) -> dict[str, list[LoggedEvent]]:
        """What is kept of somebody, by puzzle."""
        return {name: await self._events(name, player) for name in sorted(await self._seen_by(player).members())}

    async def forget(self, player: str) -> list[str]:
        """Remove it; says of which puzzles. May be called again."""
        names = await self._seen_by(player).members()
        for name in names:
            await self._store.forget(solving_log(name, player))
        return names

    async def forgotten(self, player: str) -> None:
        """The last step of it: nothing is left to be found."""
        await self._seen_by(player).delete()

    async def _repeated(self, puzzle: Puzzle, player: str, key: str | None) -> Solving | None:
        """How it stood after a command that was given before."""
        span = await self._store.command(solving_log(puzzle.id, player), key) if key is not None else None
        return None if span is None else await self.of(puzzle, player, span.last)

    async def _append(self, known: Solving, player: str, event: SolvingEvent, key: str | None) -> Solving:
        """Behind what is known, or behind what has come since; but a hint that was taken meanwhile is that hint."""
        log, data = solving_log(known.puzzle.id, player), msgspec.msgpack.encode((self._clock(), event))
        if not known.version:  # first of all, so that whatever there is can be found and forgotten
            await self.note(known.puzzle.id, player)
        while True:
            try:
                appended = await self._store.append(log, known.version, [data], key)
                return await self.of(known.puzzle, player, appended.last)
            except StreamMoved:
                known = await self.of(known.puzzle, player)
                if not isinstance(event, AttemptMade) and _is_done(known, event):
                    return known

    def _seen_by(self, player: str) -> StoredSet:
        return StoredSet(self._store, f"{SLOT}:seen:{player}")

    async def _events(self, puzzle: str, player: str) -> list[LoggedEvent]:
        entries = await self._store.read(solving_log(puzzle, player))
        stamped = [_DECODER.decode(entry.data) for entry in entries]
        return [LoggedEvent(at, event) for at, event in stamped]


def _is_done(known: Solving, event: PuzzleSeen | HintTaken) -> bool:
    return known.version > 0 if isinstance(event, PuzzleSeen) else event.rung in known.rungs
