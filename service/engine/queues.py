"""The queues of jobs: the only module that knows arq and its Redis client.

A job is a struct. arq gets the name of its kind and its fields in order; a worker makes the struct from them again.
During a rolling restart a worker meets jobs of another version, so new fields go to the end and have a default. A job
that cannot be read is logged and dropped: nothing depends on a job, and what is still needed is requested again.

The id of a job says everything there is to do. While a job is waiting or running, another with its id is not added.

arq marks a running job, and the mark outlives a killed worker by the job's time limit and ten seconds. Here the mark
is a short lease that the job renews while it runs: a second or two after a worker has died, another takes its jobs.

The queues are kept on the server of the log, unless that is a cluster.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

import msgspec
from arq import Retry, Worker, func
from arq.connections import ArqRedis
from arq.constants import in_progress_key_prefix
from arq.worker import Function
from redis.exceptions import RedisError

from service.runtime.logging_setup import set_job
from service.runtime.settings import Settings
from service.runtime.shutdown import cancel_all
from service.store.client.address import Address, parse
from service.store.errors import Unavailable

HINTS: Final = "{arq}:hints"  # apart from the others: a hint must not wait for bots, however many are to move
BOTS: Final = "{arq}:bots"
REVIEWS: Final = "{arq}:reviews"
PUZZLES: Final = "{arq}:puzzles"
_TIME_LIMIT: Final = 3600  # seconds; one job plays a game of bots to its end, and a review gives way to everything
_MOST_TRIES: Final = 20
_RETRY_AFTER: Final = 1.0  # seconds
LEASE: Final = 1.5  # seconds
_CONNECT_PATIENCE, _ANSWER_PATIENCE = 1.0, 5.0
_LEASE, _PAUSE = "lease", "retry_after"  # what each job finds in the context that arq hands it

log = logging.getLogger(__name__)


class Job(msgspec.Struct, frozen=True, array_like=True):
    """Something for a worker to do. Subclasses have a `game` field if the job is about a game."""

    queue: ClassVar[str]
    kind: ClassVar[str]  # unique in its queue; what arq takes for the name of a function

    @property
    def id(self) -> str:
        """Unique among the jobs of all kinds."""
        raise NotImplementedError

    @property
    def game(self) -> str:
        return ""


AnyJob = TypeVar("AnyJob", bound=Job)
Performer: TypeAlias = Function  # what performs one kind of jobs; made by `performer`


def queue_address(settings: Settings) -> Address:
    """The server of the queues; raises ValueError if it is a cluster, which arq cannot use."""
    address = parse(settings.queue_url or settings.redis_url or "")
    if address.cluster:
        raise ValueError("On a cluster the worker needs a plain server for its jobs: name it in QUEUE_URL.")
    return address


class Jobs:
    """Requests jobs. Without an address every request raises Unavailable."""

    def __init__(self, address: Address | None) -> None:
        self._redis = _client(address) if address is not None else None

    async def request(self, job: Job) -> None:
        """Adds the job to its queue, unless it is there already; raises Unavailable."""
        redis = self._connected()
        try:
            await redis.enqueue_job(job.kind, *msgspec.to_builtins(job), _job_id=job.id, _queue_name=job.queue)
        except (RedisError, OSError) as error:
            raise _unreachable(error) from error

    async def count(self, queue: str) -> int:
        """The number of jobs that are waiting or running; raises Unavailable."""
        redis = self._connected()
        try:
            jobs: int = await redis.zcard(queue)
            return jobs
        except (RedisError, OSError) as error:
            raise _unreachable(error) from error

    async def aclose(self) -> None:
        if self._redis is not None:
            await self._redis.aclose(close_connection_pool=True)

    def _connected(self) -> ArqRedis:
        if self._redis is None:
            raise Unavailable("there is no queue for jobs: QUEUE_URL names one beside a cluster")
        return self._redis


def jobs_of(settings: Settings) -> Jobs:
    """The jobs of the API, which works without a queue too."""
    try:
        return Jobs(queue_address(settings))
    except ValueError:
        return Jobs(None)


def performer(job_type: type[AnyJob], perform: Callable[[AnyJob], Awaitable[None]]) -> Performer:
    """Makes `perform` do the jobs of this type: under a lease, and again later if it raises Unavailable."""

    async def run(ctx: dict[Any, Any], *fields: Any, **_: Any) -> None:  # as arq calls it
        try:
            job = msgspec.convert(fields, job_type)
        except msgspec.ValidationError as error:
            log.error("job %s is of another version and dropped: %s", ctx["job_id"], error)
            return
        set_job(job.id, job.game)
        try:
            async with _leased(ctx["redis"], ctx["job_id"], ctx[_LEASE]):
                await perform(job)
        except Unavailable as error:
            raise Retry(defer=ctx[_PAUSE]) from error

    return func(run, name=job_type.kind, timeout=_TIME_LIMIT, keep_result=0, max_tries=_MOST_TRIES)


class Consumers:
    """Performs the jobs of several queues. arq's workers end when their server restarts: then make new consumers."""

    def __init__(
        self,
        address: Address,
        on_start: Callable[[], Awaitable[None]],
        *,
        lease: float = LEASE,
        retry_after: float = _RETRY_AFTER,
    ) -> None:
        self._redis = _client(address)
        self._on_start = on_start
        self._lease = lease
        self._retry_after = retry_after
        self._workers: list[Worker] = []
        self._finishing: list[Worker] = []

    def add(
        self, queue: str, performers: Sequence[Performer], *, concurrency: int, poll_every: float, finishes: bool
    ) -> None:
        """Takes jobs of this queue too. With `finishes`, `aclose` gives running jobs some time to finish."""

        async def on_start(ctx: dict[Any, Any]) -> None:
            await self._on_start()

        worker = Worker(
            performers,
            queue_name=queue,
            redis_pool=self._redis,
            on_startup=on_start,
            ctx={_LEASE: self._lease, _PAUSE: self._retry_after},
            handle_signals=False,
            max_jobs=concurrency,
            queue_read_limit=concurrency * 5,
            poll_delay=poll_every,
            keep_result=0,
            job_serializer=msgspec.msgpack.encode,
            job_deserializer=msgspec.msgpack.decode,
        )
        worker.in_progress_timeout_s = self._lease
        self._workers.append(worker)
        if finishes:
            self._finishing.append(worker)

    def loops(self) -> list[Coroutine[Any, Any, None]]:
        """One for each queue. They run until cancelled, or raise Unavailable; jobs that were started go on."""
        return [_consume(worker) for worker in self._workers]

    async def aclose(self, patience: float) -> None:
        """Ends the jobs that are running. What was not finished is done again by the next worker."""
        if finishing := _running(self._finishing):
            await asyncio.wait(finishing, timeout=patience)
        await cancel_all(_running(self._workers))
        # Not arq's own `close`: it sends a command to the server, which may be what has gone.
        with suppress(RedisError, OSError):
            await self._redis.aclose(close_connection_pool=True)


