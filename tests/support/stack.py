"""The real parts as real processes: a server of the log, the API and workers, to be stopped, killed and watched."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import httpx

from service.local_valkey.server import Embedded
from service.runtime.shutdown import TETHER
from service.worker.readiness import is_ready
from tests.support.ports import reserve_port
from tests.support.servers import LONGEST_WAIT, eventually, patient_store

_SHOWN: Final = 8_000  # characters of each log, when a test fails


class Running:
    """`python -m service …` as a process; what it says goes to a file. It ends when we do, even if we are killed."""

    def __init__(self, words: list[str], environment: dict[str, str], log: Path) -> None:
        self._words = words
        self._environment = {**os.environ, TETHER: "stdin", **environment}
        self._log = log
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with self._log.open("ab") as output:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "service", *self._words),
                env=self._environment,
                stdin=asyncio.subprocess.PIPE,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def said(self) -> str:
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    @property
    def has_ended(self) -> bool:
        return self._process is None or self._process.returncode is not None

    async def ended(self) -> int:
        """Its exit code, once it has one."""
        assert self._process is not None
        return await self._process.wait()

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        if not self.has_ended:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)
        return await self.ended()

    async def kill(self) -> None:
        await self.stop(signal.SIGKILL)

    async def until(self, condition: Callable[[], Awaitable[object]]) -> None:
        """Returns when `condition` holds; fails when the process ends before that."""

        async def holds() -> object:
            assert not self.has_ended, f"{self._words} has ended:\n{self.said}"
            with suppress(httpx.HTTPError):
                return await condition()
            return False

        await eventually(holds)


class Stack:
    """`async with stack(directory) as it:` has all parts running, with one worker by default."""

    def __init__(self, directory: Path, workers: int, environment: dict[str, str] | None = None) -> None:
        self.server = Embedded(directory / "data")
        self.port = reserve_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.failed = directory / "failed"
        self._directory = directory
        self._environment = environment or {}
        self._names = ["api", *(f"worker{number}" for number in range(workers))]
        self.parts: dict[str, Running] = {}

    async def start(self) -> None:
        await self.server.start()
        environment = {
            "REDIS_URL": self.server.url,
            "PORT": str(self.port),
            "RATE": "1e6",
            "BURST": "1000000",
            "PATIENCE": f"{LONGEST_WAIT}",  # a server that has much to do is no outage
            "FAILED_POSITIONS": str(self.failed),
            "PUZZLES": "0",  # nothing is made beside what a test looks at
            "REVIEWS": "asked",  # else they would think beside every test that finishes a game
            **self._environment,
        }
        for name in self._names:
            word = name.rstrip("0123456789")
            self.parts[name] = Running([word], environment, self._directory / f"{name}.log")
            await self.parts[name].start()
        await self.ready()

    async def stop(self) -> dict[str, int]:
        """The exit codes of the parts that had not been ended before."""
        alive = [name for name, part in self.parts.items() if not part.has_ended]
        codes = await asyncio.gather(*(self.parts[name].stop() for name in alive))
        await self.server.stop()
        return dict(zip(alive, codes, strict=True))

    async def kill(self, name: str) -> None:
        """`kill -9` of a part, which is started again at once, as `make run` would."""
        if name == "server":
            os.kill(self.server.pid, signal.SIGKILL)
        else:
            await self.parts[name].kill()
            await self.parts[name].start()

    async def ready(self) -> None:
        """Returns when all parts that run are at work."""
        async with httpx.AsyncClient(base_url=self.url, timeout=LONGEST_WAIT) as client:

            async def answers() -> bool:
                return (await client.get("/health/ready")).status_code == httpx.codes.OK

            await self.parts["api"].until(answers)
        store = patient_store(self.server.url)
        for name, part in self.parts.items():
            if name != "api" and not part.has_ended:
                await part.until(lambda pid=part.pid: is_ready(store, pid))  # type: ignore[misc]
        await store.aclose()

    def show(self) -> None:
        """Prints the logs, to look into a failure."""
        for path in sorted(self._directory.glob("*.log")):
            print(f"--- {path.name}\n{path.read_text(errors='replace')[-_SHOWN:]}")


@asynccontextmanager
async def stack(directory: Path, workers: int = 1, **environment: str) -> AsyncIterator[Stack]:
    it = Stack(directory, workers, environment)
    try:
        await it.start()
        yield it
    except BaseException:
        it.show()
        raise
    finally:
        await it.stop()


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    status = Path(f"/proc/{pid}/stat")  # an orphan that has ended, but nobody collects it here
    return status.exists() and status.read_text().rpartition(") ")[2].startswith("Z")
