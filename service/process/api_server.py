"""The API as a process: when it is to stop, requests that run are answered and open streams end."""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn

from service.app import create_app
from service.assembly import Services
from service.runtime.settings import Settings
from service.runtime.shutdown import stop_signal

_PATIENCE: Final = 8  # seconds for clients that do not take their answers


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are ours: uvicorn's way ends the process by the signal, as if it had been killed."""
        yield


def serve(settings: Settings) -> int:
    # Games and frames live long: looking through them for garbage again and again costs a tenth of the time.
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,  # ours: service/runtime/logging_setup.py
        log_level="warning",
        access_log=False,
        lifespan="on",
        timeout_graceful_shutdown=_PATIENCE,
    )
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        return runner.run(_serve(_Server(config), app.state.services))


async def _serve(server: uvicorn.Server, services: Services) -> int:
    stopped = asyncio.create_task(stop_signal().wait())
    serving = asyncio.create_task(server.serve())
    await asyncio.wait([stopped, serving], return_when=asyncio.FIRST_COMPLETED)
    is_asked = stopped.done()
    stopped.cancel()
    services.hub.close()  # a stream does not end by itself
    server.should_exit = True
    await serving
    return 0 if is_asked else 1
