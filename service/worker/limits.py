"""How much a worker does at once, and how long it waits."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkerLimits:
    """Times are in seconds."""

    search_seconds: float = 10.0  # for a step of a bot, on the slowest machine
    search_patience: float = 60.0  # with waiting for a search process, but not for the compiler
    stop_patience: float = 3.0
    sweep_every: float = 1.0
    leisure: float = 4.0  # how many times as long as a step that nobody waits for is the rest after it


LIMITS: Final = WorkerLimits()
