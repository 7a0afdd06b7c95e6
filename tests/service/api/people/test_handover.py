"""What a guest has comes along to the account that the same person signs in to: asked first, once, and as a whole."""

from typing import Any
from uuid import uuid4

import httpx
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.games.seating import TABLE_LOGS, SeatHandedOver
from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.services import Services
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.log_names import seats_log
from tests.support.api_persons import SAME_ORIGIN, Account, reset_login_attempts, session_of, sign_in, signed_up
from tests.support.api_play import KINGDOMINO, Guest, Json, choice, fine, offered, opened, post, refused, welcome
from tests.support.moderating import moderator

ADDRESS = "/api/me/guest"


@pytest.fixture(autouse=True)
async def _fresh(server_url: str) -> None:
    await reset_login_attempts(server_url)


@pytest.fixture
def name() -> str:
    return f"Oona {uuid4().hex[:12]}"


@pytest.fixture
def services(client: AsyncTestClient[Litestar]) -> Services:
    services: Services = client.app.state.services
    return services


async def listed(log: EventStore, *games: str) -> None:
    for game in games:
        await update_line(log, ListIndex(log), game)


async def at_one_table(client: httpx.AsyncClient, log: EventStore, owner: Guest, *others: Guest) -> str:
    game: str = (await opened(client, owner, KINGDOMINO | {"seats": 1 + len(others)}))["id"]
    for guest in others:
        fine(await client.post(f"/api/games/{game}/join", headers=guest.headers))
    await listed(log, game)
    return game


async def bring(client: httpx.AsyncClient, session: dict[str, str], guest: Guest) -> httpx.Response:
    return await client.post(ADDRESS, json={"token": guest.token}, headers=session)


async def someone(client: httpx.AsyncClient, name: str) -> tuple[Account, dict[str, str]]:
    """An account and its session."""
    account = await signed_up(client, name)
    return account, await session_of(client, name)


async def handings(log: EventStore, game: str) -> list[SeatHandedOver]:
    events = [TABLE_LOGS.decode(entry.data) for entry in await log.read(seats_log(game))]
    return [event for event in events if isinstance(event, SeatHandedOver)]


async def test_a_browser_is_asked_after_signing_in_and_brings_everything_along(
    client: httpx.AsyncClient, log: EventStore, name: str
) -> None:
    oona, nag = await signed_up(client, name), await welcome(client, "Nag")
    fine(await client.post("/api/guests?cookie=true", json={"name": "Ugh"}))
    alone = fine(
        await client.post("/api/games", json={"rules": KINGDOMINO, "seats": [{"bot": "pebble"}]}, headers=SAME_ORIGIN)
    )["id"]
    shared = (await opened(client, nag, KINGDOMINO))["id"]
    fine(await client.post(f"/api/games/{shared}/join", headers=SAME_ORIGIN))
    fine(await client.patch(f"/api/me/games/{shared}", json={"is_starred": True}, headers=SAME_ORIGIN))
    fine(await client.post(f"/api/games/{shared}/talk", json={"phrase": "good_luck"}, headers=SAME_ORIGIN))
    await listed(log, alone, shared)
    assert fine(await sign_in(client, name))["guest"] == "Ugh"
    belongings = fine(await client.get(ADDRESS))
    assert (belongings["name"], belongings["games"], belongings["puzzles"]) == ("Ugh", 2, 0)
    assert fine(await client.get("/api/me/games"))["games"] == [], "nothing comes unasked"
    handed = fine(await client.post(ADDRESS, json={}, headers=SAME_ORIGIN))
    assert (sorted(handed["games"]), handed["stay"]) == (sorted([alone, shared]), {})
    await listed(log, alone, shared)
    lines = fine(await client.get("/api/me/games"))["games"]
    assert {line["game"]: line["is_starred"] for line in lines} == {alone: False, shared: True}
    [_, seat] = fine(await client.get(f"/api/games/{shared}/players"))
    assert (seat["name"], seat["player"]) == ("Ugh", oona.guest.player)
    [said] = fine(await client.get(f"/api/games/{shared}/talk", headers=nag.headers))["messages"]
    assert (said["player"], said["seat"], said["phrase"]) == (oona.guest.player, 1, "good_luck")
    assert refused(await client.get(ADDRESS), 404)["code"] == "no_guest", "nobody is asked twice"


async def test_who_does_not_want_it_is_asked_no_more(client: httpx.AsyncClient, log: EventStore, name: str) -> None:
    await signed_up(client, name)
    guest = fine(await client.post("/api/guests?cookie=true", json={"name": "Ugh"}))
    table = fine(await client.post("/api/games", json={"rules": KINGDOMINO}, headers=SAME_ORIGIN))
    await listed(log, table["id"])
    fine(await sign_in(client, name))
    assert fine(await client.delete(ADDRESS, headers=SAME_ORIGIN)) == {"player": guest["player"]}
    refused(await client.get(ADDRESS), 404)
    assert not await handings(log, table["id"])


async def test_signing_out_leaves_no_guest_to_the_next_person(client: httpx.AsyncClient, name: str) -> None:
    await signed_up(client, name)
    fine(await client.post("/api/guests?cookie=true", json={"name": "Ugh"}))
    fine(await sign_in(client, name))
    fine(await client.delete("/api/session", headers=SAME_ORIGIN))
    assert "guest" not in fine(await sign_in(client, name))
    refused(await client.get(ADDRESS), 404)


