"""Our functions on the server: one library, put together from the files that lie beside their users.

It has to be one. A function's name may exist only once on a server, and while a new release replaces an old one, both
load their library over the other's. The files of higher rooms are read as files: nothing is imported from there.
"""

from importlib.resources import files
from typing import Final

_FILES: Final = ("store/append.lua", "lists/put_line.lua", "lists/rate_game.lua", "puzzles/settle.lua")


def _library() -> bytes:
    service = files("service")
    return b"\n".join([b"#!lua name=firstfire\n", *(service.joinpath(file).read_bytes() for file in _FILES)])


LIBRARY: Final = _library()
