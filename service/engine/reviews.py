"""Reviews of finished games: made once, in the background, and kept beside the logs.

They follow from a log, a seed and a budget, so one that is lost can be made again. Each decision is a question by
itself: more urgent ones go in between, and as many thinkers as are idle work on a review at the same time.
"""

import asyncio
import logging
import zlib
from typing import Final

import msgspec

from domain.errors import DamagedLog
from domain.events import Event, GameFinished
from domain.position import Due
from projections.anonymous import nameless
from puzzles.review.review import Decision, Hindsight, Judged, Review, decisions, judge, luck, playouts, summary
from service.engine.questions import Compare, LookBack, LookedBack, Ranked, shown
from service.engine.search_pool import SearchFailed, Thinkers, Urgency
from service.games.codec import decode_all
from service.runtime.shutdown import cancel_all
from service.store.event_store import EventStore
from service.store.hashes import Hash
from service.store.keys import tag_of
from service.store.values import Value

_PATIENCE: Final = 10.0  # seconds for one decision, which needs a fraction of one
_PROGRESS_KEPT: Final = 60 * 60
_SEED: Final = 0
_EFFORT: Final = 9  # they are packed once and kept for ever

log = logging.getLogger(__name__)


class _Row(msgspec.Struct, frozen=True, array_like=True):
    """A decision as it is kept: without the names of fields, in hundredths of points, and the best move only if it is
    another. Fields that come later go to the end and have a default."""

    seq: int
    seat: int
    step: Due
    played: str
    best: str
    before: int
    after: int
    error: int


class _Document(msgspec.Struct, frozen=True, array_like=True):
    seats: int
    turning_points: list[int]
    rows: list[_Row]
    hindsights: list[Hindsight] = []


_DECODER: Final = msgspec.msgpack.Decoder(_Document)


class Reviews:
    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def find(self, game: str) -> Review | None:
        data = await self._reviews(game).get(game)
        if data is None:
            return None
        document = _DECODER.decode(zlib.decompress(data))
        return Review(
            document.seats, [_judgement(row) for row in document.rows], document.turning_points, document.hindsights
        )

    async def exists(self, game: str) -> bool:
        return await self._reviews(game).has(game)

    async def keep(self, game: str, review: Review) -> None:
        document = _Document(
            review.seats, review.turning_points, [_row(one) for one in review.decisions], review.hindsights
        )
        data = zlib.compress(msgspec.msgpack.encode(document), _EFFORT)
        await self._reviews(game).set({game: data})
        await self._progress(game).delete()

    async def progress(self, game: str) -> float | None:
        """How far the review of a game has come; None if nobody has asked for it lately."""
        progress = await self._progress(game).get()
        return None if progress is None else float(progress)

    async def note(self, game: str, progress: float) -> None:
        await self._progress(game).set(f"{progress:.2f}", seconds=_PROGRESS_KEPT)

    def _reviews(self, game: str) -> Hash:
        return Hash(self._store, _key(game))

    def _progress(self, game: str) -> Value:
        return Value(self._store, _progress_key(game))


def _row(one: Judged) -> _Row:
    before, after, error = (round(value * 100) for value in (one.before, one.after, one.error))
    return _Row(
        one.seq, one.seat, one.step, one.played, "" if one.best == one.played else one.best, before, after, error
    )


def _judgement(row: _Row) -> Judged:
    before, after, error = (value / 100 for value in (row.before, row.after, row.error))
    return Judged(row.seq, row.seat, row.step, row.played, row.best or row.played, before, after, error)


def _key(game: str) -> str:
    return f"{tag_of(game)}:reviews"


def _progress_key(game: str) -> str:
    return f"{tag_of(game)}:reviewing:{game}"


async def review_game(reviews: Reviews, store: EventStore, thinkers: Thinkers, game: str) -> None:
    """Review a game that is over, unless that has been done; raises Unavailable."""
    if await reviews.exists(game):
        return
    try:
        events = [one.event for one in decode_all(await store.read(game))]
        if not events or not isinstance(events[-1], GameFinished):
            return
        made = await asyncio.to_thread(decisions, events)
    except (DamagedLog, msgspec.DecodeError) as trouble:
        log.error("game %s is not reviewed: %r", game, trouble)
        return
    review = summary(made, await _judgements(made, thinkers, _Counted(reviews, game, len(made))))
    shown_log = nameless(events)
    found = [await _looked_back(shown_log, seat, thinkers) for seat in range(review.seats)]
    hindsights = [one for one in found if one is not None]
    await reviews.keep(game, msgspec.structs.replace(review, hindsights=hindsights))


async def _judgements(made: list[Decision], thinkers: Thinkers, counted: "_Counted") -> list[Judged]:
    await counted.note()
    tasks = [asyncio.create_task(_judged(one, thinkers, counted)) for one in made]
    try:
        return [one for one in await asyncio.gather(*tasks) if one is not None]
    finally:
        await cancel_all(tasks)


class _Counted:
    """How many decisions of a review are judged."""

    def __init__(self, reviews: Reviews, game: str, count: int) -> None:
        self._reviews = reviews
        self._game = game
        self._count = count
        self._judged = 0

    async def one_more(self) -> None:
        self._judged += 1
        await self.note()

    async def note(self) -> None:
        await self._reviews.note(self._game, self._judged / self._count if self._count else 1.0)


async def _judged(decision: Decision, thinkers: Thinkers, counted: _Counted) -> Judged | None:
    """None if the search fails: the others are judged all the same."""
    seed = luck(_SEED, decision).getrandbits(62)
    question = Compare(shown(decision.position), playouts(decision.position), seed, decision.played)
    try:
        found = await thinkers.think(question, _PATIENCE, Urgency.REVIEW)
        assert isinstance(found, Ranked)
        return judge(decision, found.choices)
    except SearchFailed:
        return None
    finally:
        await counted.one_more()


async def _looked_back(events: list[Event], seat: int, thinkers: Thinkers) -> Hindsight | None:
    """None if the search fails."""
    try:
        found = await thinkers.think(LookBack(events, seat), _PATIENCE, Urgency.REVIEW)
        assert isinstance(found, LookedBack)
        return found.hindsight
    except SearchFailed:
        return None
