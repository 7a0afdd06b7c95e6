"""Limits on requests and on new guests: token buckets in the memory of each process, checked first and cheaply.

Requests are charged by what they cost (costs.py), to the person and to the network they come from. So neither many
requests, nor dear ones, nor many guests of one network take more than a share.
"""

import math
import time
from collections.abc import Callable
from typing import Final

import msgspec
from litestar.types import HTTPScope, Scope, Send

from domain.errors import Reason
from projections.reasons import reason_text
from projections.words import LANGUAGES, Language
from service.http.headers import token
from service.http.language import language_of
from service.http.limits.costs import cost
from service.http.problems import MEDIA_TYPE, Problem
from service.people.client_network import is_this_machine, network, shares, wide_network
from service.people.login_throttle import TooOften
from service.runtime.recent import Recent

MOST_CALLERS: Final = 100_000  # remembered at a time
TOO_FAST: Final = Reason("too_fast", "", "You ask for more than your share: wait a moment, then go on.")
_NETWORK: Final = 4  # persons' worth of requests that one network may send


def _body(language: Language) -> bytes:
    detail = reason_text(TOO_FAST, language)
    return msgspec.json.encode(Problem(status=429, title="Too many requests", detail=detail, code=TOO_FAST.code))


_BODIES: Final = {language: _body(language) for language in LANGUAGES}  # encoded once: refusing must be cheap


class Buckets:
    """A token bucket for each caller: `burst` units at once, and `rate` more per second."""

    def __init__(
        self, rate: float, burst: int, *, now: Callable[[], float] = time.monotonic, most: int = MOST_CALLERS
    ) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._now = now  # in seconds
        # The callers who were not heard of for longest are forgotten first.
        self._buckets: Recent[str, tuple[float, float]] = Recent(most)

    def __len__(self) -> int:
        """How many callers are remembered."""
        return len(self._buckets)

    def allows(self, caller: str) -> bool:
        return self.take(caller) == 0.0

    def take(self, caller: str, price: float = 1.0) -> float:
        """Charge the caller; returns 0, or if too little is left, charges nothing and returns the seconds to wait."""
        now, price = self._now(), min(price, self._burst)
        left, since = self._buckets.get(caller) or (self._burst, now)
        left = min(self._burst, left + (now - since) * self._rate)
        if left < price:
            return (price - left) / self._rate
        self._buckets[caller] = (left - price, now)
        return 0.0


class RequestLimit:
    """Charges requests to the player if their token is known to this process, otherwise to their address, so that
    neither invented tokens nor many tokens of one player raise the limit; and besides to the whole network, so that
    many guests do not either. The network of this machine has no limit: behind a proxy that does not forward addresses,
    it would be everybody."""

    def __init__(self, rate: float, burst: int, player_of: Callable[[str], str | None]) -> None:
        self._callers = Buckets(rate, burst)
        self._networks = Buckets(_NETWORK * rate, _NETWORK * burst)
        self._player_of = player_of  # by the hash of their token

    def wait(self, scope: HTTPScope) -> float:
        """The seconds to wait before this request; 0 if it may go on."""
        price = cost(scope["method"], scope["path"])
        client = scope.get("client")
        address = client[0] if client else ""
        seconds = self._callers.take(self._player(scope) or network(address), price)
        if seconds or is_this_machine(address):
            return seconds
        return self._networks.take(wide_network(address), price)

    def _player(self, scope: HTTPScope) -> str | None:
        sent = token(scope)
        return None if sent is None else self._player_of(sent.proof)


async def refuse(scope: Scope, send: Send, seconds: int) -> None:
    """Answer that the limit does not allow the request before this number of seconds has passed."""
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"retry-after", str(seconds).encode())]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": _BODIES[language_of(scope)], "more_body": False})


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
        if is_this_machine(address):
            return
        if any(self._buckets.take(share.network, 1 / share.times) for share in shares(address)):
            raise TooOften(self._pause)
