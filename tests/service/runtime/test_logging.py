"""Log lines: one JSON object each, with request and game, and never a secret."""

import io
import json
import logging
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient
from msgspec.structs import replace

from domain.log import replay
from service.games.codec import decode_all
from service.games.tables import Tables
from service.runtime.logging_setup import JsonLines, Text
from service.store.event_store import EventStore
from tests.support.api_persons import PASSWORD, session_of, sign_in, signed_up, token_for
from tests.support.api_play import DISCOVERY, fine, opened, play, started, welcome
from tests.support.api_server import calling, unlimited
from tests.support.servers import LONGEST_WAIT, eventually
from tests.support.stack import Running, Stack


@pytest.fixture
async def client(server_url: str) -> AsyncIterator[AsyncTestClient[Litestar]]:
    async with calling(replace(unlimited(server_url), log_requests=True)) as client:
        yield client


@pytest.fixture
def said() -> Iterator[io.StringIO]:
    """Everything logged at any level, as it would be written."""
    stream, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(stream), root.level
    handler.setFormatter(JsonLines())
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


def answers(said: io.StringIO) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in said.getvalue().splitlines()]
    return [line for line in lines if line["logger"] == "service.http.request_log"]


async def test_each_request_is_a_line_with_its_id_its_game_and_how_it_was_answered(
    client: httpx.AsyncClient, said: io.StringIO
) -> None:
    game, guests = await started(client, DISCOVERY)
    answer = await client.get(f"/api/games/{game}?at=1&invite=SECRET", headers=guests[0].headers)
    line = answers(said)[-1]
    assert line["request"] == answer.headers["x-request-id"]
    assert line["game"] == game
    assert (line["method"], line["route"], line["status"]) == ("GET", "/api/games/{game}", 200)
    assert line["ms"] > 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["time"])
    names = [line["request"] for line in answers(said)]
    assert len(set(names)) == len(names)


async def test_the_caller_may_name_the_request_with_a_harmless_name(
    client: httpx.AsyncClient, said: io.StringIO
) -> None:
    for name in ("from-proxy.1", "x" * 100, "7f3b/4=="):
        answer = await client.get("/health/live", headers={"X-Request-ID": name})
        assert answer.headers["x-request-id"] == name
        assert answers(said)[-1]["request"] == name
    for name in ("", "two words", "x" * 101, 'a"b', "a\\nb", "<b>"):
        answer = await client.get("/health/live", headers={"X-Request-ID": name})
        assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]+", answer.headers["x-request-id"])


async def test_every_response_has_a_request_id(server_url: str) -> None:
    settings = unlimited(server_url)
    async with calling(replace(settings, rate=0.1, burst=3, log_requests=True)) as client:
        for path, status in (("/nowhere", 404), ("/health/live", 200), ("/health/live", 200), ("/health/live", 429)):
            answer = await client.get(path)
            assert answer.status_code == status
            assert answer.headers["x-request-id"]


async def test_only_server_errors_are_logged_by_default(said: io.StringIO) -> None:
    async with calling(unlimited("redis://127.0.0.1:1")) as client:
        for path in ("/health/live", "/nowhere", "/health/ready"):
            await client.get(path)
    assert [(line["route"], line["status"]) for line in answers(said)] == [("/health/ready", 503)]


async def test_levels_say_what_is_worth_reading(client: httpx.AsyncClient, said: io.StringIO) -> None:
    await client.get("/health/live")
    await client.get("/api/games/unknown")
    assert [line["level"] for line in answers(said)] == ["DEBUG", "INFO"]


async def test_an_internal_error_is_logged_with_its_trace_and_request(
    client: httpx.AsyncClient, said: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("out of flint, token=abc123 in redis://me:hunter2@host/0")

    monkeypatch.setattr(Tables, "seating", broken)
    answer = await client.get("/api/games/oops?invite=SECRET")
    assert answer.status_code == 500
    assert answer.json()["request"] == answer.headers["x-request-id"]
    lines = [json.loads(line) for line in said.getvalue().splitlines()]
    [mistake] = [line for line in lines if "trace" in line]
    assert mistake["request"] == answer.headers["x-request-id"]
    assert mistake["game"] == "oops"
    assert "out of flint" in mistake["trace"]
    assert answers(said)[-1]["level"] == "WARNING"
    for secret in ("SECRET", "abc123", "hunter2"):
        assert secret not in said.getvalue()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Authorization: Bearer abc.def", "Authorization: Bearer …"),
        ("cannot reach redis://user:pass@host:1/0", "cannot reach redis://…@host:1/0"),
        ("GET /api/games/x?invite=abc&at=1 failed", "GET /api/games/x? failed".replace("?", "?…")),
        ("Person(name='A', token='abc')", "Person(name='A', token=…)"),
        ('{"salt": "abc", "x": 1}', '{"salt=…, "x": 1}'),
        ("a line without any", "a line without any"),
    ],
)
def test_secrets_in_messages_of_libraries_are_redacted(text: str, written: str) -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "%s", (text,), None)
    assert json.loads(JsonLines().format(record))["message"] == written
    assert written in Text().format(record)


