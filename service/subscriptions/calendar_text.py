"""A calendar as text by RFC 5545: events that are moments, with a title and a link. Pure; times are in milliseconds."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from service.runtime.clock import moment

_LONGEST: Final = 75  # bytes of a line, by the standard
_ESCAPED: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})
_BEGIN: Final = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Firstfire//Deadlines//EN", "CALSCALE:GREGORIAN")
_REFRESHED: Final = ("REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H")


class Moment(NamedTuple):
    """An event of the calendar."""

    uid: str  # stays the same when the moment changes
    at: int
    changed: int
    title: str
    link: str


def calendar_text(name: str, moments: Iterable[Moment]) -> str:
    lines = [*_BEGIN, f"X-WR-CALNAME:{_escaped(name)}", *_REFRESHED]
    for event in moments:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{event.uid}",
            f"DTSTAMP:{_time(event.changed)}",
            f"DTSTART:{_time(event.at)}",
            f"SUMMARY:{_escaped(event.title)}",
            f"URL:{event.link}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _escaped(text: str) -> str:
    return text.translate(_ESCAPED)


def _time(at: int) -> str:
    return moment(at).strftime("%Y%m%dT%H%M%SZ")


def _folded(line: str) -> Iterator[str]:
    """A line in parts that are short enough; those after the first begin with a space. No character is cut."""
    part, size = "", 0
    for character in line:
        length = len(character.encode())
        if size + length > _LONGEST:
            yield part
            part, size = " ", 1
        part, size = part + character, size + length
    yield part
