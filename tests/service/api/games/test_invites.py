"""The invite of a private table can be replaced by the player who opened it."""

import asyncio

import httpx

from service.services import Services
from tests.support.api_play import DISCOVERY, Json, choice, fine, offered, opened, post, refused, welcome
from tests.support.servers import LONGEST_WAIT
from tests.support.stream_reader import following


async def private_table(client: httpx.AsyncClient, **more: Json) -> tuple[Json, dict[str, str]]:
    owner = await welcome(client, "Owner")
    return await opened(client, owner, DISCOVERY, private=True, **more), owner.headers


async def test_a_new_invite_opens_the_table_and_the_old_one_does_not(client: httpx.AsyncClient) -> None:
    table, headers = await private_table(client)
    assert table["owner"]
    path, old = f"/api/games/{table['id']}", {"invite": table["invite"]}
    tag = (await client.get(path, headers=headers)).headers["etag"]
    renewed = fine(await client.post(f"{path}/invite", headers=headers))
    assert renewed["invite"] != table["invite"]
    shown = await client.get(path, headers={**headers, "If-None-Match": tag})
    assert fine(shown)["invite"] == renewed["invite"]
    friend = await welcome(client, "Friend")
    refused(await client.get(path, params=old, headers=friend.headers), 404)
    refused(await client.post(f"{path}/join", params=old, headers=friend.headers), 404)
    refused(await client.get(path, params={"invite": ""}), 404)
    refused(await client.get(path, params={"invite": "\N{SNOWMAN}"}), 404)
    joined = fine(await client.post(f"{path}/join", params={"invite": renewed["invite"]}, headers=friend.headers))
    assert not joined["owner"]


async def test_players_stay_when_the_invite_of_a_running_game_is_renewed(client: httpx.AsyncClient) -> None:
    table, headers = await private_table(client)
    path, friend = f"/api/games/{table['id']}", await welcome(client, "Friend")
    fine(await client.post(f"{path}/join", params={"invite": table["invite"]}, headers=friend.headers))
    before = await client.get(path, headers=headers)
    renewed = fine(await client.post(f"{path}/invite", headers=headers))
    after = await client.get(path, headers={**headers, "If-None-Match": before.headers["etag"]})
    assert fine(after)["invite"] == renewed["invite"]
    choices = await offered(client, table["id"], friend)
    if choices["seat"] == 1:
        fine(await post(client, table["id"], friend, choice(choices)))
    refused(await client.get(path, params={"invite": table["invite"]}), 404)
    fine(await client.get(path, params={"invite": renewed["invite"]}))


async def test_a_new_invite_ends_the_streams_of_those_who_had_only_the_old_one(
    remote: httpx.AsyncClient, remote_services: Services
) -> None:
    remote_services.streams.keep_alive = 3600.0
    table, headers = await private_table(remote)
    path, old = f"/api/games/{table['id']}", {"invite": table["invite"]}
    async with (
        following(remote, table["id"], headers=headers) as player,
        remote.stream("GET", f"{path}/stream", params=old) as spectator,
    ):
        chunks = spectator.aiter_text()
        assert (await anext(chunks)).startswith(": welcome")
        renewed = fine(await remote.post(f"{path}/invite", headers=headers))
        async with asyncio.timeout(LONGEST_WAIT):
            async for chunk in chunks:
                assert "data:" not in chunk
        friend = await welcome(remote, "Friend")
        invite = {"invite": renewed["invite"]}
        fine(await remote.post(f"{path}/join", params=invite, headers=friend.headers))
        await player.reached(1)


async def test_only_the_owner_of_a_private_table_renews_its_invite(client: httpx.AsyncClient) -> None:
    table, _ = await private_table(client)
    path, friend = f"/api/games/{table['id']}", await welcome(client, "Friend")
    refused(await client.post(f"{path}/invite"), 401)
    refused(await client.post(f"{path}/invite", headers=friend.headers), 404)
    fine(await client.post(f"{path}/join", params={"invite": table["invite"]}, headers=friend.headers))
    assert refused(await client.post(f"{path}/invite", headers=friend.headers), 403)["code"] == "not_owner"
    owner = await welcome(client, "Owner")
    public = await opened(client, owner, DISCOVERY)
    answer = await client.post(f"/api/games/{public['id']}/invite", headers=owner.headers)
    assert refused(answer, 422)["code"] == "not_private"


async def test_a_table_has_a_limited_number_of_invites(client: httpx.AsyncClient) -> None:
    table, headers = await private_table(client)
    path = f"/api/games/{table['id']}/invite"
    for _ in range(20):
        fine(await client.post(path, headers=headers))
    assert refused(await client.post(path, headers=headers), 422)["code"] == "renewed_often"
