"""The reader's language: the one they chose, otherwise the one their browser prefers, otherwise English."""

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
    weighted = [_weighted(part) for part in accepted.split(",")[:20]]
    # `max` returns the first of equal weights, and browsers list the preferred language first.
    supported = [(weight, name) for weight, name in weighted if name in LANGUAGES and weight > 0]
    return max(supported, key=lambda candidate: candidate[0])[1] if supported else "en"


def _weighted(part: str) -> tuple[float, str]:
    name, _, parameter = part.strip().partition(";")
    _, _, weight = parameter.partition("=")
    try:
        return float(weight or 1), name.strip().partition("-")[0].lower()
    except ValueError:
        return 0.0, ""
