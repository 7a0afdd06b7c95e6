"""Every refusal has the same form, says its reason in words, and changes nothing."""

from collections.abc import AsyncIterator
from typing import NamedTuple

import httpx
import pytest

from domain.errors import DamagedLog
from service.app import LARGEST_BODY
from service.games.view import View
from tests.support.api_play import KINGDOMINO, TRIBE, Guest, Json, choice, fine, offered, post, refused, started


class Seated(NamedTuple):
    """A running game, the guest to move, and another."""

    client: httpx.AsyncClient
    game: str
    mover: Guest
    other: Guest

    async def post(self, body: bytes, **headers: str) -> httpx.Response:
        return await self.client.post(
            f"/api/games/{self.game}/moves", content=body, headers={**self.mover.headers, **headers}
        )


@pytest.fixture
async def seated(client: httpx.AsyncClient) -> AsyncIterator[Seated]:
    """A game that the test must leave unchanged."""
    game, guests = await started(client, TRIBE | {"seats": 3})
    choices = await offered(client, game, guests[0])
    before = (choices, fine(await client.get(f"/api/games/{game}")))
    yield Seated(client, game, guests[choices["seat"]], guests[choices["seat"] - 1])
    assert (await offered(client, game, guests[0]), fine(await client.get(f"/api/games/{game}"))) == before


@pytest.mark.parametrize(
    ("method", "route"),
    [
        *(("GET", route) for route in ("", "/events", "/moves", "/stream", "/record")),
        *(("POST", route) for route in ("/join", "/moves")),
    ],
)
async def test_an_unknown_game_returns_404(seated: Seated, method: str, route: str) -> None:
    body = {"json": {"type": "pass"}} if route == "/moves" and method == "POST" else {}
    for game in ("nothing", "x" * 2000, "%00", "%ff", "a.seats", "*", "{b000}:game:x", "..%2f.."):
        answer = await seated.client.request(
            method,
            f"/api/games/{game}{route}",
            headers=seated.mover.headers,
            **body,  # type: ignore[arg-type]
        )
        refused(answer, 404)


async def test_the_name_of_a_seats_log_returns_404(seated: Seated) -> None:
    refused(await seated.client.get(f"/api/games/{seated.game}.seats/events"), 404)


NOT_MOVES = [
    b"",
    b" ",
    b"{",
    b"null",
    b"[]",
    b"7",
    b'"claim"',
    b"\xff",
    b'{"type": "claim", "domino": "\xff"}',
    b'{"type": "claim", "domino": 1}'.decode().encode("utf-16"),
    b'{"type": "claim", "domino": "1"}',
    b'{"type": "claim", "domino": 1.5}',
    b'{"type": "claim", "domino": true}',
    b'{"type": "claim", "domino": NaN}',
    b'{"type": "claim", "domino": 1e999}',
    b'{"type": "claim", "dominoes": [1]}',
    b'{"type": "claim", "dominoes": [1, 2, 3]}',
    b'{"type": "claim", "domino": 1, "seat": 0}',
    b'{"type": "claim"} {}',
    b'{"type": "start_game"}',
    b'{"type": "resign"}',
    b'{"type": null}',
    b'{"domino": 1}',
    b'{"type": "place", "domino": 1}',
    b'{"type": "place", "domino": 1, "a": [0], "b": [0, 1]}',
    b'{"type": "place", "domino": 1, "a": {"x": 0}, "b": [0, 1]}',
    b'{"type": "give_totem", "resource": "gold", "to": 1}',
    b'{"type": "recruit", "caveman": "nobody", "source": "cave", "spend": [], "at": [0, 0]}',
    b'{"type": "pass", "why": "tired"}',
    b"[" * 60_000,
    b'{"type": ' * 6_000,
]


async def test_a_body_that_is_not_a_move_returns_400(seated: Seated) -> None:
    for body in NOT_MOVES:
        refused(await seated.post(body), 400)


@pytest.mark.parametrize(
    "move",
    [
        {"type": "claim"},
        {"type": "claim", "domino": 0},
        {"type": "claim", "domino": -1},
        {"type": "claim", "domino": 49},
        {"type": "claim", "domino": 10**30},
        {"type": "claim", "dominoes": [1, 2]},
        {"type": "draft", "domino": 1},
        {"type": "place", "domino": 1, "a": [1, 0], "b": [2, 0]},
        {"type": "place", "domino": 1, "a": [10**30, 0], "b": [10**30 + 1, 0]},
        {"type": "decline", "domino": 1},
        {"type": "fire", "at": [1, 0]},
        {"type": "give_totem", "resource": "fish", "to": 10**30},
        {"type": "recruit", "caveman": "hunter", "source": "pile", "spend": [[0, 0]] * 4, "at": [0, 0]},
        {"type": "pass"},
        {"type": "undo"},
    ],
)
async def test_a_move_against_the_rules_returns_422(seated: Seated, move: Json) -> None:
    problem = refused(await post(seated.client, seated.game, seated.mover, move), 422)
    assert problem["code"]
    assert problem["rule"][0] in "OK"


async def test_a_move_out_of_turn_is_refused(seated: Seated) -> None:
    choices = await offered(seated.client, seated.game, seated.other)
    problem = refused(await post(seated.client, seated.game, seated.other, choice(choices)), 422)
    assert problem["code"] == "not_your_turn"


