"""The busiest routes, called without the framework, which costs a third of a request that has nothing to do.

A route of a game takes this way if it has the option DIRECT. Its function is the one that the framework would call,
with the same request; all that the framework would do for it is to find it, to read its parameters, and to turn what it
raises into a response. Every request that needs more than that is left to the framework: one with parameters that are
not numbers or truths in their plainest form, without a body where there should be one, or to an address that is not
written in the plainest way.
"""

import math
import re
from collections.abc import Awaitable, Callable, Mapping
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
_PLAIN_NUMBER: Final = re.compile(rb"0|[1-9][0-9]{0,8}")
_TRUTHS: Final[Mapping[bytes, bool]] = {b"true": True, b"false": False}


def _number(value: bytes) -> int | None:
    return int(value) if _PLAIN_NUMBER.fullmatch(value) else None


_READERS: Final[Mapping[object, Callable[[bytes], int | None]]] = {int | None: _number, bool: _TRUTHS.get}


class _Direct(NamedTuple):
    handler: HTTPRouteHandler
    function: Callable[..., Awaitable[ASGIApp]]
    template: str  # the address in metrics and logs
    readers: Mapping[bytes, Callable[[bytes], int | None]]  # of its parameters, by their names
    decoder: Decoder[Any] | None  # of its body, if it takes one
    longest_body: float

    @staticmethod
    def to(handler: HTTPRouteHandler, template: str) -> "_Direct":
        decoder = None if handler.parsed_data_field is None else body_decoder(handler)
        fields = handler.parsed_fn_signature.parameters.items()
        readers = {name.encode(): _READERS[field.annotation] for name, field in fields if field.has_default}
        longest_body = handler.resolve_request_max_body_size() or math.inf
        return _Direct(handler, handler.fn, template, readers, decoder, longest_body)

    def parameters(self, query: bytes) -> dict[str, int] | None:
        """What the address says, if it is in the plainest form."""
        values: dict[str, int] = {}
        for part in query.split(b"&") if query else ():
            name, _, text = part.partition(b"=")
            reader = self.readers.get(name)
            value = None if reader is None else reader(text)
            if value is None or name.decode() in values:
                return None
            values[name.decode()] = value
        return values


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
        call = self._call(scope) if scope["type"] == ScopeType.HTTP else None
        response = self._framework if call is None else await self._response(*call, StrictRequest(scope, receive, send))
        await response(scope, receive, send)

    async def _response(self, route: _Direct, arguments: dict[str, Any], request: StrictRequest) -> ASGIApp:
        try:
            if route.decoder is None:
                response = await route.function(request=request, **arguments)
            elif body := await _body(request, route.longest_body):
                response = await route.function(request=request, data=decoded(body, route.decoder), **arguments)
            else:
                response = self._framework
        except Exception as error:
            response = self._refusal(request, error)
        return response

    def _call(self, scope: HTTPScope) -> tuple[_Direct, dict[str, Any]] | None:
        """The route and what its function is called with; None if that is for the framework to find out."""
        path = scope["path"]
        if scope.get("root_path") or not path.startswith(_PREFIX):
            return None
        game, slash, rest = path[len(_PREFIX) :].partition("/")
        route = self._routes.get((scope["method"], slash + rest))
        if route is None or not game or not _PLAIN_HOST.fullmatch(header(scope, b"host") or b""):
            return None
        parameters = route.parameters(scope["query_string"])
        if parameters is None:
            return None
        scope["route_handler"], scope["path_template"], scope["path_params"] = (
            route.handler,
            route.template,
            {"game": game},
        )
        return route, {"game": game, **parameters}

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
