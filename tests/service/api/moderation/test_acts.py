"""Every act: what it does, when it ends, how it is taken back, and who may not do it."""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.moderation.acts import OPERATOR, Banned, Numbered
from service.moderation.moderators import Moderation
from tests.support.api_persons import (
    leave,
    session_of,
    sign_in,
    signed_up,
    token_for,
)
from tests.support.api_play import DISCOVERY, KINGDOMINO, RATED, Guest, Json, account, fine, opened, refused, welcome
from tests.support.moderating import REASON, Place, in_process, me, moderator

Client = AsyncTestClient[Litestar]


def by_operator(client: Client, do: Callable[..., Awaitable[Numbered]], *args: Any) -> Numbered:
    return in_process(client, lambda services: do(services.moderation, *args))


async def own_acts(client: Client, guest: Guest) -> Json:
    return fine(await client.get("/api/account/acts", headers=guest.headers))


async def test_a_warning_is_shown_to_the_person_but_not_who_gave_it(place: Place) -> None:
    client, _, mod = place
    guest = await welcome(client, "Ugh")
    warned = fine(await mod.act(guest.player, "warn"))
    assert (warned["by"], warned["act"], warned["state"]) == (mod.player, "warn", "in_force")
    [own] = await own_acts(client, guest)
    assert (own["act"], own["reason"], own["number"]) == ("warn", REASON, warned["number"])
    assert mod.player not in str(own)
    assert (await me(client, guest))["standing"] == {"limits": [], "warnings": 1}
    fine(await mod.restore(warned["number"]))
    assert "standing" not in await me(client, guest)
    assert [act["act"] for act in await own_acts(client, guest)] == ["restore", "warn"]


async def test_who_is_banned_may_read_and_leave_and_nothing_else_until_it_ends(place: Place) -> None:
    client, clock, mod = place
    guest = await welcome(client, "Ugh")
    table = await opened(client, guest, DISCOVERY)
    fine(await mod.act(guest.player, "ban", until=place.in_days(2)))
    body = {"rules": DISCOVERY}
    problem = refused(await client.post("/api/games", json=body, headers=guest.headers), 403)
    assert problem["code"] == "banned"
    assert REASON in problem["detail"]
    assert place.in_days(2)[:10] in problem["detail"], "when it ends"
    german = {**guest.headers, "Accept-Language": "de"}
    assert "gesperrt" in refused(await client.post("/api/games", json=body, headers=german), 403)["detail"]
    assert refused(await client.post(f"/api/games/{table['id']}/cancel", headers=guest.headers), 403)
    fine(await client.get(f"/api/games/{table['id']}", headers=guest.headers))
    [limit] = (await me(client, guest))["standing"]["limits"]
    assert (limit["act"], limit["reason"]) == ("ban", REASON)
    clock.pass_days(2)
    fine(await client.post("/api/games", json=body, headers=guest.headers))
    assert [act["state"] for act in await own_acts(client, guest)] == ["ended"]


async def test_who_is_banned_can_sign_in_and_out_and_delete_the_account(place: Place) -> None:
    client, _, mod = place
    banned = await signed_up(client, f"Banned {mod.player}")
    fine(await mod.act(banned.guest.player, "ban", until=place.in_days(1)))
    headers = await session_of(client, banned.name)
    assert refused(await client.patch("/api/me", json={"name": "Other"}, headers=headers), 403)["code"] == "banned"
    fine(await client.delete("/api/session", headers=headers))
    assert fine(await client.get("/api/session", headers=headers)) is None
    headers = await session_of(client, banned.name)
    fine(await leave(client, headers, "a stone, a fish and a fire"))
    refused(await sign_in(client, banned.name), 401)


async def test_the_last_act_of_a_kind_holds_and_the_one_before_when_it_is_taken_back(place: Place) -> None:
    client, clock, mod = place
    guest = await welcome(client, "Ugh")
    fine(await mod.act(guest.player, "ban", until=place.in_days(9)))
    second = fine(await mod.act(guest.player, "ban", until=place.in_days(1)))
    clock.pass_days(1)
    assert "standing" not in await me(client, guest), "shortened"
    fine(await mod.restore(second["number"]))
    assert (await me(client, guest))["standing"]["limits"], "as if the second had never been"


