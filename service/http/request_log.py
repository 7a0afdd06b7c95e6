"""Around everything the API answers: a name for each request, a count of it, and a line in the log.

It is wrapped around the whole application, not a middleware of its routes: requests that no route answers count too.
"""

import logging
import re
import secrets
from itertools import count
from time import perf_counter
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.runtime.logging_setup import CURRENT_REQUEST, RequestContext
from service.runtime.metrics import Requests

HEADER: Final = b"x-request-id"
_GOOD: Final = re.compile(rb"[\w.:~/+=-]{1,100}")
_BEGUN: Final = frozenset({"/health/live", "/health/ready", "/metrics"})  # asked for all day by machines
_GONE: Final = 499  # the caller went away before there was an answer

log = logging.getLogger(__name__)


class Observed:
    def __init__(self, app: ASGIApp, requests: Requests, *, logs_requests: bool) -> None:
        self._app = app
        self._requests = requests
        self._logs = logs_requests
        self._process = secrets.token_hex(4)  # so that two processes never give the same name
        self._numbers = count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            return await self._app(scope, receive, send)
        begun, seconds, status = perf_counter(), 0.0, _GONE
        name = self._name(scope)
        CURRENT_REQUEST.set(RequestContext(name, scope))  # each request is a task of its own: nothing to take back

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                nonlocal seconds, status
                seconds, status = perf_counter() - begun, message["status"]
                message["headers"] = [*message["headers"], (HEADER, name.encode())]
            await send(message)

        try:
            await self._app(scope, receive, told)
        finally:
            route: str | None = scope.get("path_template")
            self._requests.answered(scope["method"], route, status, seconds or perf_counter() - begun)
            if self._logs or status >= 500:
                _note(scope["method"], route, status, perf_counter() - begun)
        return None

    def _name(self, scope: Scope) -> str:
        """The caller's own name for it if that is harmless, or a new one."""
        for header, value in scope["headers"]:
            if header == HEADER and _GOOD.fullmatch(value):
                return value.decode("latin-1")
        return f"{self._process}-{next(self._numbers):x}"


def _note(method: str, route: str | None, status: int, seconds: float) -> None:
    """The route and not the address: whatever somebody put into that may be a secret."""
    level = logging.WARNING if status >= 500 else logging.DEBUG if route in _BEGUN else logging.INFO
    if log.isEnabledFor(level):
        shown = route or "(no route)"
        fields = {"method": method[:10], "route": shown, "status": status, "ms": round(seconds * 1000, 2)}
        record = logging.LogRecord(__name__, level, "", 0, "answered", None, None)  # without looking for our caller
        record.fields = fields
        log.handle(record)
