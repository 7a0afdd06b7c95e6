"""Counts what a process appends to the logs, by origin and by outcome."""

from prometheus_client import start_http_server

from service.runtime.metrics import Metrics
from service.runtime.settings import Settings
from service.store.event_store import AppendOutcome, EventStore
from service.store.log_names import is_game, is_seating


class AppendCounts:
    """An observer of the event store's appends."""

    def __init__(self, metrics: Metrics) -> None:
        self._count = metrics.appends.count

    def __call__(self, log: str, command_id: str | None, outcome: AppendOutcome, events: int) -> None:
        self._count(_origin(log, command_id), outcome, events if outcome == "appended" else 0)


def _origin(log: str, command_id: str | None) -> str:
    """The command ids are chosen in games/commands.py, games/tables.py and worker/jobs.py."""
    if not is_game(log):
        return "table" if is_seating(log) else "puzzle"
    if command_id == "start" or command_id == "record":
        return "start"
    return "bot" if command_id is not None and command_id.startswith("bot:") else "person"


def counted_store(settings: Settings, metrics: Metrics) -> EventStore:
    assert settings.redis_url is not None, "the caller chooses the server"
    return EventStore(settings.redis_url, settings.replicas, AppendCounts(metrics), patience=settings.patience)


def worker_metrics(settings: Settings) -> Metrics:
    """The metrics of a worker, served on METRICS_PORT if it is set."""
    metrics = Metrics()
    if settings.metrics_port:
        start_http_server(settings.metrics_port, settings.metrics_host, metrics.registry)
    return metrics
