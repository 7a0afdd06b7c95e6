"""Commands for operators: `python -m service COMMAND`. docs/operations.md describes them."""

import asyncio
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any, Final, TypeAlias

from tqdm import tqdm

from service.account_mail.addresses import clean_address
from service.assembly import assemble
from service.engine.search_pool import search_pool
from service.games.outages import Outages
from service.lists.rebuild import rebuild
from service.notices.mails.bounces import UNREACHED, Bounce, Bounces, bounces
from service.ops.backup import keep_making, make_backup
from service.ops.export_import import export_logs, import_logs
from service.ops.moderation_commands import MODERATION, add_arguments
from service.ops.open_store import open_store
from service.ops.puzzle_commands import make_some, rebuild_puzzles, write_dump
from service.ops.verify import Totals, verify
from service.puzzles.production import progress_of, published_progress
from service.runtime.clock import moment, wall_clock
from service.runtime.settings import Settings, outside
from service.runtime.shutdown import until_stopped
from service.store.event_store import EventStore

Command: TypeAlias = Callable[[Settings, Namespace], int]  # returns the exit code
StoreCommand: TypeAlias = Callable[[EventStore, Settings, Namespace], Awaitable[int]]
_LONGEST_REPORT: Final = 1_000_000  # bytes of a mail
_NAMED: Final = 10  # logs of unknown kinds, of all there may be


def _on_store(command: StoreCommand, *, may_be_new: bool = False) -> Command:
    """Opens the event store for `command`, wherever it is."""

    async def run_command(settings: Settings, arguments: Namespace) -> int:
        async with open_store(settings, may_be_new=may_be_new) as store:
            return await command(store, settings, arguments)

    return lambda settings, arguments: asyncio.run(run_command(settings, arguments))


async def _verify(store: EventStore, _: Settings, arguments: Namespace) -> int:
    totals = await verify(store, accept=arguments.accept)
    if arguments.list:
        print("\n".join(sorted(totals.summaries)))
    if totals.unknown:
        print(_unknown(sorted(totals.unknown)))
    print(_verdict(totals))
    return 1 if totals.problems else 0


def _unknown(logs: list[str]) -> str:
    named = ", ".join(logs[:_NAMED]) + (", …" if len(logs) > _NAMED else "")
    return f"{len(logs)} logs are of kinds that this release does not know: only their bytes were compared: {named}"


def _verdict(totals: Totals) -> str:
    verdict = f"{len(totals.problems)} with problems" if totals.problems else "no problems"
    return f"{totals.logs} logs, {totals.events} events, fingerprint {totals.fingerprint}: {verdict}"


async def _export(store: EventStore, _: Settings, arguments: Namespace) -> int:
    trailer = await export_logs(store, arguments.file)
    print(f"{arguments.file}: {trailer.logs} logs, {trailer.events} events")
    return 0


async def _import(store: EventStore, _: Settings, arguments: Namespace) -> int:
    imported = await import_logs(store, arguments.file)
    parts = assemble(store, wall_clock)
    await parts.talk.relist()
    await parts.plans.relist()
    await parts.notes.relist()
    print(f"{arguments.file}: {imported.added} logs imported, {imported.skipped} were already there")
    return 0


async def _rebuild(store: EventStore, _: Settings, __: Namespace) -> int:
    with tqdm(desc="events", unit="", unit_scale=True, file=sys.stderr) as bar:
        generation = await rebuild(store, bar.update)
    parts = assemble(store, wall_clock)
    await parts.talk.relist()
    await parts.plans.relist()
    await parts.notes.relist()
    rebuilt = await rebuild_puzzles(store, parts.library, parts.calendar, parts.attempts, parts.results)
    print(f"{rebuilt.puzzles} puzzles listed and {rebuilt.attempts} attempts counted again")
    print(f"generation {generation} of the lists is now served; ratings follow within seconds")
    return 0


async def _puzzles(store: EventStore, settings: Settings, arguments: Namespace) -> int:
    services = assemble(store, wall_clock)
    if arguments.dump is not None:
        print(f"{arguments.dump}: {await write_dump(services.library, services.calendar, arguments.dump)} puzzles")
    if arguments.make is not None:
        async with aclosing(search_pool(settings)) as pool:
            made = await make_some(services.library, services.calendar, pool, arguments.make)
        print(f"{made} new puzzles")
    stored = await progress_of(services.library, services.calendar, settings.puzzles)
    print(f"{stored.practice} puzzles for practice, {stored.reserve} in reserve for future days")
    if (making := await published_progress(store)) is not None:
        print(f"a worker is making them: {making.practice} of {making.wanted} at its last report")
    return 0


