"""The API server. On shutdown it answers running requests and closes open streams."""

import asyncio
import gc
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn

from service.app import create_app
from service.process.guarded_http import Limits, guarded
from service.process.supervisor import check_port
from service.runtime.settings import Settings, require_server
from service.runtime.shutdown import stop_signal
from service.services import Services

_OTHER_FILES: Final = 200  # of the store, and of Python itself
_PATIENCE: Final = 8  # seconds to wait at shutdown for clients that do not read their responses


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to `stop_signal`: uvicorn would raise the signal again, so that the process looks killed."""
        yield


def start(settings: Settings) -> int:
    """The command `api`."""
    require_server(settings)
    check_port(settings)
    return serve(settings)


def serve(settings: Settings) -> int:
    """Serve the API until a signal arrives; returns the exit code."""
    # Cached games live long: with the default thresholds, garbage collection of them takes a tenth of the time.
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,  # see service/runtime/logging_setup.py
        log_level="warning",
        access_log=False,
        lifespan="on",
        http=guarded(Limits(_connections(settings), settings.request_seconds)),
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=_PATIENCE,
    )
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        return runner.run(_serve(_Server(config), app.state.services))


def _connections(settings: Settings) -> int:
    """How many connections to accept: some files must remain for everything else."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return settings.connections if files == resource.RLIM_INFINITY else min(settings.connections, files - _OTHER_FILES)


async def _serve(server: uvicorn.Server, services: Services) -> int:
    stopped = asyncio.create_task(stop_signal().wait())
    serving = asyncio.create_task(server.serve())
    await asyncio.wait([stopped, serving], return_when=asyncio.FIRST_COMPLETED)
    is_requested = stopped.done()
    stopped.cancel()
    services.streams.close()  # streams would stay open
    services.personal_streams.close()
    server.should_exit = True
    await serving
    return 0 if is_requested else 1
