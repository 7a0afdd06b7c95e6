"""What acts do beyond the person: to games, to lists and to names in them."""

from service.lists.index import ListIndex, prefix
from service.services import Services
from service.store.structures.sorted_sets import SortedSet
from tests.support.api_play import DISCOVERY, KINGDOMINO, fine, opened, refused, started, welcome
from tests.support.moderating import Place, in_process, me
from tests.support.servers import eventually


async def test_in_a_game_without_a_clock_nobody_waits_for_a_banned_player(place: Place) -> None:
    client, _, mod = place
    game, [ugh, other] = await started(client, DISCOVERY)
    claim = f"/api/games/{game}/claim"
    refused(await client.post(claim, headers=ugh.headers), 422)
    fine(await mod.act(other.player, "ban", until=place.in_days(9)))
    seats = fine(await client.get(f"/api/games/{game}/players", headers=ugh.headers))
    assert ["banned" in seat for seat in seats] == [False, True]
    assert "banned" not in str(fine(await client.get(f"/api/games/{game}/players"))), "for players only"
    fine(await client.post(claim, headers=ugh.headers))
    assert fine(await client.get(f"/api/games/{game}"))["winners"] == [0]
    game, [first, second, third] = await started(client, {**KINGDOMINO, "seats": 3})
    fine(await mod.act(second.player, "ban", until=place.in_days(9)))
    [left] = fine(await client.post(f"/api/games/{game}/claim", headers=first.headers))["events"]
    assert (left["event"]["type"], left["event"]["seat"]) == ("seat_resigned", 1)
    refused(await client.post(f"/api/games/{game}/claim", headers=third.headers), 422)


async def test_a_replaced_name_is_shown_in_no_game_until_it_returns(place: Place) -> None:
    client, _, mod = place
    insult = f"Insult {mod.player}"
    guest, other = await welcome(client, insult), await welcome(client, "Nag")
    table = await opened(client, guest, DISCOVERY)
    fine(await client.post(f"/api/games/{table['id']}/join", headers=other.headers))
    paths = ["", "/events", "/players", "/record"]
    addresses = [f"/api/games/{table['id']}{path}" for path in paths]
    before = [(await client.get(address)).text for address in addresses]
    assert all(insult in text for text in before)
    renamed = fine(await mod.act(guest.player, "rename", name=f"Sleepy {mod.player}"))
    for address in addresses:
        assert insult not in (await client.get(address)).text, address
    [seat, _] = fine(await client.get(f"/api/games/{table['id']}/players"))
    assert (seat["player"], seat["kind"]) == (guest.player, "guest"), "still the same person"
    fine(await mod.restore(renamed["number"]))
    assert [(await client.get(address)).text for address in addresses] == before


async def test_public_lists_leave_out_removed_persons_and_games(place: Place, worker_beside: Services) -> None:
    client, _, mod = place
    guest, other = await welcome(client, "Ugh"), await welcome(client, "Nag")
    first, second = (await opened(client, guest, DISCOVERY))["id"], (await opened(client, guest, DISCOVERY))["id"]
    third = (await opened(client, other, DISCOVERY))["id"]

    async def lobby() -> set[str]:
        shown = fine(await client.get("/api/lobby"))["games"]
        return {line["game"] for line in shown} & {first, second, third}

    async def is_listed() -> bool:
        return await lobby() == {first, second, third}

    await eventually(is_listed)
    game = fine(await mod.act(guest.player, "remove", game=first))
    assert await lobby() == {second, third}
    assert "standing" not in await me(client, guest), "only the game"
    assert refused(await mod.act(guest.player, "remove", game=third), 404)["code"] == "no_such_game"
    person = fine(await mod.act(guest.player, "remove"))
    assert await lobby() == {third}
    fine(await mod.restore(person["number"]))
    fine(await mod.restore(game["number"]))
    assert await lobby() == {first, second, third}


async def test_leaderboards_leave_out_a_removed_person(place: Place) -> None:
    client, _, mod = place
    ugh, other = await welcome(client, "Ugh"), await welcome(client, "Nag")
    pool = f"pool of {mod.player}"

    async def places(services: Services) -> None:
        begin = prefix(await ListIndex(services.store).generation())
        for number, guest in enumerate((ugh, other)):
            await SortedSet(services.store, f"{begin}board:{pool}").put(guest.player, 1_000 + number)

    in_process(client, places)

    async def best() -> list[str]:
        return [place["player"] for place in fine(await client.get(f"/api/leaderboards/{pool}"))[:2]]

    assert await best() == [other.player, ugh.player]
    removed = fine(await mod.act(other.player, "remove"))
    assert (await best())[0] == ugh.player
    fine(await mod.restore(removed["number"]))
    assert await best() == [other.player, ugh.player]
