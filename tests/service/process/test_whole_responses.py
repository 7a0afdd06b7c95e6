"""The head of a response and its body leave in one write."""

import asyncio
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from service.process.guarded_http import Limits, guarded
from tests.support.servers import LONGEST_WAIT

HEADERS = [(b"content-type", b"text/plain"), (b"content-length", b"4")]


class Wire(asyncio.Transport):
    """Keeps every write by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.is_closed = False

    def write(self, data: Any) -> None:
        self.writes.append(bytes(data))

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """In two parts; with "/broken", the second never comes."""
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    if scope["path"] == "/broken":
        return
    await send({"type": "http.response.body", "body": b"Ug", "more_body": True})
    await send({"type": "http.response.body", "body": b"h!"})


async def written(*requests: bytes) -> Wire:
    """What leaves for these requests, one after the other on one connection."""
    config = uvicorn.Config(answer, log_config=None, lifespan="off", ws="none")
    config.load()
    protocol: Any = guarded(Limits(8, LONGEST_WAIT))(config, ServerState(), {}, asyncio.get_running_loop())
    wire = Wire()
    protocol.connection_made(wire)
    for request in requests:
        protocol.data_received(request)
        await asyncio.gather(*protocol.tasks)
    protocol.connection_lost(None)
    return wire


async def test_a_head_leaves_with_the_first_part_of_its_body_again_and_again() -> None:
    request = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    wire = await written(request, request)
    assert [write.partition(b"\r\n\r\n")[2] for write in wire.writes[::2]] == [b"Ug", b"Ug"]
    assert wire.writes[1::2] == [b"h!", b"h!"]


async def test_a_response_to_head_has_no_body_to_wait_for() -> None:
    wire = await written(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert len(wire.writes) == 1
    assert wire.writes[0].startswith(b"HTTP/1.1 200 ")


async def test_a_body_is_asked_for_at_once() -> None:
    wire = await written(
        b"POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nAg",
    )
    assert wire.writes[0] == b"HTTP/1.1 100 Continue\r\n\r\n"
    assert wire.writes[1].endswith(b"\r\n\r\nUg")


async def test_half_a_response_closes_the_connection() -> None:
    assert (await written(b"GET /broken HTTP/1.1\r\nHost: x\r\n\r\n")).is_closed
