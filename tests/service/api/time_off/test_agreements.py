"""Pauses and given days over HTTP. The rules are in tests/service/worker/test_resting_clocks.py."""

import httpx

from service.services import Services
from tests.support.api_play import KINGDOMINO, Json, fine, refused, started, welcome
from tests.support.servers import eventually

DAYS: Json = {"type": "days", "days": 3}
RESTS: Json = {"days_off": True, "holidays": True, "quiet": {"begin": 1320, "end": 420}}


async def test_a_pause_is_asked_for_agreed_to_and_ended(client: httpx.AsyncClient) -> None:
    game, tokens = await started(client, KINGDOMINO, clock=DAYS)
    wanted = fine(await client.post(f"/api/games/{game}/pause", json={"days": 7}, headers=tokens[0].headers))["clock"]
    assert wanted["time_off"]["ask"] == {"seat": 0, "days": 7, "agreed": [0]}
    before = fine(await client.get(f"/api/games/{game}"))
    etag = (await client.get(f"/api/games/{game}")).headers["etag"]
    agreed = fine(await client.post(f"/api/games/{game}/pause/agree", json={}, headers=tokens[1].headers))["clock"]
    assert [rest["why"] for rest in agreed["time_off"]["rests"]] == ["pause"]
    assert agreed["due"] > before["clock"]["due"]
    after = await client.get(f"/api/games/{game}", headers={"if-none-match": etag})
    assert fine(after)["clock"] == agreed
    ended = fine(await client.post(f"/api/games/{game}/pause/end", json={}, headers=tokens[1].headers))["clock"]
    assert ended["due"] < agreed["due"]
    assert ended["time_off"]["pauses"] == 1


async def test_a_day_is_given_to_the_one_whose_time_runs(client: httpx.AsyncClient) -> None:
    game, tokens = await started(client, KINGDOMINO, clock=DAYS)
    clock = fine(await client.get(f"/api/games/{game}"))["clock"]
    giver = 1 - clock["seat"]
    given = fine(await client.post(f"/api/games/{game}/give-day", json={}, headers=tokens[giver].headers))["clock"]
    assert given["due"] > clock["due"]
    assert given["time_off"]["given"] == [giver]
    assert (
        "somebody else"
        in refused(await client.post(f"/api/games/{game}/give-day", json={}, headers=tokens[1 - giver].headers), 422)[
            "detail"
        ]
    )


async def test_only_those_at_the_table_have_a_say(client: httpx.AsyncClient) -> None:
    game, _ = await started(client, KINGDOMINO, clock=DAYS)
    token = await welcome(client, "Oona")
    for route in ("pause/agree", "pause/end", "give-day"):
        assert (
            "no seat"
            in refused(await client.post(f"/api/games/{game}/{route}", json={}, headers=token.headers), 403)["detail"]
        )


async def test_a_table_says_when_its_clocks_rest_before_anybody_sits_down(client: httpx.AsyncClient) -> None:
    token = await welcome(client, "Oona")
    wanted = {"rules": KINGDOMINO, "clock": DAYS, "rests": RESTS}
    clock = fine(await client.post("/api/games", json=wanted, headers=token.headers))["clock"]
    assert clock["time_off"]["holidays"] is True
    assert clock["time_off"]["quiet"] == RESTS["quiet"]
    assert clock["time_off"]["days_off"] == []
    assert (
        "choose a clock"
        in refused(
            await client.post("/api/games", json={"rules": KINGDOMINO, "rests": RESTS}, headers=token.headers), 422
        )["detail"]
    )
    long = {**RESTS, "quiet": {"begin": 0, "end": 800}}
    assert (
        "at most 12 hours"
        in refused(await client.post("/api/games", json={**wanted, "rests": long}, headers=token.headers), 422)[
            "detail"
        ]
    )


async def test_the_lobby_says_when_the_clocks_of_a_table_rest(
    client: httpx.AsyncClient, worker_beside: Services
) -> None:
    token = await welcome(client, "Oona")
    wishes: list[Json] = [{"clock": DAYS, "rests": RESTS}, {"clock": DAYS}, {}]
    opened = [
        fine(await client.post("/api/games", json={"rules": KINGDOMINO, **wish}, headers=token.headers))["id"]
        for wish in wishes
    ]

    async def are_listed() -> bool:
        lines = {line["game"]: line["rests"] for line in fine(await client.get("/api/lobby"))["games"]}
        return [lines.get(game, "missing") for game in opened] == [
            {"days_off": True, "holidays": True, "quiet": [1320, 420]},
            {"days_off": False, "holidays": False, "quiet": None},
            None,
        ]

    await eventually(are_listed)
