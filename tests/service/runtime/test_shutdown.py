"""SIGTERM to a process: running requests finish, streams close, and the exit code is 0."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.support.servers import LONGEST_WAIT
from tests.support.stack import Stack, stack

NEW_GAME = {"rules": {"game": "kingdomino", "seats": 2}, "seats": [{"bot": "pebble"}]}


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Stack]:
    async with stack(tmp_path) as it:
        yield it


async def test_requests_finish_and_streams_end_when_the_api_is_stopped(running: Stack) -> None:
    async with httpx.AsyncClient(base_url=running.url, timeout=LONGEST_WAIT) as client:
        token = (await client.post("/api/guests", json={})).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        game = (await client.post("/api/games", json=NEW_GAME)).json()["id"]
        async with client.stream("GET", f"/api/games/{game}/stream") as stream:
            lines = stream.aiter_lines()
            assert await anext(lines) == ": welcome"
            asking = [asyncio.create_task(_slow_question(running.port)) for _ in range(5)]
            begun = [await question for question in asking]
            os.kill(running.parts["api"].pid, signal.SIGTERM)
            answers = [await _answer(reader, writer) for reader, writer in begun]
            rest = [line async for line in lines]  # and not half an answer: httpx would complain
    assert all(answer.startswith(b"HTTP/1.1 201 ") and b'"token"' in answer for answer in answers)
    assert all(line.startswith(("id: ", "data: ")) or not line for line in rest)
    assert await running.parts["api"].ended() == 0
    assert "Traceback" not in running.parts["api"].said


async def _slow_question(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A request that the service has begun with, and whose body is not complete yet."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
        b"Expect: 100-continue\r\n\r\n{"
    )
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 100 ")
    return reader, writer


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    writer.write(b"}")
    answer = await reader.read()
    writer.close()
    return answer


async def test_a_client_that_never_reads_does_not_delay_the_shutdown(running: Stack) -> None:
    async with httpx.AsyncClient(base_url=running.url, timeout=LONGEST_WAIT) as client:
        token = (await client.post("/api/guests", json={})).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        game = (await client.post("/api/games", json=NEW_GAME, headers=headers)).json()["id"]
    reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
    writer.write(f"GET /api/games/{game}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
    assert await running.parts["api"].stop() == 0
    writer.close()


async def test_a_worker_stops_at_the_first_signal(running: Stack) -> None:
    assert await running.parts["worker0"].stop() == 0
    assert "ERROR" not in running.parts["worker0"].said
