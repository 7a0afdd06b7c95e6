"""Resigning, cancelling, rematches and dynasties over HTTP."""

import httpx
import pytest

from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    choice,
    fine,
    offered,
    opened,
    play,
    post,
    refused,
    started,
    welcome,
)
from tests.support.servers import eventually


async def test_a_bot_takes_the_seat_of_a_player_who_resigns(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    answer = fine(await client.post(f"/api/games/{game}/resign", headers=guests[0].headers))
    assert answer["events"][0]["event"] == {"type": "seat_resigned", "seat": 0, "successor": "flint"}
    assert fine(await client.get(f"/api/games/{game}"))["seats"][0]["bot"] == "flint"
    refused(await client.post(f"/api/games/{game}/resign", headers=guests[0].headers), 422)
    choices = await offered(client, game, guests[0])
    refused(await post(client, game, guests[0], choice(choices)), 403)


async def test_in_a_game_of_two_the_one_who_stays_may_end_it_as_the_winner(client: httpx.AsyncClient) -> None:
    game, (ann, ben) = await started(client, DISCOVERY)
    refused(await client.post(f"/api/games/{game}/claim", headers=ben.headers), 422)
    fine(await client.post(f"/api/games/{game}/resign", headers=ann.headers))
    for guest, may in ((ann, False), (ben, True)):
        assert fine(await client.get(f"/api/games/{game}", headers=guest.headers))["may_claim"] is may
    answer = fine(await client.post(f"/api/games/{game}/claim", headers=ben.headers))
    assert [entry["event"]["type"] for entry in answer["events"]] == ["victory_claimed", "game_finished"]
    table = fine(await client.get(f"/api/games/{game}", headers=ben.headers))
    assert (table["status"], table["winners"], table["may_claim"]) == ("over", [1], False)
    assert [standing["seat"] for standing in table["standings"]] == [1, 0]
    steps = fine(await client.get(f"/api/games/{game}/steps"))
    assert "stays alone at the table" in steps[-2]["text"]
    assert fine(await client.get(f"/api/games/{game}/events"))[0]["event"]["deal"], "the game is over for everybody"


async def test_a_stranger_cannot_resign_cancel_or_ask_for_a_rematch(client: httpx.AsyncClient) -> None:
    game, _ = await started(client, DISCOVERY)
    stranger = await welcome(client, "Stranger")
    for action in ("resign", "claim", "cancel", "rematch"):
        refused(await client.post(f"/api/games/{game}/{action}", headers=stranger.headers), 403)
        refused(await client.post(f"/api/games/{game}/{action}"), 401)


async def test_a_game_can_be_cancelled_before_the_first_move(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    choices = await offered(client, game, guests[0])
    fine(await client.post(f"/api/games/{game}/cancel", headers=guests[1].headers))
    assert fine(await client.get(f"/api/games/{game}"))["status"] == "cancelled"
    refused(await post(client, game, guests[choices["seat"]], choice(choices)), 422)
    fine(await client.post(f"/api/games/{game}/cancel", headers=guests[1].headers))


async def test_a_cancelled_table_cannot_be_joined(client: httpx.AsyncClient) -> None:
    ann, ben = await welcome(client, "Ann"), await welcome(client, "Ben")
    table = await opened(client, ann, DISCOVERY)
    fine(await client.post(f"/api/games/{table['id']}/cancel", headers=ann.headers))
    refused(await client.post(f"/api/games/{table['id']}/join", headers=ben.headers), 422)


async def test_a_game_cannot_be_cancelled_after_a_move(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    choices = await offered(client, game, guests[0])
    fine(await post(client, game, guests[choices["seat"]], choice(choices)))
    refused(await client.post(f"/api/games/{game}/cancel", headers=guests[0].headers), 422)


async def test_a_rematch_rotates_the_seats_and_all_get_the_same_table(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, {"game": "kingdomino", "seats": 3})
    refused(await client.post(f"/api/games/{game}/rematch", headers=guests[0].headers), 422)
    await play(client, game, guests)
    rematches = [fine(await client.post(f"/api/games/{game}/rematch", headers=guest.headers))["id"] for guest in guests]
    assert len(set(rematches)) == 1
    again = fine(await client.post(f"/api/games/{game}/rematch", headers=guests[2].headers))["id"]
    assert again == rematches[0]
    table = fine(await client.get(f"/api/games/{again}"))
    assert [seat["name"] for seat in table["seats"]] == ["Guest 1", "Guest 2", "Guest 0"]
    assert table["status"] == "running"


async def test_seats_of_a_rematch_are_reserved_for_the_players(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    await play(client, game, guests)
    again = fine(await client.post(f"/api/games/{game}/rematch", headers=guests[0].headers))["id"]
    stranger = await welcome(client, "Stranger")
    refused(await client.post(f"/api/games/{again}/join", headers=stranger.headers), 422)


@pytest.mark.usefixtures("worker_beside")
async def test_a_dynasty_is_three_games_of_the_same_players(client: httpx.AsyncClient) -> None:
    first, guests = await started(client, KINGDOMINO, dynasty=True)
    game, sums = first, [0, 0]
    for number in (1, 2, 3):
        await play(client, game, guests)
        for seat, shown in enumerate(fine(await client.get(f"/api/games/{game}"))["seats"]):
            sums[seat] += shown["score"]["total"]

        async def is_open(count: int = min(3, number + 1)) -> bool:
            return len(fine(await client.get(f"/api/games/{first}/match"))["games"]) == count

        await eventually(is_open)
        standing = fine(await client.get(f"/api/games/{game}/match"))
        assert standing["totals"] == sums
        assert (standing["winners"] is None) == (number < 3)
        game = standing["games"][-1]
    refused(await client.get(f"/api/games/{(await started(client, KINGDOMINO))[0]}/match"), 404)
