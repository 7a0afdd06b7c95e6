"""The stored log of one person at one table: what they said, and how far they have read. Times are milliseconds.

Each person has a log of their own at each table, so that what somebody said is erased by removing a log. An entry is a
msgpack array `[code, field, …]`. Codes and the order of fields never change; a new field goes to the end and has a
default.
"""

from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

import msgspec

from service.store.log_names import talk_log
from service.store.typed_log import LogKind

Channel: TypeAlias = Literal["players", "spectators"]


class Said(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """Either a phrase, by its key, or a text."""

    at: int
    channel: Channel
    phrase: str = ""
    text: str = ""


class ReadUpTo(msgspec.Struct, frozen=True, array_like=True, tag=2):
    """The person has read what the players said up to this time."""

    at: int
    upto: int


TalkRecord: TypeAlias = Said | ReadUpTo


class Numbered(NamedTuple):
    number: int  # of the entry
    said: Said


class OwnTalk(msgspec.Struct):
    entries: int = 0
    said: list[Numbered] = msgspec.field(default_factory=list)
    read: int = 0  # up to when the person has read what the players said: writers have read what was there

    def find(self, number: int) -> Said | None:
        return next((numbered.said for numbered in self.said if numbered.number == number), None)


def _evolve(talk: OwnTalk, record: TalkRecord) -> OwnTalk:
    """Changes this state: it grows by every entry."""
    talk.entries += 1
    match record:
        case Said():
            talk.said.append(Numbered(talk.entries, record))
            if record.channel == "players":
                talk.read = max(talk.read, record.at)
        case ReadUpTo(_, upto):
            talk.read = max(talk.read, upto)
        case _ as never:
            assert_never(never)
    return talk


TALK_LOGS: Final[LogKind[TalkRecord, OwnTalk]] = LogKind(talk_log, TalkRecord, OwnTalk, _evolve)
