"""Server-sent events: first the backlog, then new events, despite all kinds of failures."""

import asyncio
import os
import signal
import socket
from contextlib import AsyncExitStack
from urllib.parse import urlsplit

import httpx
import pytest

from domain import undo
from service.local_valkey.server import Embedded
from service.services import Services
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.api_play import (
    DISCOVERY,
    TRIBE,
    choice,
    fine,
    offered,
    opened,
    play,
    post,
    refused,
    started,
    welcome,
)
from tests.support.api_server import lent_app, serving, unlimited
from tests.support.log_reset import copy_of_log
from tests.support.servers import eventually
from tests.support.stream_reader import following

THREE = DISCOVERY | {"seats": 3}


async def test_a_stream_brings_the_backlog_and_then_what_happens(remote: httpx.AsyncClient) -> None:
    game, guests = await started(remote, TRIBE)
    before = await play(remote, game, guests, moves=5)
    async with following(remote, game) as follower:
        await follower.reached(before)
        newest = await play(remote, game, guests, moves=20)
        await follower.reached(newest)
    assert [message.data for message in follower.messages] == fine(await remote.get(f"/api/games/{game}/events"))
    assert follower.seqs == list(range(1, newest + 1))


@pytest.mark.parametrize("by", ["header", "query", "both"])
async def test_a_stream_resumes_after_the_last_event_received(remote: httpx.AsyncClient, by: str) -> None:
    game, guests = await started(remote, TRIBE)
    had = await play(remote, game, guests, moves=5) - 2
    headers = {} if by == "query" else {"Last-Event-ID": str(had)}
    after = {"header": 0, "query": had, "both": 3}[by]
    async with following(remote, game, after, headers) as follower:
        newest = await play(remote, game, guests, moves=5)
        await follower.reached(newest)
    assert follower.seqs == list(range(had + 1, newest + 1))


@pytest.mark.parametrize("strange", ["", "x", "-1", "1.5", "٣", "9" * 18, "9" * 5000])
async def test_a_malformed_last_event_id_is_ignored(remote: httpx.AsyncClient, strange: str) -> None:
    game, guests = await started(remote, DISCOVERY)
    before = (await offered(remote, game, guests[0]))["seq"]
    async with following(remote, game, headers={"Last-Event-ID": strange.encode()}) as follower:
        newest = await play(remote, game, guests, moves=2)
        await follower.reached(newest)
    assert follower.seqs in (list(range(1, newest + 1)), list(range(before + 1, newest + 1)))


async def test_an_idle_stream_sends_keep_alives(restless: httpx.AsyncClient) -> None:
    game, _ = await started(restless, DISCOVERY)
    async with following(restless, game) as follower:
        await follower.holds(lambda: len(follower.comments) >= 5)


async def test_the_stream_of_an_open_table_shows_the_start_of_the_game(remote: httpx.AsyncClient) -> None:
    game = (await opened(remote, await welcome(remote, "Ugh"), DISCOVERY))["id"]
    async with following(remote, game) as follower:
        await follower.holds(lambda: bool(follower.comments))
        table = fine(await remote.post(f"/api/games/{game}/join", headers=(await welcome(remote, "Nag")).headers))
        await follower.reached(table["seq"])
    assert follower.messages[0].data["event"]["type"] == "game_started"


async def test_many_watch_several_games_and_nobody_misses_anything(remote: httpx.AsyncClient) -> None:
    games = [await started(remote, THREE) for _ in range(3)]
    async with AsyncExitStack() as streams:
        followers = [
            (game, await streams.enter_async_context(following(remote, game))) for game, _ in games for _ in range(5)
        ]
        newest = dict(
            zip(
                [game for game, _ in games],
                await asyncio.gather(*(play(remote, game, guests, moves=15) for game, guests in games)),
                strict=True,
            )
        )
        for game, follower in followers:
            await follower.reached(newest[game])
    for game, follower in followers:
        assert follower.seqs == list(range(1, newest[game] + 1))


async def test_a_stream_shows_what_another_process_appends(
    client: httpx.AsyncClient, remote: httpx.AsyncClient
) -> None:
    game, guests = await started(client, DISCOVERY)
    async with following(remote, game) as follower:
        newest = await play(client, game, guests, moves=15)
        await follower.reached(newest)
    assert follower.seqs == list(range(1, newest + 1))


