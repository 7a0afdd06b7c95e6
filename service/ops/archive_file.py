"""The file that `export` writes and `import` reads: lines of JSON, one for each log, that a person can read too.

The first line says what it is, the second who has left; the last how much there was, and a checksum of all before.
Each event stands there in the first of three forms that gives its stored bytes back exactly: as in the public log, as
JSON of whatever it is, or as base64.
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
from service.games.codec import decode_raw, encode, stamped

VERSION: Final = 1
_KIND: Final = "firstfire export"

T = TypeVar("T", bound=msgspec.Struct)


class Told(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One stored event: `at` and `event`, or `data`, or `raw`."""

    at: datetime | None = None
    event: Event | None = None
    data: Any = None
    raw: str | None = None


class LogLine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    log: str
    entries: list[Told]
    commands: dict[str, str] = {}  # digests of command ids, and the events they caused: "7-9"
    prints: str | None = None  # its fingerprints, if it has any


class Header(msgspec.Struct):
    kind: str
    version: int
    made: datetime | None = None


class DepartedLine(msgspec.Struct, forbid_unknown_fields=True):
    """Players who have left. Their names stand in the logs, and are not to be shown anywhere."""

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


def told(data: bytes) -> Told:
    """The event in the most readable form that loses nothing."""
    for form in (_as_event, _as_data):
        try:
            if stored(found := form(data)) == data:
                return found
        except (msgspec.MsgspecError, ValueError, TypeError, UnicodeError):
            continue
    return Told(raw=b64encode(data).decode())


def _as_event(data: bytes) -> Told:
    at, event = decode_raw(data)
    return Told(at=stamped(0, at, event).at, event=event)


def _as_data(data: bytes) -> Told:
    found = Told(data=msgspec.msgpack.decode(data))
    return msgspec.json.decode(msgspec.json.encode(found), type=Told)  # what JSON cannot say is noticed here


def stored(entry: Told) -> bytes:
    """The bytes of an event again; raises ValueError when it has not just one form."""
    forms = (entry.event is not None, entry.data is not None, entry.raw is not None)
    if sum(forms) != 1 or (entry.at is None) == (entry.event is not None):
        raise ValueError("an event has `at` and `event`, or `data`, or `raw`")
    if entry.event is not None and entry.at is not None:
        return encode(entry.event, round(entry.at.timestamp() * 1000))
    return b64decode(entry.raw, validate=True) if entry.raw is not None else msgspec.msgpack.encode(entry.data)


class Writer:
    def __init__(self, out: BinaryIO) -> None:
        self._out, self._hash = out, sha256()
        self._logs = self._events = 0
        self._line(Header(_KIND, VERSION, datetime.now(UTC).replace(microsecond=0)))

    def departed(self, players: Iterable[str]) -> None:
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
def writing(path: Path) -> Iterator[Writer]:
    """A new archive, there under its name only when it is whole. For our eyes only: it holds deals and invites."""
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
    """Every log of an archive with the number of its line: `for number, line in Reader(path)`.

    Raises BrokenArchive at what is wrong, at the latest behind the last line.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hash = sha256()
        self._logs = self._events = 0
        self._seen: set[str] = set()
        self.departed: list[str] = []  # known once all lines have been read

    def __iter__(self) -> Iterator[tuple[int, LogLine]]:
        number, is_whole = 0, False
        with self._path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if is_whole:
                    raise BrokenArchive(self._path, number, "there is something behind the last line")
                if not line.endswith(b"\n"):
                    raise BrokenArchive(self._path, number, "the file is cut off here")
                if number == 1:
                    _check_header(self._path, line)
                elif line.startswith(b'{"departed"'):
                    self.departed = _read(self._path, number, line, DepartedLine).departed
                elif line.startswith(b'{"end"'):
                    self._check_trailer(number, line)
                    is_whole = True
                else:
                    yield number, self._log(number, line)
                self._hash.update(line)
        if not is_whole:
            raise BrokenArchive(self._path, number + 1, "the file is cut off here: its last line is missing")

    def _log(self, number: int, line: bytes) -> LogLine:
        found = _read(self._path, number, line, LogLine)
        if found.log in self._seen:
            raise BrokenArchive(self._path, number, f"{found.log} stands here twice")
        self._seen.add(found.log)
        self._logs += 1
        self._events += len(found.entries)
        return found

    def _check_trailer(self, number: int, line: bytes) -> None:
        trailer = _read(self._path, number, line, Trailer)
        if trailer != Trailer(True, self._logs, self._events, self._hash.hexdigest()):
            raise BrokenArchive(self._path, number, "the lines before are not those that were written")


def _check_header(path: Path, line: bytes) -> None:
    try:
        header = msgspec.json.decode(line, type=Header)
    except msgspec.MsgspecError:
        header = Header("", 0)
    if header.kind != _KIND:
        raise BrokenArchive(path, 1, "this is not an export of Firstfire")
    if header.version > VERSION:
        newer = f"it was written by a later release (form {header.version}; this one reads up to {VERSION})"
        raise BrokenArchive(path, 1, f"{newer}: upgrade first")


def _read(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BrokenArchive(path, number, f"it cannot be read: {error}") from error
