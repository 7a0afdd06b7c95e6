"""Graceful shutdown: after a signal, finish running work, then exit, and leave no child process."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Collection, Coroutine
from contextlib import suppress
from typing import Any, Final

TETHER: Final = "FIRSTFIRE_TETHER"  # set for a child process that must stop when its standard input closes
_CANCEL_AGAIN: Final = 0.1  # seconds

log = logging.getLogger(__name__)


def stop_signal() -> asyncio.Event:
    """Set by Ctrl-C or SIGTERM; in a child process with a tether also when its parent dies."""
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    if os.environ.get(TETHER):
        loop.add_reader(sys.stdin.fileno(), _parent_died, stopped)
    return stopped


def _parent_died(stopped: asyncio.Event) -> None:
    asyncio.get_running_loop().remove_reader(sys.stdin.fileno())
    stopped.set()


async def until_stopped(work: Coroutine[Any, Any, None]) -> int:
    """Run `work` until it ends (exit code 1) or a signal arrives (0), which cancels it and waits for its clean-up."""
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


async def cancel_all(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel the tasks and wait for them.

    Cancels repeatedly, because on Python 3.11 a library can swallow a cancellation (`wait_for`, as in redis-py).
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_CANCEL_AGAIN)


async def stop_process(process: asyncio.subprocess.Process, name: str, patience: float) -> None:
    """Ask a child process to stop, and kill it when `patience` (seconds) runs out."""
    _send(process, signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), patience)
    except TimeoutError:
        log.error("the %s does not stop and is killed", name)
        _send(process, signal.SIGKILL)
        await process.wait()


def _send(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    """Not `process.send_signal`, which may reap the child and take the exit code that asyncio is waiting for."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, number)
