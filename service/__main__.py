"""`python -m service COMMAND`: `run` starts everything on one machine; others are its parts, or errands."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Final

from tqdm import tqdm

from service.assembly import assemble
from service.engine.search_pool import search_pool
from service.lists.follower import rebuild
from service.ops.export_import import export_logs, import_logs
from service.ops.open_store import log_of
from service.ops.puzzle_commands import make_some, rebuild_puzzles, write_dump
from service.ops.verify import verify
from service.process.api_server import serve
from service.process.supervisor import check_port, run
from service.puzzles.production import noted_progress, progress_of
from service.runtime.clock import wall_clock
from service.runtime.logging_setup import set_up
from service.runtime.settings import Settings, settings
from service.runtime.shutdown import until_stopped
from service.store.errors import CannotStart, Unavailable
from service.worker.main import run_worker


def main(words: list[str]) -> int:
    asked = _parser().parse_args(words)
    try:
        given = settings()
        set_up(given)
        command: Callable[[Settings, Namespace], int] = asked.command
        return command(given, asked)
    except (ValueError, OSError, CannotStart, Unavailable) as error:
        print(f"firstfire: {error}", file=sys.stderr)
        return 1


def _run(given: Settings, _: Namespace) -> int:
    return asyncio.run(run(given))


def _api(given: Settings, _: Namespace) -> int:
    _check_server(given)
    check_port(given)
    return serve(given)


def _worker(given: Settings, _: Namespace) -> int:
    _check_server(given)
    return asyncio.run(until_stopped(run_worker(given)))


def _check_server(given: Settings) -> None:
    if given.redis_url is None:
        raise ValueError("REDIS_URL must name the server of the log")


def _verify(given: Settings, asked: Namespace) -> int:
    async def work() -> int:
        async with log_of(given) as store:
            totals = await verify(store, accept=asked.accept)
        if asked.list:
            print("\n".join(sorted(totals.summaries)))
        found = f"{len(totals.problems)} with problems" if totals.problems else "all as they should be"
        print(f"{totals.logs} logs, {totals.events} events, fingerprint {totals.fingerprint}: {found}")
        return 1 if totals.problems else 0

    return asyncio.run(work())


def _export(given: Settings, asked: Namespace) -> int:
    async def work() -> int:
        async with log_of(given) as store:
            trailer = await export_logs(store, asked.file)
        print(f"{asked.file}: {trailer.logs} logs, {trailer.events} events")
        return 0

    return asyncio.run(work())


def _import(given: Settings, asked: Namespace) -> int:
    async def work() -> int:
        async with log_of(given, may_be_new=True) as store:
            done = await import_logs(store, asked.file)
        print(f"{asked.file}: {done.added} logs imported, {done.skipped} were here already")
        return 0

    return asyncio.run(work())


def _rebuild(given: Settings, _: Namespace) -> int:
    async def work() -> int:
        async with log_of(given) as store:
            with tqdm(desc="events", unit="", unit_scale=True, file=sys.stderr) as bar:
                generation = await rebuild(store, bar.update)
            here = assemble(store, wall_clock)
            puzzles = await rebuild_puzzles(store, here.stock, here.days, here.solvings, here.tallies)
        print(f"{puzzles.puzzles} puzzles are listed and {puzzles.attempts} attempts counted again")
        print(f"the lists of generation {generation} are served from now on; ratings follow within seconds")
        return 0

    return asyncio.run(work())


def _puzzles(given: Settings, asked: Namespace) -> int:
    async def work() -> int:
        async with log_of(given) as store:
            here = assemble(store, wall_clock)
            if asked.dump is not None:
                print(f"{asked.dump}: {await write_dump(here.stock, here.days, asked.dump)} puzzles")
            if asked.make is not None:
                async with aclosing(search_pool(given)) as pool:
                    print(f"{await make_some(here.stock, here.days, pool, asked.make)} new puzzles")
            now, making = await progress_of(here.stock, here.days, given.puzzles), await noted_progress(store)
        print(f"{now.practice} puzzles for practice, {now.reserve} for days to come")
        if making is not None:
            print(f"a worker makes them: {making.practice} of {making.wanted} when it told last")
        return 0

    return asyncio.run(work())


COMMANDS: Final[dict[str, tuple[Callable[[Settings, Namespace], int], str]]] = {
    "run": (_run, "a private server, the API and a worker, until Ctrl-C"),
    "api": (_api, "the API, on the server that REDIS_URL names"),
    "worker": (_worker, "a worker, on the same"),
    "rebuild": (_rebuild, "all lists anew from the logs, beside those that are served"),
    "puzzles": (_puzzles, "how many puzzles there are; write them to a file, or make some"),
    "verify": (_verify, "fold every stored log again; tells which event is not what it was"),
    "export": (_export, "write all logs to FILE"),
    "import": (_import, "take over the logs of FILE that are not here yet"),
}


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m service", description="Firstfire. Settings: docs/operations.md")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    found = {}
    for name, (command, about) in COMMANDS.items():
        found[name] = commands.add_parser(name, help=about, description=about)
        found[name].set_defaults(command=command)
    for name in ("export", "import"):
        found[name].add_argument("file", type=Path, metavar="FILE")
    found["puzzles"].add_argument("--dump", type=Path, metavar="FILE", help="write all puzzles to FILE as NDJSON (CC0)")
    found["puzzles"].add_argument("--make", type=int, metavar="COUNT", help="make COUNT puzzles at once")
    found["verify"].add_argument("--list", action="store_true", help="also print the fingerprint of each log")
    found["verify"].add_argument("--accept", action="store_true", help="what it finds is right from now on")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
