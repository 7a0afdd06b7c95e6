"""Performs the jobs of the queues in a worker: some at a time, each under a lease that is renewed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeAlias

import msgspec

from service.engine.queues import Job, Jobs, TakenJob
from service.engine.tickets import TicketCounter, leased
from service.engine.urgency import Urgency
from service.runtime.logging_setup import set_job
from service.store.client.address import Address
from service.store.errors import Unavailable

_DECODER: Final = msgspec.msgpack.Decoder(tuple[str, list[Any]])
_JOBS_OF_A_TICKET: Final = 20
_UNREADABLE: Final = (msgspec.DecodeError, msgspec.ValidationError, KeyError)

log = logging.getLogger(__name__)

Perform: TypeAlias = Callable[[Any], Awaitable[None]]
Performers: TypeAlias = Mapping[type[Job], Perform]


class Consumer:
    """Performs the jobs of some queues, the more urgent first: `slots` at a time, looking for tickets every `every`
    seconds. With `finishes`, `aclose` gives running jobs some time to finish."""

    def __init__(
        self,
        jobs: Jobs,
        address: Address,
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
        self._finishes = finishes
        self._is_closing = False
        self._counter = TicketCounter(
            address, urgencies[0].line, self._serve, slots=slots, every=every, lease=jobs.lease
        )

    async def run(self) -> None:
        """Runs until cancelled; raises Unavailable. Jobs that were started go on."""
        await self._counter.run()

    async def aclose(self, patience: float) -> None:
        """Ends the jobs that are running. What was not finished is done again by another worker."""
        self._is_closing = True
        await self._counter.aclose(patience if self._finishes else 0.0)

    async def _serve(self) -> bool:
        """Performs the job whose turn it is, and some more if there are any, so that none waits because its ticket was
        lost; False if that could not be found out or done."""
        for _ in range(0 if self._is_closing else _JOBS_OF_A_TICKET):
            try:
                taken = await self._jobs.take(self._urgencies)
            except Unavailable as error:
                log.warning("no job could be taken: %s", error)
                return False
            if taken is None:
                break
            if not await self._attempt(taken):
                return False
            if self._is_closing:
                break
        return True

    async def _attempt(self, taken: TakenJob) -> bool:
        """Performs a job. If the store was unavailable, the job is left, and False is returned: when its lease has
        ended, it is taken again. After any other failure it is dropped: what is still needed is requested again."""
        with suppress(Unavailable):
            try:
                job = self._read(taken)
            except _UNREADABLE as error:
                log.error("job %s is of another version and dropped: %r", taken.id, error)
                await self._jobs.finish(taken)
                return True
            set_job(taken.id, job.game)
            begin = asyncio.get_running_loop().time()
            try:
                async with leased(partial(self._jobs.renew, taken), self._jobs.lease):
                    await self._performers[type(job)](job)
            except Unavailable as error:
                log.warning("job %s is tried again: %s", taken.id, error)
                return False
            except Exception:
                log.exception("job %s failed", taken.id)
            seconds = asyncio.get_running_loop().time() - begin
            await self._jobs.finish(taken, job.owner, seconds - job.seconds)
            return True
        return False

    def _read(self, taken: TakenJob) -> Job:
        kind, fields = _DECODER.decode(taken.data)
        return msgspec.convert(fields, self._types[kind])
