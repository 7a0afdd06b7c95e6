"""Figures: medians of many runs, printed beside their targets."""

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import NamedTuple


class Figure(NamedTuple):
    what: str
    seconds: float
    target: float | None = None

    def __str__(self) -> str:
        verdict = ""
        if self.target is not None:
            verdict = f"   target ≤ {_time(self.target)}: {'reached' if self.seconds <= self.target else 'MISSED'}"
        return f"{_time(self.seconds):>10}   {self.what}{verdict}"


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} µs"


def median_time(*calls: Callable[[], object], runs: int = 200) -> float:
    """The median time of one call, over all of `calls` again and again."""
    times = []
    for _ in range(max(1, runs // len(calls))):
        for call in calls:
            begin = perf_counter()
            call()
            times.append(perf_counter() - begin)
    return median(times)
