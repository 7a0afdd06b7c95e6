"""Answers of the busiest routes, ready to be sent: the framework's own way costs a fifth of a fast request."""

from typing import Final

from litestar.types import Receive, Scope, Send

JSON: Final = b"application/json"


class Ready:
    """A status, a body and headers; nothing is left to be worked out."""

    __slots__ = ("_body", "_headers", "_status")

    def __init__(self, body: bytes, *headers: tuple[bytes, bytes], status: int = 200) -> None:
        self._body = body
        self._status = status
        length = (b"content-length", str(len(body)).encode())
        self._headers = [(b"content-type", JSON), length, *headers] if body else [*headers]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self._status, "headers": self._headers})
        await send({"type": "http.response.body", "body": self._body, "more_body": False})
