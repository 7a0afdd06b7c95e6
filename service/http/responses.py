"""Answers of the busiest routes, ready to be sent, and all of them packed where that is worth it.

The framework's own way costs a fifth of a fast request; its own compression would make every route pay.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from litestar.enums import ScopeType
from litestar.status_codes import HTTP_304_NOT_MODIFIED
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from service.http.request import StrictRequest
from service.runtime.compression import packed

JSON: Final = b"application/json"
GZIP: Final = (b"content-encoding", b"gzip")
VARY: Final = (b"vary", b"accept-encoding")
_WORTH_IT: Final = 1024
_PACKED: Final = (JSON, b"application/x-ndjson", b"application/problem+json", b"application/vnd.oai.openapi+json")
_TAKES_GZIP: Final = re.compile(rb"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


class Ready:
    """A status, a body and headers; nothing is left to be worked out."""

    __slots__ = ("_body", "_headers", "_status")

    def __init__(self, body: bytes, *headers: tuple[bytes, bytes], status: int = 200, kind: bytes = JSON) -> None:
        self._body = body
        self._status = status
        length = (b"content-length", str(len(body)).encode())
        self._headers = [(b"content-type", kind), length, *headers] if body else [*headers]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self._status, "headers": self._headers})
        await send({"type": "http.response.body", "body": self._body, "more_body": False})


def tagged(request: StrictRequest, tag: str, body: Callable[[], bytes]) -> Ready:
    """The body with its ETag, or nothing when the caller has it already."""
    return unchanged(request, tag) or Ready(body(), *tag_headers(tag))


def unchanged(request: StrictRequest, tag: str) -> Ready | None:
    """The answer to somebody who has what is tagged so."""
    if request.header(b"if-none-match") != tag:
        return None
    return Ready(b"", (b"etag", tag.encode()), status=HTTP_304_NOT_MODIFIED)


def tag_headers(tag: str) -> tuple[tuple[bytes, bytes], ...]:
    return (b"etag", tag.encode()), (b"cache-control", b"private, no-cache"), VARY


def takes_gzip(scope: Scope) -> bool:
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            return _TAKES_GZIP.search(value) is not None
    return False


class Packed:
    """Around the whole application: what is looked at is packed for those who can unpack it, if it is JSON and long.

    Moves do not pay for it: only GET is looked into. A stream's messages are never held back.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "GET" or not takes_gzip(scope):
            return await self._app(scope, receive, send)
        start: HTTPResponseStartEvent | None = None

        async def pack(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _may_be_packed(message):
                start = message  # until the body comes
                return
            if start is not None and message["type"] == "http.response.body":
                begun, start = start, None
                if len(message["body"]) > _WORTH_IT and not message.get("more_body"):
                    message["body"] = packed(message["body"])
                    begun["headers"] = [*_packed_headers(begun, len(message["body"]))]
                await send(begun)
            await send(message)

        return await self._app(scope, receive, pack)


def _may_be_packed(start: HTTPResponseStartEvent) -> bool:
    kind, is_packed = b"", False
    for name, value in start["headers"]:
        if name == b"content-type":
            kind = value
        elif name == b"content-encoding":
            is_packed = True
    return kind.startswith(_PACKED) and not is_packed


def _packed_headers(start: HTTPResponseStartEvent, length: int) -> Iterator[tuple[bytes, bytes]]:
    for name, value in start["headers"]:
        if name != b"content-length" and (name, value) != VARY:
            yield name, value
    yield b"content-length", str(length).encode()
    yield GZIP
    yield VARY
