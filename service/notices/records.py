"""The stored log of a person's notices: what they were informed of, what they have read, and what was sent to them.

An entry is a msgpack array `[code, field, …]`. As in the log of a game, codes and the order of fields never change; a
new field goes to the end and has a default. Names are not stored: they are looked up when a notice is shown.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from projections.notices import ABOUT_PAUSES, ABOUT_PLANS, ABOUT_TALK, ABOUT_TURNS, Kind, Way


class Mark(NamedTuple):
    """The place of a notice: the period of its log, and its number there. Later notices have higher marks."""

    period: int
    number: int

    def __str__(self) -> str:
        return f"{self.period}-{self.number}"


class Noticed(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """The person is to be informed of something."""

    at: int  # when it happened, in milliseconds
    kind: Kind
    game: str = ""
    number: int = 0  # of the event, of the moderators' act, of the day, or of the message and its seat
    by: int | None = None  # the seat that caused it
    tournament: str = ""

    @property
    def command_id(self) -> str:
        """Equal for two notices of the same thing."""
        return f"{self.kind}:{self.game or self.tournament}:{self.number}"

    @property
    def tag(self) -> str:
        """Of two notices with the same tag, the newer one takes the place of the older one."""
        if self.kind in ABOUT_TURNS:
            return f"turn:{self.game}"
        if self.kind in ABOUT_PAUSES:
            return f"pause:{self.game}"
        if self.kind in ABOUT_TALK:
            return f"talk:{self.game}"
        if self.kind in ABOUT_PLANS:
            return f"plan:{self.game}"
        if self.tournament:
            return f"tournament:{self.tournament}"
        return f"{self.kind}:{self.game or self.number}"


class Sent(msgspec.Struct, frozen=True, array_like=True, tag=2):
    """A notice was handed over to be sent."""

    at: int
    mark: Mark
    way: Way


class ReadUpTo(msgspec.Struct, frozen=True, array_like=True, tag=3):
    """The person has seen everything up to this notice."""

    at: int
    mark: Mark


class Opened(msgspec.Struct, frozen=True, array_like=True, tag=4):
    """The person has followed this notice to where it leads."""

    at: int
    mark: Mark


class Closed(msgspec.Struct, frozen=True, array_like=True, tag=5):
    """Their devices were asked to take away what they show of a notice that is settled."""

    at: int
    mark: Mark


class Digested(msgspec.Struct, frozen=True, array_like=True, tag=6):
    """The digest of a day was handed over to be sent, or there was nothing to say."""

    at: int
    day: int  # in the person's time zone, as a number
    upto: Mark


Record: TypeAlias = Noticed | Sent | ReadUpTo | Opened | Closed | Digested


class Item(msgspec.Struct):
    """A notice, and what became of it."""

    mark: Mark
    notice: Noticed
    is_read: bool = False
    is_closed: bool = False
    ways: set[Way] = msgspec.field(default_factory=set)  # by which it was sent

    def note(self, record: Sent | Opened | Closed) -> None:
        match record:
            case Sent(_, _, way):
                self.ways.add(way)
            case Opened():
                self.is_read = True
            case Closed():
                self.is_closed = True


class Notices:
    """All notices of a person that are still stored, in order."""

    def __init__(self, records: Sequence[tuple[Mark, Record]] = ()) -> None:
        self.items: dict[Mark, Item] = {}
        self.digested = 0  # the last day with a digest
        self.in_digest = Mark(0, 0)  # the last notice that a digest could have
        for mark, record in records:
            self._take(mark, record)

    def _take(self, mark: Mark, record: Record) -> None:
        match record:
            case Noticed():
                self.items[mark] = Item(mark, record)
            case ReadUpTo(_, upto):
                for item in self.items.values():
                    item.is_read = item.is_read or item.mark <= upto
            case Digested(_, day, upto):
                self.digested, self.in_digest = max(self.digested, day), max(self.in_digest, upto)
            case Sent() | Opened() | Closed():
                if (about := self.items.get(record.mark)) is not None:
                    about.note(record)

    def between(self, since: int, until: int) -> "Notices":
        """Only those of what happened in this time."""
        some = Notices()
        some.items = {mark: item for mark, item in self.items.items() if since < item.notice.at <= until}
        return some

    def newest_of_each_tag(self) -> list[Item]:
        """Without those that a newer one has replaced."""
        return list({item.notice.tag: item for item in self.items.values()}.values())
