"""Headers that every response has unless its route says otherwise: nothing is guessed, kept or allowed by default.

What a page may use of a device is said with the page alone: a first view has some sixty responses.
"""

from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

_USUAL: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
)
_OF_PAGES: Final = (
    *_USUAL,
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)


class SafeHeaders:
    """Wraps the application, so that refusals and unknown addresses have them too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            return await self._app(scope, receive, send)

        async def send_safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                named = {name.lower(): value for name, value in message["headers"]}
                usual = _OF_PAGES if named.get(b"content-type", b"").startswith(b"text/html") else _USUAL
                message["headers"] = [*message["headers"], *(header for header in usual if header[0] not in named)]
            await send(message)

        return await self._app(scope, receive, send_safe)
