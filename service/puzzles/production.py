"""Puzzles made in the background: for practice as many as are wanted, for the days to come a few weeks ahead, and from
finished games where most was lost.

The search for them is the least urgent thing that thinkers do. What is made is told in short steps, so that hardly
anything is lost when something else comes up.
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
from service.engine.search_pool import SearchFailed, Thinkers, Urgency
from service.games.codec import decode_all
from service.games.tables import Tables
from service.puzzles.calendar import Days
from service.puzzles.library import PRACTICE, RESERVE, SLOT, Shelf, Stock
from service.store.event_store import EventStore
from service.store.values import Value

OF_A_GAME: Final = 3  # puzzles at most
AHEAD: Final = 28  # puzzles kept back for days to come
_STEP: Final = 1.0  # seconds of thinking between two looks at the stock
_MOST_STEPS: Final = 300  # of one job
_MINING: Final = 20.0  # seconds for a game
_LOOK_EVERY: Final = 60.0
_PROGRESS: Final = f"{SLOT}:making"
_PROGRESS_KEPT: Final = 60 * 60
_LUCK: Final = SystemRandom()

log = logging.getLogger(__name__)


class Progress(msgspec.Struct, frozen=True):
    """How far it has come."""

    practice: int
    wanted: int
    reserve: int  # puzzles for days that have none yet

    @property
    def is_enough(self) -> bool:
        return self.practice >= self.wanted and self.reserve >= AHEAD

    @property
    def shelf(self) -> Shelf:
        """Where the next one goes: both grow side by side."""
        is_kept_back = self.reserve < AHEAD and (self.reserve <= self.practice or self.practice >= self.wanted)
        return "days" if is_kept_back else "practice"

    def one_more(self) -> "Progress":
        if self.shelf == "days":
            return msgspec.structs.replace(self, reserve=self.reserve + 1)
        return msgspec.structs.replace(self, practice=self.practice + 1)


class Workshop(NamedTuple):
    """What making puzzles needs."""

    store: EventStore
    stock: Stock
    days: Days
    thinkers: Thinkers

    async def progress(self, wanted: int) -> Progress:
        return await progress_of(self.stock, self.days, wanted)

    async def note(self, progress: Progress) -> None:
        await Value(self.store, _PROGRESS).set(msgspec.json.encode(progress), seconds=_PROGRESS_KEPT)


async def progress_of(stock: Stock, days: Days, wanted: int) -> Progress:
    given = await days.given()
    reserve = sum(name not in given for name in await stock.listed(RESERVE))
    return Progress(await stock.count(PRACTICE), wanted, reserve)


async def noted_progress(store: EventStore) -> Progress | None:
    """What the last job told, if it was lately."""
    progress = await Value(store, _PROGRESS).get()
    return None if progress is None else msgspec.json.decode(progress, type=Progress)


async def make_stock(shop: Workshop, wanted: int) -> int:
    """Puzzles until there are as many as are wanted, or it is time for a pause; how many were made."""
    await shop.stock.unpack()
    made, progress = 0, await shop.progress(wanted)
    for _ in range(_MOST_STEPS):
        lines = [] if progress.is_enough else await _thought(shop.thinkers, Make(_LUCK.getrandbits(62)), _STEP)
        if not lines:
            break
        for line in lines:
            if not progress.is_enough and await _kept(shop.stock, line, progress.shelf):
                made, progress = made + 1, progress.one_more()
        progress = await shop.progress(wanted)
        await shop.note(progress)
        log.info("puzzles: %d of %d for practice, %d for days", progress.practice, wanted, progress.reserve)
    return made


async def mine_game(shop: Workshop, reviews: Reviews, tables: Tables, game: str) -> int:
    """The puzzles that a finished and reviewed game has left, unless it has some; how many are new."""
    review = await reviews.find(game)
    if review is None or await shop.stock.of_game(game):
        return 0
    try:
        events: list[Event] = [one.event for one in decode_all(await shop.store.read(game))]
    except (DamagedLog, msgspec.DecodeError) as trouble:
        log.error("game %s leaves no puzzles: %r", game, trouble)
        return 0
    started = events[0]
    if not isinstance(started, GameStarted) or not isinstance(events[-1], GameFinished):
        return 0
    seats = [seat for seat, player in enumerate(started.seats) if player.bot is None]
    lines = await _thought(shop.thinkers, Mine(game, nameless(events), seats, review.decisions, OF_A_GAME), _MINING)
    shelf: Shelf = "practice" if (await tables.seating(game)).opened.invite is None else "private"
    kept = sum([await _kept(shop.stock, line, shelf) for line in lines])
    log.info("puzzles: %d left by game %s", kept, game)
    return kept


async def _thought(thinkers: Thinkers, question: Make | Mine, seconds: float) -> list[str]:
    try:
        found = await thinkers.think(question, seconds, Urgency.PUZZLE)
        assert isinstance(found, Made)
        return found.puzzles
    except SearchFailed:
        return []


async def _kept(stock: Stock, line: str, shelf: Shelf) -> bool:
    return await stock.keep(from_json(line.encode()), shelf)


async def look_after_puzzles(
    shop: Workshop, wanted: int, ask: Callable[[], Awaitable[None]], tell: Callable[[Progress, int], None]
) -> None:
    """For ever: give puzzles to the days to come, and ask for more of them when there are not enough."""
    while True:
        ahead = await shop.days.ahead()
        progress = await shop.progress(wanted)
        tell(progress, ahead - 1)
        if not progress.is_enough:
            await ask()
        await asyncio.sleep(_LOOK_EVERY)
