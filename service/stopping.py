"""Ending well: the first signal lets running work finish, then we are gone."""

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any


def stop_signal() -> asyncio.Event:
    """Set by Ctrl-C or SIGTERM."""
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    return stopped


async def until_stopped(work: Coroutine[Any, Any, None]) -> int:
    """Run `work` until it ends or a signal comes."""
    stopped = asyncio.create_task(stop_signal().wait())
    running = asyncio.create_task(work)
    await asyncio.wait([stopped, running], return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        await running
        return 1
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    return 0
