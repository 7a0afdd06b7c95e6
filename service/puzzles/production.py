"""Makes puzzles in the background: for practice, for future days, and from the costliest mistakes of finished games.

This is the least urgent work of the search processes. It is done in short steps, so that little is lost when more
urgent work interrupts it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import SystemRandom
from typing import Final, NamedTuple

import msgspec

from domain.errors import DamagedLog
from domain.events import Event, GameFinished, GameStarted
from projections.anonymous import nameless
from puzzles.puzzle import from_json
from service.engine.questions import Made, Make, Mine
from service.engine.reviews import Reviews
from service.engine.search_pool import SearchFailed, SearchPool
from service.engine.urgency import Urgency
from service.games.codec import decode_all
from service.games.tables import Tables
from service.puzzles.calendar import Calendar
from service.puzzles.library import PRACTICE, RESERVE, SLOT, Collection, Library
from service.store.event_store import EventStore
from service.store.structures.values import Value

OF_A_GAME: Final = 3  # puzzles at most
AHEAD: Final = 28  # puzzles reserved for future days
_STEP: Final = 1.0  # seconds of search between two checks of the library
_MOST_STEPS: Final = 300  # of one job
_MINING: Final = 20.0  # seconds for a game
_CHECK_EVERY: Final = 60.0
_PROGRESS: Final = f"{SLOT}:making"
_PROGRESS_KEPT: Final = 60 * 60
_RNG: Final = SystemRandom()

log = logging.getLogger(__name__)


class Progress(msgspec.Struct, frozen=True):
    """How many puzzles there are, and how many are wanted."""

    practice: int
    wanted: int
    reserve: int  # puzzles for days that are not scheduled yet

    @property
    def is_enough(self) -> bool:
        return self.practice >= self.wanted and self.reserve >= AHEAD

    @property
    def collection(self) -> Collection:
        """The collection of the next puzzle: both grow at the same pace."""
        is_reserved = self.reserve < AHEAD and (self.reserve <= self.practice or self.practice >= self.wanted)
        return "days" if is_reserved else "practice"

    def with_next(self) -> "Progress":
        if self.collection == "days":
            return msgspec.structs.replace(self, reserve=self.reserve + 1)
        return msgspec.structs.replace(self, practice=self.practice + 1)


class Workshop(NamedTuple):
    """The parts needed to make puzzles."""

    store: EventStore
    library: Library
    calendar: Calendar
    thinkers: SearchPool

    async def progress(self, wanted: int) -> Progress:
        return await progress_of(self.library, self.calendar, wanted)

    async def publish(self, progress: Progress) -> None:
        await Value(self.store, _PROGRESS).set(msgspec.json.encode(progress), seconds=_PROGRESS_KEPT)


async def progress_of(library: Library, calendar: Calendar, wanted: int) -> Progress:
    scheduled = await calendar.scheduled()
    reserve = sum(name not in scheduled for name in await library.listed(RESERVE))
    return Progress(practice=await library.count(PRACTICE), wanted=wanted, reserve=reserve)


async def published_progress(store: EventStore) -> Progress | None:
    """The progress of the last job, if it ran within the last hour."""
    progress = await Value(store, _PROGRESS).get()
    return None if progress is None else msgspec.json.decode(progress, type=Progress)


async def fill_library(shop: Workshop, wanted: int) -> int:
    """Make puzzles until there are enough or the job has run long enough; returns how many were made."""
    await shop.library.add_shipped()
    made, progress = 0, await shop.progress(wanted)
    for _ in range(_MOST_STEPS):
        lines = [] if progress.is_enough else await _search(shop.thinkers, Make(_RNG.getrandbits(62)), _STEP)
        if not lines:
            break
        for line in lines:
            if not progress.is_enough and await _add(shop.library, line, progress.collection):
                made, progress = made + 1, progress.with_next()
        progress = await shop.progress(wanted)
        await shop.publish(progress)
        log.info("puzzles: %d of %d for practice, %d for days", progress.practice, wanted, progress.reserve)
    return made


async def mine_game(shop: Workshop, reviews: Reviews, tables: Tables, game: str) -> int:
    """Make puzzles from a finished and reviewed game, unless that was done before; returns how many are new.

    None are made of the deal of a day: they would show it to people who still play it.
    """
    review = await reviews.find(game)
    if review is None or await shop.library.of_game(game):
        return 0
    table = await tables.seating(game)
    if table.is_of_day:
        return 0
    try:
        events: list[Event] = [stamped.event for stamped in decode_all(await shop.store.read(game))]
    except (DamagedLog, msgspec.DecodeError) as trouble:
        log.error("no puzzles from game %s: %r", game, trouble)
        return 0
    started = events[0]
    if not isinstance(started, GameStarted) or not isinstance(events[-1], GameFinished):
        return 0
    seats = [seat for seat, player in enumerate(started.seats) if player.bot is None]
    lines = await _search(shop.thinkers, Mine(game, nameless(events), seats, review.decisions, OF_A_GAME), _MINING)
    collection: Collection = "practice" if table.opened.invite is None else "private"
    added = sum([await _add(shop.library, line, collection) for line in lines])
    log.info("puzzles: %d from game %s", added, game)
    return added


async def _search(thinkers: SearchPool, question: Make | Mine, seconds: float) -> list[str]:
    try:
        answer = await thinkers.think(question, seconds, Urgency.PUZZLE)
        assert isinstance(answer, Made)
        return answer.puzzles
    except SearchFailed:
        return []


async def _add(library: Library, line: str, collection: Collection) -> bool:
    return await library.add(from_json(line.encode()), collection)


async def keep_library_filled(
    shop: Workshop, wanted: int, enqueue: Callable[[], Awaitable[None]], report: Callable[[Progress, int], None]
) -> None:
    """Runs until cancelled: assigns puzzles to future days, and enqueues a job when there are not enough puzzles."""
    while True:
        ahead = await shop.calendar.schedule_ahead()
        progress = await shop.progress(wanted)
        report(progress, ahead - 1)
        if not progress.is_enough:
            await enqueue()
        await asyncio.sleep(_CHECK_EVERY)
