"""All puzzles as lines of JSON, free to use (CC0).

Answers are included once they are public: when the day of a puzzle is over. Those of practice puzzles never are, since
players may still want to solve them.
"""

from collections.abc import AsyncIterator

from puzzles.shipped.public_form import dump
from service.puzzles.calendar import Calendar
from service.puzzles.library import Library


async def dump_lines(library: Library, calendar: Calendar) -> AsyncIterator[bytes]:
    """The puzzles of the days up to today, then practice from the easiest to the hardest; each line with its end."""
    await library.add_shipped()
    is_over = {puzzle: day < calendar.today() for day, puzzle in sorted((await calendar.so_far()).items())}
    practice = [name for name in await library.listed() if name not in is_over]
    for name in (*is_over, *practice):
        entry = await library.find(name)
        assert entry is not None, "every listed puzzle is stored"
        for line in dump([(entry.puzzle, is_over.get(name, False))]):
            yield line
