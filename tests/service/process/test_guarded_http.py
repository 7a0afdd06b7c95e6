"""The HTTP server protects itself: from headers without end, from half requests, from too many connections."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest

from service.process.guarded_http import GuardedProtocol, Limits, guarded
from tests.support.api_play import DISCOVERY, fine, opened, refused, welcome
from tests.support.api_server import lent_app, serving, unlimited
from tests.support.servers import LONGEST_WAIT, eventually

LIMITS = Limits(connections=24, seconds=0.3, header_bytes=4_000)
ELSEWHERE = {"X-Forwarded-For": "203.0.113.9"}


class Server(NamedTuple):
    port: int
    protocol: type[GuardedProtocol]

    @asynccontextmanager
    async def talk(self, words: bytes) -> AsyncIterator[asyncio.StreamReader]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(words)
        try:
            yield reader
        finally:
            writer.close()

    async def said(self, words: bytes) -> bytes:
        """Everything it answers until it closes the connection."""
        async with asyncio.timeout(LONGEST_WAIT), self.talk(words) as reader:
            return await reader.read()


@contextmanager
def running(server_url: str, limits: Limits = LIMITS) -> Iterator[Server]:
    protocol = guarded(limits)
    with lent_app(unlimited(server_url)) as app, serving(app, http=protocol) as url:
        yield Server(urlsplit(url).port or 0, protocol)


@pytest.fixture
def server(server_url: str) -> Iterator[Server]:
    """An impatient one, for those who are too slow."""
    with running(server_url) as it:
        yield it


@pytest.fixture
def slower_server(server_url: str) -> Iterator[Server]:
    """One that a test with little of the machine can please."""
    with running(server_url, msgspec.structs.replace(LIMITS, seconds=1.0)) as it:
        yield it


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(b"", id="silent"),
        pytest.param(b"GET /health/li", id="half a line"),
        pytest.param(b"GET /health/live HTTP/1.1\r\nHost: x\r\nX-More:", id="half a header"),
        pytest.param(b"\r\n", id="an empty line"),
        pytest.param(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{", id="half a body"),
    ],
)
async def test_what_is_not_finished_in_time_is_closed(server: Server, words: bytes) -> None:
    assert (await server.said(words)).startswith(b"HTTP/1.1 408 ")


async def test_a_second_request_on_a_connection_must_be_finished_too(slower_server: Server) -> None:
    request = b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
    said = await slower_server.said(request + request + b"GET /heal")
    assert said.count(b"HTTP/1.1 200 ") == 2
    assert b"HTTP/1.1 408 " in said


@pytest.mark.parametrize("ending", [b"", b"\r\n\r\n"])
@pytest.mark.parametrize("large", [b"/" + b"x" * 5_000, b"/ HTTP/1.1\r\nHost: x\r\n" + b"X-A: aaaaaaaaaa\r\n" * 400])
async def test_headers_without_end_are_refused(slower_server: Server, large: bytes, ending: bytes) -> None:
    if large.endswith(b"x"):
        large += b" HTTP/1.1" * bool(ending)
    assert (await slower_server.said(b"GET " + large + ending)).startswith(b"HTTP/1.1 431 ")


async def test_a_body_may_be_larger_than_headers_and_usual_requests_are_answered(slower_server: Server) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{slower_server.port}", timeout=LONGEST_WAIT) as client:
        for _ in range(3):
            assert (await client.get("/health/live")).is_success
        refused(await client.post("/api/guests", json={"name": "x" * 20_000}), 422)
        guest = await welcome(client, "Ugh")
        table = await opened(client, guest, DISCOVERY)
        async with client.stream("GET", f"/api/games/{table['id']}/stream") as stream:
            messages = stream.aiter_bytes()
            await anext(messages)
            assert b"408" in await slower_server.said(b"")  # meanwhile more time passed than a request has to arrive
            fine(await client.post(f"/api/games/{table['id']}/join", headers=(await welcome(client, "Agh")).headers))
            assert b"game_started" in await anext(messages)


async def test_connections_beyond_the_limit_are_refused_and_others_come_in_when_there_is_room(server: Server) -> None:
    opened_ones = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(LIMITS.connections)]
    refusal = await server.said(b"")
    assert refusal.startswith((b"HTTP/1.1 503 ", b"HTTP/1.1 408 "))  # the latter, if another was closed before
    for reader, writer in opened_ones:
        await reader.read()
        writer.close()

    async def comes_in() -> bool:
        return b" 200 " in await server.said(b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")

    await eventually(comes_in)


@pytest.mark.parametrize(("proxies", "status"), [("10.0.0.1", b"503"), ("127.0.0.1", b"200"), ("*", b"200")])
async def test_one_network_has_an_eighth_of_all_connections_unless_it_is_the_proxy(
    server_url: str, proxies: str, status: bytes
) -> None:
    protocol = guarded(Limits(connections=24, seconds=LONGEST_WAIT, spares_this_machine=False))
    with lent_app(unlimited(server_url)) as app, serving(app, http=protocol, forwarded_allow_ips=proxies) as url:
        server = Server(urlsplit(url).port or 0, protocol)
        others = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(3)]
        request = b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        said = await server.said(b"" if status == b"503" else request)  # it is refused before it says anything
        assert said.startswith(b"HTTP/1.1 " + status)
        for _, writer in others:
            writer.close()

        async def are_forgotten() -> bool:
            return not protocol.by_network

        await eventually(are_forgotten)


async def test_streams_are_limited_by_person_and_by_network(server_url: str) -> None:
    settings = msgspec.structs.replace(unlimited(server_url), streams_per_network=3, streams_per_person=2)
    with lent_app(settings) as app, serving(app, forwarded_allow_ips="127.0.0.1") as url:
        async with httpx.AsyncClient(base_url=url, timeout=LONGEST_WAIT, headers=ELSEWHERE) as client:
            guest = await welcome(client, "Ugh")
            path = f"/api/games/{(await opened(client, guest, DISCOVERY))['id']}/stream"
            async with open_stream(client, path, guest.headers), open_stream(client, path, guest.headers):
                problem = refused(await client.get(path, headers=guest.headers), 429)
                assert problem["code"] == "too_many_streams"
                async with open_stream(client, path, {}) as headers:
                    assert headers["cache-control"] == "no-store, no-transform"
                    assert refused(await client.get(path), 429)["code"] == "too_many_streams_around_you"
                    async with open_stream(client, path, {"X-Forwarded-For": "203.0.113.10"}):
                        pass

            async def are_forgotten() -> bool:
                return len(app.state.stream_limit) == 0

            await eventually(are_forgotten)


@asynccontextmanager
async def open_stream(client: httpx.AsyncClient, path: str, headers: dict[str, str]) -> AsyncIterator[httpx.Headers]:
    async with client.stream("GET", path, headers=headers) as stream:
        assert stream.is_success
        messages = stream.aiter_bytes()  # kept: a stream ends with its iterator
        await anext(messages)
        yield stream.headers


async def test_what_is_for_operators_is_answered_to_the_own_network_or_with_the_token(server_url: str) -> None:
    settings = msgspec.structs.replace(unlimited(server_url), metrics_token="a token")
    with lent_app(settings) as app, serving(app, forwarded_allow_ips="127.0.0.1") as url:
        async with httpx.AsyncClient(base_url=url, timeout=LONGEST_WAIT) as client:
            for path in ("/metrics", "/health/ready"):
                for near in ("127.0.0.1", "172.18.0.5", "fd00::7"):
                    assert (await client.get(path, headers={"X-Forwarded-For": near})).status_code != 403
                assert refused(await client.get(path, headers=ELSEWHERE), 403)["code"] == "operators_only"
                wrong = {**ELSEWHERE, "Authorization": "Bearer another"}
                refused(await client.get(path, headers=wrong), 403)
                right = {**ELSEWHERE, "Authorization": "Bearer a token"}
                assert (await client.get(path, headers=right)).status_code != 403
            assert (await client.get("/health/live", headers=ELSEWHERE)).is_success
