"""Performs the jobs of the queues in a worker: some at a time, each under a lease that is renewed."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, TypeAlias

import msgspec

from service.engine.queues import Job, Jobs, TakenJob
from service.engine.urgency import Urgency
from service.runtime.logging_setup import set_job
from service.runtime.shutdown import cancel_all
from service.store.errors import Unavailable

_DECODER: Final = msgspec.msgpack.Decoder(tuple[str, list[Any]])
_UNREADABLE: Final = (msgspec.DecodeError, msgspec.ValidationError, KeyError)

log = logging.getLogger(__name__)

Perform: TypeAlias = Callable[[Any], Awaitable[None]]
Performers: TypeAlias = Mapping[type[Job], Perform]


class Consumer:
    """Performs the jobs of some queues, the more urgent first: `slots` at a time, looking for new ones every `every`
    seconds. With `finishes`, `aclose` gives running jobs some time to finish."""

    def __init__(
        self,
        jobs: Jobs,
        urgencies: Sequence[Urgency],
        performers: Performers,
        *,
        slots: int,
        every: float,
        finishes: bool = False,
    ) -> None:
        self._jobs = jobs
        self._urgencies = urgencies
        self._types = {job.kind: job for job in performers}
        self._performers = performers
        self._slots = slots
        self._every = every
        self._finishes = finishes
        self._running: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Runs until cancelled; raises Unavailable. Jobs that were started go on."""
        while True:
            while len(self._running) < self._slots:
                taken = await self._jobs.take(self._urgencies)
                if taken is None:
                    break
                task = asyncio.create_task(self._attempt(taken))
                self._running.add(task)
                task.add_done_callback(self._running.discard)
            await self._pause()

    async def _pause(self) -> None:
        """Returns when it is time to look for a job again."""
        if len(self._running) == self._slots:
            await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
        else:
            await asyncio.sleep(self._every)

    async def aclose(self, patience: float) -> None:
        """Ends the jobs that are running. What was not finished is done again by another worker."""
        if self._finishes and self._running:
            await asyncio.wait(self._running, timeout=patience)
        await cancel_all(self._running)

    async def _attempt(self, taken: TakenJob) -> None:
        """Performs a job. If the store was unavailable, the job is left: when its lease has ended, it is taken again.
        After any other failure it is dropped: what is still needed is requested again."""
        with suppress(Unavailable):
            try:
                job = self._read(taken)
            except _UNREADABLE as error:
                log.error("job %s is of another version and dropped: %r", taken.id, error)
                await self._jobs.finish(taken)
                return
            set_job(taken.id, job.game)
            begin = asyncio.get_running_loop().time()
            try:
                async with _leased(self._jobs, taken):
                    await self._performers[type(job)](job)
            except Unavailable as error:
                log.warning("job %s is tried again: %s", taken.id, error)
                return
            except Exception:
                log.exception("job %s failed", taken.id)
            seconds = asyncio.get_running_loop().time() - begin
            await self._jobs.finish(taken, job.owner, seconds - job.seconds)

    def _read(self, taken: TakenJob) -> Job:
        kind, fields = _DECODER.decode(taken.data)
        return msgspec.convert(fields, self._types[kind])


@asynccontextmanager
async def _leased(jobs: Jobs, taken: TakenJob) -> AsyncIterator[None]:
    renewing = asyncio.create_task(_renew(jobs, taken))
    try:
        yield
    finally:
        await cancel_all([renewing])


async def _renew(jobs: Jobs, taken: TakenJob) -> None:
    """Runs until cancelled."""
    while True:
        await asyncio.sleep(jobs.lease / 3)
        with suppress(Unavailable):  # at worst the job is performed twice
            await jobs.renew(taken)
