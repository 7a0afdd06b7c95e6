"""Blocking somebody: neither sits down at a table of the other, and nobody learns who has blocked them."""

import httpx
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.people.blocks import Blocks
from service.store.event_store import EventStore
from tests.support.api_persons import SAME_ORIGIN, ManualClock, leave
from tests.support.api_play import DISCOVERY, Guest, Json, fine, opened, refused, started, welcome


async def block(client: httpx.AsyncClient, guest: Guest, other: Guest) -> Json:
    return fine(await client.put(f"/api/blocks/{other.player}", headers=guest.headers))


async def unblock(client: httpx.AsyncClient, guest: Guest, other: Guest) -> None:
    fine(await client.delete(f"/api/blocks/{other.player}", headers=guest.headers))


async def blocked(client: httpx.AsyncClient, guest: Guest) -> list[Json]:
    people: list[Json] = fine(await client.get("/api/blocks", headers=guest.headers))
    return people


async def join(client: httpx.AsyncClient, guest: Guest, table: Json) -> httpx.Response:
    invite = {"invite": table["invite"]} if table["invite"] else {}
    return await client.post(f"/api/games/{table['id']}/join", headers=guest.headers, params=invite)


async def test_blocking_and_unblocking_may_be_repeated(client: httpx.AsyncClient) -> None:
    ann, ben = await welcome(client, "Ann"), await welcome(client, "Ben")
    first, second = [await block(client, ann, ben) for _ in range(2)]
    assert first == second == {"player": ben.player, "name": "Ben", "since": first["since"]}
    assert await blocked(client, ann) == [first]
    assert await blocked(client, ben) == []
    for _ in range(2):
        await unblock(client, ann, ben)
    assert await blocked(client, ann) == []


@pytest.mark.parametrize("is_private", [False, True])
async def test_neither_sits_down_at_a_table_of_the_other(client: httpx.AsyncClient, is_private: bool) -> None:
    ann, ben, cid = [await welcome(client, name) for name in ("Ann", "Ben", "Cid")]
    await block(client, ann, ben)
    anns = await opened(client, ann, {**DISCOVERY, "seats": 3}, private=is_private)
    bens = await opened(client, ben, DISCOVERY, private=is_private)
    problem = refused(await join(client, ben, anns), 403)
    assert problem["code"] == "not_open_to_you"
    assert "Ann" not in problem["detail"]
    problem = refused(await join(client, ann, bens), 403)
    assert problem["code"] == "blocked_by_you"
    assert "Ben" in problem["detail"]
    fine(await join(client, cid, anns))
    await unblock(client, ann, ben)
    fine(await join(client, ben, anns))


async def test_there_is_no_rematch_with_somebody_who_is_blocked(client: httpx.AsyncClient) -> None:
    game, [ann, ben] = await started(client, DISCOVERY)
    await block(client, ann, ben)  # the game goes on
    fine(await client.post(f"/api/games/{game}/resign", headers=ann.headers))
    fine(await client.post(f"/api/games/{game}/claim", headers=ben.headers))
    codes = {
        guest.name: refused(await client.post(f"/api/games/{game}/rematch", headers=guest.headers), 403)["code"]
        for guest in (ann, ben)
    }
    assert codes == {ann.name: "blocked_by_you", ben.name: "not_open_to_you"}


async def test_the_lobby_leaves_out_tables_of_those_whom_the_caller_has_blocked(
    client: httpx.AsyncClient, log: EventStore
) -> None:
    ann, ben = await welcome(client, "Ann"), await welcome(client, "Ben")
    game = (await opened(client, ben, DISCOVERY))["id"]
    await update_line(log, ListIndex(log), game)

    async def is_listed(**headers: str) -> bool:
        lobby = fine(await client.get("/api/lobby", headers=headers))
        return game in [line["game"] for line in lobby["games"]]

    assert await is_listed(**ann.headers)
    await block(client, ann, ben)
    assert not await is_listed(**ann.headers)
    assert await is_listed(**ben.headers)
    assert await is_listed()


async def test_what_cannot_be_blocked(client: AsyncTestClient[Litestar]) -> None:
    ann, ben, cid = [await welcome(client, name) for name in ("Ann", "Ben", "Cid")]
    refused(await client.put(f"/api/blocks/{ben.player}"), 401)
    answer = await client.put("/api/blocks/nobody", headers=ann.headers)
    assert refused(answer, 404)["code"] == "no_such_player"
    answer = await client.put(f"/api/blocks/{ann.player}", headers=ann.headers)
    assert refused(answer, 422)["code"] == "blocking_yourself"
    client.app.state.services.blocks.most_of_guests = 1
    await block(client, ann, ben)
    problem = refused(await client.put(f"/api/blocks/{cid.player}", headers=ann.headers), 409)
    assert problem["code"] == "too_many_blocked"
    await block(client, ann, ben)  # is blocked already
    await unblock(client, ann, ben)
    await block(client, ann, cid)


async def test_blocks_are_exported_and_leave_with_either_person(client: httpx.AsyncClient, log: EventStore) -> None:
    ann, ben = await welcome(client, "Ann"), await welcome(client, "Ben")
    await block(client, ann, ben)
    await block(client, ben, ann)
    assert list(fine(await client.get("/api/me/export", headers=ann.headers))["blocks"]) == [ben.player]
    fine(await leave(client, {**ben.headers, **SAME_ORIGIN}))
    assert await blocked(client, ann) == []
    assert await Blocks(log, ManualClock()).of(ben.player) == {}