def test_a_log_entry_is_always_one_line() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "a\nb \ud800 \x1b[1m", None, None)
    line = JsonLines().format(record)
    assert "\n" not in line
    assert "\x1b" not in line
    assert json.loads(line)["message"] == "a\nb ? \x1b[1m"


class Talkative(Stack):
    async def start(self) -> None:
        await self.server.start()
        environment = {
            "REDIS_URL": self.server.url,
            "PORT": str(self.port),
            "RATE": "1e6",
            "BURST": "1000000",
            "LOG_LEVEL": "DEBUG",
            "LOG_REQUESTS": "true",
        }
        for name in ("api", "worker0"):
            log = self._directory / f"{name}.log"
            self.parts[name] = Running([name.rstrip("0")], environment, log)
            await self.parts[name].start()
        await self.ready()


async def test_a_whole_flow_at_debug_shows_no_secret(tmp_path: Path) -> None:
    stack = Talkative(tmp_path, 1)
    await stack.start()
    try:
        async with httpx.AsyncClient(base_url=stack.url, timeout=LONGEST_WAIT) as client:
            secrets = await _flow(client, stack.server.url)
    finally:
        await stack.stop()
    said = stack.parts["api"].said + stack.parts["worker0"].said
    lines = [json.loads(line) for line in said.splitlines()]
    assert any(line.get("route") == "/api/games/{game}/moves" for line in lines)
    for secret in secrets:
        assert secret not in said, "a secret was written"


async def _flow(client: httpx.AsyncClient, url: str) -> list[str]:
    """Play with guests, privately and against a bot, and make mistakes; returns the secrets that must not be logged."""
    game, guests = await started(client, DISCOVERY, private=True)
    table = fine(await client.get(f"/api/games/{game}", headers=guests[0].headers))
    assert table["id"] == game
    owner = await welcome(client, "Owner")
    private = await opened(client, owner, DISCOVERY, private=True)
    assert (await client.get(f"/api/games/{private['id']}?invite={private['invite']}")).is_success
    assert not (await client.get(f"/api/games/{private['id']}/{private['invite']}")).is_success
    assert not (await client.get("/api/games/x", headers={"Authorization": "Bearer not-a-token"})).is_success
    assert not (await client.post(f"/api/games/{game}/moves", content=b'{"password": "hunter2"')).is_success
    await play(client, game, guests)
    bots = await opened(client, owner, DISCOVERY, seats=[{"bot": "pebble"}])

    async def is_answered() -> bool:
        choices = fine(await client.get(f"/api/games/{bots['id']}/moves", headers=owner.headers))
        if choices["seat"] == 0:
            fine(await client.post(f"/api/games/{bots['id']}/moves", json=choices["moves"][0], headers=owner.headers))
        events = [line["event"] for line in fine(await client.get(f"/api/games/{bots['id']}/events"))]
        return any(event["type"] == "domino_drafted" and event["seat"] == 1 for event in events)

    await eventually(is_answered)
    account = await signed_up(client, "Nag the Second")
    mine = await token_for(client, await session_of(client, account.name), "play")
    session = fine(await sign_in(client, account.name))
    assert session["player"] == account.guest.player
    cookies = [value for value in client.cookies.values() if value]
    assert cookies
    assert not (await sign_in(client, account.name, "wrong hunter2 wrong")).is_success
    store = EventStore(url)
    whole = replay(entry.event for entry in decode_all(await store.read(game)))
    await store.aclose()
    assert whole.deal is not None
    assert whole.salt is not None
    deal = ", ".join(map(str, whole.deal.dominoes[-6:]))
    tokens = [*(guest.token for guest in (*guests, owner, account.guest)), mine["token"], *cookies, PASSWORD]
    return [*tokens, private["invite"], whole.salt, deal, deal.replace(" ", ""), "not-a-token", "hunter2", "invite="]
