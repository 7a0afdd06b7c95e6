"""The queues of jobs, one for each urgency, shared by all workers and fair to the owners of the jobs.

The owner of a job is the person for whom a worker is to think. Within a queue, thinking goes round by owner and not by
arrival, weighed by the time used (`put_job.lua`): a person with many jobs waits for them, and nobody else does.

A job is a struct, stored as the name of its kind and its fields in order. During a rolling restart a worker meets jobs
of another version, so new fields go to the end and have a default.

The id of a job says everything there is to do. While a job is waiting or running, another with its id is not added. A
running job has a short lease, which its worker renews: a second or two after a worker has died, another takes its job.
Nothing depends on a job: any may be lost or performed twice, and the queues may be emptied at any time.
"""

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

import msgspec

from service.engine.tickets import Tickets
from service.engine.urgency import Urgency
from service.store.event_store import EventStore
from service.store.structures.scripts import Script
from service.store.structures.sorted_sets import SortedSet

LEASE: Final = 1.5  # seconds
_MOST_LOSSES: Final = 20
_PUT: Final = Script("service.engine", "put_job.lua")
_TAKE: Final = Script("service.engine", "take_job.lua")
_RENEW: Final = Script("service.engine", "renew_job.lua")
_FINISH: Final = Script("service.engine", "finish_job.lua")


class Job(msgspec.Struct, frozen=True, array_like=True):
    """Something for a worker to do."""

    kind: ClassVar[str]
    seconds: ClassVar[float]  # about how long it takes; once it is done, its owner is charged for the real time

    @property
    def id(self) -> str:
        """Unique among the jobs of one urgency."""
        raise NotImplementedError

    @property
    def urgency(self) -> Urgency:
        raise NotImplementedError

    @property
    def owner(self) -> str:
        """The person for whom it is done; empty if it is nobody in particular."""
        return ""

    @property
    def game(self) -> str:
        return ""


class TakenJob(NamedTuple):
    urgency: Urgency
    id: str
    data: bytes  # the kind of the job and its fields


class Jobs:
    """All methods raise Unavailable. The `lease` of a running job is in seconds; a job that kills workers is dropped
    after `most_losses` of them."""

    def __init__(
        self, store: EventStore, tickets: Tickets, *, lease: float = LEASE, most_losses: int = _MOST_LOSSES
    ) -> None:
        self._store = store
        self._tickets = tickets
        self.lease = lease
        self._most_losses = most_losses

    async def request(self, job: Job) -> bool:
        """Adds the job to its queue, with a ticket; False if it is there already, or is being performed."""
        data, key = msgspec.msgpack.encode((job.kind, job)), queue_key(job.urgency)
        is_new = bool(await _PUT.run(self._store, key, job.id, job.owner, f"{job.seconds:.3f}", data))
        # An old job gets another ticket, because its own may have been lost; but only one.
        await self._tickets.issue(job.urgency.line, None if is_new else job.id)
        return is_new

    async def aclose(self) -> None:
        await self._tickets.aclose()

    async def count(self, urgency: Urgency) -> int:
        """The number of jobs that are waiting."""
        return await SortedSet(self._store, f"{queue_key(urgency)}:waiting").size()

    async def take(self, urgencies: Sequence[Urgency]) -> TakenJob | None:
        """The job whose turn it is, in the first of these queues that has any."""
        for urgency in urgencies:
            taken = await _TAKE.run(self._store, queue_key(urgency), int(self.lease * 1000), self._most_losses)
            if taken is not None:
                return TakenJob(urgency, taken[0].decode(), taken[1])
        return None

    async def renew(self, taken: TakenJob) -> None:
        await _RENEW.run(self._store, queue_key(taken.urgency), taken.id, int(self.lease * 1000))

    async def finish(self, taken: TakenJob, owner: str = "", excess: float = 0.0) -> None:
        """The job is done, and took `excess` seconds longer than was expected."""
        await _FINISH.run(self._store, queue_key(taken.urgency), taken.id, owner, f"{excess:.3f}")


def queue_key(urgency: Urgency) -> str:
    return f"{{thinking}}:{urgency.label}"
