"""Plans over HTTP: written, read and withdrawn by their owner, and by nobody else; and what becomes of them."""

import json

import httpx
import pytest

from service.api.plans import own_plan
from service.engine.thinking_time import OF_A_PERSON
from service.plans import plans
from service.plans.execution import Execution
from service.runtime.clock import wall_clock
from service.services import Services
from tests.support.api_persons import leave, reset_login_attempts
from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    RATED,
    TRIBE,
    Guest,
    Json,
    choice,
    fine,
    offered,
    opened,
    post,
    refused,
    started,
    welcome,
)
from tests.support.plan_worlds import think
from tests.support.servers import eventually

EVERYTHING: Json = {"choosing": "points", "placing": "points", "moves": [{"type": "pass"}]}


@pytest.fixture(autouse=True)
async def unhurried(server_url: str) -> None:
    """Many accounts are made from one network."""
    await reset_login_attempts(server_url)


async def put(client: httpx.AsyncClient, game: str, guest: Guest, plan: Json) -> httpx.Response:
    return await client.put(f"/api/games/{game}/plan", json=plan, headers=guest.headers)


async def read(client: httpx.AsyncClient, game: str, guest: Guest) -> Json:
    return fine(await client.get(f"/api/games/{game}/plan", headers=guest.headers))


async def carried_out(services: Services, game: str, guest: Guest) -> None:
    """As a worker does it."""
    execution = Execution(services.plans, services.tables, services.commands, services.act_log, wall_clock, think)
    await execution.advance(game, guest.player)


async def until(client: httpx.AsyncClient, game: str, guests: list[Guest], step: str) -> tuple[Guest, Guest, Json]:
    """Moves until such a step: the person who has to make it, the other one, and what is offered."""
    while (choices := await offered(client, game, guests[0]))["step"] != step:
        fine(await post(client, game, guests[choices["seat"]], choice(choices)))
    return guests[choices["seat"]], guests[1 - choices["seat"]], choices


