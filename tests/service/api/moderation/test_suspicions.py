"""Moderators see the pairs that were marked, and close them; nobody else does."""

from service.moderation.suspicion import Mark
from service.services import Services
from tests.support.api_persons import PASSWORD, leave, session_of, signed_up
from tests.support.api_play import Json, fine, refused, welcome
from tests.support.moderating import Place, in_process


def mark(place: Place, *pairs: tuple[str, str]) -> None:
    """As the nightly job does."""
    marks = [Mark(min(pair), max(pair), ("same_winner",), 8, ("game1",), place.clock()) for pair in pairs]

    async def store(services: Services) -> None:
        await services.suspicions.replace(marks)

    in_process(place.client, store)


async def close(place: Place, pair: str, headers: dict[str, str], reason: str = "They live together.") -> Json:
    path = f"/api/moderation/suspicions/{pair}/close"
    return await place.client.post(path, json={"reason": reason}, headers=headers)


async def test_a_marked_pair_is_listed_until_it_is_closed_and_the_two_never_see_it(place: Place) -> None:
    client, clock, mod = place
    ugh, other = await welcome(client, "Ugh"), await welcome(client, "Nag")
    mark(place, (ugh.player, other.player), (ugh.player, mod.player))
    own, [listed] = [
        [line for line in fine(await mod.get("suspicions")) if mod.player in line["pair"]],
        [line for line in fine(await mod.get("suspicions")) if other.player in line["pair"]],
    ]
    assert {player["name"] for player in listed["players"]} == {"Ugh", "Nag"}
    assert (listed["signs"], listed["met"], listed["games"]) == (["same_winner"], 8, ["game1"])
    assert refused(await close(place, listed["pair"], ugh.headers), 403)["code"] == "not_a_moderator"
    assert refused(await close(place, own[0]["pair"], mod.headers), 403)["code"] == "fellow_moderator"
    assert refused(await close(place, "nobody:at", mod.headers), 404)["code"] == "no_such_suspicion"
    clock.pass_seconds(1)
    repeated = {**mod.headers, "Idempotency-Key": "close-1"}
    closed = fine(await close(place, listed["pair"], repeated))
    assert closed["act"] == "close_suspicion"
    assert fine(await close(place, listed["pair"], repeated)) == closed
    assert [line["pair"] for line in fine(await mod.get("suspicions"))] == [own[0]["pair"]]
    for guest in (ugh, other):
        assert fine(await client.get("/api/account/acts", headers=guest.headers)) == []


async def test_who_leaves_takes_networks_along_and_leaves_the_log(place: Place) -> None:
    client, _, mod = place
    person = await signed_up(client, f"Ugh {mod.player}")
    player, headers = person.guest.player, await session_of(client, person.name)
    warned = fine(await mod.act(player, "warn"))
    fine(await client.patch("/api/me", json={"name": person.name}, headers=headers))
    mark(place, (player, mod.player))
    exported = fine(await client.get("/api/me/export", headers=headers))
    assert [act["number"] for act in exported["acts"]] == [warned["number"]]
    assert mod.player not in str(exported["acts"])
    assert len(exported["networks"]) == 1
    fine(await leave(client, headers, PASSWORD))
    assert in_process(client, lambda services: services.networks.of(player)) == frozenset()
    assert fine(await mod.get("suspicions")) == []
    [entry] = [act for act in fine(await mod.get("acts")) if act["number"] == warned["number"]]
    assert entry["player"] == player
    assert "player_name" not in entry
    refused(await mod.act(player, "warn"), 404)
