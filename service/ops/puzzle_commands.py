"""Operator commands for puzzles: write them to a file, make some, recount everything."""

from pathlib import Path
from random import SystemRandom
from typing import Final, NamedTuple

from tqdm import tqdm

from puzzles.puzzle import from_json
from service.engine.questions import Made, Make
from service.engine.search_pool import SearchPool, Urgency
from service.puzzles.attempts import Attempts, Solving
from service.puzzles.calendar import Calendar
from service.puzzles.library import Library
from service.puzzles.production import progress_of
from service.puzzles.public_dump import dump_lines
from service.puzzles.results import Results
from service.store.event_store import EventStore
from service.store.log_names import parties_of, puzzle_in

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
    logs = [log async for log in store.games()]
    puzzles = [name for log in logs if (name := puzzle_in(log)) is not None]
    for name in puzzles:
        await library.relist(name)
    attempted = [timed for log in logs if (timed := await _solving(library, attempts, log)) is not None]
    # Ratings depend on the order: it is that of the first attempts.
    for _, player, solving in sorted(attempted, key=lambda timed: timed[:2]):
        await attempts.add_to_index(solving.puzzle.id, player)
        if solving.first is not None:
            await results.record(solving, player, await calendar.day_of(solving.puzzle.id))
    return Rebuilt(len(puzzles), sum(len(solving.attempts) for _, _, solving in attempted))


async def _solving(library: Library, attempts: Attempts, log: str) -> tuple[int, str, Solving] | None:
    """When a player first tried a puzzle, the player, and all they did; None for a log of another kind."""
    puzzle, player = parties_of(log)
    stored = await library.find(puzzle) if player else None
    if stored is None:
        return None
    solving = await attempts.of(stored.puzzle, player)
    return solving.first.at if solving.first is not None else 0, player, solving
