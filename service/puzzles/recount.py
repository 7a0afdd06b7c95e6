"""Counts all attempts again, from their logs: results, histograms, leaderboards and ratings.

A worker does this once after a release that rates differently, while the service runs: a result that is missing
meanwhile is counted when it is next needed, and never twice.
"""

import asyncio
import logging
from typing import Final

from service.puzzles.attempts import Attempts, Solving
from service.puzzles.calendar import Calendar
from service.puzzles.library import SLOT, Library
from service.puzzles.results import Results
from service.store.errors import contained
from service.store.event_store import EventStore
from service.store.log_names import attempts_log
from service.store.structures.values import Value

_AT_WORK: Final = f"{SLOT}:recounting"
_MOST_SECONDS: Final = 60 * 60  # after which a worker that was killed is replaced
_CHECK_EVERY: Final = 60.0

log = logging.getLogger(__name__)


async def recount(store: EventStore, library: Library, calendar: Calendar, attempts: Attempts, results: Results) -> int:
    """Count every attempt again; returns how many there are."""
    await results.clear()
    logs = [log async for log in store.games()]
    attempted = [timed for log in logs if (timed := await _solving(library, attempts, log)) is not None]
    # Ratings depend on the order: it is that of the first attempts.
    for _, player, solving in sorted(attempted, key=lambda timed: timed[:2]):
        await attempts.add_to_index(solving.puzzle.id, player)
        if solving.first is not None:
            await results.record(solving, player, await calendar.day_of(solving.puzzle.id))
    await results.mark_current()
    return sum(len(solving.attempts) for _, _, solving in attempted)


async def bring_up_to_date(
    store: EventStore, library: Library, calendar: Calendar, attempts: Attempts, results: Results
) -> None:
    """Count again if the attempts were counted by an earlier way of rating, unless another worker does so now."""
    at_work = Value(store, _AT_WORK)
    if not await results.exist():
        await results.mark_current()
    elif not await results.are_current() and await at_work.get_or_set(1, seconds=_MOST_SECONDS) is None:
        count = await recount(store, library, calendar, attempts, results)
        await at_work.delete()
        log.info("puzzles: %d attempts rated again", count)


async def keep_up_to_date(
    store: EventStore, library: Library, calendar: Calendar, attempts: Attempts, results: Results
) -> None:
    """Runs until cancelled."""
    while True:
        with contained(log, "the attempts are not counted again"):
            await bring_up_to_date(store, library, calendar, attempts, results)
        await asyncio.sleep(_CHECK_EVERY)


async def _solving(library: Library, attempts: Attempts, log: str) -> tuple[int, str, Solving] | None:
    """When a player first tried a puzzle, the player, and all they did; None for a log of another kind."""
    if (ids := attempts_log.ids(log)) is None or (stored := await library.find(ids[0])) is None:
        return None
    player = ids[1]
    solving = await attempts.of(stored.puzzle, player)
    return solving.first.at if solving.first is not None else 0, player, solving
