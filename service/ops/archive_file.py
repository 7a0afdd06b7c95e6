"""The file that `export` writes and `import` reads: one line of JSON per log, readable for people too.

The first line is a header and the second lists departed players; the last has totals and a checksum of all lines before
it. Each event is written in the first of three forms that restores its stored bytes exactly: as in the public log, as
the JSON of its msgpack, or as base64.
"""

import os
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar

import msgspec

from domain.events import Event
from service.games.codec import decode_raw, encode, stamp

VERSION: Final = 1
_KIND: Final = "firstfire export"

T = TypeVar("T", bound=msgspec.Struct)


class ExportedEvent(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One stored event: either `at` and `event`, or `data`, or `raw`."""

    at: datetime | None = None
    event: Event | None = None
    data: Any = None
    raw: str | None = None


class LogLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    log: str
    entries: list[ExportedEvent]
    commands: dict[str, str] = {}  # digests of command ids, and the range of events that each caused: "7-9"
    fingerprints: str | None = msgspec.field(default=None, name="prints")  # hexadecimal, if it has any


class Header(msgspec.Struct):
    kind: str
    version: int
    made: datetime | None = None


class DepartedLine(msgspec.Struct, forbid_unknown_fields=True):
    """Players who deleted their accounts: their names are still in the logs, but must not be shown."""

    departed: list[str]


class Trailer(msgspec.Struct, forbid_unknown_fields=True):
    end: bool
    logs: int
    events: int
    sha256: str


class BrokenArchive(ValueError):
    def __init__(self, path: Path, line: int, problem: str) -> None:
        super().__init__(f"{path}, line {line}: {problem}")
        self.line = line


def exported(data: bytes) -> ExportedEvent:
    """The event with these stored bytes, in the most readable form that loses nothing."""
    for form in (_as_event, _as_data):
        try:
            if stored_bytes(event := form(data)) == data:
                return event
        except (msgspec.MsgspecError, ValueError, TypeError, UnicodeError):
            continue
    return ExportedEvent(raw=b64encode(data).decode())


def _as_event(data: bytes) -> ExportedEvent:
    at, event = decode_raw(data)
    return ExportedEvent(at=stamp(0, at, event).at, event=event)


def _as_data(data: bytes) -> ExportedEvent:
    event = ExportedEvent(data=msgspec.msgpack.decode(data))
    # Through JSON and back, because JSON cannot represent all of msgpack: the caller then sees other bytes.
    return msgspec.json.decode(msgspec.json.encode(event), type=ExportedEvent)


def stored_bytes(entry: ExportedEvent) -> bytes:
    """The bytes of an exported event; raises ValueError unless it has exactly one form."""
    forms = (entry.event is not None, entry.data is not None, entry.raw is not None)
    if sum(forms) != 1 or (entry.at is None) == (entry.event is not None):
        raise ValueError("an event has either `at` and `event`, or `data`, or `raw`")
    if entry.event is not None and entry.at is not None:
        return encode(entry.event, round(entry.at.timestamp() * 1000))
    return b64decode(entry.raw, validate=True) if entry.raw is not None else msgspec.msgpack.encode(entry.data)


class Writer:
    def __init__(self, out: BinaryIO) -> None:
        self._out, self._hash = out, sha256()
        self._logs = self._events = 0
        self._line(Header(_KIND, VERSION, datetime.now(UTC).replace(microsecond=0)))

    def add_departed(self, players: Iterable[str]) -> None:
        self._line(DepartedLine(sorted(players)))

    def add(self, line: LogLine) -> None:
        self._logs += 1
        self._events += len(line.entries)
        self._line(line)

    def end(self) -> Trailer:
        trailer = Trailer(True, self._logs, self._events, self._hash.hexdigest())
        self._line(trailer)
        return trailer

    def _line(self, content: msgspec.Struct) -> None:
        line = msgspec.json.encode(content) + b"\n"
        self._hash.update(line)
        self._out.write(line)


@contextmanager
def new_archive(path: Path) -> Iterator[Writer]:
    """A new archive, which gets its name only once it is complete. Readable only for us: it holds deals and invites."""
    partial = path.with_name(f".{path.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            yield Writer(out)
            out.flush()
            os.fsync(out.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


class Reader:
    """Iterates over the logs of an archive and their line numbers: `for number, line in Reader(path)`.

    Raises BrokenArchive at the first line that is wrong, at the latest after the last one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hash = sha256()
        self._logs = self._events = 0
        self._seen: set[str] = set()
        self.departed: list[str] = []  # complete once all lines have been read

    def __iter__(self) -> Iterator[tuple[int, LogLine]]:
        number, is_complete = 0, False
        with self._path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if is_complete:
                    raise BrokenArchive(self._path, number, "there is something after the last line")
                if not line.endswith(b"\n"):
                    raise BrokenArchive(self._path, number, "the file is cut off here")
                if number == 1:
                    _check_header(self._path, line)
                elif line.startswith(b'{"departed"'):
                    self.departed = _read(self._path, number, line, DepartedLine).departed
                elif line.startswith(b'{"end"'):
                    self._check_trailer(number, line)
                    is_complete = True
                else:
                    yield number, self._log(number, line)
                self._hash.update(line)
        if not is_complete:
            raise BrokenArchive(self._path, number + 1, "the file is cut off here: its last line is missing")

    def _log(self, number: int, line: bytes) -> LogLine:
        content = _read(self._path, number, line, LogLine)
        if content.log in self._seen:
            raise BrokenArchive(self._path, number, f"{content.log} is in the file twice")
        self._seen.add(content.log)
        self._logs += 1
        self._events += len(content.entries)
        return content

    def _check_trailer(self, number: int, line: bytes) -> None:
        trailer = _read(self._path, number, line, Trailer)
        if trailer != Trailer(True, self._logs, self._events, self._hash.hexdigest()):
            raise BrokenArchive(self._path, number, "the lines before it have been changed: totals or checksum differ")


def _check_header(path: Path, line: bytes) -> None:
    try:
        header = msgspec.json.decode(line, type=Header)
    except msgspec.MsgspecError:
        header = Header("", 0)
    if header.kind != _KIND:
        raise BrokenArchive(path, 1, "this is not an export of Firstfire")
    if header.version > VERSION:
        newer = f"it was written by a later release (format {header.version}; this one reads up to {VERSION})"
        raise BrokenArchive(path, 1, f"{newer}: upgrade first")


def _read(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BrokenArchive(path, number, f"it cannot be read: {error}") from error
