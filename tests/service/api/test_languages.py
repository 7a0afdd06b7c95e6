"""Refusals are in the language of the caller."""

from uuid import uuid4

import httpx
import pytest

from projections.words import LANGUAGES
from service.runtime.settings import Settings
from tests.support.api_persons import PASSWORD, reset_login_attempts, session_of, signed_up
from tests.support.api_play import TRIBE, Json, fine, offered, play, post, refused, started, welcome
from tests.support.api_server import calling

GERMAN = {"Accept-Language": "de-CH,de;q=0.9,en;q=0.1"}
DUTCH = {"Accept-Language": "nl"}
ITALIAN = {"Accept-Language": "de", "Cookie": "language=it"}


async def test_refusals_by_the_rules_are_in_the_readers_language(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    seat = (await offered(client, game, guests[0]))["seat"]

    async def told(headers: dict[str, str], who: int = seat) -> Json:
        answer = await client.post(
            f"/api/games/{game}/moves", json={"type": "pass"}, headers={**guests[who].headers, **headers}
        )
        assert answer.headers["content-language"] in LANGUAGES
        return refused(answer, 422)

    assert (await told({}))["detail"] == "That is not due now: first claim a domino of the first line."
    assert (await told(GERMAN))["detail"] == (
        "Das ist jetzt nicht dran. Zuerst: wähle einen Dominostein der ersten Reihe."
    )
    assert (await told(DUTCH, 1 - seat))["detail"] == f"Guest {seat} is aan de beurt."
    italian = await told(ITALIAN)
    assert italian["detail"] == "Non è il momento. Prima: scegli una tessera della prima sequenza."
    assert (italian["code"], italian["rule"]) == ("wrong_step", "O2")


async def test_cavemen_have_the_names_of_the_editions(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    while (choices := await offered(client, game, guests[0]))["step"] != "recruit":
        await play(client, game, guests, moves=1)
    names = {  # one more than can be face up
        "fire_lady": ("fire lady", "Feuermeisterin"),
        "shaman": ("shaman", "Schamane"),
        "hunter": ("hunter", "Jäger"),
        "painter": ("painter", "Maler"),
        "sculptor": ("sculptor", "Bildhauerin"),
    }
    absent = next(caveman for caveman in names if caveman not in choices["recruit"]["cave"])
    move = {"type": "recruit", "caveman": absent, "source": "cave", "spend": [], "at": [0, 0]}
    mover, (english, german) = guests[choices["seat"]], names[absent]
    assert f"There is no {english} face up" in refused(await post(client, game, mover, move), 422)["detail"]
    client.headers.update(GERMAN)
    detail = refused(await post(client, game, mover, move), 422)["detail"]
    assert detail == f"In der Auslage liegt dieses Plättchen nicht: {german}."


async def test_a_record_is_refused_with_its_line_in_the_readers_language(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    text = "firstfire 1\nrules 1 origins discovery 9\n"
    problem = refused(await client.post("/api/records", content=text, headers={**guest.headers, **GERMAN}), 422)
    assert problem["detail"] == "Zeile 2: Eine Partie hat zwei, drei oder vier Plätze, nicht 9. (O1)"
    assert (problem["line"], problem["code"], problem["rule"]) == (2, "seats", "O1")
    problem = refused(await client.post("/api/records", content="x", headers={**guest.headers, **ITALIAN}), 422)
    assert problem["detail"] == "Riga 1: una trascrizione inizia con la riga 'firstfire 1'"
    assert "rule" not in problem


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/nothing", None, 404, "no_such_address"),
        ("PUT", "/api/lobby", None, 405, "no_such_method"),
        ("GET", "/api/games/nosuchgame", None, 404, "no_such_game"),
        ("GET", "/api/me", None, 401, "nobody"),
        ("POST", "/api/guests", {"name": ""}, 422, "name_length"),
        ("POST", "/api/guests", {"name": "x\u0007y"}, 422, "name_unseen"),
        ("POST", "/api/guests", {"nam": "x"}, 400, "bad_body"),
        ("POST", "/api/session", {"name": "Nobody at all", "password": "x" * 9}, 401, "wrong_password"),
        ("POST", "/api/guests", {"name": "x" * 70_000}, 413, "body_too_large"),
    ],
)
async def test_every_other_refusal_is_in_the_readers_language(
    client: httpx.AsyncClient, method: str, path: str, body: Json, status: int, code: str
) -> None:
    details = []
    for headers in ({}, GERMAN, DUTCH, ITALIAN):
        answer = refused(await client.request(method, path, json=body, headers=headers), status)
        assert answer["code"] == code
        details.append(answer["detail"])
    assert len(set(details)) == 4


async def test_accounts_are_refused_in_the_language_too(client: httpx.AsyncClient, server_url: str) -> None:
    await reset_login_attempts(server_url)
    account = await signed_up(client, f"Oona {uuid4().hex[:12]}")
    headers = {**await session_of(client, account.name), **GERMAN}
    credentials = {"name": "Oona", "password": PASSWORD}
    problem = refused(await client.post("/api/account", json=credentials, headers=headers), 409)
    assert problem["detail"] == "Du hast schon ein Konto."
    change = {"password": "short", "current": PASSWORD}
    problem = refused(await client.patch("/api/me", json=change, headers=headers), 422)
    assert problem["detail"] == "Ein Passwort hat 8 bis 200 Zeichen."
    fine(await client.get("/api/me", headers=headers))


async def test_the_rate_limit_speaks_the_readers_language(server_url: str) -> None:
    async with calling(Settings(redis_url=server_url, rate=0.0001, burst=1)) as client:
        assert (await client.get("/health/live")).is_success
        problem = refused(await client.get("/health/live", headers=DUTCH), 429)
        assert problem["detail"] == "Je vraagt meer dan je deel: wacht even, dan gaat het verder."
        assert problem["code"] == "too_fast"
