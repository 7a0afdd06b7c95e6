"""How many tables, games and records one person may have: the refusal says how many, and what to do."""

from collections.abc import AsyncIterator

import httpx
import msgspec
import pytest
from litestar.testing import AsyncTestClient

from domain.notation.records import write_record
from domain.rules import Rules
from service.assembly import assemble
from service.lists.expiry import OPEN_FOR, Expiry
from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.lists.quotas import WRITTEN
from service.services import Services
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock
from tests.support.api_play import DISCOVERY, Guest, account, fine, opened, refused, started, welcome
from tests.support.api_server import lent_app, unlimited
from tests.support.spec import played


@pytest.fixture
async def small(server_url: str) -> AsyncIterator[tuple[httpx.AsyncClient, Services]]:
    """A service where an account may have twenty games, two of them open tables, and import six in an hour."""
    settings = msgspec.structs.replace(unlimited(server_url), games=20)
    services = assemble(EventStore(server_url), ManualClock())
    with lent_app(settings, ManualClock()) as app:
        async with AsyncTestClient(app) as client:
            yield client, services
    await services.aclose()


async def _open(client: httpx.AsyncClient, services: Services, person: Guest, **more: object) -> str:
    """A table that the lists know of."""
    game: str = (await opened(client, person, DISCOVERY, **more))["id"]
    await update_line(services.store, ListIndex(services.store), game)
    return game


async def test_a_person_has_a_limited_number_of_open_tables(small: tuple[httpx.AsyncClient, Services]) -> None:
    client, services = small
    person = await account(client, "Ann")
    games = [await _open(client, services, person) for _ in range(2)]
    answer = await client.post("/api/games", json={"rules": DISCOVERY}, headers=person.headers)
    problem = refused(answer, 409)
    assert problem["code"] == "too_many_open"
    assert "2 open tables" in problem["detail"]
    fine(await client.post(f"/api/games/{games[0]}/cancel", headers=person.headers))
    await update_line(services.store, ListIndex(services.store), games[0])
    await _open(client, services, person)


async def test_a_guest_has_a_fifth_of_the_games_of_an_account(small: tuple[httpx.AsyncClient, Services]) -> None:
    client, services = small
    guest, host = await welcome(client, "Ann"), await welcome(client, "Ben")
    for _ in range(4):
        await _open(client, services, guest, seats=[{"bot": "pebble"}])
    answer = await client.post("/api/games", json={"rules": DISCOVERY}, headers=guest.headers)
    assert refused(answer, 409)["code"] == "too_many_games"
    answer = await client.post(f"/api/games/{await _open(client, services, host)}/join", headers=guest.headers)
    assert refused(answer, 409)["code"] == "too_many_games"


async def test_records_and_forks_are_counted_by_the_hour(small: tuple[httpx.AsyncClient, Services]) -> None:
    client, _ = small
    person = await account(client, "Ann")
    record = write_record(played(Rules("kingdomino", 2, None, ("must_place",))))
    kept = [fine(await client.post("/api/records", content=record, headers=person.headers)) for _ in range(5)]
    game = kept[0]["id"]
    body = {"at": 5, "bot": "pebble"}
    fine(await client.post(f"/api/games/{game}/fork", json=body, headers=person.headers))
    answer = await client.post(f"/api/games/{game}/fork", json=body, headers=person.headers)
    assert refused(answer, 429)["code"] == "too_many_kept"
    assert int(answer.headers["retry-after"]) <= 3600


async def test_notes_and_plans_are_counted_by_the_hour(small: tuple[httpx.AsyncClient, Services]) -> None:
    client, _ = small
    game, (guest, other) = await started(client, DISCOVERY)

    async def note(text: str) -> httpx.Response:
        return await client.put(f"/api/games/{game}/notes", json={"text": text}, headers=guest.headers)

    for number in range(WRITTEN // 5):
        fine(await note(f"My thought number {number}."))
    answer = await note("One more.")
    problem = refused(answer, 429)
    assert problem["code"] == "too_much_written"
    assert f"{WRITTEN // 5} notes and plans" in problem["detail"]
    assert int(answer.headers["retry-after"]) <= 3600
    plan = {"placing": "points"}
    answer = await client.put(f"/api/games/{game}/plan", json=plan, headers=guest.headers)
    assert refused(answer, 429)["code"] == "too_much_written"
    fine(await client.put(f"/api/games/{game}/plan", json=plan, headers=other.headers))
    fine(await note(""))  # removing is always allowed


@pytest.mark.parametrize("private", [False, True])
async def test_open_tables_expire(small: tuple[httpx.AsyncClient, Services], private: bool) -> None:
    client, services = small
    game = await _open(client, services, await welcome(client, "Ann"), private=private)
    hand = ManualClock()
    expiry = Expiry(ListIndex(services.store), services.tables, services.commands, hand)
    await expiry.expire()
    assert not (await services.tables.seating(game)).is_cancelled
    hand.pass_seconds(OPEN_FOR / 1000)
    while await expiry.expire():
        await _relist(services.store)
    assert (await services.tables.seating(game)).is_cancelled


async def _relist(store: EventStore) -> None:
    """What the follower of the lists does."""
    index = ListIndex(store)
    for game in await index.waiting_since(2**53, 1000):
        await update_line(store, index, game)


async def test_games_that_teach_are_counted_with_those_that_are_continued(
    small: tuple[httpx.AsyncClient, Services],
) -> None:
    client, _ = small
    guest = await welcome(client, "Ann")
    fine(await client.post("/api/guided", json={"guide": "totem"}, headers=guest.headers))
    answer = await client.post("/api/guided", json={"guide": "totem"}, headers=guest.headers)
    assert refused(answer, 429)["code"] == "too_many_kept"
