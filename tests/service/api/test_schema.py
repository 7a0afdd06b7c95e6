"""The OpenAPI document is complete, its examples work, and the API conforms to it."""

import os
from collections.abc import Iterator
from copy import deepcopy
from secrets import token_hex
from typing import Any, NamedTuple

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, assume, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.app import create_app
from service.runtime.settings import Settings
from tests.support.api_persons import SAME_ORIGIN
from tests.support.api_play import DISCOVERY, PROBLEM, TRIBE, Json, fine, refused, started, welcome
from tests.support.api_server import lent_app, serving, unlimited
from tests.support.servers import LONGEST_WAIT

APP = create_app(Settings(redis_url="redis://127.0.0.1:1"))
DOCUMENT: Json = APP.openapi_schema.to_schema()
OPERATIONS = [
    pytest.param(path, method, operation, id=f"{method} {path}")
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
]
ONESELF = ("/api/account", "/api/session", "/api/me", "/api/me/guest")  # their examples only work in sequence
MAILED = ("/api/me/address", "/api/forgotten", "/api/links", "/api/links/view")  # need mail: test_address.py
PROOFS = ("/api/me/second-factor", "/api/me/passkeys", "/api/me/passkeys/options", "/api/session/passkey")  # of others
ARRIVALS = ("post /api/guests", "post /api/session", "post /api/session/passkey", "post /api/session/passkey/options")
MAIL_ARRIVALS = tuple(f"post {path}" for path in MAILED[1:])
WITH_BODY = [
    parameters
    for parameters in OPERATIONS
    if "requestBody" in str(parameters.values[2])
    and parameters.values[0] not in (*ONESELF, *PROOFS, *MAILED, "/api/me/devices/{device}")
    and not str(parameters.values[0]).startswith("/api/moderation/")  # tests/service/api/moderation tries them
]
CONTRACT = {
    "post /api/guests",
    "post /api/games",
    "post /api/games/{game}/join",
    "get /api/games/{game}",
    "get /api/games/{game}/stream",
    "get /api/games/{game}/events",
    "get /api/games/{game}/moves",
    "post /api/games/{game}/moves",
    "post /api/games/{game}/hints",
    "get /api/games/{game}/hints/{hint}",
    "get /api/games/{game}/analysis",
    "get /api/games/{game}/record",
    "get /api/puzzles/daily",
    "get /api/puzzles/{puzzle}",
    "post /api/puzzles/{puzzle}/attempts",
    "post /api/records",
    "post /api/account",
    "post /api/session",
    "delete /api/session",
    "delete /api/sessions",
    "get /api/me",
    "patch /api/me",
    "delete /api/me",
    "get /api/me/export",
    "get /api/tokens",
    "post /api/tokens",
    "delete /api/tokens/{token}",
    "get /health/live",
    "get /health/ready",
}


def test_every_route_of_the_contract_is_there() -> None:
    assert {parameters.id for parameters in OPERATIONS} >= CONTRACT


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS)
def test_every_operation_says_what_it_does_who_may_ask_and_what_may_be_refused(
    path: str, method: str, operation: Json
) -> None:
    assert operation["summary"]
    assert operation["tags"]
    errors = {status: error for status, error in operation["responses"].items() if status >= "400"}
    assert {"429", "503"} <= set(errors)
    for error in errors.values():
        assert error["description"]
        [example] = error["content"][PROBLEM]["examples"].values()
        assert set(example["value"]) == {"status", "title", "detail"}
    if path.startswith("/api/") and f"{method} {path}" not in (*ARRIVALS, *MAIL_ARRIVALS):
        assert {"bearer": []} in operation["security"]
        assert "401" in errors
    if "{game}" in path and f"{method} {path}" != "delete /api/notices/muted/{game}":  # also for one that is gone
        assert "404" in errors
    if path.startswith("/api/games/{game}"):
        assert any(parameter["name"] == "invite" for parameter in operation["parameters"])


def _examples(operation: Json) -> list[Any]:
    [content] = operation["requestBody"]["content"].values()
    examples: list[Any] = content["schema"]["examples"]
    return examples


REFUSED_TO_GUESTS = {
    "/api/seeks": "bad_at_once",
    "/api/tournaments": "tournament_account",
    "/api/games/{game}/invitations": "no_such_player",
    "/api/games/{game}/greeting": "table_full",
    "/api/games/{game}/notes": "guests_say_phrases",
    "/api/games/{game}/guesses": "guess_seated",  # they play in this game
}


@pytest.mark.parametrize(("path", "method", "operation"), WITH_BODY)
async def test_every_body_has_examples_and_the_api_takes_them(
    client: httpx.AsyncClient, path: str, method: str, operation: Json
) -> None:
    examples = _examples(operation)
    assert examples
    game, [guest, _] = await started(client, DISCOVERY)
    puzzle = fine(await client.get("/api/puzzles/next"))["id"]
    address = path.format(game=game, puzzle=puzzle, example="matching")
    for example in examples:
        body = {"content": example} if isinstance(example, str) else {"json": example}
        answer = await client.request(method, address, headers=guest.headers, **body)
        if path.endswith(("/moves", "/attempts", "/questions")):  # well formed, but not necessarily legal
            assert answer.status_code == 200 or refused(answer, 422)["code"]
        elif path == "/api/reports":  # well formed, but about nobody
            assert refused(answer, 404)["code"] == "no_such_player"
        elif path.endswith("/pause"):  # well formed, but the game has no clock
            assert refused(answer, 422)["code"] == "no_clock"
        elif path.endswith("/holidays"):  # well formed, but that winter may have passed
            assert answer.is_success or refused(answer, 422)["code"] == "bad_holiday"
        elif path.endswith("/talk") and "text" in example:  # well formed, but guests say phrases
            assert refused(answer, 403)["code"] in ("guests_say_phrases", "talk_after_end")
        elif path.endswith("/talk/read"):  # well formed, but nothing was said
            assert refused(answer, 404)["code"] == "no_such_message"
        elif path in REFUSED_TO_GUESTS:  # well formed, but more than guests may, or about a game that has begun
            assert answer.is_success or answer.json()["code"] == REFUSED_TO_GUESTS[path]
        elif path.endswith("/sideline"):  # well formed, but refused while the game runs
            assert refused(answer, 409)["code"] == "not_over"
        else:
            fine(answer)