async def _consume(worker: Worker) -> None:
    try:
        await worker.async_run()
    except (RedisError, OSError) as error:
        raise _unreachable(error) from error


def _running(workers: Sequence[Worker]) -> list[asyncio.Task[Any]]:
    return [task for worker in workers for task in worker.tasks.values()]


@asynccontextmanager
async def _leased(redis: ArqRedis, job_id: str, lease: float) -> AsyncIterator[None]:
    renewing = asyncio.create_task(_renew(redis, in_progress_key_prefix + job_id, lease))
    try:
        yield
    finally:
        await cancel_all([renewing])


async def _renew(redis: ArqRedis, mark: str, lease: float) -> None:
    """Runs until cancelled."""
    while True:
        await asyncio.sleep(lease / 3)
        with suppress(RedisError, OSError):  # an outage; at worst the job is done twice
            await redis.pexpire(mark, int(lease * 1000))


def _client(address: Address) -> ArqRedis:
    return ArqRedis(
        host=address.host,
        port=address.port,
        unix_socket_path=address.path,
        username=address.username,
        password=address.password,
        db=address.database,
        ssl=address.tls,
        socket_connect_timeout=_CONNECT_PATIENCE,
        socket_timeout=_ANSWER_PATIENCE,
        job_serializer=msgspec.msgpack.encode,
        job_deserializer=msgspec.msgpack.decode,
    )


def _unreachable(error: Exception) -> Unavailable:
    return Unavailable(f"the queue of jobs cannot be reached: {error}")
