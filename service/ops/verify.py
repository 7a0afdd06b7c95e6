"""`python -m service verify`: every stored log held against the rules, if it can be folded, and its fingerprints.

Prints that are not there yet are written down, so that the next look has something to compare with; those of a game
that goes on are extended. So: once before a release with the old program, once with the new one.
"""

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
from tqdm import tqdm

from domain.errors import DamagedLog
from domain.evolve import evolve
from domain.game import INITIAL
from domain.log import audit
from domain.notation.positions import fingerprint
from service.games.codec import decode
from service.games.seating import SeatingEvent, seating
from service.ops.fingerprints import chain, first_difference, keep_prints, kept_prints, packed
from service.store.event_store import Entry, EventStore
from service.store.log_names import is_game, is_seating


class Verdict(NamedTuple):
    log: str
    events: int
    prints: bytes  # as they are kept; empty when the log cannot be folded
    problem: str | None

    @property
    def summary(self) -> str:
        return f"{self.log} {self.events} {self.prints[:8].hex()}"


def judge(log: str, entries: list[Entry], kept: bytes | None) -> Verdict:
    """Pure, so that it can run in another process."""
    found: list[DamagedLog] = []
    steps: list[tuple[bytes, str]] = []
    try:
        for step in _folded(log, entries):
            steps.append(step)
    except DamagedLog as damage:
        found.append(damage)
    prints = chain(steps)
    if kept is not None and (number := first_difference(prints, kept)) is not None:
        gone = "is gone" if number > len(entries) else "is not what it was when its fingerprint was taken"
        found.append(DamagedLog(number, gone))
    first = min(found, key=lambda damage: damage.number, default=None)
    problem = None if first is None else f"event {first.number} {first.problem}"
    return Verdict(log, len(entries), packed(prints) if prints and not found else b"", problem)


def _folded(log: str, entries: list[Entry]) -> Iterator[tuple[bytes, str]]:
    """Each event's bytes with the fingerprint of what it led to; raises DamagedLog at the first that cannot be."""
    if is_seating(log):
        yield from _folded_table(_in_order(entries))
    elif not is_game(log):  # of puzzles, or of a kind that this program does not know: its bytes are compared
        yield from ((entry.data, "") for entry in _in_order(entries))
    else:
        yield from _folded_game(_in_order(entries))


def _in_order(entries: list[Entry]) -> Iterator[Entry]:
    for number, entry in enumerate(entries, 1):
        if entry.seq != number:
            raise DamagedLog(number, "is missing")
        yield entry


def _folded_game(entries: Iterable[Entry]) -> Iterator[tuple[bytes, str]]:
    events, game = [], INITIAL
    for entry in entries:
        try:
            event = decode(entry).event
        except (msgspec.DecodeError, ValueError) as error:
            raise DamagedLog(entry.seq, f"cannot be read: {error}") from error
        events.append(event)
        game = evolve(game, event)
        yield entry.data, fingerprint(game.position)
    audit(events)


def _folded_table(entries: Iterable[Entry]) -> Iterator[tuple[bytes, str]]:
    events: list[SeatingEvent] = []
    for entry in entries:
        try:
            events.append(msgspec.msgpack.decode(entry.data, type=SeatingEvent))
            seating(events)
        except Exception as error:
            raise DamagedLog(entry.seq, f"cannot be: {error}") from error
        yield entry.data, ""


class Totals:
    def __init__(self) -> None:
        self.logs = self.events = 0
        self.problems: list[str] = []
        self.summaries: list[str] = []

    def add(self, verdict: Verdict) -> None:
        self.logs += 1
        self.events += verdict.events
        self.summaries.append(verdict.summary)
        if verdict.problem is not None:
            self.problems.append(f"{verdict.log}: {verdict.problem}")

    @property
    def fingerprint(self) -> str:
        """Equal for two stores that hold the same."""
        return blake2b("\n".join(sorted(self.summaries)).encode(), digest_size=8).hexdigest()


async def verify(
    store: EventStore, *, accept: bool = False, tell: Callable[[str], None] = print, pool: Executor | None = None
) -> Totals:
    """Look at every log; a problem is told at once, and the others are looked at all the same.

    With `accept`, what differs from its fingerprint, but obeys the rules, is right from now on.
    """
    names, totals = sorted([name async for name in store.games()]), Totals()
    own = None if pool else ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))
    todo = iter(names)

    async def work(bar: "tqdm[Any]") -> None:
        for name in todo:
            verdict = await _looked_at(store, name, pool or own, accept)
            totals.add(verdict)
            bar.update()
            if verdict.problem is not None:
                with tqdm.external_write_mode():
                    tell(totals.problems[-1])

    try:
        with tqdm(total=len(names), unit=" logs", desc="verify", disable=None) as bar:
            await asyncio.gather(*(work(bar) for _ in range(2 * (os.cpu_count() or 1))))
    finally:
        if own is not None:
            own.shutdown(cancel_futures=True)
    return totals


async def _looked_at(store: EventStore, name: str, pool: Executor | None, accept: bool) -> Verdict:
    kept = await kept_prints(store, name)
    entries = await store.read(name)
    compared = None if accept else kept
    verdict = await asyncio.get_running_loop().run_in_executor(pool, judge, name, entries, compared)
    if verdict.problem is None and verdict.prints != kept:
        await keep_prints(store, name, verdict.prints)
    return verdict
