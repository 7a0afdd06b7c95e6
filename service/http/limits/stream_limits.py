"""Streams of server-sent events, and how many one person, and one network, may have open at a time in this process."""

from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import ASGIApp, Receive, Scope, Send

from domain.errors import Reason
from service.http.caller import address
from service.http.request import StrictRequest
from service.people.client_network import is_this_machine, shares
from service.people.identity import Person
from service.runtime.refusal import Refused

TOO_MANY_STREAMS: Final = Reason(
    "too_many_streams", "", "You have {most} games open at once: close one of them, then this one follows its game."
)
TOO_MANY_STREAMS_AROUND_YOU: Final = Reason(
    "too_many_streams_around_you",
    "",
    "From your network {most} games are open at once: when one of them is closed, this one follows its game.",
)
_RETRY_AFTER: Final = 10  # seconds
MEDIA_TYPE: Final = "text/event-stream"
# No proxy keeps a stream, holds it back or packs it.
_HEADERS: Final = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}


class _Subject(NamedTuple):
    """A person or a network."""

    name: str
    most: int
    reason: Reason


class StreamLimit:
    """Addresses of this machine are not counted: they belong to our own programs, or to a proxy that does not forward
    the client's address."""

    def __init__(self, per_network: int, per_person: int) -> None:
        self._per_network = per_network
        self._per_person = per_person
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many persons and networks have streams."""
        return len(self._open)

    def counted(self, address: str, player: str | None, stream: ASGIApp) -> ASGIApp:
        """The same response, counted while it lasts. Raises Refused, when it is called, if there are too many."""
        subjects = [
            _Subject(f"network {network}", times * self._per_network, TOO_MANY_STREAMS_AROUND_YOU)
            for network, times in ([] if is_this_machine(address) else shares(address))
        ]
        if player is not None:
            subjects.append(_Subject(f"person {player}", self._per_person, TOO_MANY_STREAMS))

        async def response(scope: Scope, receive: Receive, send: Send) -> None:
            with self._one_more(subjects):
                await stream(scope, receive, send)

        return response

    @contextmanager
    def _one_more(self, subjects: list[_Subject]) -> Iterator[None]:
        for name, most, reason in subjects:
            if self._open[name] >= most:
                about = reason.about(most=most)
                raise Refused(about, "too_many", title="Too many streams", retry_after=_RETRY_AFTER)
        names = [subject.name for subject in subjects]
        self._open.update(names)
        try:
            yield
        finally:
            self._open.subtract(names)
            self._open += Counter()  # forgets those without streams


def event_stream(request: StrictRequest, person: Person | None, stream: AsyncGenerator[bytes, None]) -> ASGIApp:
    """The stream as the answer; refused if the caller has too many of them."""
    limit: StreamLimit = request.app.state.stream_limit
    events = ASGIStreamingResponse(iterator=stream, media_type=MEDIA_TYPE, headers=_HEADERS)
    return limit.counted(address(request), person.player if person else None, events)
