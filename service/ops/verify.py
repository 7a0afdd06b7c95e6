"""`python -m service verify`: checks every event log against the rules and against its stored fingerprints.

Logs without fingerprints get them, and those of running games are extended, so that the next run has something to
compare with. So run it once with the old release before an upgrade, and once with the new one after it.
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
from service.ops.fingerprints import chain, first_difference, packed, store_fingerprints, stored_fingerprints
from service.store.event_store import Entry, EventStore
from service.store.log_names import is_game, is_seating


class Verdict(NamedTuple):
    log: str
    events: int
    fingerprints: bytes  # in their stored form; empty if the log has a problem
    problem: str | None

    @property
    def summary(self) -> str:
        return f"{self.log} {self.events} {self.fingerprints[:8].hex()}"


def judge(log: str, entries: list[Entry], stored: bytes | None) -> Verdict:
    """Replay a log and compare it with its `stored` fingerprints. Pure, so that it can run in another process."""
    damages: list[DamagedLog] = []
    steps: list[tuple[bytes, str]] = []
    try:
        for step in _replayed(log, entries):
            steps.append(step)
    except DamagedLog as damage:
        damages.append(damage)
    fingerprints = chain(steps)
    if stored is not None and (number := first_difference(fingerprints, stored)) is not None:
        problem = "is gone" if number > len(entries) else "is not what it was when its fingerprint was taken"
        damages.append(DamagedLog(number, problem))
    first = min(damages, key=lambda damage: damage.number, default=None)
    summary = None if first is None else f"event {first.number} {first.problem}"
    return Verdict(log, len(entries), packed(fingerprints) if fingerprints and not damages else b"", summary)


def _replayed(log: str, entries: list[Entry]) -> Iterator[tuple[bytes, str]]:
    """Each event's bytes with the fingerprint of the position after it; raises DamagedLog at the first wrong event."""
    if is_seating(log):
        yield from _replayed_table(_in_order(entries))
    elif not is_game(log):  # of puzzles, or of a kind that this release does not know: only compare the bytes
        yield from ((entry.data, "") for entry in _in_order(entries))
    else:
        yield from _replayed_game(_in_order(entries))


def _in_order(entries: list[Entry]) -> Iterator[Entry]:
    for number, entry in enumerate(entries, 1):
        if entry.seq != number:
            raise DamagedLog(number, "is missing")
        yield entry


def _replayed_game(entries: Iterable[Entry]) -> Iterator[tuple[bytes, str]]:
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


def _replayed_table(entries: Iterable[Entry]) -> Iterator[tuple[bytes, str]]:
    events: list[SeatingEvent] = []
    for entry in entries:
        try:
            events.append(msgspec.msgpack.decode(entry.data, type=SeatingEvent))
            seating(events)
        except Exception as error:
            raise DamagedLog(entry.seq, f"is wrong: {error}") from error
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
        """Equal for two stores with equal contents."""
        return blake2b("\n".join(sorted(self.summaries)).encode(), digest_size=8).hexdigest()


async def verify(
    store: EventStore, *, accept: bool = False, report: Callable[[str], None] = print, pool: Executor | None = None
) -> Totals:
    """Check every log, reporting problems as they are found.

    With `accept`, logs that obey the rules but differ from their fingerprints get new fingerprints.
    """
    names, totals = sorted([name async for name in store.games()]), Totals()
    own_pool = None if pool else ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))
    remaining = iter(names)

    async def work(bar: "tqdm[Any]") -> None:
        for name in remaining:
            verdict = await _verified(store, name, pool or own_pool, accept)
            totals.add(verdict)
            bar.update()
            if verdict.problem is not None:
                with tqdm.external_write_mode():
                    report(totals.problems[-1])

    try:
        with tqdm(total=len(names), unit=" logs", desc="verify", disable=None) as bar:
            await asyncio.gather(*(work(bar) for _ in range(2 * (os.cpu_count() or 1))))
    finally:
        if own_pool is not None:
            own_pool.shutdown(cancel_futures=True)
    return totals


async def _verified(store: EventStore, name: str, pool: Executor | None, accept: bool) -> Verdict:
    stored = await stored_fingerprints(store, name)
    entries = await store.read(name)
    expected = None if accept else stored
    verdict = await asyncio.get_running_loop().run_in_executor(pool, judge, name, entries, expected)
    if verdict.problem is None and verdict.fingerprints != stored:
        await store_fingerprints(store, name, verdict.fingerprints)
    return verdict
