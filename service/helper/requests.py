"""The protocol between the API and its helper process: each message is its length in four bytes, then msgpack.

This module does without the code that answers: the API must not load it.
"""

from struct import Struct
from typing import Final, TypeAlias

import msgspec

from domain.errors import Reason
from domain.events import Event
from projections.words import Language
from service.games.codec import Stamped

LENGTH: Final = Struct("<I")


class ReadRecord(msgspec.Struct, frozen=True, tag="read_record"):
    """The log of a game in text notation, of at most `most` events."""

    text: str
    most: int


class WriteRecord(msgspec.Struct, frozen=True, tag="write_record"):
    """A game in text notation."""

    events: list[Event]


class WriteTables(msgspec.Struct, frozen=True, tag="write_tables"):
    """The tables after events `start` to `end`, as compressed JSON."""

    game: str
    events: list[Event]
    start: int
    end: int
    viewer: int | None


class WriteSteps(msgspec.Struct, frozen=True, tag="write_steps"):
    """The steps of a replay after event `after`, as compressed JSON."""

    log: list[Stamped]
    after: int
    language: Language


class PaintFilm(msgspec.Struct, frozen=True, tag="paint_film"):
    """A finished game as an animated picture."""

    events: list[Event]


Request: TypeAlias = ReadRecord | WriteRecord | WriteTables | WriteSteps | PaintFilm


class Read(msgspec.Struct, frozen=True, tag="read"):
    events: list[Event]


class Broken(msgspec.Struct, frozen=True, tag="broken"):
    """A record that cannot be read."""

    line: int
    reason: Reason


class NotText(msgspec.Struct, frozen=True, tag="not_text"):
    """A text whose numbers no record can have."""


class Written(msgspec.Struct, frozen=True, tag="written"):
    data: bytes


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    error: str


Answer: TypeAlias = Read | Broken | NotText | Written | Failed


def framed(message: Request | Answer) -> bytes:
    data = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(data)) + data
