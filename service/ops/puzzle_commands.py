"""Operator commands for puzzles: write them to a file, make some, recount everything."""

from pathlib import Path
from random import SystemRandom
from typing import Final, NamedTuple

from tqdm import tqdm

from puzzles.puzzle import from_json
from service.engine.questions import Made, Make
from service.engine.search_pool import SearchPool
from service.engine.urgency import Urgency
from service.puzzles.attempts import Attempts
from service.puzzles.calendar import Calendar
from service.puzzles.library import Library
from service.puzzles.production import progress_of
from service.puzzles.public_dump import dump_lines
from service.puzzles.recount import recount
from service.puzzles.results import Results
from service.store.event_store import EventStore
from service.store.log_names import puzzle_log

_UNLIMITED: Final = 1 << 30
_MOST_SECONDS: Final = 600.0  # for one puzzle, which takes a second or so
_RANDOM: Final = SystemRandom()


class Rebuilt(NamedTuple):
    puzzles: int
    attempts: int


async def write_dump(library: Library, calendar: Calendar, path: Path) -> int:
    """Write all puzzles to `path` as NDJSON, without answers that are not public yet; returns how many."""
    count = 0
    with path.open("wb") as out:
        async for line in dump_lines(library, calendar):
            out.write(line)
            count += 1
    return count


async def make_some(library: Library, calendar: Calendar, pool: SearchPool, count: int) -> int:
    """Make `count` puzzles with a search process, and keep the new ones; returns how many are new."""
    await library.add_shipped()
    kept, progress = 0, await progress_of(library, calendar, _UNLIMITED)
    for _ in tqdm(range(count), unit=" puzzles", desc="make", disable=None):
        made = await pool.think(Make(_RANDOM.getrandbits(62), most=1), _MOST_SECONDS, Urgency.PUZZLE)
        assert isinstance(made, Made)
        for line in made.puzzles:
            if await library.add(from_json(line.encode()), progress.collection):
                kept, progress = kept + 1, progress.with_next()
    return kept


async def rebuild_puzzles(
    store: EventStore, library: Library, calendar: Calendar, attempts: Attempts, results: Results
) -> Rebuilt:
    """Rebuild the lists of puzzles, and everything counted from attempts, from the event logs."""
    await library.clear()
    await library.add_shipped()
    puzzles = [ids[0] async for log in store.games() if (ids := puzzle_log.ids(log)) is not None]
    for name in puzzles:
        await library.relist(name)
    return Rebuilt(len(puzzles), await recount(store, library, calendar, attempts, results))