async def test_the_examples_about_the_caller_work_in_sequence(client: httpx.AsyncClient) -> None:
    [account], [sign_in, _] = (_examples(DOCUMENT["paths"][path]["post"]) for path in ONESELF[:2])
    changes, farewells = (_examples(DOCUMENT["paths"]["/api/me"][method]) for method in ("patch", "delete"))
    for left in farewells:
        headers = (await welcome(client, "Oona")).headers
        if left:
            fine(await client.post("/api/account", json=account, headers=headers))
            fine(await client.post("/api/session", json=sign_in))
            headers = SAME_ORIGIN
        for change in changes[: 1 if left else 0]:
            fine(await client.patch("/api/me", json=change, headers=headers))
        fine(await client.request("DELETE", "/api/me", json=left, headers=headers))
    fine(await client.post("/api/account", json=account, headers=(await welcome(client, "Oona")).headers))
    fine(await client.post("/api/session", json=sign_in))
    for change in changes:
        fine(await client.patch("/api/me", json=change, headers=SAME_ORIGIN))
    password = {"password": changes[1]["password"]}
    fine(await client.request("DELETE", "/api/me", json=password, headers=SAME_ORIGIN))


def test_every_kind_of_move_has_an_example() -> None:
    operation = DOCUMENT["paths"]["/api/games/{game}/moves"]["post"]
    [content] = operation["requestBody"]["content"].values()
    kinds = {
        DOCUMENT["components"]["schemas"][choice["$ref"].rpartition("/")[2]]["properties"]["type"]["const"]
        for choice in content["schema"]["oneOf"]
    }
    assert {example["type"] for example in _examples(operation)} == kinds


async def test_the_api_page_is_served(client: httpx.AsyncClient) -> None:
    for address in ("/schema", "/schema/openapi.json"):
        assert (await client.get(address)).json()["info"]["title"] == "Firstfire"
    for address in ("/schema/nothing", "/schema/nothing.json", "/schema/deeper/nothing"):
        assert refused(await client.get(address), 404)["detail"] == "There is nothing at this address."


# Schemathesis

# Making up a side line of 401 moves takes longer than collecting all other tests: test_variations.py sends one.
BOUNDLESS: Json = deepcopy(DOCUMENT)
del BOUNDLESS["components"]["schemas"]["SideLineRequest"]["properties"]["moves"]["maxItems"]
SCHEMA = (
    schemathesis.openapi.from_dict(BOUNDLESS)
    .exclude(path_regex="/stream$")  # it never ends: test_stream.py
    .exclude(path="/api/me", method="DELETE")  # it would delete the caller of the other requests: test_leaving.py
)


class Target(NamedTuple):
    """A running API, a guest, and games of that guest and a puzzle to try things on."""

    url: str
    headers: dict[str, str]
    games: list[str]
    puzzle: str


@pytest.fixture(scope="module")
def target(server_url: str) -> Iterator[Target]:
    with (
        lent_app(unlimited(server_url)) as app,
        serving(app) as url,
        httpx.Client(base_url=url, timeout=LONGEST_WAIT) as client,
    ):
        headers = {"Authorization": f"Bearer {client.post('/api/guests').json()['token']}"}
        # With an account from the start: otherwise a generated request takes a name that other tests use.
        account = {"name": f"Target {token_hex(6)}", "password": "a stone, a fish and a fire"}
        fine(client.post("/api/account", json=account, headers=headers))
        tables: list[Json] = [{"rules": rules, "seats": [{"bot": "pebble"}]} for rules in (DISCOVERY, TRIBE)]
        tables.append({"rules": DISCOVERY})
        games = [client.post("/api/games", json=table, headers=headers).json()["id"] for table in tables]
        yield Target(url, headers, games, client.get("/api/puzzles/daily").json()["id"])


@SCHEMA.parametrize()
@settings(max_examples=int(os.environ.get("EXAMPLES", "4")), deadline=None, suppress_health_check=list(HealthCheck))
def test_every_generated_request_gets_a_documented_answer_or_a_problem(
    case: schemathesis.Case[Any], target: Target
) -> None:
    games = [*target.games, case.path_parameters.get("game")]
    if "game" in case.path_parameters:
        case.path_parameters["game"] = games[len(str(games[-1])) % len(games)]
    if "puzzle" in case.path_parameters and len(str(case.path_parameters["puzzle"])) % 2:
        case.path_parameters["puzzle"] = target.puzzle
    assume(case.path == case.formatted_path or case.formatted_path not in DOCUMENT["paths"])  # a puzzle named "themes"
    response = case.call(base_url=target.url, headers=target.headers, timeout=LONGEST_WAIT)
    assert response.status_code < 500, response.text
    if response.status_code >= 400:
        assert response.headers["content-type"] == [PROBLEM]
        assert " " in response.json()["detail"]
    if response.status_code != 405:  # a method that is not documented
        checks = [not_a_server_error, content_type_conformance, status_code_conformance]
        if case.path != "/api/games/{game}":  # the schema says "one of": a table satisfies that of a waiting one too
            checks.append(response_schema_conformance)
        case.validate_response(response, checks=checks)
