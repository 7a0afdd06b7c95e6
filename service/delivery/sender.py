"""The loop in each worker that empties the outbox: takes parcels, hands them to carriers, settles what became of them.

Nothing waits for it. Each way has its own number of slots, so that slow webhooks hold up no mail. Of these one person
fills a quarter at most, and targets that have not proved themselves two thirds (outbox.py).
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import ClassVar, Final, NamedTuple

from service.delivery.outbox import Outbox, Taken
from service.delivery.outcomes import Away, Early, Failed, Outcome, TargetState, consequence
from service.delivery.parcels import WAYS, Parcel, Way
from service.runtime.clock import Clock
from service.runtime.metrics import Metrics
from service.runtime.shutdown import cancel_all
from service.store.errors import Unavailable, contained

_LOOK_EVERY: Final = 0.1  # seconds, as all below
_PATIENCE: Final = 20.0  # for one attempt; shorter than the lease of the outbox
_FIRST_REST, _LONGEST_REST = 1.0, 60.0  # when a whole way is closed
_COUNT_EVERY: Final = 5.0

log = logging.getLogger(__name__)


class Carrier(ABC):
    """Delivers by one way, with at most `slots` attempts at a time. `deliver` may raise anything: the parcel is tried
    again. `close` is called when a target was given up or is gone."""

    slots: ClassVar[int]

    @abstractmethod
    async def deliver(self, parcel: Parcel) -> Outcome | Early: ...

    async def close(self, parcel: Parcel) -> None:  # noqa: B027 - most have nothing to close
        """What ends with the target, besides what waits for it."""


class Ending(NamedTuple):
    """A target that gets nothing any more, and the last answer, which the person may read."""

    person: str
    way: Way
    target: str
    answer: str


class Sender:
    """`on_ending` is called once or more for each target that is given up, before it counts as such: a worker that dies
    meanwhile is followed by one that calls it again."""

    def __init__(
        self,
        outbox: Outbox,
        carriers: Mapping[Way, Carrier],
        clock: Clock,
        metrics: Metrics,
        on_ending: Callable[[Ending], Awaitable[None]] | None = None,
        *,
        patience: float = _PATIENCE,
    ) -> None:
        self._outbox = outbox
        self._carriers = carriers
        self._clock = clock
        self._metrics = metrics
        self._on_ending = on_ending
        self._patience = patience

    async def run(self) -> None:
        """Runs until cancelled; raises Unavailable."""
        loops = [_Lane(self, way, carrier).run() for way, carrier in self._carriers.items()]
        tasks = [asyncio.create_task(loop) for loop in (*loops, self._count())]
        try:
            await asyncio.gather(*tasks)
        finally:
            await cancel_all(tasks)

    async def take(self, way: Way, count: int, *, of_person: int, new: int) -> list[Taken]:
        return await self._outbox.take(way, count, of_person=of_person, new=new)

    async def send(self, way: Way, taken: Taken) -> bool:
        """Attempt a delivery; False if the whole way is closed."""
        parcel, state = taken
        if state.ended or parcel.expires <= self._clock():
            await self._outbox.settle(parcel, state)
            self._count_outcome(way, "expired")
            return True
        outcome = await self._attempt(self._carriers[way], parcel)
        self._count_outcome(way, type(outcome).__name__.lower())
        if isinstance(outcome, Away):
            log.warning("%s is closed: %s", way, outcome.answer)
            await self._outbox.settle(parcel, state, self._clock())
            return False
        if isinstance(outcome, Early):
            await self._outbox.settle(parcel, state, outcome.until)
            return True
        await self._settle(parcel, state, outcome)
        return True

    async def _attempt(self, carrier: Carrier, parcel: Parcel) -> Outcome | Early:
        try:
            async with asyncio.timeout(self._patience):
                return await carrier.deliver(parcel)
        except TimeoutError:
            return Failed("no answer")
        except Unavailable:
            raise
        except Exception:
            log.exception("parcel %s could not be sent", parcel.id)
            return Failed("an error of ours")

    async def _settle(self, parcel: Parcel, state: TargetState, outcome: Outcome) -> None:
        after, until = consequence(state, outcome, self._clock())
        if after.ended and self._on_ending is not None:
            await self._on_ending(Ending(parcel.person, parcel.way, parcel.target, after.answer))
        was_there = await self._outbox.settle(parcel, after, until)
        if not after.ended or not was_there:
            return
        log.info("no %s goes to a target of %s any more: %s", parcel.way, parcel.person, after.answer)
        await self._outbox.withdraw(parcel.person, way=parcel.way, target=parcel.target)
        await self._carriers[parcel.way].close(parcel)

    def _count_outcome(self, way: Way, outcome: str) -> None:
        self._metrics.parcels.labels(way, outcome).inc()

    async def _count(self) -> None:
        """Runs until cancelled: keeps the metrics of the outbox up to date."""
        while True:
            for way in WAYS:
                self._metrics.parcels_waiting.labels(way).set(await self._outbox.waiting(way))
            await asyncio.sleep(_COUNT_EVERY)


class _Lane:
    """One way: as many attempts at a time as its carrier has slots."""

    def __init__(self, sender: Sender, way: Way, carrier: Carrier) -> None:
        self._sender = sender
        self._way = way
        self._slots = carrier.slots
        self._running: dict[asyncio.Task[bool], Taken] = {}
        self._rest = 0.0

    async def run(self) -> None:
        try:
            while True:
                await self._fill()
                await self._wait()
        finally:
            await cancel_all(list(self._running))

    async def _fill(self) -> None:
        if free := self._slots - len(self._running):
            new = sum(not taken.state.is_proven for taken in self._running.values())
            count, room = 1 if self._rest else free, max(0, self._slots - self._slots // 3 - new)
            of_person = max(1, self._slots // 4)
            for taken in await self._sender.take(self._way, count, of_person=of_person, new=room):
                self._running[asyncio.create_task(self._sender.send(self._way, taken))] = taken

    async def _wait(self) -> None:
        """Until a slot is free, or for a moment; longer if the way is closed."""
        if not self._running:
            await asyncio.sleep(self._rest or _LOOK_EVERY)
            return
        ended, _ = await asyncio.wait(self._running, timeout=_LOOK_EVERY, return_when=asyncio.FIRST_COMPLETED)
        for task in ended:
            parcel = self._running.pop(task).parcel
            with suppress(Unavailable), contained(log, "parcel %s could not be settled", parcel.id):
                is_open = await task  # if it fails, the lease ends, and the parcel is sent again
                self._rest = 0.0 if is_open else min(_LONGEST_REST, 2 * self._rest or _FIRST_REST)
        if self._rest and not self._running:
            await asyncio.sleep(self._rest)
