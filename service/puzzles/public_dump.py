"""All puzzles as lines of JSON, for anybody to use (CC0).

Answers are in it once they are public: when the day of a puzzle is over. Those of practice never are, for somebody may
still want to find them.
"""

from collections.abc import AsyncIterator

from puzzles.shipped.public_form import dump
from service.puzzles.calendar import Days
from service.puzzles.library import Stock


async def dumped(stock: Stock, days: Days) -> AsyncIterator[bytes]:
    """The days up to today, then practice from the easiest to the hardest; each line with its end."""
    await stock.unpack()
    given = {puzzle: day < days.today() for day, puzzle in sorted((await days.so_far()).items())}
    practice = [name for name in await stock.listed() if name not in given]
    for name in (*given, *practice):
        kept = await stock.find(name)
        assert kept is not None, "what stands in a list is kept"
        for line in dump([(kept.puzzle, given.get(name, False))]):
            yield line