async def test_rated_games_are_closed_to_who_is_excluded(place: Place) -> None:
    client, clock, mod = place
    ugh, other = await account(client, "Ugh"), await account(client, "Nag")
    fine(await mod.act(ugh.player, "exclude", until=place.in_days(1)))
    rated = {"rules": KINGDOMINO, **RATED}
    assert refused(await client.post("/api/games", json=rated, headers=ugh.headers), 403)["code"] == "excluded"
    table = await opened(client, other, KINGDOMINO, **RATED)
    assert refused(await client.post(f"/api/games/{table['id']}/join", headers=ugh.headers), 403)["code"] == "excluded"
    await opened(client, ugh, KINGDOMINO)
    clock.pass_days(1)
    fine(await client.post(f"/api/games/{table['id']}/join", headers=ugh.headers))


async def test_who_is_muted_plays_but_chooses_no_name_and_sends_no_record(place: Place) -> None:
    client, clock, mod = place
    guest = await welcome(client, "Ugh")
    fine(await mod.act(guest.player, "mute", until=place.in_days(1)))
    rename = {"name": "Insult"}
    assert refused(await client.patch("/api/me", json=rename, headers=guest.headers), 403)["code"] == "muted"
    assert refused(await client.post("/api/records", content="x", headers=guest.headers), 403)["code"] == "muted"
    credentials = {"name": f"Insult {guest.player}", "password": "a mammoth behind the volcano"}
    assert refused(await client.post("/api/account", json=credentials, headers=guest.headers), 403)["code"] == "muted"
    await opened(client, guest, DISCOVERY)
    clock.pass_days(1)
    fine(await client.patch("/api/me", json=rename, headers=guest.headers))


async def test_a_replaced_name_stays_until_it_is_taken_back_and_then_the_own_one_returns(place: Place) -> None:
    client, _, mod = place
    person = await signed_up(client, f"Insult {mod.player}")
    given = f"Sleepy mammoth {mod.player}"
    renamed = fine(await mod.act(person.guest.player, "rename", name=given))
    assert (renamed["name"], renamed["before"]) == (given, person.name)
    headers = await session_of(client, given)
    assert fine(await client.get("/api/me", headers=headers))["name"] == given
    problem = refused(await client.patch("/api/me", json={"name": f"Free {mod.player}"}, headers=headers), 403)
    assert problem["code"] == "name_given"
    fine(await mod.restore(renamed["number"]))
    assert fine(await client.get("/api/me", headers=headers))["name"] == person.name
    fine(await client.patch("/api/me", json={"name": f"Free {mod.player}"}, headers=headers))


async def test_a_name_that_somebody_took_meanwhile_is_not_given_back(place: Place) -> None:
    client, _, mod = place
    person = await signed_up(client, f"Wanted {mod.player}")
    renamed = fine(await mod.act(person.guest.player, "rename", name=f"Given {mod.player}"))
    await signed_up(client, person.name)
    fine(await mod.restore(renamed["number"]))
    assert (await me(client, person.guest))["name"] == f"Given {mod.player}"


async def test_a_moderator_sees_a_person_and_the_log(place: Place) -> None:
    client, _, mod = place
    person = await signed_up(client, f"Ugh {mod.player}")
    act = fine(await mod.act(person.guest.player, "warn"))
    shown_name = fine(await mod.get("people", name=person.name))
    assert shown_name == fine(await mod.get("people", name=person.guest.player))
    shown = fine(await mod.get(f"people/{shown_name['player']}"))
    assert (shown["name"], shown["account"], shown["standing"]["warnings"]) == (person.name, True, 1)
    assert [entry["number"] for entry in shown["acts"]] == [act["number"]]
    newest, role = fine(await mod.get("acts"))[:2]
    assert newest == act
    assert (role["act"], role["by"], role["player"]) == ("give_role", "operator", mod.player)
    assert fine(await mod.get("acts", before=act["number"]))[0] == role
    assert refused(await mod.get("people", name="Nobody at all"), 404)["code"] == "no_such_player"


async def test_a_request_that_is_repeated_acts_once(place: Place) -> None:
    client, _, mod = place
    guest = await welcome(client, "Ugh")
    again = mod._replace(headers={**mod.headers, "Idempotency-Key": "warn-1"})
    assert fine(await again.act(guest.player, "warn")) == fine(await again.act(guest.player, "warn"))
    assert (await me(client, guest))["standing"]["warnings"] == 1
    assert refused(await again.act(guest.player, "warn", reason="Another."), 422)["code"] == "key_reused"


