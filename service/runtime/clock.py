"""The time, as a thing that can be handed in: tests bring their own."""

import time
from collections.abc import Callable
from typing import TypeAlias

Clock: TypeAlias = Callable[[], int]  # milliseconds since 1970


def wall_clock() -> int:
    return time.time_ns() // 1_000_000
