"""Reviews of finished games: made once, in the background, and stored beside the logs.

A review depends only on the log, a seed and a budget, so one that is lost can be made again. Each decision is a
question of its own to the search: more urgent questions go in between, and all idle search processes share the work.
"""

import asyncio
import logging
import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from domain.errors import DamagedLog
from domain.events import Event, GameFinished
from domain.notation.moves import write_move
from domain.position import Due
from projections.anonymous import nameless
from puzzles.review.review import (
    TO_EXPLAIN,
    Decision,
    Hindsight,
    Judged,
    Review,
    decisions,
    judge,
    playouts,
    rng_for,
    summary,
)
from puzzles.search.benefit import Benefit
from puzzles.search.budget import Choice
from service.engine.hints import Hints
from service.engine.questions import Compare, Explain, Explained, LookBack, LookedBack, Ranked, shown
from service.engine.search_pool import SearchFailed, SearchPool
from service.engine.urgency import Urgency
from service.games.codec import decode_all
from service.runtime.shutdown import cancel_all
from service.store.bells import REVIEW, Bells
from service.store.event_store import EventStore
from service.store.keys import tag_of
from service.store.structures.hashes import Hash
from service.store.structures.values import Value

_PATIENCE: Final = 10.0  # seconds for one decision, which needs a fraction of one
_PROGRESS_LIFETIME: Final = 60 * 60
_RINGS: Final = 20  # bells while a review is made: open pages show how far it is
_SEED: Final = 0
REVIEW_COST: Final = 10_000  # milliseconds of searching, about
_COMPRESSION: Final = 9  # the best: compressed once, never deleted

log = logging.getLogger(__name__)


class _Row(msgspec.Struct, frozen=True, array_like=True):
    """A stored decision: in hundredths of points, and with the best move only if it is not the one that was played.
    New fields go to the end and have a default."""

    seq: int
    seat: int
    step: Due
    played: str
    best: str
    before: int
    after: int
    error: int
    proven: bool = False
    benefit: Benefit | None = None
    round: int | None = None


class _Document(msgspec.Struct, frozen=True, array_like=True):
    seats: int
    turning_points: list[int]
    rows: list[_Row]
    hindsights: list[Hindsight] = []


_DECODER: Final = msgspec.msgpack.Decoder(_Document)
_ROWS: Final = msgspec.msgpack.Decoder(list[_Row])


class Reviews:
    def __init__(self, store: EventStore) -> None:
        self.store = store

    async def find(self, game: str) -> Review | None:
        data = await self._reviews(game).get(game)
        if data is None:
            return None
        document = _DECODER.decode(zlib.decompress(data))
        return Review(
            document.seats, [_judged(row) for row in document.rows], document.turning_points, document.hindsights
        )

    async def exists(self, game: str) -> bool:
        return await self._reviews(game).has(game)

    async def keep(self, game: str, review: Review) -> None:
        document = _Document(
            review.seats, review.turning_points, [_row(judged) for judged in review.decisions], review.hindsights
        )
        data = zlib.compress(msgspec.msgpack.encode(document), _COMPRESSION)
        await self._reviews(game).set({game: data})
        await self._progress(game).delete()
        await self._begun(game).delete()
        await Bells(self.store).ring(REVIEW, game)

    async def remove(self, game: str) -> None:
        await self._reviews(game).remove(game)

    async def progress(self, game: str) -> float | None:
        """The share of decisions that are judged; None if the review was not requested lately."""
        progress = await self._progress(game).get()
        return None if progress is None else float(progress)

    async def judged(self, game: str) -> list[Judged]:
        """The decisions that are judged so far, of a review that is being made."""
        data = await self._begun(game).get()
        return [] if data is None else [_judged(row) for row in _ROWS.decode(zlib.decompress(data))]

    async def note(self, game: str, progress: float, judged: Sequence[Judged] | None = None) -> None:
        """Store how far the review is. With what is judged so far, open pages hear of it."""
        await self._progress(game).set(f"{progress:.2f}", seconds=_PROGRESS_LIFETIME)
        if judged is not None:
            rows = msgspec.msgpack.encode([_row(decision) for decision in judged])
            await self._begun(game).set(zlib.compress(rows), seconds=_PROGRESS_LIFETIME)
            await Bells(self.store).ring(REVIEW, game)

    def _reviews(self, game: str) -> Hash:
        return Hash(self.store, _key(game))

    def _begun(self, game: str) -> Value:
        return Value(self.store, f"{_progress_key(game)}:judged")

    def _progress(self, game: str) -> Value:
        return Value(self.store, _progress_key(game))


def _row(judged: Judged) -> _Row:
    return _Row(
        seq=judged.seq,
        seat=judged.seat,
        step=judged.step,
        played=judged.played,
        best="" if judged.best == judged.played else judged.best,
        before=round(judged.before * 100),
        after=round(judged.after * 100),
        error=round(judged.error * 100),
        proven=judged.proven,
        benefit=judged.benefit,
        round=judged.round,
    )