BAD = [
    ("ban", {"until": "2020-01-01T00:00:00Z"}, 422, "bad_end"),
    ("ban", {"until": "2200-01-01T00:00:00Z"}, 422, "bad_end"),
    ("ban", {"until": "2028-01-01T00:00:00"}, 400, "bad_body"),
    ("ban", {}, 400, "bad_body"),
    ("warn", {"until": "2028-01-01T00:00:00Z"}, 400, "bad_body"),
    ("warn", {"reason": "  "}, 422, "bad_reason"),
    ("warn", {"reason": "x" * 501}, 422, "bad_reason"),
    ("rename", {"name": ""}, 422, "name_length"),
    ("rename", {"name": "Flint"}, 409, "name_taken"),
    ("remove", {"game": "nosuchgame"}, 404, "no_such_game"),
    ("exile", {}, 400, "bad_body"),
]


async def test_bad_acts_are_refused_and_not_recorded(place: Place) -> None:
    client, _, mod = place
    guest = await welcome(client, "Ugh")
    for act, more, status, code in BAD:
        assert refused(await mod.act(guest.player, act, **more), status)["code"] == code, (act, more)
    assert await own_acts(client, guest) == []


async def test_only_moderators_may_and_not_by_a_token_nor_against_each_other(place: Place) -> None:
    client, _, mod = place
    other, guest = await moderator(client), await welcome(client, "Ugh")
    for stranger in (guest.headers, await session_of(client, (await signed_up(client, f"One {mod.player}")).name)):
        nobody = mod._replace(headers=stranger)
        for answer in (await nobody.act(guest.player, "warn"), await nobody.restore(1), await nobody.get("acts")):
            assert refused(answer, 403)["code"] in ("not_a_moderator",)
        assert refused(await nobody.get("people", name=guest.player), 403)["code"] == "not_a_moderator"
        assert refused(await nobody.get(f"people/{guest.player}"), 403)["code"] == "not_a_moderator"
    token = await token_for(client, mod.headers, "play", "read")
    assert refused(await mod._replace(headers=token["headers"]).get("acts"), 403)["code"] == "not_by_token"
    assert refused(await mod.act(other.player, "warn"), 403)["code"] == "fellow_moderator"
    assert refused(await mod.act(mod.player, "warn"), 403)["code"] == "fellow_moderator"
    assert refused(await mod.act("nobodyatall1", "warn"), 404)["code"] == "no_such_player"


async def test_what_cannot_be_taken_back(place: Place) -> None:
    client, _, mod = place
    guest = await welcome(client, "Ugh")
    warned = fine(await mod.act(guest.player, "warn"))
    restored = fine(await mod.restore(warned["number"]))
    assert refused(await mod.restore(warned["number"]), 409)["code"] == "taken_back_already"
    assert refused(await mod.restore(restored["number"]), 404)["code"] == "no_such_act"
    for number in (0, 10**9, 10**30):
        assert refused(await mod.restore(number), 404)["code"] in ("no_such_act", "no_such_address")
    given = by_operator(client, Moderation.give_role, mod.player, "moderator", "Again")
    assert refused(await mod.restore(given.number), 404)["code"] == "no_such_act"


async def test_the_operator_acts_against_moderators_and_only_the_operator_takes_that_back(place: Place) -> None:
    client, clock, mod = place
    other = await moderator(client)
    by_operator(client, Moderation.give_role, other.player, None, "No longer")
    assert refused(await other.get("acts"), 403)["code"] == "not_a_moderator"
    ban = Banned(clock() + 60_000)
    by_operator(client, Moderation.act, OPERATOR, mod.player, ban, "Abuse of the role")
    assert refused(await mod.get("acts"), 403)["code"] == "not_a_moderator", "not while banned"
    clock.pass_seconds(60)
    fine(await mod.get("acts"))
    banned = by_operator(client, Moderation.act, OPERATOR, other.player, Banned(clock() + 60_000), "Abuse")
    assert refused(await mod.restore(banned.number), 403)["code"] == "operators_act"
    by_operator(client, Moderation.restore_all, OPERATOR, other.player, "A mistake")
    fine(await client.post("/api/games", json={"rules": DISCOVERY}, headers=other.headers))


async def test_the_examples_of_the_document_work(place: Place) -> None:
    client, _, mod = place
    paths = fine(await client.get("/schema/openapi.json"))["paths"]
    guest = await welcome(client, "Ugh")
    [content] = paths["/api/moderation/people/{player}/acts"]["post"]["requestBody"]["content"].values()
    examples = content["schema"]["examples"]
    assert len(examples) == 6, "one of each kind"
    for example in examples:
        fine(await mod.act(guest.player, **example))
