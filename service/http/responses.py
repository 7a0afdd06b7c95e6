"""Prepared responses for the busiest routes, and compression of all JSON and HTML responses that are long enough.

The framework's own responses cost a fifth of a fast request, and its compression would slow down every route.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from litestar.enums import ScopeType
from litestar.status_codes import HTTP_304_NOT_MODIFIED
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from service.http.request import StrictRequest
from service.runtime.compression import packed, packed_small

JSON: Final = b"application/json"
GZIP: Final = (b"content-encoding", b"gzip")
BROTLI: Final = (b"content-encoding", b"br")
VARY: Final = (b"vary", b"accept-encoding")
_WORTH_PACKING: Final = 1024  # bytes
_COMPRESSIBLE: Final = (
    JSON,
    b"application/x-ndjson",
    b"application/problem+json",
    b"application/vnd.oai.openapi+json",
    b"text/html",
)
_REFUSED: Final = rb"(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))"
_ACCEPTS_GZIP: Final = re.compile(rb"\bgzip\b" + _REFUSED)
_ACCEPTS_BROTLI: Final = re.compile(rb"\bbr\b" + _REFUSED)


class PreparedResponse:
    """A status, an encoded body and headers, sent as they are."""

    __slots__ = ("_body", "_headers", "_status")

    def __init__(self, body: bytes, *headers: tuple[bytes, bytes], status: int = 200, kind: bytes = JSON) -> None:
        self._body = body
        self._status = status
        length = (b"content-length", str(len(body)).encode())
        self._headers = [(b"content-type", kind), length, *headers] if body else [*headers]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self._status, "headers": self._headers})
        await send({"type": "http.response.body", "body": self._body, "more_body": False})


def tagged_response(request: StrictRequest, tag: str, body: Callable[[], bytes]) -> PreparedResponse:
    """The body with its ETag, or 304 if the client has it already."""
    return not_modified(request, tag) or PreparedResponse(body(), *etag_headers(tag))


def not_modified(request: StrictRequest, tag: str) -> PreparedResponse | None:
    """A 304 response if the client already has what this tag names."""
    if request.header(b"if-none-match") != tag:
        return None
    return PreparedResponse(b"", (b"etag", tag.encode()), status=HTTP_304_NOT_MODIFIED)


def etag_headers(tag: str) -> tuple[tuple[bytes, bytes], ...]:
    return (b"etag", tag.encode()), (b"cache-control", b"private, no-cache"), VARY


def accepts_gzip(scope: Scope) -> bool:
    return _ACCEPTS_GZIP.search(_accepted(scope)) is not None


def _accepted(scope: Scope) -> bytes:
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            return value
    return b""


def _encoding(scope: Scope) -> tuple[bytes, bytes] | None:
    """The header of what the client accepts, the smaller first."""
    accepted = _accepted(scope)
    if _ACCEPTS_BROTLI.search(accepted):
        return BROTLI
    return GZIP if _ACCEPTS_GZIP.search(accepted) else None


class PackedText:
    """Wraps the application and compresses long JSON and HTML responses to GET for clients that accept it.

    Only GET is inspected, so moves do not pay for it. Streamed messages are never held back.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "GET" or not (encoding := _encoding(scope)):
            return await self._app(scope, receive, send)
        pack = packed_small if encoding is BROTLI else packed
        start: HTTPResponseStartEvent | None = None

        async def send_packed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_compressible(message):
                start = message  # held back until the body is known
                return
            if start is not None and message["type"] == "http.response.body":
                held, start = start, None
                if len(message["body"]) > _WORTH_PACKING and not message.get("more_body"):
                    message["body"] = pack(message["body"])
                    held["headers"] = [*_packed_headers(held, len(message["body"]), encoding)]
                await send(held)
            await send(message)

        return await self._app(scope, receive, send_packed)


def _is_compressible(start: HTTPResponseStartEvent) -> bool:
    kind, is_packed = b"", False
    for name, value in start["headers"]:
        if name == b"content-type":
            kind = value
        elif name == b"content-encoding":
            is_packed = True
    return kind.startswith(_COMPRESSIBLE) and not is_packed


def _packed_headers(
    start: HTTPResponseStartEvent, length: int, encoding: tuple[bytes, bytes]
) -> Iterator[tuple[bytes, bytes]]:
    for name, value in start["headers"]:
        if name != b"content-length" and (name, value) != VARY:
            yield name, value
    yield b"content-length", str(length).encode()
    yield encoding
    yield VARY
