"""The stored log of what one person notes about one game: for nobody else, or for all to read when it is over.

An entry is a msgpack array `[code, field, …]`. Codes and the order of fields never change; a new field goes to the end
and has a default. Times are milliseconds.
"""

from typing import Final, TypeAlias, assert_never

import msgspec

from service.store.log_names import note_log
from service.store.typed_log import LogKind


class NoteWritten(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """For oneself: about the table after event `step`, or about the whole game. It takes the place of the one before;
    an empty one removes that."""

    at: int
    step: int  # 0: the whole game
    text: str


class ThoughtWritten(msgspec.Struct, frozen=True, array_like=True, tag=2):
    """As a note, for everybody when the game is over."""

    at: int
    step: int
    text: str


NoteRecord: TypeAlias = NoteWritten | ThoughtWritten


class OwnNotes(msgspec.Struct):
    entries: int = 0
    notes: dict[int, NoteWritten] = msgspec.field(default_factory=dict)  # by step
    thoughts: dict[int, ThoughtWritten] = msgspec.field(default_factory=dict)

    @property
    def count(self) -> int:
        return len(self.notes) + len(self.thoughts)

    def has(self, record: NoteRecord) -> bool:
        return record.step in (self.notes if isinstance(record, NoteWritten) else self.thoughts)


def _evolve(own: OwnNotes, record: NoteRecord) -> OwnNotes:
    """Changes this state: it grows by every entry."""
    own.entries += 1
    match record:
        case NoteWritten():
            own.notes.pop(record.step, None)
            own.notes |= {record.step: record} if record.text else {}
        case ThoughtWritten():
            own.thoughts.pop(record.step, None)
            own.thoughts |= {record.step: record} if record.text else {}
        case _ as never:
            assert_never(never)
    return own


NOTE_LOGS: Final[LogKind[NoteRecord, OwnNotes]] = LogKind(note_log, NoteRecord, OwnNotes, _evolve)
