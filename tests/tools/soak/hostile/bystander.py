"""Somebody who uses the service while others attack it: a process of its own, so that only the service is shared.

`python -m tests.tools.soak.hostile.bystander PORT PATH TOKEN` asks for a path over and over, from another address of
this machine than the attackers, until its standard input ends. Then it prints all times as JSON.
"""

import asyncio
import http.client
import json
import select
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

ADDRESS: Final = "127.0.0.2"
_EVERY: Final = 0.03  # seconds: well within the limit on requests


class Times(list[float]):
    """Seconds that answers took."""

    def at(self, share: float) -> float:
        """The time, in milliseconds, within which this share of the answers came."""
        return sorted(self)[int(share * (len(self) - 1))] * 1_000

    @property
    def p95(self) -> float:
        return self.at(0.95)


@asynccontextmanager
async def bystander(port: int, path: str, token: str) -> AsyncIterator[Times]:
    """`async with bystander(…) as times:` fills `times` when the block ends."""
    times = Times()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__, str(port), path, token),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield times
    finally:
        output, _ = await process.communicate()
    assert process.returncode == 0
    times += json.loads(output)


def _ask(port: int, path: str, token: str) -> list[float]:
    connection = http.client.HTTPConnection("127.0.0.1", port, source_address=(ADDRESS, 0))
    times = []
    while not select.select([sys.stdin], [], [], _EVERY)[0]:
        begin = time.perf_counter()
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        response = connection.getresponse()
        response.read()
        assert response.status == http.client.OK, response.status
        times.append(time.perf_counter() - begin)
    return times


if __name__ == "__main__":
    print(json.dumps(_ask(int(sys.argv[1]), sys.argv[2], sys.argv[3])))