async def test_a_client_that_never_reads_delays_nobody_and_is_told_to_resync(
    remote: httpx.AsyncClient, remote_services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    remote_services.streams.recent = 8
    monkeypatch.setattr(undo, "MOST_UNDOS", 10_000)
    monkeypatch.setattr(undo, "LAST_UNDO", 10_000)
    game, guests = await started(remote, THREE)
    newest = (await offered(remote, game, guests[0]))["seq"]
    where = urlsplit(str(remote.base_url))
    with socket.socket() as idle:
        idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        idle.connect((where.hostname, where.port))
        idle.sendall(f"GET /api/games/{game}/stream HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        async with following(remote, game) as follower:
            choices = await offered(remote, game, guests[0])
            guest, move = guests[choices["seat"]], choice(choices)
            while newest < 1000:  # more than every buffer on the way can hold
                fine(await post(remote, game, guest, move))
                newest = fine(await post(remote, game, guest, {"type": "undo"}))["seq"]
                await follower.reached(newest)
        assert follower.seqs == list(range(1, newest + 1))
        received = await asyncio.to_thread(_read_until, idle, f"id: {newest}\n".encode())
    assert b"event: resync\n" in received
    assert received.index(b"id: 1\n") < received.index(b"event: resync\n")


def _read_until(source: socket.socket, end: bytes) -> bytes:
    received = b""
    while end not in received:
        part = source.recv(65536)
        assert part, "the stream ended"
        received += part
    return received


async def test_open_streams_survive_a_killed_and_restarted_server(own_server: Embedded) -> None:
    with lent_app(unlimited(own_server.url)) as app, serving(app) as url:
        async with httpx.AsyncClient(base_url=url, timeout=None) as client:
            game, guests = await started(client, DISCOVERY | {"seats": 4})
            async with following(client, game) as first, following(client, game) as second:
                for _ in range(3):
                    await first.reached(await play(client, game, guests, moves=3))
                    os.kill(own_server.pid, signal.SIGKILL)
                    await eventually(lambda: _answers(client))
                newest = await play(client, game, guests, moves=3)
                for follower in (first, second):
                    await follower.reached(newest)
                    assert follower.seqs == list(range(1, newest + 1))


async def _answers(client: httpx.AsyncClient) -> bool:
    return (await client.post("/api/guests", json={})).is_success


async def test_events_missed_during_an_outage_are_sent_when_the_store_is_back(
    own_server: Embedded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The feed delivers an event once: a reader that fails to read the log then must try again."""
    with lent_app(unlimited(own_server.url)) as app, serving(app) as url:
        async with httpx.AsyncClient(base_url=url, timeout=None) as client:
            game, guests = await started(client, THREE)
            async with following(client, game) as follower:
                await follower.reached((await offered(client, game, guests[0]))["seq"])
                live = app.state.services.live
                view, failures = live.view, iter(range(2))

                async def sometimes(name: str, at: int = 0) -> object:
                    if next(failures, None) is not None:
                        raise Unavailable("away")
                    return await view(name, at)

                choices = await offered(client, game, guests[0])
                monkeypatch.setattr(live, "view", sometimes)
                newest = fine(await post(client, game, guests[choices["seat"]], choice(choices)))["seq"]
                await follower.reached(newest)


@pytest.mark.parametrize("regained", [1, 5, 10])
async def test_watchers_of_a_game_restored_from_a_backup_are_told_to_resync(
    own_server: Embedded, own_store: EventStore, regained: int
) -> None:
    with lent_app(unlimited(own_server.url)) as app, serving(app) as url:
        async with httpx.AsyncClient(base_url=url, timeout=None) as client:
            game, guests = await started(client, THREE)
            before = await copy_of_log(own_store, game)
            lost = await play(client, game, guests, moves=5)
            async with following(client, game) as early:
                await early.reached(lost)
                await before.restore()
                refused(await post(client, game, guests[0], {"type": "undo"}), 422)
                newest = await play(client, game, guests, moves=regained)
                await early.holds(lambda: "resync" in [message.kind for message in early.messages])
                await early.holds(lambda: early.messages[-1].seq == newest)
            resync = [message.kind for message in early.messages].index("resync")
            seen = early.messages[resync].data["seq"]
            log = fine(await client.get(f"/api/games/{game}/events"))
            assert [message.data for message in early.messages[resync + 1 :]] == log[seen:]


async def test_a_stream_of_an_unknown_game_is_refused(remote: httpx.AsyncClient) -> None:
    refused(await remote.get("/api/games/nothing/stream"), 404)
