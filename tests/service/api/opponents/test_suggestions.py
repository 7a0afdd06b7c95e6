"""Suggested opponents over HTTP: for accounts, and for games that there are."""

import httpx
import pytest

from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.store.event_store import EventStore
from tests.support.api_persons import reset_login_attempts
from tests.support.api_play import KINGDOMINO, account, fine, opened, play, refused, welcome


@pytest.fixture(autouse=True)
async def _unhurried(server_url: str) -> None:
    await reset_login_attempts(server_url)


async def test_somebody_with_whom_one_has_played_is_suggested(client: httpx.AsyncClient, log: EventStore) -> None:
    oona, ugh = await account(client, "Oona"), await account(client, "Ugh")
    game = (await opened(client, oona, KINGDOMINO, clock={"type": "days", "days": 3}))["id"]
    fine(await client.post(f"/api/games/{game}/join", headers=ugh.headers))
    await play(client, game, [oona, ugh])
    await update_line(log, ListIndex(log), game)
    answer = fine(await client.get("/api/opponents?game=kingdomino", headers=oona.headers))
    [shown] = [other for other in answer if other["player"] == ugh.player]
    assert (shown["rating"], shown["finished"], shown["has_met"]) == (None, 1.0, True)
    assert fine(await client.get("/api/opponents?game=kingdomino&days=14", headers=ugh.headers)) == []


async def test_what_cannot_be_suggested_is_refused(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    assert (
        refused(await client.get("/api/opponents?game=kingdomino", headers=guest.headers), 409)["code"] == "no_account"
    )
    oona = await account(client, "Oona")
    assert refused(await client.get("/api/opponents?game=origins&days=5&mode=tribe", headers=oona.headers), 422)
    refused(await client.get("/api/opponents?game=chess", headers=oona.headers), 400)
