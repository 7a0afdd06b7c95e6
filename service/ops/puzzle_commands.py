"""What an operator does about puzzles: write them to a file, make some, list and count everything again."""

from pathlib import Path
from random import SystemRandom
from typing import Final, NamedTuple

from tqdm import tqdm

from puzzles.puzzle import from_json
from service.engine.questions import Made, Make
from service.engine.search_pool import Thinkers, Urgency
from service.puzzles.attempts import Solving, Solvings
from service.puzzles.calendar import Days
from service.puzzles.library import Stock
from service.puzzles.production import progress_of
from service.puzzles.public_dump import dumped
from service.puzzles.results import Tallies
from service.store.event_store import EventStore
from service.store.log_names import parties_of, puzzle_in

_WITHOUT_END: Final = 1 << 30
_MOST_SECONDS: Final = 600.0  # for one puzzle, which takes a second or so
_LUCK: Final = SystemRandom()


class Rebuilt(NamedTuple):
    puzzles: int
    attempts: int


async def write_dump(stock: Stock, days: Days, path: Path) -> int:
    """All puzzles as NDJSON, without the answers that are not public; how many."""
    count = 0
    with path.open("wb") as out:
        async for line in dumped(stock, days):
            out.write(line)
            count += 1
    return count


async def make_some(stock: Stock, days: Days, pool: Thinkers, count: int) -> int:
    """Makes `count` puzzles with a search process, and keeps the new ones; returns how many are new."""
    await stock.unpack()
    kept, progress = 0, await progress_of(stock, days, _WITHOUT_END)
    for _ in tqdm(range(count), unit=" puzzles", desc="make", disable=None):
        made = await pool.think(Make(_LUCK.getrandbits(62), most=1), _MOST_SECONDS, Urgency.PUZZLE)
        assert isinstance(made, Made)
        for line in made.puzzles:
            if await stock.keep(from_json(line.encode()), progress.shelf):
                kept, progress = kept + 1, progress.one_more()
    return kept


async def rebuild_puzzles(store: EventStore, stock: Stock, days: Days, solvings: Solvings, tallies: Tallies) -> Rebuilt:
    """The lists of puzzles, and all that is counted of attempts, anew from the logs."""
    await stock.clear()
    await stock.unpack()
    logs = [log async for log in store.games()]
    puzzles = [name for log in logs if (name := puzzle_in(log)) is not None]
    for name in puzzles:
        await stock.list_again(name)
    found = [one for log in logs if (one := await _solving(stock, solvings, log)) is not None]
    # Ratings depend on the order: it is that of the first attempts.
    for _, player, known in sorted(found, key=lambda one: one[:2]):
        await solvings.note(known.puzzle.id, player)
        if known.first is not None:
            await tallies.take_in(known, player, await days.day_of(known.puzzle.id))
    return Rebuilt(len(puzzles), sum(len(known.attempts) for _, _, known in found))


async def _solving(stock: Stock, solvings: Solvings, log: str) -> tuple[int, str, Solving] | None:
    """When somebody first tried a puzzle, who, and what they did; None for other logs."""
    puzzle, player = parties_of(log)
    kept = await stock.find(puzzle) if player else None
    if kept is None:
        return None
    known = await solvings.of(kept.puzzle, player)
    return known.first.at if known.first is not None else 0, player, known
