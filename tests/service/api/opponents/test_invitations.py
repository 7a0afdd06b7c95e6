"""Inviting people to a table, by name or by its link, and greeting them."""

from uuid import uuid4

import httpx
import pytest

from service.opponents.greetings import LONGEST, Greetings
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from tests.support.api_persons import PASSWORD, leave, session_of, signed_up
from tests.support.api_play import DISCOVERY, RATED, TRIBE, Guest, Json, account, fine, opened, refused, welcome


async def invite(client: httpx.AsyncClient, guest: Guest, table: Json, name: str) -> httpx.Response:
    return await client.post(f"/api/games/{table['id']}/invitations", json={"name": name}, headers=guest.headers)


async def shown(client: httpx.AsyncClient, table: Json, guest: Guest | None = None) -> Json:
    headers = {} if guest is None else guest.headers
    return fine(await client.get(f"/api/games/{table['id']}/invitation", headers=headers))


async def greet(client: httpx.AsyncClient, guest: Guest, table: Json, text: str) -> httpx.Response:
    return await client.put(f"/api/games/{table['id']}/greeting", json={"text": text}, headers=guest.headers)


async def join(client: httpx.AsyncClient, guest: Guest, table: Json) -> httpx.Response:
    return await client.post(f"/api/games/{table['id']}/join", headers=guest.headers)


@pytest.mark.parametrize("is_private", [False, True])
async def test_a_seat_is_kept_for_who_was_invited_by_name(client: httpx.AsyncClient, is_private: bool) -> None:
    ann, cid = await welcome(client, "Ann"), await welcome(client, "Cid")
    ben = await signed_up(client, f"Ben {ann.player[:10]}")
    table = await opened(client, ann, DISCOVERY, private=is_private)
    assert fine(await invite(client, ann, table, ben.name.upper())) == {"player": ben.guest.player, "name": ben.name}
    assert (await shown(client, table, ann))["invited"] == [{"player": ben.guest.player, "name": ben.name}]
    refused(await join(client, cid, table), 404 if is_private else 422)
    seen = await shown(client, table, ben.guest)
    assert (seen["name"], seen["kind"], seen["is_kept"], seen["invited"]) == ("Ann", "guest", True, [])
    assert fine(await join(client, ben.guest, table))["status"] == "running"


@pytest.mark.parametrize("declines", [False, True])
async def test_an_invitation_is_declined_or_taken_back(client: httpx.AsyncClient, declines: bool) -> None:
    ann, ben, cid = [await welcome(client, name) for name in ("Ann", "Ben", "Cid")]
    table = await opened(client, ann, DISCOVERY)
    fine(await invite(client, ann, table, ben.player))
    address = f"/api/games/{table['id']}/invitations/{ben.player}"
    assert refused(await client.delete(address, headers=cid.headers), 403)["code"] == "not_owner"
    fine(await client.delete(address, headers=(ben if declines else ann).headers))
    assert refused(await client.delete(address, headers=ann.headers), 404)["code"] == "not_invited"
    fine(await join(client, cid, table))


async def test_who_cannot_be_invited(client: httpx.AsyncClient) -> None:
    ann, ben, cid = [await account(client, name) for name in ("Ann", "Ben", "Cid")]
    dot = await welcome(client, "Dot")
    table = await opened(client, ann, {**TRIBE, "seats": 3}, **RATED)
    refused(await invite(client, ann, table, "Nobody of this name"), 404)
    assert refused(await invite(client, ann, table, ann.player), 422)["code"] == "inviting_yourself"
    assert refused(await invite(client, ann, table, dot.player), 422)["code"] == "rated_guest"
    assert refused(await invite(client, ben, table, cid.player), 403)["code"] == "not_owner"
    fine(await invite(client, ann, table, ben.player))
    assert refused(await invite(client, ann, table, ben.player), 422)["code"] == "invited_already"
    fine(await client.put(f"/api/blocks/{ann.player}", headers=cid.headers))
    problem = refused(await invite(client, ann, table, cid.player), 403)
    assert problem["code"] == "cannot_invite"
    fine(await client.delete(f"/api/blocks/{ann.player}", headers=cid.headers))
    fine(await invite(client, ann, table, cid.player))
    eve = await account(client, "Eve")
    assert refused(await invite(client, ann, table, eve.player), 422)["code"] == "all_seats_kept"


