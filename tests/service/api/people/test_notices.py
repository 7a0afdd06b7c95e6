"""Reading notices, and choosing which ones to get."""

from collections.abc import AsyncIterator

import httpx
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock, leave
from tests.support.api_play import Guest, Json, fine, welcome
from tests.support.notice_worlds import NoticeWorld
from tests.support.servers import emptied


@pytest.fixture
async def world(server_url: str) -> AsyncIterator[NoticeWorld]:
    store = EventStore(server_url)
    await emptied(store)
    yield NoticeWorld(store, ManualClock(wall_clock()))
    await store.aclose()


async def played(client: httpx.AsyncClient, *guests: Guest, private: bool = False) -> Json:
    rules: Json = {"game": "kingdomino", "mode": None, "seats": len(guests), "variants": [], "version": 1}
    body = {"rules": rules, "seats": [], "private": private}
    game = fine(await client.post("/api/games", json=body, headers=guests[0].headers))
    for guest in guests[1:]:
        invite = {"invite": game["invite"]} if private else {}
        fine(await client.post(f"/api/games/{game['id']}/join", params=invite, headers=guest.headers))
    return game


async def notices_of(client: httpx.AsyncClient, guest: Guest, **headers: str) -> Json:
    return fine(await client.get("/api/notices", headers={**guest.headers, **headers}))


async def test_a_notice_says_what_happened_and_leads_to_the_table(
    client: AsyncTestClient[Litestar], world: NoticeWorld
) -> None:
    oona, jaro = await welcome(client, "Oona"), await welcome(client, "Jaro")
    game = (await played(client, oona, jaro))["id"]
    await world.work()
    listed = await notices_of(client, oona)
    [notice] = listed["notices"]
    assert listed["unread"] == 1
    assert (notice["game"], notice["address"], notice["table"]) == (game, f"/game/{game}", "Kingdomino with Jaro")
    assert notice["kind"] in ("turn", "started")
    assert "Jaro" in notice["text"]
    [german] = (await notices_of(client, oona, **{"Accept-Language": "de"}))["notices"]
    assert german["table"] == "Kingdomino mit Jaro"
    assert (await notices_of(client, jaro))["notices"] == []


async def test_what_was_read_stays_read(client: AsyncTestClient[Litestar], world: NoticeWorld) -> None:
    oona, jaro = await welcome(client, "Oona"), await welcome(client, "Jaro")
    for _ in range(3):
        await played(client, oona, jaro)
    await world.work()
    newest, middle, oldest = (await notices_of(client, oona))["notices"]
    after = fine(await client.post(f"/api/notices/{newest['id']}/read", headers=oona.headers))
    assert [notice["is_read"] for notice in after["notices"]] == [True, False, False]
    after = fine(await client.post("/api/notices/read", json={"upto": middle["id"]}, headers=oona.headers))
    assert (after["unread"], oldest["is_read"]) == (0, False)
    for wrong in ("737-99999", "x", "-1"):
        assert (await client.post(f"/api/notices/{wrong}/read", headers=oona.headers)).status_code == 404


async def test_wishes_are_stored_and_checked(client: AsyncTestClient[Litestar]) -> None:
    oona = await welcome(client, "Oona")
    before = fine(await client.get("/api/notices/preferences", headers=oona.headers))
    assert (before["is_default"], before["choices"]["turn"]["mail"]) == (True, "delayed")
    wishes = {"choices": {"turn": {"mail": "digest"}}, "quiet": {"begin": 1320, "end": 480}, "zone": "Europe/Berlin"}
    after = fine(await client.put("/api/notices/preferences", json=wishes, headers=oona.headers))
    assert (after["choices"]["turn"]["mail"], after["quiet"]) == ("digest", {"begin": 1320, "end": 480})
    assert after["choices"]["turn"]["push"] == before["choices"]["turn"]["push"]
    again = fine(await client.put("/api/notices/preferences", json={"quiet": None}, headers=oona.headers))
    assert (again["quiet"], again["zone"]) == (None, "Europe/Berlin")
    for wish, code in (
        ({"zone": "Atlantis/Centre"}, "no_such_zone"),
        ({"digest_hour": 24}, "no_such_time"),
        ({"quiet": {"begin": 0, "end": 1440}}, "no_such_time"),
        ({"delay": 4}, "bad_notice_delay"),
        ({"choices": {"time_short": {"mail": "digest"}}}, "not_in_digest"),
        ({"choices": {"turn": {"push": "digest"}}}, "not_in_digest"),
    ):
        refused = await client.put("/api/notices/preferences", json=wish, headers=oona.headers)
        assert (refused.status_code, refused.json()["code"]) == (422, code)