async def _outages(store: EventStore, settings: Settings, arguments: Namespace) -> int:
    outages = Outages(store, wall_clock)
    if arguments.take_back:
        for begin, end in await outages.take_back():
            print(f"cut short: {moment(begin):%Y-%m-%d %H:%M:%S} to {moment(end):%Y-%m-%d %H:%M:%S} UTC")
    for begin, end in await outages.all():
        print(f"outage: {moment(begin):%Y-%m-%d %H:%M:%S} to {moment(end):%Y-%m-%d %H:%M:%S} UTC")
    last = await outages.last_beat()
    print("no worker has run yet" if last is None else f"last heartbeat: {moment(last):%Y-%m-%d %H:%M:%S} UTC")
    return 0


async def _bounced(store: EventStore, settings: Settings, arguments: Namespace) -> int:
    named = [Bounce(clean_address(address), UNREACHED) for address in arguments.addresses]
    services = assemble(store, wall_clock, outside=outside(settings))
    noted = Bounces(services.mail.addresses, services.outbox, services.given_up)
    for bounce in named or bounces(sys.stdin.buffer.read(_LONGEST_REPORT)):
        print(f"{bounce.address}: no mail any more, accounts: {await noted.note(bounce)}")
    return 0


async def _backup(store: EventStore, settings: Settings, arguments: Namespace) -> int:
    address = await store.only_server()

    async def make() -> int:
        made = await make_backup(address, arguments.directory, arguments.keep)
        print(f"{made.path}: read back, {_verdict(made.totals)}", flush=True)
        return 1 if made.totals.problems else 0

    return await (make() if arguments.every is None else until_stopped(keep_making(make, arguments.every)))


async def _moderate(store: EventStore, _: Settings, arguments: Namespace) -> int:
    command, _summary = MODERATION[arguments.name]
    await command(assemble(store, wall_clock), arguments)
    return 0


COMMANDS: Final[dict[str, tuple[Command, str]]] = {
    "rebuild": (_on_store(_rebuild), "rebuild all lists from the event logs, while the old ones are served"),
    "puzzles": (_on_store(_puzzles), "count the puzzles; write them to a file, or make some"),
    "verify": (
        _on_store(_verify),
        "fold every event log; report events that are damaged or differ from their fingerprint",
    ),
    "backup": (_on_store(_backup), "copy everything, accounts too, into a new folder of DIRECTORY, and read it back"),
    "outages": (_on_store(_outages), "list the times without a worker, during which clocks stood still"),
    "bounced": (_on_store(_bounced), "send no more mail to these addresses, or to those that a report on stdin names"),
    "export": (_on_store(_export), "write all event logs to FILE"),
    "import": (_on_store(_import, may_be_new=True), "add the event logs of FILE that are not in the store yet"),
    **{name: (_on_store(_moderate), summary) for name, (_, summary) in MODERATION.items()},
}


def add_commands(commands: Any) -> None:
    """To the parser of the command line: `commands` is what its `add_subparsers` returned."""
    parsers: dict[str, ArgumentParser] = {}
    for name, (command, summary) in COMMANDS.items():
        parsers[name] = commands.add_parser(name, help=summary, description=summary)
        parsers[name].set_defaults(command=command)
    for name in ("export", "import"):
        parsers[name].add_argument("file", type=Path, metavar="FILE")
    backup, outages = parsers["backup"], parsers["outages"]
    backup.add_argument("directory", type=Path, metavar="DIRECTORY")
    backup.add_argument("--keep", type=_positive, metavar="COUNT", help="remove the oldest backups beyond COUNT")
    backup.add_argument("--every", type=float, metavar="HOURS", help="go on until stopped, with one every HOURS")
    parsers["bounced"].add_argument("addresses", nargs="*", metavar="ADDRESS")
    outages.add_argument("--take-back", action="store_true", help="correct what a worker with a wrong clock recorded")
    puzzles, verification = parsers["puzzles"], parsers["verify"]
    puzzles.add_argument("--dump", type=Path, metavar="FILE", help="write all puzzles to FILE as NDJSON (CC0)")
    puzzles.add_argument("--make", type=int, metavar="COUNT", help="make COUNT puzzles at once")
    verification.add_argument("--list", action="store_true", help="also print the fingerprint of each log")
    verification.add_argument("--accept", action="store_true", help="record new fingerprints where they differ")
    add_arguments(parsers)


def _positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError("at least 1")
    return int(text)
