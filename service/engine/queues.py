"""The queues of the workers' jobs, and what is put into them. They lie beside the log, unless that is a cluster.

Whoever puts a job in gives it a name that says all there is to do: what is waiting or running is not put in again.
"""

from typing import Any, Final

import msgspec
from arq.connections import ArqRedis
from redis.exceptions import RedisError

from service.runtime.settings import Settings
from service.store.address import Address, parse
from service.store.errors import Unavailable

HINTS: Final = "{arq}:hints"  # by themselves: however many bots are to move, they find a place
BOTS: Final = "{arq}:bots"
REVIEWS: Final = "{arq}:reviews"
PUZZLES: Final = "{arq}:puzzles"
_CONNECT_PATIENCE, _QUEUE_PATIENCE = 1.0, 5.0


def queue_address(settings: Settings) -> Address:
    """Where the jobs are; raises ValueError if that cannot be."""
    where = parse(settings.queue_url or settings.redis_url or "")
    if where.cluster:
        raise ValueError("On a cluster the worker needs a plain server for its jobs: name it in QUEUE_URL.")
    return where


def queue(where: Address) -> ArqRedis:
    return ArqRedis(
        host=where.host,
        port=where.port,
        unix_socket_path=where.path,
        username=where.username,
        password=where.password,
        db=where.database,
        ssl=where.tls,
        socket_connect_timeout=_CONNECT_PATIENCE,
        socket_timeout=_QUEUE_PATIENCE,
        job_serializer=msgspec.msgpack.encode,
        job_deserializer=msgspec.msgpack.decode,
        default_queue_name=BOTS,
    )


class Jobs:
    """The queues as the API sees them. Without a place for them, nothing can be asked for."""

    def __init__(self, where: Address | None) -> None:
        self._queue = queue(where) if where is not None else None

    async def suggest(self, game: str, hint: str, position: str, asked: int) -> None:
        """Ask for a hint; raises Unavailable."""
        await self._ask(HINTS, f"hint:{game}:{hint}", "make_hint", game, hint, position, asked)

    async def review(self, game: str) -> None:
        """Ask for the review of a finished game; raises Unavailable."""
        await self._ask(REVIEWS, f"review:{game}", "make_review", game)

    async def make_puzzles(self) -> None:
        """Ask for more puzzles; raises Unavailable."""
        await self._ask(PUZZLES, "puzzles", "make_puzzles")

    async def mine_puzzles(self, game: str) -> None:
        """Ask for the puzzles in a game that has been reviewed; raises Unavailable."""
        await self._ask(PUZZLES, f"puzzles:{game}", "mine_puzzles", game)

    async def aclose(self) -> None:
        if self._queue is not None:
            await self._queue.aclose(close_connection_pool=True)

    async def _ask(self, where: str, name: str, function: str, *words: Any) -> None:
        if self._queue is None:
            raise Unavailable("there is no queue for jobs: QUEUE_URL names one beside a cluster")
        try:
            await self._queue.enqueue_job(function, *words, _job_id=name, _queue_name=where)
        except (RedisError, OSError) as trouble:
            raise Unavailable(f"the queue of jobs cannot be reached: {trouble}") from trouble


def jobs_of(settings: Settings) -> Jobs:
    """Those of the API, which works without them too."""
    try:
        return Jobs(queue_address(settings))
    except ValueError:
        return Jobs(None)