async def test_declining_is_refused_when_a_placement_is_mandatory(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    while (choices := await offered(client, game, guests[0]))["step"] != "place":
        fine(await post(client, game, guests[choices["seat"]], choice(choices)))
    decline = {"type": "decline", "domino": choices["moves"][0]["domino"]}
    refused(await post(client, game, guests[choices["seat"]], decline), 422)
    assert await offered(client, game, guests[0]) == choices


@pytest.mark.parametrize("size", [LARGEST_BODY + 1, 1_000_000])
@pytest.mark.parametrize("route", ["/api/guests", "/api/games", "/api/records", "moves"])
async def test_a_body_over_64_kilobytes_is_refused(seated: Seated, route: str, size: int) -> None:
    address = f"/api/games/{seated.game}/moves" if route == "moves" else route
    body = b'{"name": "' + b"x" * (size - 12) + b'"}'
    refused(await seated.client.post(address, content=body, headers=seated.mover.headers), 413)


async def test_a_body_over_64_kilobytes_without_content_length_is_refused(remote: httpx.AsyncClient) -> None:
    async def in_pieces() -> AsyncIterator[bytes]:
        for _ in range(8):
            yield b" " * 10_000

    refused(await remote.post("/api/guests", content=in_pieces()), 413)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x", ""])
async def test_json_is_read_whatever_its_content_type(seated: Seated, kind: str) -> None:
    refused(await seated.post(b"domino=1&type=claim", **{"Content-Type": kind}), 400)
    assert refused(await seated.post(b'{"type": "pass"}', **{"Content-Type": kind}), 422)["code"]


@pytest.mark.parametrize("question", ["?at=", "/events?after=", "/stream?after=", "/moves?seq="])
async def test_a_query_value_that_is_not_a_number_is_refused(seated: Seated, question: str) -> None:
    name, _, key = question.rstrip("=").partition("?")
    address = f"/api/games/{seated.game}{name}"
    for value in ("x", "", "1.5", " ", "None", "٣x", "0x10", "9" * 5000):
        if key == "seq":
            answer = await seated.client.post(
                address, params={key: value}, json={"type": "pass"}, headers=seated.mover.headers
            )
        else:
            answer = await seated.client.get(address, params={key: value})
        assert key in refused(answer, 400)["detail"], value


@pytest.mark.parametrize("header", ["Bearer x", "Bearer", "Bearer ", "Basic x", "x", "", "Bearer \x7f" + "x" * 5000])
async def test_an_unknown_token_returns_401(seated: Seated, header: str) -> None:
    for method, address in (("GET", f"/api/games/{seated.game}"), ("POST", f"/api/games/{seated.game}/join")):
        answer = await seated.client.request(method, address, headers={"Authorization": header})
        refused(answer, 401)
        assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("address", ["/api/games", "/api/games/{game}/join", "/api/games/{game}/moves", "/api/records"])
async def test_a_missing_token_returns_401(seated: Seated, address: str) -> None:
    bodies = {"/api/games": {"rules": TRIBE}, "/api/games/{game}/moves": {"type": "pass"}}
    answer = await seated.client.post(address.format(game=seated.game), json=bodies.get(address))
    assert "POST /api/guests" in refused(answer, 401)["detail"]


@pytest.mark.parametrize("key", ["", "x" * 201])
async def test_a_malformed_idempotency_key_is_refused(seated: Seated, key: str) -> None:
    refused(await seated.post(b'{"type": "pass"}', **{"Idempotency-Key": key}), 400)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
async def test_an_unsupported_method_returns_405(seated: Seated, method: str) -> None:
    for address in ("/api/guests", "/api/games", f"/api/games/{seated.game}", f"/api/games/{seated.game}/moves"):
        answer = await seated.client.request(method, address, headers=seated.mover.headers)
        refused(answer, 405)
        assert answer.headers["allow"]


@pytest.mark.parametrize("address", ["/api", "/api/nothing", "/api/games/x/y/z", "/health"])
async def test_an_unknown_path_returns_404(client: httpx.AsyncClient, address: str) -> None:
    refused(await client.get(address), 404)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"rules": {}},
        {"rules": {"game": "chess", "seats": 2}},
        {"rules": TRIBE, "seats": 2},
        {"rules": TRIBE, "seats": [{"bot": "genius"}]},
        {"rules": TRIBE, "seats": [{"level": "pebble"}]},
        {"rules": TRIBE | {"salt": "00"}},
        {"rules": TRIBE | {"seats": "2"}},
        {"rules": TRIBE, "private": "yes"},
        {"rules": TRIBE, "deal": {}},
    ],
)
async def test_a_malformed_table_is_refused(seated: Seated, body: Json) -> None:
    refused(await seated.client.post("/api/games", json=body, headers=seated.mover.headers), 400)


@pytest.mark.parametrize("body", [{"name": 7}, {"name": ["x"]}, {"nam": "x"}, ["x"]])
async def test_a_malformed_guest_is_refused(client: httpx.AsyncClient, body: Json) -> None:
    refused(await client.post("/api/guests", json=body), 400)


@pytest.mark.parametrize("error", [DamagedLog(7, "secret deal"), RuntimeError("secret deal")])
async def test_an_internal_error_returns_500_without_details(
    seated: Seated, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(View, "choices", broken)
    answer = await seated.client.get(f"/api/games/{seated.game}/moves")
    refused(answer, 500)
    assert "secret" not in answer.text
    monkeypatch.undo()
