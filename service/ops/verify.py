"""`python -m service verify`: folds every event log, and compares it with its stored fingerprints.

The logs of games are also checked against the rules.
Logs without fingerprints get them, and those of running games are extended, so that the next run has something to
compare with. So run it once with the old release before an upgrade, and once with the new one after it.
"""

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from tqdm import tqdm

from domain.errors import DamagedLog
from domain.log import audit
from domain.notation.positions import fingerprint
from service.games.codec import GAME_LOGS
from service.ops.fingerprints import chain, first_difference, packed, store_fingerprints, stored_fingerprints
from service.ops.log_kinds import kind_of
from service.store.event_store import Entry, EventStore
from service.store.typed_log import LogKind, UnreadableEntry

_COMPARE: Final = "Compare the log with a backup"
_UPGRADE: Final = "If a later release wrote it, upgrade; otherwise compare the log with a backup"
_GO_BACK: Final = (
    "If it was in order before an upgrade, go back to that release; otherwise compare the log with a backup"
)


class Verdict(NamedTuple):
    log: str
    events: int
    fingerprints: bytes  # in their stored form; empty if the log has a problem
    problem: str | None  # with what to do
    is_known: bool = True  # whether this release knows the kind of the log

    @property
    def summary(self) -> str:
        return f"{self.log} {self.events} {self.fingerprints[:8].hex()}"


def judge(log: str, entries: list[Entry], stored: bytes | None) -> Verdict:
    """Fold a log and compare it with its `stored` fingerprints. Pure, so that it can run in another process."""
    kind = kind_of(log)
    problems: list[tuple[int, str, str]] = []  # event, problem, what to do
    steps: list[tuple[bytes, str]] = []
    try:
        for step in _replayed(kind, entries):
            steps.append(step)
    except DamagedLog as damage:
        remedy = _UPGRADE if isinstance(damage, UnreadableEntry) else _COMPARE
        problems.append((damage.number, damage.problem, remedy))
    fingerprints = chain(steps)
    if stored is not None and (number := first_difference(fingerprints, stored)) is not None:
        is_gone = number > len(entries)
        problem = "is gone" if is_gone else "is not what it was when its fingerprint was taken"
        problems.append((number, problem, _COMPARE if is_gone else _GO_BACK))
    whole = packed(fingerprints) if fingerprints and not problems else b""
    return Verdict(log, len(entries), whole, _first(problems), kind is not None)


def _first(problems: list[tuple[int, str, str]]) -> str | None:
    if not problems:
        return None
    number, problem, remedy = min(problems, key=lambda problem: problem[0])
    return f"event {number} {problem}. {remedy}."


def _replayed(kind: LogKind[Any, Any] | None, entries: list[Entry]) -> Iterator[tuple[bytes, str]]:
    """Each event's bytes, for games with the fingerprint of the position after it; raises DamagedLog at the first wrong
    event. Of a kind that this release does not know, only the bytes can be compared."""
    if kind is None:
        yield from ((entry.data, "") for entry in _in_order(entries))
        return
    state, events = kind.initial(), []
    for entry in _in_order(entries):
        event, state = kind.step(state, entry)
        events.append(event)
        yield entry.data, fingerprint(state.position) if kind is GAME_LOGS else ""
    if kind is GAME_LOGS:
        audit(event for _, event in events)


def _in_order(entries: list[Entry]) -> Iterator[Entry]:
    for number, entry in enumerate(entries, 1):
        if entry.seq != number:
            raise DamagedLog(number, "is missing")
        yield entry


class Totals:
    def __init__(self) -> None:
        self.logs = self.events = 0
        self.problems: list[str] = []
        self.summaries: list[str] = []
        self.unknown: list[str] = []  # logs of kinds that this release does not know

    def add(self, verdict: Verdict) -> None:
        self.logs += 1
        self.events += verdict.events
        self.summaries.append(verdict.summary)
        if verdict.problem is not None:
            self.problems.append(f"{verdict.log}: {verdict.problem}")
        if not verdict.is_known:
            self.unknown.append(verdict.log)

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
