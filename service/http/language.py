"""Which language a reader wants: the one they chose, else what their browser asks for, else English."""

import re
from typing import Final, cast

from litestar.types import Scope

from projections.words import LANGUAGES, Language
from service.http.request import AnyRequest

COOKIE: Final = "language"
_CHOSEN: Final = re.compile(rf"(?:^|[;\s]){COOKIE}=({'|'.join(LANGUAGES)})\s*(?:;|$)".encode())


def language(request: AnyRequest) -> Language:
    return language_of(request.scope)


def language_of(scope: Scope) -> Language:
    accepted = b""
    for name, value in scope["headers"]:
        if name == b"cookie" and (chosen := _CHOSEN.search(value)):
            return cast(Language, chosen[1].decode())
        if name == b"accept-language":
            accepted = value
    return preferred(accepted.decode("latin-1"))


def preferred(accepted: str) -> Language:
    """The best of our languages for an Accept-Language header."""
    wishes = [_wish(part) for part in accepted.split(",")[:20]]
    # `max` takes the first of equals, and browsers name the dearest first.
    known = [(weight, name) for weight, name in wishes if name in LANGUAGES and weight > 0]
    return max(known, key=lambda wish: wish[0])[1] if known else "en"


def _wish(part: str) -> tuple[float, str]:
    name, _, parameter = part.strip().partition(";")
    _, _, weight = parameter.partition("=")
    try:
        return float(weight or 1), name.strip().partition("-")[0].lower()
    except ValueError:
        return 0.0, ""
