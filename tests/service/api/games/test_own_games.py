"""One's own games: labels, stars and muted games that nobody else sees, and what happened while one was away."""

from collections.abc import AsyncIterator

import httpx
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock, another_api, leave
from tests.support.api_play import DISCOVERY, Guest, Json, fine, opened, refused, started, welcome
from tests.support.notice_worlds import NoticeWorld
from tests.support.servers import emptied


@pytest.fixture
async def world(server_url: str) -> AsyncIterator[NoticeWorld]:
    store = EventStore(server_url)
    await emptied(store)
    yield NoticeWorld(store, ManualClock(wall_clock()))
    await store.aclose()


async def mine(client: httpx.AsyncClient, guest: Guest, **query: str | int) -> Json:
    return fine(await client.get("/api/me/games", params=query, headers=guest.headers))


async def note(client: httpx.AsyncClient, guest: Guest, game: str, **notes: Json) -> httpx.Response:
    return await client.patch(f"/api/me/games/{game}", json=notes, headers=guest.headers)


async def listed(world: NoticeWorld, *games: str) -> None:
    for game in games:
        await update_line(world.store, ListIndex(world.store), game)


def noted(line: Json) -> tuple[str, bool, bool]:
    return line["label"], line["is_starred"], line["is_muted"]


async def test_what_one_notes_is_in_ones_own_lists_and_in_no_other(
    client: AsyncTestClient[Litestar], world: NoticeWorld
) -> None:
    game, [oona, jaro] = await started(client, DISCOVERY)
    await listed(world, game)
    fine(await note(client, oona, game, label="  the  lake ", is_starred=True))
    answer = fine(await note(client, oona, game, is_muted=True))
    assert noted(answer) == ("the lake", True, True)
    assert noted(fine(await client.get(f"/api/me/games/{game}", headers=oona.headers))) == noted(answer)
    [[own], [other]] = [(await mine(client, guest))["games"] for guest in (oona, jaro)]
    assert noted(own) == noted(answer)
    assert noted(other) == ("", False, False)
    assert "the lake" not in (await client.get("/api/lobby?status=running", headers=oona.headers)).text
    taken = fine(await client.get("/api/me/export", headers=oona.headers))
    assert taken["marks"] == {game: {"label": "the lake", "is_starred": True}}
    assert taken["notices"]["preferences"]["muted"] == [game]


async def test_a_removed_label_leaves_nothing_and_so_does_a_person_who_leaves(
    client: AsyncTestClient[Litestar], world: NoticeWorld
) -> None:
    game, [oona, jaro] = await started(client, DISCOVERY)
    stored = world.services.own_lists.marks
    for guest in (oona, jaro):
        fine(await note(client, guest, game, label="the lake"))
    fine(await note(client, oona, game, label=""))
    assert await stored.all(oona.player) == {}
    await leave(client, jaro.headers)
    assert await stored.all(jaro.player) == {}


async def test_one_notes_something_about_ones_own_games_only(client: AsyncTestClient[Litestar]) -> None:
    game, _ = await started(client, DISCOVERY)
    nag = await welcome(client, "Nag")
    refused(await note(client, nag, game, label="mine"), 403)
    refused(await note(client, nag, "nowhere", label="mine"), 404)
    assert (await client.patch(f"/api/me/games/{game}", json={"label": "mine"})).status_code == 401


async def test_labels_and_their_number_are_limited(client: AsyncTestClient[Litestar]) -> None:
    oona = await welcome(client, "Oona")
    first, second = [(await opened(client, oona, DISCOVERY))["id"] for _ in range(2)]
    for label in ("x" * 61, "up\u202edown"):
        assert "60" in refused(await note(client, oona, first, label=label), 422)["detail"]
    fine(await note(client, oona, first, label="x" * 60))
    client.app.state.services.own_lists.marks.most = 1
    assert "first" in refused(await note(client, oona, second, is_starred=True), 409)["detail"]
    fine(await note(client, oona, first, is_starred=True))


async def test_finished_games_and_pages_of_any_length(client: AsyncTestClient[Litestar], world: NoticeWorld) -> None:
    oona = await welcome(client, "Oona")
    games = [(await opened(client, oona, DISCOVERY))["id"] for _ in range(3)]
    await listed(world, *games)
    first = await mine(client, oona, count=2)
    rest = await mine(client, oona, count=2, start=first["next"])
    assert sorted(line["game"] for page in (first, rest) for line in page["games"]) == sorted(games)
    assert "next" not in rest
    assert "at" in rest
    assert await mine(client, oona, status="over") == {"total": 0, "games": []}


async def test_who_comes_back_learns_what_happened_meanwhile(server_url: str, world: NoticeWorld) -> None:
    clock = world.clock
    async with another_api(server_url, clock) as client:
        game, [oona, jaro] = await started(client, DISCOVERY)
        await world.work()
        clock.pass_seconds(60 * 60)
        fine(await client.post(f"/api/games/{game}/resign", headers=jaro.headers))
        await world.work()
        clock.pass_seconds(60)
        away = fine(await client.get("/api/me/meanwhile", headers=oona.headers))
        assert [(notice["kind"], notice["game"]) for notice in away["notices"]] == [("left", game)]
        fine(await note(client, oona, game, is_starred=True))
        clock.pass_seconds(60)
        assert fine(await client.get("/api/me/meanwhile", headers=oona.headers)) == away  # for the whole visit
        nothing: Json = {"since": None, "until": None, "notices": []}
        assert fine(await client.post("/api/me/meanwhile/read", headers=oona.headers)) == nothing
        assert fine(await client.get("/api/me/meanwhile", headers=oona.headers)) == nothing


async def test_who_was_not_away_has_nothing_to_learn(server_url: str, world: NoticeWorld) -> None:
    async with another_api(server_url, world.clock) as client:
        oona = await welcome(client, "Oona")
        assert fine(await client.get("/api/me/meanwhile", headers=oona.headers))["since"] is None
        await opened(client, oona, DISCOVERY)
        world.clock.pass_seconds(29 * 60)
        assert fine(await client.get("/api/me/meanwhile", headers=oona.headers))["since"] is None
