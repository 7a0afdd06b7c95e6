"""Our functions on the server: one library, joined from the Lua files of several packages.

It has to be one library: a server accepts each function name only once, and while a new release replaces an old one,
each replaces the other's library. The files of higher packages are read as files; nothing is imported from there.
"""

from importlib.resources import files
from typing import Final

_FILES: Final = (
    "store/append.lua",
    "lists/put_line.lua",
    "lists/rate_game.lua",
    "puzzles/settle.lua",
    "delivery/outbox.lua",
)


def _library() -> bytes:
    service = files("service")
    return b"\n".join([b"#!lua name=firstfire\n", *(service.joinpath(file).read_bytes() for file in _FILES)])


LIBRARY: Final = _library()
