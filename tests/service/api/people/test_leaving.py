"""Exporting personal data, and leaving: the games stay, the name goes."""

import logging
from dataclasses import fields
from types import MethodType
from typing import Any
from uuid import uuid4

import httpx
import pytest

from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.services import Services
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.api_persons import (
    PASSWORD,
    SAME_ORIGIN,
    leave,
    reset_login_attempts,
    seats_left_to,
    session_of,
    sign_in,
    signed_up,
    token_for,
)
from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    Json,
    fine,
    opened,
    refused,
    started,
    welcome,
)


@pytest.fixture(autouse=True)
async def _fresh(server_url: str) -> None:
    await reset_login_attempts(server_url)


@pytest.fixture
def name() -> str:
    return f"Oona {uuid4().hex[:12]}"


@pytest.fixture
def services(client: httpx.AsyncClient) -> Services:
    services: Services = client.app.state.services  # type: ignore[attr-defined]
    return services


# Export


async def test_the_export_holds_everything_and_no_secret(client: httpx.AsyncClient, log: EventStore, name: str) -> None:
    account = await signed_up(client, name)
    own = await session_of(client, name)
    made = await token_for(client, own, "read")
    table = await opened(client, account.guest, DISCOVERY)
    await update_line(log, ListIndex(log), table["id"])
    answer = await client.get("/api/me/export", headers=own)
    exported = fine(answer)
    assert list(exported) == [
        *("exported", "player", "name", "created", "account", "has_password"),
        *("sessions", "tokens", "devices", "game_links", "second_factor", "passkeys", "activity", "games", "puzzles"),
        *("blocks", "reports", "acts", "networks", "address", "push_devices", "webhooks"),
        *("follows", "seeks", "greetings", "time_off", "has_calendar", "notices", "talk", "plans", "marks", "notes"),
        *("deals", "guesses"),
    ]
    assert (exported["player"], exported["name"], exported["account"]) == (account.guest.player, name, name.casefold())
    assert [session["kind"] for session in exported["sessions"]] == ["session"]
    assert [token["label"] for token in exported["tokens"]] == ["", "bot"]
    assert [game["game"] for game in exported["games"]] == [table["id"]]
    for secret in (made["token"], own["Cookie"], account.guest.token):
        assert secret.partition(".")[2] not in answer.text
    assert "argon2" not in answer.text


async def test_every_part_that_can_erase_what_it_knows_of_a_person_is_asked_to(services: Services) -> None:
    erasing = {erase.__self__ for erase in services.own_data.erasers if isinstance(erase, MethodType)}
    parts = {field.name: getattr(services, field.name) for field in fields(services)}
    forgotten = {name for name, part in parts.items() if hasattr(part, "erase") and part not in erasing}
    assert forgotten == {"attempts", "results"}, "puzzle_data erases these"


# Leaving


async def test_a_deleted_account_is_gone_and_its_name_is_free(
    client: httpx.AsyncClient, log: EventStore, name: str
) -> None:
    account = await signed_up(client, name)
    fine(await sign_in(client, name))
    made = await token_for(client, SAME_ORIGIN, "play")
    refused(await leave(client, SAME_ORIGIN), 401)
    refused(await leave(client, SAME_ORIGIN, "wrong password"), 401)
    assert fine(await leave(client, SAME_ORIGIN, PASSWORD)) == {"left": account.guest.player}
    assert "session" not in client.cookies
    for headers in (account.headers, made["headers"]):
        refused(await client.get("/api/me", headers=headers), 401)
    refused(await sign_in(client, name), 401)
    assert not await log.servers.call("x", "EXISTS", f"person:{account.guest.player}", f"account:{name.casefold()}")
    assert (await signed_up(client, name)).guest.player != account.guest.player


async def test_an_interrupted_deletion_can_be_repeated(
    client: httpx.AsyncClient, services: Services, log: EventStore, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = await signed_up(client, name)
    own = await session_of(client, name)
    game = (await opened(client, account.guest, KINGDOMINO))["id"]
    fine(await client.post(f"/api/games/{game}/join", headers=(await welcome(client, "Nag")).headers))
    await update_line(log, ListIndex(log), game)

    async def lost(*_: object) -> Any:
        raise Unavailable("lost")

    for part, method in (
        (services.departed, "add"),
        (services.commands, "handle"),
        (services.accounts.names, "release"),
        (services.people.credentials, "forget"),
    ):
        with monkeypatch.context() as failing:
            failing.setattr(part, method, lost)
            refused(await leave(client, own, PASSWORD), 503)
    fine(await leave(client, own, PASSWORD))
    refused(await client.get("/api/me", headers=account.headers), 401)
    assert await seats_left_to(log, game) == {0: "flint"}
    await signed_up(client, name)


async def test_nothing_secret_is_logged(
    client: httpx.AsyncClient, server_url: str, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    new, wrong = "two stones and a fire", "not the right one"
    account = await signed_up(client, name)
    cookies = [(await sign_in(client, name)).cookies["session"]]
    made = await token_for(client, SAME_ORIGIN, "read")
    refused(await sign_in(client, name, wrong), 401)
    refused(await sign_in(client, wrong, name), 401)
    fine(await client.patch("/api/me", json={"password": new, "current": PASSWORD}, headers=SAME_ORIGIN))
    cookies.append(client.cookies["session"])
    for body in (b'{"name": 1, "password": "%b"}' % PASSWORD.encode(), b'{"password": "%b"' % PASSWORD.encode()):
        answer = await client.post("/api/session", content=body)
        assert PASSWORD not in refused(answer, 400)["detail"]
    refused(await client.get("/api/me", headers={"Authorization": f"Basic {made['token']}"}), 401)
    fine(await client.get("/api/me/export"))
    fine(await client.request("DELETE", "/api/me", json={"password": new}, headers=SAME_ORIGIN))
    logged: list[Json] = [record.getMessage() + str(record.__dict__) for record in caplog.records]
    for secret in (
        PASSWORD,
        new,
        wrong,
        *(credential.partition(".")[2] for credential in (*cookies, made["token"], account.guest.token)),
    ):
        assert not any(secret in line for line in logged)


async def test_a_guest_without_games_can_leave(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    fine(await client.delete("/api/me", headers=guest.headers))
    refused(await client.get("/api/me", headers=guest.headers), 401)
    assert await started(client, DISCOVERY)
