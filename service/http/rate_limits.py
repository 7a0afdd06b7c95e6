"""Limits on requests and on new guests: token buckets in the memory of each process, checked first and cheaply."""

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

MOST_CALLERS: Final = 100_000  # remembered at a time
TOO_FAST: Final = Reason("too_fast", "", "You ask faster than is allowed: wait a second, then go on.")
_HEADERS: Final = [(b"content-type", MEDIA_TYPE.encode()), (b"retry-after", b"1")]


def _body(language: Language) -> bytes:
    detail = reason_text(TOO_FAST, language)
    return msgspec.json.encode(Problem(status=429, title="Too many requests", detail=detail, code=TOO_FAST.code))


_BODIES: Final = {language: _body(language) for language in LANGUAGES}  # encoded once: refusing must be cheap


class Buckets:
    """A token bucket for each caller: `burst` requests at once, and `rate` more per second."""

    def __init__(
        self, rate: float, burst: int, *, now: Callable[[], float] = time.monotonic, most: int = MOST_CALLERS
    ) -> None:
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
            # Every caller starts with a full bucket again: cheaper than tracking the order of last use.
            self._buckets.clear()
        self._buckets[caller] = (left - 1.0, now)
        return True


class RequestLimit:
    """Limits requests by player if their token is known to this process, otherwise by network.

    So neither invented tokens nor many tokens of one player raise the limit.
    """

    def __init__(self, rate: float, burst: int, player_of: Callable[[bytes], str | None]) -> None:
        self._buckets = Buckets(rate, burst)
        self._player_of = player_of  # by the value of an Authorization header

    def allows(self, scope: Scope) -> bool:
        return scope["type"] != ScopeType.HTTP or self._buckets.allows(self._caller(scope))

    def _caller(self, scope: Scope) -> str:
        for name, value in scope["headers"]:
            if name == b"authorization" and (player := self._player_of(value)) is not None:
                return player
        client = scope.get("client")
        return network(client[0]) if client else ""


def limit_requests(app: ASGIApp) -> ASGIApp:
    """A middleware that refuses what the limit of the application does not allow."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        limit: RequestLimit = scope["litestar_app"].state.request_limit
        if limit.allows(scope):
            return await app(scope, receive, send)
        await send({"type": "http.response.start", "status": 429, "headers": [*_HEADERS]})
        await send({"type": "http.response.body", "body": _BODIES[language_of(scope)], "more_body": False})
        return None

    return limited


class GuestLimit:
    """Limits new guests: `guests` at once from one network, and as many per minute.

    Without it, a caller could escape every other limit by becoming a new guest. Addresses of this machine are not
    limited: they belong to our own programs, or to a proxy that does not forward the client's address.
    """

    def __init__(self, guests: int, *, now: Callable[[], float] = time.monotonic) -> None:
        self._buckets = Buckets(guests / 60, guests, now=now)
        self._pause = math.ceil(60 / guests)

    def count(self, address: str) -> None:
        """Counts one new guest; raises TooOften."""
        if not is_this_machine(address) and not self._buckets.allows(network(address)):
            raise TooOften(self._pause)
