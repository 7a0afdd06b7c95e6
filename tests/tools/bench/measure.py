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


class Ratio(NamedTuple):
    """A figure and what it is held against: a reference measured in the same run, or a fixed limit."""

    what: str
    value: float
    reference: float | None = None
    unit: str = "/s"
    at_least: float | None = None  # of value / reference, or of value without a reference
    at_most: float | None = None

    def __str__(self) -> str:
        shown = self._shown(self.value)
        ratio = self.value if self.reference is None else self.value / self.reference
        beside = "" if self.reference is None else f"   {ratio:.2f} × of {self._shown(self.reference)}"
        limit = self.at_least if self.at_least is not None else self.at_most
        if limit is None:
            return f"{shown:>12}   {self.what}{beside}"
        reached = ratio >= limit if self.at_least is not None else ratio <= limit
        sign = "≥" if self.at_least is not None else "≤"
        target = f"{limit:,g} ×" if self.reference is not None else self._shown(limit)
        return f"{shown:>12}   {self.what}{beside}   target {sign} {target}: {'reached' if reached else 'MISSED'}"

    def _shown(self, value: float) -> str:
        return _time(value) if self.unit == "s" else f"{value:,.0f} {self.unit}".rstrip()


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
