"""Gives every request an id, measures it, and logs it.

Wraps the whole application instead of being a middleware of its routes, so that requests without a route count too.
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

HEADER: Final = b"x-request-id"
_SAFE_ID: Final = re.compile(rb"[\w.:~/+=-]{1,100}")
_PROBES: Final = frozenset({"/health/live", "/health/ready", "/metrics"})  # requested all the time by machines
_DISCONNECTED: Final = 499  # the client closed the connection before the response

log = logging.getLogger(__name__)


class RequestLog:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._process = secrets.token_hex(4)  # so that two processes never create the same id
        self._numbers = count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            return await self._app(scope, receive, send)
        begun, seconds, status = perf_counter(), 0.0, _DISCONNECTED
        request_id = self._id_of(scope)
        CURRENT_REQUEST.set(RequestContext(request_id, scope))  # each request is its own task: no need to reset it

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                nonlocal seconds, status
                seconds, status = perf_counter() - begun, message["status"]
                message["headers"] = [*message["headers"], (HEADER, request_id.encode())]
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        finally:
            route: str | None = scope.get("path_template")
            state = scope["litestar_app"].state
            state.metrics.requests.answered(scope["method"], route, status, seconds or perf_counter() - begun)
            if state.logs_requests or status >= 500:
                _log_request(scope["method"], route, status, perf_counter() - begun)
        return None

    def _id_of(self, scope: Scope) -> str:
        """The client's own id for the request if it is safe to log, otherwise a new one."""
        for header, value in scope["headers"]:
            if header == HEADER and _SAFE_ID.fullmatch(value):
                return value.decode("latin-1")
        return f"{self._process}-{next(self._numbers):x}"


def _log_request(method: str, route: str | None, status: int, seconds: float) -> None:
    """Logs the route and not the path, which may contain secrets."""
    level = logging.WARNING if status >= 500 else logging.DEBUG if route in _PROBES else logging.INFO
    if log.isEnabledFor(level):
        shown = route or "(no route)"
        fields = {"method": method[:10], "route": shown, "status": status, "ms": round(seconds * 1000, 2)}
        # Made by hand: the logger would search the stack for the calling line.
        record = logging.LogRecord(__name__, level, "", 0, "answered", None, None)
        record.fields = fields
        log.handle(record)
