"""Prepared responses for the busiest routes, and compression of all JSON and HTML responses that are long enough.

The framework's own responses cost a fifth of a fast request, and its compression would slow down every route.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from litestar.status_codes import HTTP_304_NOT_MODIFIED
from litestar.types import HTTPResponseStartEvent, HTTPScope, Receive, Scope, Send

from service.http.headers import header
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
    return header(scope, b"accept-encoding") or b""


class Packing(NamedTuple):
    """How to compress long JSON and HTML responses. Streamed messages are never held back."""

    encoding: tuple[bytes, bytes]
    compressed: Callable[[bytes], bytes]

    def is_for(self, start: HTTPResponseStartEvent) -> bool:
        """Whether the response is of a kind that can be compressed, and is not yet."""
        kind, is_packed = b"", False
        for name, value in start["headers"]:
            if name == b"content-type":
                kind = value
            elif name == b"content-encoding":
                is_packed = True
        return kind.startswith(_COMPRESSIBLE) and not is_packed

    def pack(self, start: HTTPResponseStartEvent, body: bytes) -> bytes:
        """The body compressed, with headers that say so; a short one as it is."""
        if len(body) <= _WORTH_PACKING:
            return body
        packed_body = self.compressed(body)
        kept = [field for field in start["headers"] if field[0] != b"content-length" and field != VARY]
        start["headers"] = [*kept, (b"content-length", str(len(packed_body)).encode()), self.encoding, VARY]
        return packed_body


_BY_BROTLI: Final = Packing(BROTLI, packed_small)
_BY_GZIP: Final = Packing(GZIP, packed)


def packing_for(scope: HTTPScope) -> Packing | None:
    """What the client accepts, the smaller first. Only responses to GET are compressed, so moves do not pay for it."""
    if scope["method"] != "GET" or not (accepted := _accepted(scope)):
        return None
    if _ACCEPTS_BROTLI.search(accepted):
        return _BY_BROTLI
    return _BY_GZIP if _ACCEPTS_GZIP.search(accepted) else None