async def test_a_plan_is_read_as_it_was_written_and_withdrawn(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    _, other, choices = await until(client, game, guests, "place")
    free = [slot["domino"] for slot in fine(await client.get(f"/api/games/{game}"))["next_line"]]
    plan = {"moves": [{"type": "draft", "domino": free[0]}], "placing": "points", "stop_if_taken": [free[1]]}
    shown = fine(await put(client, game, other, plan))
    assert shown["plan"] == {"at": shown["plan"]["at"], "seq": choices["seq"], "choosing": "ask", **plan}
    assert shown == await read(client, game, other)
    assert shown["may"] == ["ask", "points"], "people play against each other: no bot helps"
    gone = fine(await client.delete(f"/api/games/{game}/plan", headers=other.headers))
    assert (gone["plan"], gone["ended"]["why"]) == (None, "withdrawn")


async def test_nobody_else_reads_or_writes_it(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    await until(client, game, guests, "place")
    stranger = await welcome(client, "Nag")
    assert refused(await put(client, game, stranger, EVERYTHING), 403)["code"] == "not_seated"
    assert refused(await client.get(f"/api/games/{game}/plan"), 401)["code"] == "nobody"
    assert refused(await client.get(f"/api/games/{game}/plans"), 409)["code"] == "not_over"
    assert (await read(client, game, guests[0]))["plan"] is None


@pytest.mark.parametrize(
    ("plan", "status", "code"),
    [
        ({}, 422, "empty_plan"),
        ({"choosing": "mammoth"}, 403, "hints_not_agreed"),
        ({"moves": [{"type": "draft", "domino": 99}]}, 422, "domino_gone"),
        ({"stop_if_taken": [-1], "placing": "points"}, 422, "domino_gone"),
        ({"choosing": "points", "seq": 999}, 404, "no_such_event"),
        ({"moves": [{"type": "undo"}]}, 400, None),
        ({"moves": [{"type": "pass"}] * 101}, 400, None),
        ({"choosing": "volcano"}, 400, None),
        ({"wish": 1}, 400, None),
    ],
)
async def test_what_cannot_be_planned_is_refused(
    client: httpx.AsyncClient, plan: Json, status: int, code: str | None
) -> None:
    game, guests = await started(client, KINGDOMINO)
    await until(client, game, guests, "place")
    problem = refused(await put(client, game, guests[0], plan), status)
    assert code is None or problem["code"] == code


async def test_a_rated_game_knows_neither_bots_nor_points(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO, **RATED)
    mover, _, choices = await until(client, game, guests, "place")
    assert (await read(client, game, mover))["may"] == ["ask"]
    assert refused(await put(client, game, mover, {"placing": "points"}), 403)["code"] == "points_hidden"
    assert refused(await put(client, game, mover, {"placing": "flint"}), 403)["code"] == "hints_rated"
    fine(await put(client, game, mover, {"moves": choices["moves"][:1]}))


async def test_against_bots_alone_a_plan_may_leave_it_to_a_bot(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Oona")
    game = (await opened(client, guest, KINGDOMINO, seats=[{"bot": "pebble"}]))["id"]
    fine(await put(client, game, guest, {"choosing": "mammoth", "placing": "pebble"}))


async def test_searching_for_a_plan_costs_of_the_time_that_a_person_has(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_plan, "PLAN_COST", OF_A_PERSON + 1)
    guest = await welcome(client, "Oona")
    game = (await opened(client, guest, KINGDOMINO, seats=[{"bot": "pebble"}]))["id"]
    fine(await put(client, game, guest, {"choosing": "flint", "placing": "pebble"}))
    for rules in ({"choosing": "mammoth"}, {"choosing": "flint", "placing": "mammoth"}):
        assert refused(await put(client, game, guest, rules), 429)["code"] == "too_many_questions"


async def test_there_is_a_limit_and_an_end(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "MOST_PLANS", 2)
    game, guests = await started(client, KINGDOMINO)
    for _ in range(2):
        fine(await put(client, game, guests[0], EVERYTHING))
    assert refused(await put(client, game, guests[0], EVERYTHING), 409)["code"] == "planned_often"
    fine(await client.post(f"/api/games/{game}/resign", headers=guests[0].headers))
    assert refused(await put(client, game, guests[0], EVERYTHING), 403)["code"] == "seat_left"


async def test_the_next_domino_is_tried_where_it_may_lie(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    _, other, _ = await until(client, game, guests, "place")
    address = f"/api/games/{game}/plan/try"
    begin = fine(await client.post(address, json={}, headers=other.headers))
    number = (await read(client, game, other))["domino"]
    assert begin["table"]["domino"] == begin["choices"]["domino"] == number
    x, y, *ways = begin["choices"]["spots"][0]
    way = next(index for index, earning in enumerate(ways) if earning >= 0)
    dx, dy = [(-1, 0), (0, -1), (0, 1), (1, 0)][way]
    move = {"type": "place", "domino": number, "a": [x, y], "b": [x + dx, y + dy]}
    tried = fine(await client.post(address, json={"moves": [move]}, headers=other.headers))
    seat = tried["table"]["seats"][guests.index(other)]
    assert number in [square["domino"] for square in seat["territory"]["squares"]]
    assert fine(await client.get(f"/api/games/{game}"))["seq"] == begin["table"]["seq"], "nothing is stored"
    twice = await client.post(address, json={"moves": [move, {"type": "draft", "domino": 1}]}, headers=other.headers)
    assert refused(twice, 422)["code"] in ("not_to_try", "wrong_step")


async def test_a_whole_game_says_nothing_of_plans_until_it_is_over(
    client: httpx.AsyncClient, worker_beside: Services
) -> None:
    """Every answer to others is searched for what a plan holds."""
    game, guests = await started(client, TRIBE)
    heard = b""
    while True:
        choices = await offered(client, game, guests[0])
        if choices["seat"] is None:
            break
        if choices["seat"] == 0:
            fine(await put(client, game, guests[0], EVERYTHING | {"stop_if_taken": _named(choices)}))
            await carried_out(worker_beside, game, guests[0])
            fine(await client.delete(f"/api/games/{game}/plan", headers=guests[0].headers))
            await _hears_of_the_worker(client, game, guests[0], worker_beside)
            if (await offered(client, game, guests[0]))["seq"] == choices["seq"]:
                fine(await post(client, game, guests[0], choice(choices)))
        else:
            fine(await post(client, game, guests[1], choice(choices)))
        if choices["seq"] % 7 == 0:
            heard += await _answers(client, game, guests[1])
    for word in (b"stop_if_taken", b"choosing", b"placing", b'"plan'):
        assert word not in heard
    came_true = fine(await client.get(f"/api/games/{game}/plans"))
    assert came_true
    assert {move["seat"] for move in came_true} == {0}
    log = {entry["seq"]: entry["event"] for entry in fine(await client.get(f"/api/games/{game}/events"))}
    assert all(log[move["seq"]]["seat"] == 0 for move in came_true if "seat" in log[move["seq"]])
    assert b'"plan' not in await _answers(client, game, guests[1]), "the log and its replay are as without plans"


async def _hears_of_the_worker(client: httpx.AsyncClient, game: str, guest: Guest, worker: Services) -> None:
    version = await worker.store.version(game)

    async def is_current() -> bool:
        return bool((await offered(client, game, guest))["seq"] == version)

    await eventually(is_current)


def _named(choices: Json) -> list[int]:
    return [move["domino"] for move in choices["moves"] if move["type"] == "draft"]


async def _answers(client: httpx.AsyncClient, game: str, guest: Guest) -> bytes:
    paths = ["", "/events", "/moves", "/steps", "/frames?from=1&to=9", "/record", "/talk"]
    answers = [await client.get(f"/api/games/{game}{path}", headers=guest.headers) for path in paths]
    more = [await client.get(path, headers=guest.headers) for path in ("/api/me/games", "/api/notices", "/api/lobby")]
    return b"".join(answer.content for answer in (*answers, *more))


async def test_plans_are_in_the_export_of_their_owner_and_erased_with_them(
    client: httpx.AsyncClient, worker_beside: Services
) -> None:
    game, guests = await started(client, KINGDOMINO)
    fine(await put(client, game, guests[0], EVERYTHING))
    exported = fine(await client.get("/api/me/export", headers=guests[0].headers))
    [shown] = exported["plans"]
    assert shown["game"] == game
    assert "points" in json.dumps(shown["records"])
    assert fine(await client.get("/api/me/export", headers=guests[1].headers))["plans"] == []
    fine(await leave(client, guests[0].headers))
    assert (await worker_beside.plans.of(game, guests[0].player)).count == 0
    assert await worker_beside.plans.export(guests[0].player) == []