async def test_the_account_plays_on_where_the_guest_sat_with_the_guests_plan(
    client: httpx.AsyncClient, log: EventStore, name: str
) -> None:
    (oona, session), nag, ugh = await someone(client, name), await welcome(client, "Nag"), await welcome(client, "Ugh")
    game = await at_one_table(client, log, ugh, nag)
    plan = {"moves": [{"type": "pass"}], "placing": "points"}
    fine(await client.put(f"/api/games/{game}/plan", json=plan, headers=ugh.headers))
    assert fine(await bring(client, session, ugh))["games"] == [game]
    shown = fine(await client.get(f"/api/games/{game}/plan", headers=session))
    assert shown["plan"]["placing"] == "points"
    assert refused(await client.get(f"/api/games/{game}/plan", headers=ugh.headers), 403)["code"] == "not_seated"
    people = [oona.guest, nag]
    for _ in range(6):
        choices = await offered(client, game, nag)
        mover, move = people[choices["seat"]], choice(choices)
        refused(await post(client, game, ugh, move), 403)
        fine(await post(client, game, mover, move))


async def test_games_stay_where_the_account_sits_or_is_not_to_sit_or_has_enough(
    client: httpx.AsyncClient, log: EventStore, services: Services, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (oona, session), nag, ugh = await someone(client, name), await welcome(client, "Nag"), await welcome(client, "Ugh")
    both = await at_one_table(client, log, ugh, oona.guest)
    enemy = await at_one_table(client, log, nag, ugh)
    fine(await client.put(f"/api/blocks/{nag.player}", headers=session))
    one_more = await at_one_table(client, log, ugh, await welcome(client, "Zug"))

    async def none(*_: object) -> int:
        return 0

    with monkeypatch.context() as full:
        full.setattr(services.quotas, "room", none)
        assert set(fine(await bring(client, session, ugh))["stay"].values()) == {"too_many"}
    handed = fine(await bring(client, session, ugh))
    assert handed == {"games": [one_more], "stay": {both: "seated", enemy: "blocked"}}
    assert [await handings(log, game) for game in (both, enemy)] == [[], []]


async def test_an_invitation_of_the_guest_becomes_one_of_the_account_and_seeks_end(
    client: httpx.AsyncClient, log: EventStore, services: Services, name: str
) -> None:
    (oona, session), nag, ugh = await someone(client, name), await welcome(client, "Nag"), await welcome(client, "Ugh")
    game = (await opened(client, nag, KINGDOMINO))["id"]
    fine(await client.post(f"/api/games/{game}/invitations", json={"name": ugh.player}, headers=nag.headers))
    fine(await client.post("/api/seeks", json={"rules": KINGDOMINO}, headers=ugh.headers))
    await listed(log, game)
    assert fine(await bring(client, session, ugh)) == {"games": [], "stay": {}}
    refused(await client.post(f"/api/games/{game}/join", headers=ugh.headers), 422)
    fine(await client.post(f"/api/games/{game}/join", headers=oona.headers))
    assert fine(await client.get("/api/seeks", headers=ugh.headers)) == []


async def test_what_one_account_has_begun_to_take_no_other_gets(client: httpx.AsyncClient, name: str) -> None:
    (_, first), (_, second) = await someone(client, name), await someone(client, f"{name} 2")
    ugh = await welcome(client, "Ugh")
    fine(await bring(client, first, ugh))
    assert refused(await bring(client, second, ugh), 409)["code"] == "handed_elsewhere"
    fine(await bring(client, first, ugh))


async def test_who_may_not_bring_anything(client: AsyncTestClient[Litestar], name: str) -> None:
    (oona, session), ugh = await someone(client, name), await welcome(client, "Ugh")
    other = await welcome(client, "Nag")
    assert refused(await bring(client, other.headers, ugh), 409)["code"] == "no_account"
    assert refused(await bring(client, oona.headers, ugh), 403)["code"] == "not_by_token"
    assert refused(await bring(client, session, oona.guest), 404)["code"] == "no_guest"
    assert refused(await bring(client, session, ugh._replace(token="nonsense")), 404)["code"] == "no_guest"
    fine(await (await moderator(client)).act(ugh.player, "warn"))
    assert refused(await bring(client, session, ugh), 403)["code"] == "guest_concerned"


async def test_whatever_dies_it_is_finished_once(
    client: httpx.AsyncClient,
    log: EventStore,
    services: Services,
    worker_beside: Services,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (_, session), ugh = await someone(client, name), await welcome(client, "Ugh")
    games = [await at_one_table(client, log, ugh, await welcome(client, "Nag")) for _ in range(2)]
    for game in games:
        fine(await client.patch(f"/api/me/games/{game}", json={"label": "the lake"}, headers=ugh.headers))

    async def lost(*_: object) -> Any:
        raise Unavailable("lost")

    parts: list[tuple[object, str, Json]] = [
        (services.handover, "of_person", [lost]),
        (services.handover, "of_seat", [lost]),
        (services.tables, "change", lost),
    ]
    for part, attribute, broken in reversed(parts):
        with monkeypatch.context() as failing:
            failing.setattr(part, attribute, broken)
            refused(await bring(client, session, ugh), 503)
    await worker_beside.handover.finish()
    assert [len(await handings(log, game)) for game in games] == [1, 1]
    await listed(log, *games)
    lines = fine(await client.get("/api/me/games", headers=session))["games"]
    assert {line["game"]: line["label"] for line in lines} == dict.fromkeys(games, "the lake")
    await worker_beside.handover.finish()
    fine(await bring(client, session, ugh))
    assert [len(await handings(log, game)) for game in games] == [1, 1]
