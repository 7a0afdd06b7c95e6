"""The event store with counters: every append of a process goes through here."""

from collections.abc import Sequence
from functools import cache

from prometheus_client import start_http_server

from service.runtime.metrics import Metrics
from service.runtime.settings import Settings
from service.store.errors import StreamMoved, Unavailable
from service.store.event_store import Appended, EventStore
from service.store.log_names import is_game, is_seating


class CountedStore(EventStore):
    """The log, with a count of what is asked of it: every append of this process goes through here."""

    def __init__(self, url: str, replicas: int, metrics: Metrics) -> None:
        super().__init__(url, replicas)
        self.metrics = metrics
        self._count = cache(metrics.commands.labels)  # finding a label costs more than counting

    async def append(
        self, game: str, expected: int, events: Sequence[bytes], command_id: str | None = None
    ) -> Appended:
        by = _who(game, command_id)
        try:
            appended = await super().append(game, expected, events, command_id)
        except StreamMoved:
            self._count(by, "conflict").inc()
            raise
        except Unavailable:
            self._count(by, "unavailable").inc()
            raise
        self._count(by, "repeated" if appended.repeated else "appended").inc()
        if not appended.repeated:
            self.metrics.events.inc(len(events))
        return appended


def _who(log: str, command_id: str | None) -> str:
    """The names of commands are given by handle.py, tables.py and worker.py."""
    if not is_game(log):
        return "table" if is_seating(log) else "puzzle"
    if command_id == "start" or command_id == "record":
        return "start"
    return "bot" if command_id is not None and command_id.startswith("bot:") else "person"


def worker_store(settings: Settings) -> CountedStore:
    """The log as a worker uses it; what it counts is shown on METRICS_PORT, if there is one."""
    assert settings.redis_url is not None
    metrics = Metrics()
    if settings.metrics_port:
        start_http_server(settings.metrics_port, settings.metrics_host, metrics.registry)
    return CountedStore(settings.redis_url, settings.replicas, metrics)
