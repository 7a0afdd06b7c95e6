"""`export` and `import`: all logs into a file, and from a file into a store.

A file holds what is in the logs: games, tables, command ids, fingerprints, and who has left and is not to be named. It
does not hold who people are (accounts, tokens, sessions), nor what is derived from logs (lists, ratings, queues). See
docs/operations.md.
"""

import re
from pathlib import Path
from typing import Final, NamedTuple

from tqdm import tqdm

from service.ops.archive_file import BrokenArchive, LogLine, Reader, Trailer, stored, told, writing
from service.ops.fingerprints import keep_prints, kept_prints
from service.privacy.departed import Departed
from service.store.event_store import Entry, EventStore, Span
from service.store.log_names import seats_log, table_of

_NAME: Final = re.compile(r"[\w.-]{1,200}", re.ASCII)
_DIGEST: Final = re.compile(r"[0-9a-f]{24}")
_SPAN: Final = re.compile(r"[1-9]\d{0,9}-[1-9]\d{0,9}")


class Imported(NamedTuple):
    added: int
    skipped: int  # because they were there already


async def export_logs(store: EventStore, path: Path) -> Trailer:
    """All logs as they are now; games may go on meanwhile."""
    names = {name async for name in store.games()}
    bases = sorted({table_of(name) for name in names})
    departed = await _departed(store)
    with writing(path) as archive:
        archive.departed(departed.players)
        for base in tqdm(bases, unit=" games", desc="export", disable=None):
            # A game starts once its table is full, and its table stays as it is from then on. So the table is read
            # behind the game, and a game that was not there is looked for again behind its table.
            game = await store.read(base)
            table = await store.read(seats_log(base))
            for log, entries in ((seats_log(base), table), (base, game or await store.read(base))):
                if entries:
                    archive.add(await _line(store, log, entries))
        return archive.end()


async def _departed(store: EventStore) -> Departed:
    departed = Departed(store)
    await departed.looked()
    return departed


async def _line(store: EventStore, log: str, entries: list[Entry]) -> LogLine:
    # A command that came after what was read is not part of it.
    spans = {digest: span for digest, span in (await store.commands(log)).items() if span.last <= len(entries)}
    commands = {digest.hex(): f"{span.first}-{span.last}" for digest, span in spans.items()}
    prints = await kept_prints(store, log)
    return LogLine(log, [told(entry.data) for entry in entries], commands, prints.hex() if prints else None)


async def import_logs(store: EventStore, path: Path) -> Imported:
    """All logs of the file that are not there yet. First everything is checked, then the first is written: a file
    that is broken, or does not agree with what is there, changes nothing. Doing it again does no harm."""
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
            await departed.add(player)  # before the first log, so that no name is shown for a moment
    for _, line in tqdm(Reader(path), total=total, unit=" logs", desc="import", disable=None):
        await _add(store, line, is_new=line.log in new)
    return Imported(len(new), total - len(new))


async def _is_new(store: EventStore, line: LogLine, path: Path, number: int) -> bool:
    try:
        events = _checked(line)
    except ValueError as error:
        raise BrokenArchive(path, number, str(error)) from error
    there = [entry.data for entry in await store.read(line.log)]
    if there and there != events:
        raise BrokenArchive(path, number, f"{line.log} is here already, with other events. Nothing was imported")
    return not there


def _checked(line: LogLine) -> list[bytes]:
    if not _NAME.fullmatch(line.log) or not line.entries:
        raise ValueError("a log has a name of letters and digits, and at least one event")
    if not all(_DIGEST.fullmatch(digest) and _SPAN.fullmatch(span) for digest, span in line.commands.items()):
        raise ValueError("a command is 24 hexadecimal digits and the events it caused")
    bytes.fromhex(line.prints or "")
    events = []
    for number, entry in enumerate(line.entries, 1):
        try:
            events.append(stored(entry))
        except (ValueError, TypeError, OverflowError) as error:
            raise ValueError(f"event {number} of {line.log} cannot be kept: {error}") from error
    return events


async def _add(store: EventStore, line: LogLine, *, is_new: bool) -> None:
    """The log in one step; its command ids and prints behind it, also if a first attempt ended in between."""
    if is_new:
        await store.append(line.log, 0, _checked(line))
    await store.restore_commands(
        line.log, {bytes.fromhex(digest): Span(*map(int, span.split("-"))) for digest, span in line.commands.items()}
    )
    if line.prints is not None and await kept_prints(store, line.log) is None:
        await keep_prints(store, line.log, bytes.fromhex(line.prints))
