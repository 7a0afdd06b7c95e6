"""`export` and `import`: write all event logs to a file, and add those of a file to a store.

The file holds the logs, command ids, fingerprints, and which players deleted their accounts. It does not hold accounts,
tokens and sessions, nor what is derived from logs (lists, ratings, queues). See docs/operations.md.
"""

import re
from pathlib import Path
from typing import Final, NamedTuple

from tqdm import tqdm

from service.ops.archive_file import BrokenArchive, LogLine, Reader, Trailer, exported, new_archive, stored_bytes
from service.ops.fingerprints import store_fingerprints, stored_fingerprints
from service.privacy.departed import Departed
from service.store.event_store import Entry, EventStore, Span
from service.store.log_names import is_game, seats_log, table_of

_NAME: Final = re.compile(r"[\w.-]{1,200}", re.ASCII)
_DIGEST: Final = re.compile(r"[0-9a-f]{24}")
_SPAN: Final = re.compile(r"[1-9]\d{0,9}-[1-9]\d{0,9}(-[0-9a-f]{8})?")


class Imported(NamedTuple):
    added: int
    skipped: int  # because the store has them already


async def export_logs(store: EventStore, path: Path) -> Trailer:
    """Write all logs to `path`; games may go on meanwhile."""
    names = {name async for name in store.games()}
    bases = sorted({table_of(name) for name in names})
    departed = await _departed(store)
    with new_archive(path) as archive:
        archive.add_departed(departed.players)
        for base in tqdm(bases, unit=" games", desc="export", disable=None):
            for log, entries in await _read_together(store, base):
                if entries:
                    archive.add(await _line(store, log, entries))
        return archive.end()


async def _read_together(store: EventStore, base: str) -> list[tuple[str, list[Entry]]]:
    """A log; with that of a game the log of its table, which comes first.

    A game starts once its table is full, and its table does not change from then on. So the table is read after the
    game; and if there was no game yet, it is looked for again after reading the table.
    """
    entries = await store.read(base)
    if not is_game(base):
        return [(base, entries)]
    table = await store.read(seats_log(base))
    return [(seats_log(base), table), (base, entries or await store.read(base))]


async def _departed(store: EventStore) -> Departed:
    departed = Departed(store)
    await departed.refresh_if_stale()
    return departed


async def _line(store: EventStore, log: str, entries: list[Entry]) -> LogLine:
    # A command that came after what was read is not part of it.
    spans = {digest: span for digest, span in (await store.commands(log)).items() if span.last <= len(entries)}
    commands = {digest.hex(): str(span) for digest, span in spans.items()}
    fingerprints = await stored_fingerprints(store, log)
    events = [exported(entry.data) for entry in entries]
    return LogLine(log, events, commands, fingerprints.hex() if fingerprints else None)


async def import_logs(store: EventStore, path: Path) -> Imported:
    """Add the logs of the file that the store does not have yet.

    Everything is checked before the first log is written: a file that is broken, or contradicts the store, changes
    nothing. Importing the same file again does no harm.
    """
    new: set[str] = set()
    total = 0
    reader = Reader(path)
    for number, line in tqdm(reader, unit=" logs", desc="check", disable=None):
        total += 1
        if await _is_new(store, line, path, number):
            new.add(line.log)
    departed = await _departed(store)
    for player in reader.departed:
        if player not in departed.players:
            await departed.add(player)  # before the first log, so that no name is shown even for a moment
    for _, line in tqdm(Reader(path), total=total, unit=" logs", desc="import", disable=None):
        await _add(store, line, is_new=line.log in new)
    return Imported(len(new), total - len(new))


async def _is_new(store: EventStore, line: LogLine, path: Path, number: int) -> bool:
    try:
        events = _events(line)
    except ValueError as error:
        raise BrokenArchive(path, number, str(error)) from error
    stored = [entry.data for entry in await store.read(line.log)]
    if stored and stored != events:
        raise BrokenArchive(path, number, f"{line.log} is already there, with other events. Nothing was imported")
    return not stored


def _events(line: LogLine) -> list[bytes]:
    """The stored bytes of its events; raises ValueError if anything in the line is wrong."""
    if not _NAME.fullmatch(line.log) or not line.entries:
        raise ValueError("a log has a name of letters and digits, and at least one event")
    if not all(_DIGEST.fullmatch(digest) and _SPAN.fullmatch(span) for digest, span in line.commands.items()):
        raise ValueError("a command is 24 hexadecimal digits and the events it caused")
    bytes.fromhex(line.fingerprints or "")
    events = []
    for number, entry in enumerate(line.entries, 1):
        try:
            events.append(stored_bytes(entry))
        except (ValueError, TypeError, OverflowError) as error:
            raise ValueError(f"event {number} of {line.log} cannot be stored: {error}") from error
    return events


async def _add(store: EventStore, line: LogLine, *, is_new: bool) -> None:
    """Add the log in one step, then its command ids and fingerprints, which an interrupted import may have left out."""
    if is_new:
        await store.append(line.log, 0, _events(line))
    await store.restore_commands(
        line.log, {bytes.fromhex(digest): Span.read(span) for digest, span in line.commands.items()}
    )
    if line.fingerprints is not None and await stored_fingerprints(store, line.log) is None:
        await store_fingerprints(store, line.log, bytes.fromhex(line.fingerprints))
