"""What is around every request, in one layer: its id and its limit before, headers and compression after, its count.

It is wrapped around the whole application, because a middleware of routes would not see requests without a route. One
layer rather than one for each purpose: a layer costs every request three more calls that are awaited.
"""

import math
from itertools import count
from secrets import token_hex
from time import perf_counter
from typing import Final, NamedTuple

from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, HTTPScope, Message, Receive, Scope, Send

from service.http.entry.safe_headers import with_safe_headers
from service.http.limits.rate_limits import RequestLimit, refuse
from service.http.request_log import HEADER, has_id, id_of, log_request
from service.http.responses import Packing, packing_for
from service.runtime.logging_setup import CURRENT_REQUEST, RequestContext
from service.runtime.metrics import Requests

_DISCONNECTED: Final = 499  # the client closed the connection before the response


class Gate(NamedTuple):
    """What every request meets; the application has it in its state, where it is looked up once for each."""

    limit: RequestLimit
    counts: Requests
    logs_requests: bool


class Envelope:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._process = token_hex(4)  # so that two processes never create the same id
        self._numbers = count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            return await self._app(scope, receive, send)
        gate: Gate = scope["litestar_app"].state.gate
        request_id = id_of(scope) or f"{self._process}-{next(self._numbers):x}"
        CURRENT_REQUEST.set(RequestContext(request_id, scope))  # each request is its own task: no need to reset it
        answer = _Answer(scope, send, request_id)
        served = _as_get(scope) if scope["method"] == "HEAD" else scope
        try:
            if seconds := gate.limit.wait(scope):
                return await refuse(scope, answer.send, math.ceil(seconds))
            return await self._app(served, receive, answer.send)
        finally:
            route: str | None = served.get("path_template")
            gate.counts.answered(scope["method"], route, answer.status, answer.seconds)
            if gate.logs_requests or answer.status >= 500:
                log_request(scope["method"], route, answer.status, perf_counter() - answer.begun)


def _as_get(scope: HTTPScope) -> HTTPScope:
    """The same request as GET, which has the headers that are wanted; routes of the API do not answer HEAD."""
    return scope if scope["path"].startswith("/api/") else {**scope, "method": HttpMethod.GET}


class _Answer:
    """The response to one request on its way out."""

    __slots__ = ("_held", "_id", "_is_head", "_packing", "_scope", "_send", "_started", "begun", "status")

    def __init__(self, scope: HTTPScope, send: Send, request_id: str) -> None:
        self.begun = perf_counter()
        self.status = _DISCONNECTED
        self._id = request_id
        self._is_head = scope["method"] == "HEAD"
        self._started = 0.0
        self._scope = scope
        self._send = send
        self._packing: Packing | None = packing_for(scope)
        self._held: HTTPResponseStartEvent | None = None  # until the body is known

    @property
    def seconds(self) -> float:
        """From the request to the start of its response."""
        return (self._started or perf_counter()) - self.begun

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._started, self.status = perf_counter(), message["status"]
            message["headers"] = headers = with_safe_headers(message["headers"])
            if has_id(self._scope["path"]):
                headers.append((HEADER, self._id.encode()))
            if self._packing is not None and self._packing.is_for(message):
                self._held = message
                return
        elif self._held is not None and self._packing is not None and message["type"] == "http.response.body":
            start, self._held = self._held, None
            if not message.get("more_body"):
                message["body"] = self._packing.pack(start, message["body"])
            await self._send(start)
        if self._is_head and message["type"] == "http.response.body":
            message["body"] = b""
        await self._send(message)
