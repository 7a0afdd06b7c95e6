"""The busiest routes, called without the framework, which costs a third of a request that has nothing to do.

A route of a game takes this way if it has the option DIRECT. Its function is the one that the framework would call,
with the same request; all that the framework would do for it is to find it, to read its parameters, and to turn what it
raises into a response. Every request that needs more than that is left to the framework: one with parameters in its
address, without a body where there should be one, or to an address that is not written in the plainest way.
"""

import math
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Receive, Scope, Send
from msgspec.json import Decoder

from service.http.headers import header
from service.http.request import StrictRequest, body_decoder, decoded

DIRECT: Final = "direct"  # an option of routes
_PREFIX: Final = "/api/games/"
_PARAMETER: Final = "{game}"
_PLAIN_HOST: Final = re.compile(rb"[\w.:\[\]-]*")  # the framework decides about others


class _Direct(NamedTuple):
    handler: HTTPRouteHandler
    function: Callable[..., Awaitable[ASGIApp]]
    template: str  # the address in metrics and logs
    decoder: Decoder[Any] | None  # of its body, if it takes one
    longest_body: float

    @staticmethod
    def to(handler: HTTPRouteHandler, template: str) -> "_Direct":
        decoder = None if handler.parsed_data_field is None else body_decoder(handler)
        return _Direct(handler, handler.fn, template, decoder, handler.resolve_request_max_body_size() or math.inf)


class DirectRoutes:
    def __init__(self, app: Litestar) -> None:
        self._framework: ASGIApp = app.asgi_handler
        self._exception_handlers: Any = app.exception_handlers
        self._routes = {
            (str(method), route.path_format.removeprefix(_PREFIX + _PARAMETER)): _Direct.to(handler, route.path_format)
            for route in app.routes
            if isinstance(route, HTTPRoute)
            for handler in route.route_handlers
            if handler.opt.get(DIRECT)
            for method in handler.http_methods
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = self._route(scope) if scope["type"] == ScopeType.HTTP else None
        response = self._framework if route is None else await self._response(route, scope, receive, send)
        await response(scope, receive, send)

    async def _response(self, route: _Direct, scope: Scope, receive: Receive, send: Send) -> ASGIApp:
        request = StrictRequest(scope, receive, send)
        game = scope["path_params"]["game"]
        try:
            if route.decoder is None:
                response = await route.function(request=request, game=game)
            elif body := await _body(request, route.longest_body):
                response = await route.function(request=request, game=game, data=decoded(body, route.decoder))
            else:
                response = self._framework
        except Exception as error:
            response = self._refusal(request, error)
        return response

    def _route(self, scope: HTTPScope) -> _Direct | None:
        path = scope["path"]
        if scope["query_string"] or scope.get("root_path") or not path.startswith(_PREFIX):
            return None
        game, slash, rest = path[len(_PREFIX) :].partition("/")
        route = self._routes.get((scope["method"], slash + rest))
        if route is None or not game or not _PLAIN_HOST.fullmatch(header(scope, b"host") or b""):
            return None
        scope["route_handler"], scope["path_template"], scope["path_params"] = (
            route.handler,
            route.template,
            {"game": game},
        )
        return route

    def _refusal(self, request: StrictRequest, error: Exception) -> ASGIApp:
        """The response that the application has for this kind of error."""
        handlers = self._exception_handlers
        handle = next(handlers[kind] for kind in type(error).__mro__ if kind in handlers)
        response: ASGIApp = handle(request, error).to_asgi_response(app=None, request=request)
        return response


async def _body(request: StrictRequest, longest: float) -> bytes:
    """A body that has come in one piece is taken as it is; the framework joins pieces, and refuses what is too long."""
    first: Any = await request.receive()
    if first["type"] == "http.request" and not first.get("more_body"):
        body: bytes = first["body"]
        if body and len(body) <= longest and header(request.scope, b"content-length") == b"%d" % len(body):
            return body
    request.receive = _again(first, request.receive)
    return await request.body()


def _again(first: HTTPReceiveMessage, receive: Receive) -> Receive:
    """Receives this message once more, then what comes after it."""
    messages = [first]

    async def receive_again() -> HTTPReceiveMessage:
        return messages.pop() if messages else await receive()  # type: ignore[return-value]

    return receive_again
