"""`python -m service run` starts everything on one machine; `api` and `worker` start one part each."""

import asyncio
import logging
import sys

from service.run import check_port, run
from service.serve import serve
from service.settings import Settings, settings
from service.stopping import until_stopped
from service.store.errors import CannotStart
from service.worker import run_worker

_USAGE = """usage: python -m service COMMAND
  run      a private server, the API and a worker, until Ctrl-C
  api      the API, on the server that REDIS_URL names
  worker   a worker, on the same"""


def main(words: list[str]) -> int:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for chatty in ("arq", "httpx"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    if words not in (["run"], ["api"], ["worker"]):
        print(_USAGE, file=sys.stderr)
        return 2
    try:
        return _start(words[0], settings())
    except (ValueError, OSError, CannotStart) as error:
        print(f"firstfire: {error}", file=sys.stderr)
        return 1


def _start(command: str, given: Settings) -> int:
    if command == "run":
        return asyncio.run(run(given))
    if given.redis_url is None:
        raise ValueError("REDIS_URL must name the server of the log")
    if command == "worker":
        return asyncio.run(until_stopped(run_worker(given)))
    check_port(given)
    return serve(given)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
