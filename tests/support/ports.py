"""Ports for the servers that tests start.

A server must be given its port before it binds it, and between a probe and the server's own bind another process could
take it. So a port comes from below the range from which systems choose ports by themselves (32768 on Linux, 49152
elsewhere), and is reserved by a lock on a file for as long as the reserving process lives: no other test process gets
it, in this run or in another one on the same machine.
"""

import fcntl
import os
import socket
import tempfile
from pathlib import Path
from typing import Final

_RANGE: Final = range(20_000, 32_000)
_reserved: Final[dict[int, int]] = {}  # port to the descriptor of its lock, open until this process ends


def reserve_port() -> int:
    """A free port of 127.0.0.1 that no other test gets while this process lives."""
    directory = Path(tempfile.gettempdir(), f"firstfire-ports-{os.getuid()}")
    directory.mkdir(mode=0o700, exist_ok=True)
    start = os.getpid() * 97 % len(_RANGE)  # processes begin apart from each other, to collide rarely
    candidates: list[int] = [*_RANGE[start:], *_RANGE[:start]]
    for port in candidates:
        if port not in _reserved and _lock(directory / str(port), port) and _is_free(port):
            return port
    raise OSError("every port for tests is taken")


def _lock(file: Path, port: int) -> bool:
    descriptor = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)  # children do not inherit it
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return False
    _reserved[port] = descriptor
    return True


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:  # taken by a program that is no test
            return False
        return True
