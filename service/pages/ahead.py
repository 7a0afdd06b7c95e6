"""What a page asks the service first, answered in its shell: the page need not ask once its modules have come.

The answers are those of the API itself, to requests that are made here as the page would make them: with the reader's
cookie and language, and counted against the same limits. What is refused, or not known soon enough, is left out: then
the page asks, and hears why.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import quote, urlencode

import msgspec
from litestar.status_codes import HTTP_200_OK
from litestar.types import HTTPRequestEvent, Message

from projections.words import Language
from service.http.language import language
from service.http.request import StrictRequest
from service.http.session_cookie import COOKIE

_PATIENCE: Final = 0.3  # seconds: after that a page that says what it waits for serves its reader better
_MOST_FRAMES: Final = 16  # tables since the reader's last move; more of them would hold up the page
_SAME_CONNECTION: Final = ("type", "asgi", "http_version", "scheme", "server", "client", "root_path")
_SAME_READER: Final = (b"host", b"cookie", b"authorization")


class Ahead:
    """Answers of the API by address, as the page will ask for them."""

    def __init__(self, request: StrictRequest) -> None:
        self.language: Language = language(request)
        self.answers: dict[str, bytes] = {}
        self._app = request.app
        self._connection: Any = {key: value for key, value in request.scope.items() if key in _SAME_CONNECTION}
        headers = [(name, value) for name, value in request.scope["headers"] if name in _SAME_READER]
        self._headers = [*headers, (b"accept-language", self.language.encode())]

    async def ask(self, *addresses: str) -> None:
        """Each in a task of its own, as every request."""
        await asyncio.gather(*(self._ask(address) for address in addresses))

    async def _ask(self, address: str) -> None:
        path, _, query = address.partition("?")
        scope = {
            **self._connection,
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": self._headers,
        }
        status, body = 0, b""

        async def receive() -> HTTPRequestEvent:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status, body
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                body += message["body"]

        await self._app(scope, receive, send)  # type: ignore[arg-type]
        if status == HTTP_200_OK:
            self.answers[address] = body

    def as_json(self) -> str:
        """For an element of the shell: nothing in it can end that element."""
        entries = (msgspec.json.encode(address) + b":" + body for address, body in sorted(self.answers.items()))
        return (b"{" + b",".join(entries) + b"}").replace(b"<", b"\\u003c").decode()


async def answers_ahead(request: StrictRequest, page: str) -> str:
    """What `page` will ask for, as JSON by address."""
    ahead = Ahead(request)
    asking = asyncio.create_task(_ask_for(ahead, request, page))
    unfinished: set[asyncio.Task[None]] = request.app.state.asked_ahead
    unfinished.add(asking)
    asking.add_done_callback(unfinished.discard)
    done, _ = await asyncio.wait([asking], timeout=_PATIENCE)
    for task in done:
        task.result()  # whatever is wrong is a bug: refusals are answers
    return ahead.as_json()


async def _ask_for(ahead: Ahead, request: StrictRequest, page: str) -> None:
    own = _OWN.get(page)
    await asyncio.gather(_person(ahead), *([own(ahead, request)] if own else []))


async def _person(ahead: Ahead) -> None:
    await ahead.ask("/api/session")
    if ahead.answers.get("/api/session", b"null") != b"null":
        await ahead.ask("/api/me/games?count=200")


async def _front(ahead: Ahead, request: StrictRequest) -> None:
    """Those who return see what waits for them, and of others only whom they may join."""
    returns = COOKIE in request.cookies or request.header(b"authorization") is not None
    own = ("/api/lobby?status=open", "/api/lobby?status=running", "/api/me/streak")
    lists = own if returns else tuple(f"/api/lobby?status={status}" for status in ("open", "running", "over"))
    await ahead.ask("/api/puzzles/daily", "/api/deals/daily", "/api/lobby/game-of-the-day", *lists)


async def _puzzle(ahead: Ahead, request: StrictRequest) -> None:
    await ahead.ask(f"/api/puzzles/{_part(request.path_params['puzzle'])}")


class _Table(msgspec.Struct):
    status: str
    seq: int = 0
    seat: int | None = None
    viewer: int | None = None


class _Step(msgspec.Struct):
    seq: int
    seat: int | None = None


async def _game(ahead: Ahead, request: StrictRequest) -> None:
    game, invite = _part(request.path_params["game"]), request.query_params.get("invite")

    def address(path: str = "", **query: str | int) -> str:
        search = urlencode({**query, **({"invite": invite} if invite else {})})
        return f"/api/games/{game}{path}{f'?{search}' if search else ''}"

    steps = address("/steps", after=0, language=ahead.language)
    await ahead.ask(address(), steps, address("/players"))
    if address() not in ahead.answers or steps not in ahead.answers:
        return
    table = msgspec.json.decode(ahead.answers[address()], type=_Table)
    more = []
    if table.status == "running" and table.seat is not None and table.seat == table.viewer:
        more.append(address("/moves", grouped="true"))
    start, end = _frames(table, msgspec.json.decode(ahead.answers[steps], type=list[_Step]), request)
    end = min(end, table.seq - 1)  # the page has the newest table
    if 0 < start <= end < start + _MOST_FRAMES:
        more.append(address("/frames", start=start, end=end))
    await ahead.ask(*more)


def _frames(table: _Table, steps: list[_Step], request: StrictRequest) -> tuple[int, int]:
    """The events whose tables are drawn first: around the step of the address, or since the reader's last move."""
    step = request.path_params.get("step")
    if step is not None:
        return max(1, step - 1), step
    if table.status != "running" or table.viewer is None or request.cookies.get("motion") == "calm":
        return 0, 0
    return next((step.seq for step in reversed(steps) if step.seat == table.viewer), 0), table.seq


_OWN: Final[dict[str, Callable[[Ahead, StrictRequest], Awaitable[None]]]] = {
    "front": _front,
    "game": _game,
    "puzzle": _puzzle,
}


def _part(name: str) -> str:
    """A part of a path, as browsers write it."""
    return quote(name, safe="!'()*-._~")