def _judged(row: _Row) -> Judged:
    return Judged(
        seq=row.seq,
        seat=row.seat,
        step=row.step,
        played=row.played,
        best=row.best or row.played,
        before=row.before / 100,
        after=row.after / 100,
        error=row.error / 100,
        proven=row.proven,
        benefit=row.benefit,
        round=row.round,
    )


def _key(game: str) -> str:
    return f"{tag_of(game)}:reviews"


def _progress_key(game: str) -> str:
    return f"{tag_of(game)}:reviewing:{game}"


async def review_game(
    reviews: Reviews, hints: Hints, thinkers: SearchPool, game: str, urgency: Urgency = Urgency.ASKED
) -> None:
    """Reviews a finished game, unless there is a review; raises Unavailable."""
    store = reviews.store
    if await reviews.exists(game):
        return
    is_asked = urgency <= Urgency.ASKED
    if not is_asked and await reviews.progress(game) is not None:
        return  # somebody has asked for it
    try:
        events = [entry.event for entry in decode_all(await store.read(game))]
        if not events or not isinstance(events[-1], GameFinished):
            return
        made = await asyncio.to_thread(decisions, events)
    except (DamagedLog, msgspec.DecodeError) as error:
        log.error("game %s is not reviewed: %r", game, error)
        return
    judges = _Judges(thinkers, hints, game, urgency, _Progress(reviews if is_asked else None, game, len(made)))
    review = summary(made, await judges.judge_all(made))
    anonymous = nameless(events)
    attempts = [await judges.look_back(anonymous, seat) for seat in range(review.seats)]
    hindsights = [hindsight for hindsight in attempts if hindsight is not None]
    await reviews.keep(game, msgspec.structs.replace(review, hindsights=hindsights))


class _Progress:
    """What is judged of a review so far. It is stored only if somebody has asked: with `reviews`."""

    def __init__(self, reviews: Reviews | None, game: str, count: int) -> None:
        self._reviews = reviews
        self._game = game
        self._count = count
        self._done = 0
        self._judged: list[Judged] = []
        self._rung = 0

    async def advance(self, judged: Judged | None) -> None:
        """One more decision is done; `judged` is None if its search failed."""
        self._done += 1
        self._judged += [judged] if judged else []
        await self.store()

    async def store(self) -> None:
        if self._reviews is not None:
            progress = self._done / self._count if self._count else 1.0
            rings = int(progress * _RINGS) > self._rung
            self._rung = int(progress * _RINGS)
            await self._reviews.note(self._game, progress, self._judged if rings else None)


class _Judges(NamedTuple):
    """The search processes, as one review uses them."""

    thinkers: SearchPool
    hints: Hints
    game: str
    urgency: Urgency
    progress: _Progress

    async def judge_all(self, made: list[Decision]) -> list[Judged]:
        await self.progress.store()
        tasks = [asyncio.create_task(self._judge(decision)) for decision in made]
        try:
            return [judged for judged in await asyncio.gather(*tasks) if judged is not None]
        finally:
            await cancel_all(tasks)

    async def _judge(self, decision: Decision) -> Judged | None:
        judged = await self._attempt(decision)
        await self.progress.advance(judged)
        return judged

    async def _attempt(self, decision: Decision) -> Judged | None:
        """None if the search fails; the other decisions are judged nevertheless."""
        seed = rng_for(_SEED, decision).getrandbits(62)
        question = Compare(shown(decision.position), playouts(decision.position), seed, decision.played)
        try:
            answer = await self.thinkers.think(question, _PATIENCE, self.urgency)
        except SearchFailed:
            return None
        assert isinstance(answer, Ranked)
        is_advised = await self.hints.has_advised(self.game, decision.seq - 1, write_move(decision.played))
        judged = judge(decision, answer.choices, is_advised=is_advised)
        return await self._explained(decision, judged, answer.choices, seed)

    async def _explained(self, decision: Decision, judged: Judged, choices: list[Choice], seed: int) -> Judged:
        """With the benefit, if the decision has cost enough; without it if the search fails."""
        if judged.lost < TO_EXPLAIN:
            return judged
        position, played = decision.position, next(choice for choice in choices if choice.step == decision.played)
        question = Explain(shown(position), playouts(position), seed, choices[0], played)
        try:
            answer = await self.thinkers.think(question, _PATIENCE, self.urgency)
        except SearchFailed:
            return judged
        assert isinstance(answer, Explained)
        return msgspec.structs.replace(judged, benefit=answer.benefit)

    async def look_back(self, events: list[Event], seat: int) -> Hindsight | None:
        """None if the search fails."""
        try:
            answer = await self.thinkers.think(LookBack(events, seat), _PATIENCE, self.urgency)
            assert isinstance(answer, LookedBack)
            return answer.hindsight
        except SearchFailed:
            return None