async def test_guests_invite_a_few_in_an_hour(client: httpx.AsyncClient) -> None:
    ann, ben = await welcome(client, "Ann"), await welcome(client, "Ben")
    table = await opened(client, ann, DISCOVERY)
    for _ in range(6):
        fine(await invite(client, ann, table, ben.player))
        fine(await client.delete(f"/api/games/{table['id']}/invitations/{ben.player}", headers=ann.headers))
    assert refused(await invite(client, ann, table, ben.player), 429)["code"] == "too_many_invitations"


async def test_a_greeting_is_shown_to_whoever_comes(client: httpx.AsyncClient) -> None:
    ann, ben = await account(client, "Ann"), await welcome(client, "Ben")
    table = await opened(client, ann, DISCOVERY)
    fine(await greet(client, ann, table, "  Shall we try\nthe volcanoes? "))
    for reader in (None, ann, ben):
        assert (await shown(client, table, reader))["greeting"] == "Shall we try the volcanoes?"
    fine(await client.put("/api/me/talk", json={"level": "phrases"}, headers=ben.headers))
    assert (await shown(client, table, ben))["greeting"] is None
    fine(await client.put("/api/me/talk", json={"level": "free"}, headers=ben.headers))
    fine(await client.put(f"/api/blocks/{ann.player}", headers=ben.headers))
    assert (await shown(client, table, ben))["greeting"] is None
    fine(await greet(client, ann, table, ""))
    assert (await shown(client, table))["greeting"] is None


async def test_who_may_greet(client: httpx.AsyncClient) -> None:
    ann, ben = await account(client, "Ann"), await welcome(client, "Ben")
    anns, bens = await opened(client, ann, DISCOVERY), await opened(client, ben, DISCOVERY)
    assert refused(await greet(client, ben, bens, "Hello"), 403)["code"] == "guests_say_phrases"
    assert refused(await greet(client, ben, anns, "Hello"), 403)["code"] == "not_owner"
    assert refused(await greet(client, ann, anns, "a" * (LONGEST + 1)), 422)["code"] == "greeting_length"
    fine(await join(client, ben, anns))
    assert refused(await greet(client, ann, anns, "Hello"), 422)["code"] == "table_full"


async def test_the_link_is_for_those_who_sit_there(client: httpx.AsyncClient) -> None:
    ann = await welcome(client, "Ann")
    table = await opened(client, ann, DISCOVERY, private=True)
    seen = await shown(client, table, ann)
    assert seen["link"].endswith(f"/game/{table['id']}?invite={table['invite']}")
    assert seen["qr"].startswith("M")
    strange = {**ann.headers, "Host": "x" * 10_000}
    drawn = fine(await client.get(f"/api/games/{table['id']}/invitation", headers=strange))
    assert drawn["qr"] is None, "the name of the host may be any"
    answer = await client.get(f"/api/games/{table['id']}/invitation", params={"invite": table["invite"]})
    assert (fine(answer)["link"], fine(answer)["name"]) == (None, "Ann")
    refused(await client.get(f"/api/games/{table['id']}/invitation"), 404)


async def test_greetings_are_exported_and_leave_with_the_person(client: httpx.AsyncClient, log: EventStore) -> None:
    ann = await signed_up(client, f"Ann {uuid4().hex[:12]}")
    table = await opened(client, ann.guest, DISCOVERY)
    fine(await greet(client, ann.guest, table, "Hello"))
    greetings = Greetings(log, wall_clock)
    assert await greetings.all(ann.guest.player) == {table["id"]: "Hello"}
    own = await session_of(client, ann.name)
    assert fine(await client.get("/api/me/export", headers=own))["greetings"] == {table["id"]: "Hello"}
    fine(await leave(client, own, PASSWORD))
    assert await greetings.all(ann.guest.player) == {}
