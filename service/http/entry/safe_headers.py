"""Headers that every response has unless its route says otherwise: nothing is guessed, kept or allowed by default.

What a page may use of a device is said with the page alone: a first view has some sixty responses.
"""

from collections.abc import Iterable
from typing import Final

_USUAL: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
)
_OF_PAGES: Final = (
    *_USUAL,
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)


def with_safe_headers(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """A new list, of which names are in lower case as ASGI asks for."""
    named = dict(headers)
    usual = _OF_PAGES if named.get(b"content-type", b"").startswith(b"text/html") else _USUAL
    return [*headers, *[field for field in usual if field[0] not in named]]
