"""Tells workers that there is work: the only module that knows arq and its Redis client.

For each job in a fair queue (`queues.py`) there is a ticket, a job of arq without a content. arq brings tickets to
workers, limits how many a worker serves at a time, and brings them again when a worker has died. Who serves a ticket
performs the job whose turn it is, which may be another than the one that the ticket was issued for: arq knows how much
there is to do, the fair queue knows for whom.

arq marks a ticket that is being served, and the mark outlives a killed worker by the time limit and ten seconds. Here
the mark is a short lease that is renewed: a second or two after a worker has died, another serves its tickets.

Tickets are kept on the server of the log, unless that is a cluster.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final

import msgspec
from arq import Retry, Worker, func
from arq.connections import ArqRedis
from arq.constants import in_progress_key_prefix
from redis.exceptions import RedisError

from service.runtime.settings import Settings
from service.runtime.shutdown import cancel_all
from service.store.client.address import Address, parse
from service.store.errors import Unavailable

_SERVE: Final = "serve"
_TIME_LIMIT: Final = 3600  # seconds; a review gives way to everything
_MOST_TRIES: Final = 20
_READ_AT_ONCE: Final = 1_000  # tickets: more than all workers serve, because those that are served are among them
_CONNECT_PATIENCE, _ANSWER_PATIENCE = 1.0, 5.0


def ticket_address(settings: Settings) -> Address:
    """The server of the tickets; raises ValueError if it is a cluster, which arq cannot use."""
    address = parse(settings.queue_url or settings.redis_url or "")
    if address.cluster:
        raise ValueError("On a cluster the worker needs a plain server for its jobs: name it in QUEUE_URL.")
    return address


class Tickets:
    """Issues tickets. Without an address every request raises Unavailable."""

    def __init__(self, address: Address | None) -> None:
        self._redis = _client(address) if address is not None else None

    async def issue(self, line: str, ticket: str | None = None) -> None:
        """Add a ticket to a line. One with a name is added unless it is there already; raises Unavailable."""
        if self._redis is None:
            raise Unavailable("there is no server for jobs: QUEUE_URL names one beside a cluster")
        try:
            await self._redis.enqueue_job(_SERVE, _job_id=ticket and f"{line}:{ticket}", _queue_name=_key(line))
        except (RedisError, OSError) as error:
            raise _unreachable(error) from error

    async def aclose(self) -> None:
        if self._redis is not None:
            await self._redis.aclose(close_connection_pool=True)


def tickets_of(settings: Settings) -> Tickets:
    """The tickets of the API, which works without workers too."""
    try:
        return Tickets(ticket_address(settings))
    except ValueError:
        return Tickets(None)


class TicketCounter:
    """Serves the tickets of a line by calling `serve`: `slots` at a time, looking for new ones every `every` seconds.
    A ticket for which `serve` returns False is served again after `lease` seconds. arq's workers end when their server
    restarts: then make a new counter."""

    def __init__(
        self,
        address: Address,
        line: str,
        serve: Callable[[], Awaitable[bool]],
        *,
        slots: int,
        every: float,
        lease: float,
    ) -> None:
        async def served(ctx: dict[Any, Any]) -> None:  # as arq calls it
            async with leased(partial(self._renew, ctx["job_id"], lease), lease):
                is_served = await serve()
            if not is_served:
                raise Retry(defer=lease)

        self._redis = _client(address)
        self._worker = Worker(
            [func(served, name=_SERVE, timeout=_TIME_LIMIT, keep_result=0, max_tries=_MOST_TRIES)],
            queue_name=_key(line),
            redis_pool=self._redis,
            handle_signals=False,
            max_jobs=slots,
            queue_read_limit=max(_READ_AT_ONCE, slots),
            poll_delay=every,
            keep_result=0,
            job_serializer=msgspec.msgpack.encode,
            job_deserializer=msgspec.msgpack.decode,
        )
        self._worker.in_progress_timeout_s = lease

    async def run(self) -> None:
        """Runs until cancelled; raises Unavailable. What was begun goes on."""
        try:
            await self._worker.async_run()
        except (RedisError, OSError) as error:
            raise _unreachable(error) from error

    async def _renew(self, ticket: str, lease: float) -> None:
        try:
            await self._redis.pexpire(in_progress_key_prefix + ticket, int(lease * 1000))
        except (RedisError, OSError) as error:
            raise _unreachable(error) from error

    async def aclose(self, patience: float) -> None:
        """Gives what was begun some time to finish, then ends it. What was not finished is done by another worker."""
        if running := [*self._worker.tasks.values()]:
            await asyncio.wait(running, timeout=patience)
        await cancel_all(self._worker.tasks.values())
        # Not arq's own `close`: it sends a command to the server, which may be what has gone.
        with suppress(RedisError, OSError):
            await self._redis.aclose(close_connection_pool=True)


@asynccontextmanager
async def leased(renew: Callable[[], Awaitable[object]], lease: float) -> AsyncIterator[None]:
    """Renews a lease of `lease` seconds as long as the block runs. `renew` may raise Unavailable: at worst what is
    leased is done twice."""

    async def keep_renewing() -> None:
        while True:
            await asyncio.sleep(lease / 3)
            with suppress(Unavailable):
                await renew()

    renewing = asyncio.create_task(keep_renewing())
    try:
        yield
    finally:
        await cancel_all([renewing])


def _key(line: str) -> str:
    return f"{{arq}}:{line}"


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
    return Unavailable(f"the server of the jobs cannot be reached: {error}")
