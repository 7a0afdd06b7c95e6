"""A simulated power cut: the server is killed, and its log cut back to what had really been fsynced.

With `appendfsync always` nothing acknowledged may be lost. With `everysec` something must be, or else the simulation
would prove nothing.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from service.local_valkey.server import Embedded
from service.store.event_store import EventStore
from tests.tools.soak.writers import Writers


async def lost_in_power_cuts(cuts: int, fsync: str, directory: Path) -> tuple[int, int]:
    """How many acknowledged commands `cuts` power cuts lose with that setting, and of how many."""
    shim = _shim(directory)
    lost = acknowledged = 0
    for number in range(cuts):
        data, notes = directory / f"{fsync}{number}", directory / f"{fsync}{number}.notes"
        environment = {"LD_PRELOAD": str(shim), "FSYNC_NOTES": str(notes)}
        async with Embedded(
            data, options=["--appendfsync", fsync], environment=environment, keep_alive=False
        ) as server:
            store = EventStore(server.url)
            writers = Writers(store, patient=False)
            writing = asyncio.create_task(writers.write())
            await writers.more(200 + 997 * (number % 7))
            os.kill(server.pid, signal.SIGKILL)
            await writing
            await store.aclose()
        _cut(data / "appendonlydir", notes)
        async with Embedded(data) as server:
            store = EventStore(server.url)
            lost += len(await writers.losses(store))
            acknowledged += len(writers.acknowledged)
            if fsync == "always":
                await writers.check(store)
            await store.aclose()
    return lost, acknowledged


def _cut(log: Path, notes: Path) -> None:
    """Forget what was never fsynced."""
    synced: dict[str, int] = {}
    for line in notes.read_text().splitlines():
        size, _, name = line.partition(" ")
        synced[name] = int(size)
    for path in log.glob("*.incr.aof"):  # the others are written once, and were fsynced before their first use
        os.truncate(path, min(path.stat().st_size, synced.get(str(path), 0)))


def _shim(directory: Path) -> Path:
    if sys.platform != "linux" or shutil.which("cc") is None:
        raise SystemExit(
            "The simulated power cut needs Linux and a C compiler: install gcc (on Debian: build-essential)."
        )
    shim = directory / "fsynced.so"
    source = Path(__file__).with_name("fsynced.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", shim, source, "-ldl"], check=True)
    return shim


def main(cuts: int = 20) -> None:
    """Prints the two figures; raises AssertionError if `always` lost something or `everysec` did not."""
    with tempfile.TemporaryDirectory() as name:
        lost, acknowledged = asyncio.run(lost_in_power_cuts(cuts, "always", Path(name)))
        print(f"{cuts} power cuts with appendfsync always: {lost} of {acknowledged} acknowledged commands lost")
        assert lost == 0
        lost, acknowledged = asyncio.run(lost_in_power_cuts(max(1, cuts // 4), "everysec", Path(name)))
        print(f"and with everysec, to show that it bites: {lost} of {acknowledged} lost")
        assert lost > 0


if __name__ == "__main__":
    main()
