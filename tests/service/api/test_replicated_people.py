"""With replicas, what was acknowledged about a person survives the loss of the server, just as a move does."""

import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import httpx
import msgspec
import pytest

from service.local_valkey.server import Embedded
from tests.support.api_persons import PASSWORD, SAME_ORIGIN, leave, session_of, sign_in, signed_up, token_for
from tests.support.api_play import DISCOVERY, fine, refused, started, welcome
from tests.support.api_server import calling, unlimited
from tests.support.servers import eventually, promote

NEW = "two stones and a fire"


@pytest.fixture
async def api(pair: tuple[Embedded, Embedded]) -> AsyncIterator[httpx.AsyncClient]:
    async with serving(pair[0], replicas=1) as client:
        yield client


@asynccontextmanager
async def serving(server: Embedded, replicas: int = 0) -> AsyncIterator[httpx.AsyncClient]:
    settings = msgspec.structs.replace(unlimited(server.url), replicas=replicas)
    async with calling(settings) as client:
        yield client


@contextmanager
def frozen(server: Embedded) -> Iterator[None]:
    os.kill(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.pid, signal.SIGCONT)


async def test_no_change_of_a_person_is_acknowledged_without_the_replica(
    api: httpx.AsyncClient, pair: tuple[Embedded, Embedded]
) -> None:
    leaver = await welcome(api, "Leaver")
    guest = await welcome(api, "Namesake")
    await signed_up(api, "Oona")
    session = await session_of(api, "Oona")
    stolen = await token_for(api, session, "play")
    with frozen(pair[1]):
        refused(await sign_in(api, "Oona"), 503)
        revoked = await api.delete(f"/api/tokens/{stolen['id']}", headers=session)
        refused(revoked, 503)
        refused(await api.delete(f"/api/tokens/{stolen['id']}", headers=session), 503)  # and not 404
        refused(await api.post("/api/guests", json={}), 503)
        refused(await api.post("/api/account", json={"name": "Ugh", "password": PASSWORD}, headers=guest.headers), 503)
        refused(await api.patch("/api/me", json={"name": "Oona II"}, headers=session), 503)
        change = {"password": NEW, "current": PASSWORD}
        refused(await api.patch("/api/me", json=change, headers=session), 503)
        refused(await api.post("/api/tokens", json={"label": "bot", "scopes": ["read"]}, headers=session), 503)
        refused(await api.delete("/api/sessions", headers=session), 503)
        refused(await leave(api, leaver.headers), 503)
        assert fine(await api.get("/api/me", headers=guest.headers))["player"] == guest.player  # reads do not wait


async def test_what_was_acknowledged_about_people_is_true_after_a_fail_over(
    api: httpx.AsyncClient, pair: tuple[Embedded, Embedded]
) -> None:
    master, replica = pair
    game, guests = await started(api, DISCOVERY)
    await signed_up(api, "Oona")
    session = await session_of(api, "Oona")
    stolen = await token_for(api, session, "play")
    fine(await api.delete(f"/api/tokens/{stolen['id']}", headers=session))
    answer = await api.patch("/api/me", json={"password": NEW, "current": PASSWORD}, headers=session)
    renewed = {"Cookie": f"session={answer.cookies['session']}", **SAME_ORIGIN}
    fine(await leave(api, guests[0].headers))
    os.kill(master.pid, signal.SIGKILL)
    await promote(replica)
    async with serving(replica) as after:
        await eventually(lambda: is_ready(after))
        refused(await after.get("/api/me", headers=stolen["headers"]), 401)
        refused(await sign_in(after, "Oona"), 401)
        fine(await sign_in(after, "Oona", NEW))
        after.cookies.clear()
        assert fine(await after.get("/api/me", headers=renewed))["name"] == "Oona"
        refused(await after.get("/api/me", headers=guests[0].headers), 401)
        assert fine(await after.get(f"/api/games/{game}"))["seats"][0]["name"] == "Somebody"


async def is_ready(client: httpx.AsyncClient) -> bool:
    return (await client.get("/health/ready")).is_success
