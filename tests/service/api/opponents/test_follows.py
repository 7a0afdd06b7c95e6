"""Following people: their running public games, and friends, who follow each other."""

import httpx

from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.opponents.follows import MOST_OF_GUESTS
from service.store.event_store import EventStore
from tests.support.api_persons import SAME_ORIGIN, leave
from tests.support.api_play import DISCOVERY, Guest, Json, fine, opened, refused, started, welcome


async def follow(client: httpx.AsyncClient, guest: Guest, other: Guest) -> httpx.Response:
    return await client.put(f"/api/follows/{other.player}", headers=guest.headers)


async def followed(client: httpx.AsyncClient, guest: Guest) -> list[Json]:
    people: list[Json] = fine(await client.get("/api/follows", headers=guest.headers))
    return people


async def test_those_who_follow_each_other_are_friends(client: httpx.AsyncClient) -> None:
    ann, ben = await welcome(client, "Ann"), await welcome(client, "Ben")
    first, second = [fine(await follow(client, ann, ben)) for _ in range(2)]
    assert first == second == {"player": ben.player, "name": "Ben", "since": first["since"], "is_friend": False}
    assert await followed(client, ben) == [], "nobody learns who follows them"
    assert fine(await follow(client, ben, ann))["is_friend"]
    assert [person["is_friend"] for person in await followed(client, ann)] == [True]
    for _ in range(2):
        fine(await client.delete(f"/api/follows/{ben.player}", headers=ann.headers))
    assert await followed(client, ann) == []


async def test_their_running_public_games_are_listed(client: httpx.AsyncClient, log: EventStore) -> None:
    ann = await welcome(client, "Ann")
    public, people = await started(client, DISCOVERY)
    private, _ = await started(client, DISCOVERY, private=True)
    waiting = await opened(client, people[0], DISCOVERY)
    for game in (public, private, waiting["id"]):
        await update_line(log, ListIndex(log), game)
    for other in people:
        fine(await follow(client, ann, other))
    lines = fine(await client.get("/api/follows/games", headers=ann.headers))
    assert [line["game"] for line in lines] == [public]
    fine(await follow(client, people[0], people[1]))
    assert fine(await client.get("/api/follows/games", headers=people[0].headers)) == [], "one's own are elsewhere"


async def test_the_blocked_neither_follow_nor_are_followed(client: httpx.AsyncClient) -> None:
    ann, ben = await welcome(client, "Ann"), await welcome(client, "Ben")
    fine(await follow(client, ann, ben))
    fine(await follow(client, ben, ann))
    fine(await client.put(f"/api/blocks/{ben.player}", headers=ann.headers))
    assert await followed(client, ann) == await followed(client, ben) == []
    assert refused(await follow(client, ann, ben), 403)["code"] == "blocked_by_you"
    assert refused(await follow(client, ben, ann), 403)["code"] == "cannot_follow"


async def test_who_cannot_be_followed(client: httpx.AsyncClient) -> None:
    ann = await welcome(client, "Ann")
    refused(await client.put("/api/follows/nobody", headers=ann.headers), 404)
    assert refused(await follow(client, ann, ann), 422)["code"] == "following_yourself"
    for number in range(MOST_OF_GUESTS):
        fine(await follow(client, ann, await welcome(client, f"Player {number}")))
    assert refused(await follow(client, ann, await welcome(client, "One more")), 409)["code"] == "too_many_followed"


async def test_follows_are_exported_and_leave_with_either_person(client: httpx.AsyncClient) -> None:
    ann, ben = await welcome(client, "Ann"), await welcome(client, "Ben")
    fine(await follow(client, ann, ben))
    assert list(fine(await client.get("/api/me/export", headers=ann.headers))["follows"]) == [ben.player]
    fine(await leave(client, {**ben.headers, **SAME_ORIGIN}))
    assert await followed(client, ann) == []
