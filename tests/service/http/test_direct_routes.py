"""The busiest routes answer without the framework as they would through it, to every request."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.http.entry.direct_routes import DIRECT, DirectRoutes
from tests.support.api_play import DISCOVERY, Guest, choice, fine, offered, opened, started, welcome

Request = dict[str, Any]


async def _both(
    client: AsyncTestClient[Litestar], monkeypatch: pytest.MonkeyPatch, request: Request
) -> tuple[httpx.Response, httpx.Response]:
    """The response without the framework, and then with it."""
    directly = await client.request(**request)
    with monkeypatch.context() as patch:
        patch.setattr(DirectRoutes, "_call", lambda _, scope: None)
        return directly, await client.request(**request)


def _comparable(response: httpx.Response) -> tuple[int, dict[str, str], bytes]:
    headers = {name: value for name, value in response.headers.items() if name != "x-request-id"}
    return response.status_code, headers, response.content


def _requests(game: str, table: str, guest: Guest, other: Guest, move: Any, tag: str) -> dict[str, Request]:
    """By what they ask for. A move is repeated under its key, so that it can be made twice."""
    path, mine = f"/api/games/{game}", guest.headers
    keyed = {**mine, "Idempotency-Key": "one"}
    moves = {"method": "POST", "url": f"{path}/moves", "headers": mine}
    return {
        "a table": {"method": "GET", "url": path},
        "with a seat": {"method": "GET", "url": path, "headers": mine},
        "unchanged": {"method": "GET", "url": path, "headers": {**mine, "If-None-Match": tag}},
        "packed": {"method": "GET", "url": path, "headers": {"Accept-Encoding": "br, gzip"}},
        "at an event": {"method": "GET", "url": f"{path}?at=1"},
        "at no event": {"method": "GET", "url": f"{path}?at=first"},
        "at an event to come": {"method": "GET", "url": f"{path}?at=1000"},
        "at two events": {"method": "GET", "url": f"{path}?at=1&at=2"},
        "at an odd number": {"method": "GET", "url": f"{path}?at=01"},
        "at nothing": {"method": "GET", "url": f"{path}?at="},
        "at an endless number": {"method": "GET", "url": f"{path}?at={'9' * 40}"},
        "with more in the address": {"method": "GET", "url": f"{path}?at=1&invite=x&at"},
        "head": {"method": "HEAD", "url": path},
        "options": {"method": "OPTIONS", "url": path},
        "delete": {"method": "DELETE", "url": path},
        "a slash at the end": {"method": "GET", "url": f"{path}/"},
        "two slashes": {"method": "GET", "url": f"/api/games//{game}"},
        "no game": {"method": "GET", "url": "/api/games/nowhere"},
        "no name": {"method": "GET", "url": "/api/games/"},
        "an odd name": {"method": "GET", "url": "/api/games/%2F%00%ff"},
        "an odd host": {"method": "GET", "url": path, "headers": {"Host": "a b"}},
        "an open table": {"method": "GET", "url": f"/api/games/{table}"},
        "an unknown token": {"method": "GET", "url": path, "headers": {"Authorization": "Bearer nobody"}},
        "a move": {**moves, "json": move, "headers": keyed},
        "another under its key": {**moves, "json": {"type": "pass"}, "headers": keyed},
        "an endless key": {**moves, "json": move, "headers": {**mine, "Idempotency-Key": "k" * 201}},
        "an outdated move": {**moves, "url": f"{path}/moves?seq=1", "json": move},
        "an outdated move with news": {**moves, "url": f"{path}/moves?seq=1&news=true", "json": move},
        "a move for the news": {**moves, "url": f"{path}/moves?news=true", "json": move, "headers": keyed},
        "a move without news": {**moves, "url": f"{path}/moves?news=false", "json": move, "headers": keyed},
        "a move with odd news": {**moves, "url": f"{path}/moves?news=perhaps", "json": move, "headers": keyed},
        "out of turn": {**moves, "json": move, "headers": other.headers},
        "not allowed": {**moves, "json": {"type": "fire", "at": [9, 9]}},
        "in German": {**moves, "json": {"type": "undo"}, "headers": {**mine, "Accept-Language": "de"}},
        "at an open table": {**moves, "url": f"/api/games/{table}/moves", "json": move},
        "by nobody": {**moves, "json": move, "headers": {}},
        "no body": moves,
        "not JSON": {**moves, "content": b"{"},
        "no move": {**moves, "json": {"type": "fly"}},
        "a number as text": {**moves, "json": {"type": "draft", "domino": "1"}},
        "too long": {**moves, "content": b"[" + b" " * 70_000 + b"]"},
    }


async def test_both_ways_answer_alike(client: AsyncTestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    game, guests = await started(client, DISCOVERY)
    table = (await opened(client, await welcome(client, "Ugh"), DISCOVERY))["id"]
    offer = await offered(client, game, guests[0])
    guest, other = guests[offer["seat"]], guests[1 - offer["seat"]]
    first = (await client.get(f"/api/games/{game}", headers=guest.headers)).headers["etag"]
    statuses = set()
    for what, request in _requests(game, table, guest, other, choice(offer), first).items():
        directly, through = await _both(client, monkeypatch, request)
        assert _comparable(directly) == _comparable(through), what
        statuses.add(directly.status_code)
    assert statuses >= {200, 304, 400, 401, 404, 405, 413, 422}


async def test_tables_and_moves_do_without_the_framework(
    client: AsyncTestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, guests = await started(client, DISCOVERY)
    offer = await offered(client, game, guests[0])

    async def nothing(*_: object) -> None:
        raise AssertionError("the framework was asked")

    monkeypatch.setattr(type(client.app.asgi_router), "__call__", nothing)
    headers = guests[offer["seat"]].headers
    fine(await client.get(f"/api/games/{game}", headers=headers))
    fine(await client.get(f"/api/games/{game}?at=1", headers=headers))
    made = f"/api/games/{game}/moves?seq={offer['seq']}&news=true"  # as pages do
    assert fine(await client.post(made, json=choice(offer), headers=headers))["news"]["after"] == offer["seq"]


async def test_a_body_may_come_in_pieces(remote: httpx.AsyncClient) -> None:
    game, guests = await started(remote, DISCOVERY)
    offer = await offered(remote, game, guests[0])
    body = msgspec.json.encode(choice(offer))

    async def pieces() -> AsyncIterator[bytes]:
        yield body[:5]
        yield body[5:]

    headers = {**guests[offer["seat"]].headers, "Idempotency-Key": "one"}
    whole = fine(await remote.post(f"/api/games/{game}/moves", content=body, headers=headers))
    assert fine(await remote.post(f"/api/games/{game}/moves", content=pieces(), headers=headers)) == whole


async def test_they_are_counted_under_their_route(client: AsyncTestClient[Litestar]) -> None:
    await client.get("/api/games/nowhere")
    metrics = (await client.get("/metrics")).text
    assert 'firstfire_requests_total{method="GET",route="/api/games/{game}",status="404"} 1.0' in metrics


def test_direct_routes_have_only_what_is_read_for_them(client: AsyncTestClient[Litestar]) -> None:
    """A parameter without a default, a guard or a hook would be left out."""
    handlers = [handler for route in client.app.routes for handler in getattr(route, "route_handlers", ())]
    direct = [handler for handler in handlers if handler.opt.get(DIRECT)]
    assert len(direct) == 2
    for handler in direct:
        required = {name for name, field in handler.parsed_fn_signature.parameters.items() if not field.has_default}
        assert required - {"data"} == {"request", "game"}
        assert not handler.resolve_guards()
        assert not handler.resolve_middleware()
        assert not handler.resolve_before_request()
        assert not handler.resolve_after_response()
