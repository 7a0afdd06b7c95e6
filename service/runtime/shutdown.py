"""Ending well: a signal lets running work finish, then we are gone, and no process of ours is left behind."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Collection, Coroutine
from contextlib import suppress
from typing import Any, Final

TETHER: Final = "FIRSTFIRE_TETHER"  # set for a process that is to stop when its standard input ends
_CANCEL_AGAIN: Final = 0.1

log = logging.getLogger(__name__)


def stop_signal() -> asyncio.Event:
    """Set by Ctrl-C or SIGTERM; for a process on a tether also by the death of whoever holds the other end."""
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    if os.environ.get(TETHER):
        loop.add_reader(sys.stdin.fileno(), _torn, stopped)
    return stopped


def _torn(stopped: asyncio.Event) -> None:
    asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
    stopped.set()


async def until_stopped(work: Coroutine[Any, Any, None]) -> int:
    """Run `work` until it ends or a signal comes; then it is cancelled, and may take its time to clean up."""
    stopped = asyncio.create_task(stop_signal().wait())
    running = asyncio.create_task(work)
    await asyncio.wait([stopped, running], return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        stopped.cancel()
        await running
        return 1
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    return 0


async def cancelled(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel and wait: again and again, since under Python 3.11 a library may lose it (`wait_for`, as in redis-py)."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_CANCEL_AGAIN)


async def end(process: asyncio.subprocess.Process, name: str, patience: float) -> None:
    """Ask a process to stop, and make it if it does not."""
    _send(process, signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), patience)
    except TimeoutError:
        log.error("the %s does not stop by itself and is killed", name)
        _send(process, signal.SIGKILL)
        await process.wait()


def _send(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    """Not by the process object's own method: that may collect the exit code which asyncio is waiting for."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, number)
