"""Operator commands for puzzles: write them to a file, make some, recount everything."""

from itertools import islice
from pathlib import Path
from random import SystemRandom
from typing import Final, NamedTuple

from tqdm import tqdm

from service.assembly import Services
from service.puzzles.attempts import Solving, parties_of
from service.puzzles.library import puzzle_in
from service.puzzles.production import progress_of
from service.puzzles.public_dump import dumped

_UNLIMITED: Final = 1 << 30
_RANDOM: Final = SystemRandom()


class Rebuilt(NamedTuple):
    puzzles: int
    attempts: int


async def write_dump(services: Services, path: Path) -> int:
    """Write all puzzles to `path` as NDJSON, without answers that are not public yet; returns how many."""
    count = 0
    with path.open("wb") as out:
        async for line in dumped(services.stock, services.days):
            out.write(line)
            count += 1
    return count


async def make_some(services: Services, count: int) -> int:
    """Make `count` puzzles in this process, and keep the new ones; returns how many are new."""
    from puzzles.making.make import made  # imported late, because the compiler it needs takes a second to load

    await services.stock.unpack()
    kept, progress = 0, await progress_of(services.stock, services.days, _UNLIMITED)
    for puzzle in tqdm(islice(made(_RANDOM), count), total=count, unit=" puzzles", desc="make", disable=None):
        if await services.stock.keep(puzzle, progress.shelf):
            kept, progress = kept + 1, progress.one_more()
    return kept


async def rebuild_puzzles(services: Services) -> Rebuilt:
    """Rebuild the lists of puzzles, and everything counted from attempts, from the event logs."""
    await services.stock.clear()
    await services.stock.unpack()
    logs = [log async for log in services.store.games()]
    puzzles = [name for log in logs if (name := puzzle_in(log)) is not None]
    for name in puzzles:
        await services.stock.list_again(name)
    solvings = [timed for log in logs if (timed := await _solving(services, log)) is not None]
    # Ratings depend on the order: it is that of the first attempts.
    for _, player, solving in sorted(solvings, key=lambda solved: solved[:2]):
        await services.solvings.note(solving.puzzle.id, player)
        if solving.first is not None:
            await services.tallies.take_in(solving, player, await services.days.day_of(solving.puzzle.id))
    return Rebuilt(len(puzzles), sum(len(solving.attempts) for _, _, solving in solvings))


async def _solving(services: Services, log: str) -> tuple[int, str, Solving] | None:
    """When a player first tried a puzzle, the player, and all they did; None for a log of another kind."""
    puzzle, player = parties_of(log)
    stored = await services.stock.find(puzzle) if player else None
    if stored is None:
        return None
    solving = await services.solvings.of(stored.puzzle, player)
    return solving.first.at if solving.first is not None else 0, player, solving
