"""How much a worker does at once, and how long it waits."""

from dataclasses import dataclass
from typing import Final

from service.engine.queues import LEASE


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkerLimits:
    """Times are in seconds."""

    concurrency: int = 32  # hints, and as many games with bots: they mostly wait for a search process
    search_seconds: float = 10.0  # for a step of a bot, on the slowest machine
    search_patience: float = 60.0  # with waiting for a search process, which may have to be compiled first
    stop_patience: float = 3.0
    sweep_every: float = 1.0
    lease: float = LEASE  # of a running job


LIMITS: Final = WorkerLimits()
