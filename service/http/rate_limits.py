"""A cheap limit on how often one caller may ask: a token bucket in memory, before anything else happens."""

import math
import time
from collections.abc import Callable
from typing import Final

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from domain.errors import Reason
from projections.reasons import reason_text
from projections.words import LANGUAGES, Language
from service.http.language import language_of
from service.http.problems import MEDIA_TYPE, Problem
from service.people.client_network import is_this_machine, network
from service.people.login_throttle import TooOften

MOST: Final = 100_000  # callers remembered
TOO_FAST: Final = Reason("too_fast", "", "You ask faster than is allowed: wait a second, then go on.")
_HEADERS: Final = [(b"content-type", MEDIA_TYPE.encode()), (b"retry-after", b"1")]


def _body(language: Language) -> bytes:
    detail = reason_text(TOO_FAST, language)
    return msgspec.json.encode(Problem(status=429, title="Too many requests", detail=detail, code=TOO_FAST.code))


_BODIES: Final = {language: _body(language) for language in LANGUAGES}  # whoever asks too often shall cost little


class Buckets:
    """`burst` at once for each caller, and `rate` more a second."""

    def __init__(self, rate: float, burst: int, *, now: Callable[[], float] = time.monotonic, most: int = MOST) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._now = now  # in seconds
        self._most = most
        self._buckets: dict[str, tuple[float, float]] = {}

    def __len__(self) -> int:
        """How many callers are remembered."""
        return len(self._buckets)

    def allows(self, caller: str) -> bool:
        now = self._now()
        left, since = self._buckets.get(caller, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        if left < 1.0:
            return False
        if len(self._buckets) >= self._most:
            self._buckets.clear()  # everybody starts afresh: cheaper than an account of who asked last
        self._buckets[caller] = (left - 1.0, now)
        return True


class Limits:
    """Of requests. A caller is a person whose token is known, or else an address: whoever makes up tokens gains nothing
    by it, nor whoever asks for many of them."""

    def __init__(self, rate: float, burst: int, whose: Callable[[bytes], str | None]) -> None:
        self._buckets = Buckets(rate, burst)
        self._whose = whose  # the player behind an Authorization header

    def middleware(self, app: ASGIApp) -> ASGIApp:
        async def limited(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != ScopeType.HTTP or self._buckets.allows(self._caller(scope)):
                return await app(scope, receive, send)
            await send({"type": "http.response.start", "status": 429, "headers": [*_HEADERS]})
            await send({"type": "http.response.body", "body": _BODIES[language_of(scope)], "more_body": False})
            return None

        return limited

    def _caller(self, scope: Scope) -> str:
        for name, value in scope["headers"]:
            if name == b"authorization" and (player := self._whose(value)) is not None:
                return player
        client = scope.get("client")
        return network(client[0]) if client else ""


class Arrivals:
    """Of new guests: `guests` from one address, and as many a minute. Whoever may have any number of names has no other
    limit either. Programs of this machine have none: they are ours, or behind a proxy that does not say for whom."""

    def __init__(self, guests: int, *, now: Callable[[], float] = time.monotonic) -> None:
        self._buckets = Buckets(guests / 60, guests, now=now)
        self._pause = math.ceil(60 / guests)

    def take(self, address: str) -> None:
        """One more guest; raises TooOften."""
        if not is_this_machine(address) and not self._buckets.allows(network(address)):
            raise TooOften(self._pause)