async def test_a_muted_game_is_silent_until_it_may_speak_again(
    client: AsyncTestClient[Litestar], world: NoticeWorld
) -> None:
    oona, jaro = await welcome(client, "Oona"), await welcome(client, "Jaro")
    game = (await played(client, oona, jaro, private=True))["id"]
    stranger = await client.put(f"/api/notices/muted/{game}", headers=(await welcome(client, "Nag")).headers)
    assert stranger.status_code == 404
    await world.work()
    fine(await client.put(f"/api/notices/muted/{game}", headers=oona.headers))
    assert (await notices_of(client, oona))["notices"] == []
    fine(await client.delete(f"/api/notices/muted/{game}", headers=oona.headers))
    assert len((await notices_of(client, oona))["notices"]) == 1


async def test_muted_games_are_listed_and_can_speak_again_even_if_they_are_gone(
    client: AsyncTestClient[Litestar], world: NoticeWorld
) -> None:
    oona, jaro, nag = [await welcome(client, name) for name in ("Oona", "Jaro", "Nag")]
    own, closed = (await played(client, oona, jaro))["id"], await played(client, jaro, nag, private=True)
    for game, invite in ((own, {}), (closed["id"], {"invite": closed["invite"]})):
        fine(await client.put(f"/api/notices/muted/{game}", params=invite, headers=oona.headers))
    await world.services.notices.mute(oona.player, "gone", is_muted=True)
    listed = fine(await client.get("/api/notices/muted", headers={**oona.headers, "Accept-Language": "de"}))
    assert listed["games"] == [
        {"game": "gone", "table": None},
        {"game": closed["id"], "table": "Ein privates Spiel"},
        {"game": own, "table": "Kingdomino mit Jaro"},
    ]
    for game in ("gone", closed["id"]):
        fine(await client.delete(f"/api/notices/muted/{game}", headers=oona.headers))
    [left] = fine(await client.get("/api/notices/muted", headers=oona.headers))["games"]
    assert left["game"] == own
    assert fine(await client.get("/api/notices/muted", headers=jaro.headers)) == {"games": []}


async def test_notices_are_exported_and_erased_with_the_person(
    client: AsyncTestClient[Litestar], world: NoticeWorld
) -> None:
    oona, jaro = await welcome(client, "Oona"), await welcome(client, "Jaro")
    game = (await played(client, oona, jaro))["id"]
    await world.work()
    own = fine(await client.get("/api/me/export", headers=oona.headers))["notices"]
    assert [notice["game"] for notice in own["notices"]] == [game]
    fine(await leave(client, oona.headers))
    assert [key async for key in world.store.keys(f"*{oona.player}.notices*")] == []


async def test_visits_are_exported_and_erased_with_the_person(
    client: AsyncTestClient[Litestar], world: NoticeWorld
) -> None:
    oona, presence = await welcome(client, "Oona"), world.services.notices.presence
    left, back = world.clock() - 3_600_000, world.clock() - 60_000
    await presence.saw(oona.player, left)
    await presence.saw(oona.player, back)
    own = fine(await client.get("/api/me/export", headers=oona.headers))["notices"]
    assert (own["last_here"], own["absence"]) == (back, [left, back])
    fine(await leave(client, oona.headers))
    stored = [key async for key in world.store.keys(f"*{oona.player}*")]
    assert [key for key in stored if key.startswith(("presence", "absence"))] == []


async def test_links_into_games_are_exported_and_erased_with_the_person(
    client: AsyncTestClient[Litestar], world: NoticeWorld
) -> None:
    oona, jaro, links = await welcome(client, "Oona"), await welcome(client, "Jaro"), world.services.game_links
    game = (await played(client, oona, jaro))["id"]
    secrets = [await links.make(oona.player, game) for _ in range(2)]
    await links.use(await links.find(secrets[1] or ""))
    own = fine(await client.get("/api/me/export", headers=oona.headers))["game_links"]
    assert [(key["kind"], key["label"]) for key in own] == [("link", game), ("visit", game)]
    world.clock.pass_days(7)
    await links.use(await links.find(await links.make(oona.player, game) or ""))
    later = fine(await client.get("/api/me/export", headers=oona.headers))["game_links"]
    assert [(key["kind"], key["id"] in {old["id"] for old in own}) for key in later] == [("visit", False)]
    fine(await leave(client, oona.headers))
    assert await links.make(oona.player, game) is None


async def test_who_does_something_is_here_and_who_only_looks_is_not(
    client: AsyncTestClient[Litestar], world: NoticeWorld
) -> None:
    oona, jaro, presence = await welcome(client, "Oona"), await welcome(client, "Jaro"), world.services.notices.presence
    await notices_of(client, oona)
    assert await presence.last(oona.player) == 0
    await notices_of(client, oona, **{"X-Input": "1"})
    assert await presence.last(oona.player) > 0
    fine(await client.put("/api/notices/preferences", json={"zone": "Asia/Tokyo"}, headers=jaro.headers))
    assert await presence.last(jaro.player) > 0
