"""A worker whose one search process sleeps instead of searching: `python -m tests.support.sleeping_worker SECONDS`.

Eight of them on a small machine show how work is divided, as if each had a core of its own.
"""

import asyncio
import sys

from service.engine.search_pool import SearchPool
from service.runtime.settings import settings
from service.runtime.shutdown import until_stopped
from service.worker.main import run_worker
from tests.support.simple_search_process import COMMAND

if __name__ == "__main__":
    given = settings()

    async def work() -> None:
        thinkers = SearchPool(1, given.data / "failed", command=(*COMMAND, f"slow:{sys.argv[1]}"))
        await run_worker(given, thinkers=thinkers)

    sys.exit(asyncio.run(until_stopped(work())))
