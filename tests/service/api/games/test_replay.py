"""GET /api/games/{id}/steps and …/frames: what a page needs to step through a game."""

import httpx
import pytest

from projections.words import LANGUAGES
from service.games import live_games
from tests.support.api_play import DISCOVERY, TRIBE, Json, fine, opened, play, refused, started, welcome
from tests.support.api_server import calling, unlimited


async def test_each_event_is_a_step_with_its_sentence_time_and_totals(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    await play(client, game, guests)
    log = fine(await client.get(f"/api/games/{game}/events"))
    steps = fine(await client.get(f"/api/games/{game}/steps"))
    assert [(step["seq"], step["at"], step["type"]) for step in steps] == [
        (event["seq"], event["at"], event["event"]["type"]) for event in log
    ]
    end = fine(await client.get(f"/api/games/{game}"))
    assert steps[-1]["totals"] == [seat["score"]["total"] for seat in end["seats"]]
    assert (steps[0]["turn"], steps[-1]["turn"]) == (0, 2 + end["rounds"] * 4)
    assert set(steps[0]) == {"seq", "at", "type", "seat", "text", "domino", "round", "turn", "totals", "to"}


async def test_the_steps_after_an_event_are_the_rest(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    for _ in range(3):
        newest = await play(client, game, guests, moves=6)
        every = fine(await client.get(f"/api/games/{game}/steps"))
        assert len(every) == newest
        for after in (0, 1, newest - 1, newest, newest + 1, -5, 10**25):
            rest = fine(await client.get(f"/api/games/{game}/steps", params={"after": after}))
            assert rest == every[max(0, after) :]


async def test_steps_are_in_the_requested_language(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    await play(client, game, guests, moves=10)
    texts = {}
    for language in LANGUAGES:
        steps = fine(await client.get(f"/api/games/{game}/steps", params={"language": language}))
        texts[language] = [step["text"] for step in steps]
    assert "begins" in texts["en"][0]
    assert "beginnt" in texts["de"][0]
    assert texts["en"] == [step["text"] for step in fine(await client.get(f"/api/games/{game}/steps"))]
    refused(await client.get(f"/api/games/{game}/steps", params={"language": "tlh"}), 400)


async def test_a_waiting_table_has_no_steps_and_no_frames(client: httpx.AsyncClient) -> None:
    game = (await opened(client, await welcome(client, "Ugh"), DISCOVERY))["id"]
    assert fine(await client.get(f"/api/games/{game}/steps")) == []
    assert fine(await client.get(f"/api/games/{game}/frames")) == []
    for kind in ("steps", "frames"):
        refused(await client.get(f"/api/games/nosuchgame/{kind}"), 404)


async def test_frames_are_the_tables_after_each_event(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    newest = await play(client, game, guests)
    for headers in ({}, guests[1].headers):
        frames = fine(await client.get(f"/api/games/{game}/frames", headers=headers))
        assert [frame["seq"] for frame in frames] == list(range(1, 65))
        for frame in frames[::9]:
            assert frame == fine(await client.get(f"/api/games/{game}?at={frame['seq']}", headers=headers))
    assert newest > 64


RANGES: list[tuple[Json, range]] = [
    ({"start": 3, "end": 5}, range(3, 6)),
    ({"start": 20}, range(20, 84)),
    ({"start": 2, "end": 1000}, range(2, 66)),
    ({"start": -7, "end": 2}, range(1, 3)),
    ({"start": 5, "end": 4}, range(0)),
    ({"start": 10**25, "end": 10**26}, range(0)),
    ({"end": 0}, range(0)),
    ({"end": -1}, range(0)),
    ({"end": -(10**25)}, range(0)),
    ({"start": -7, "end": -2}, range(0)),
]


async def test_a_range_of_frames_is_cut_to_what_is_there(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    newest = await play(client, game, guests, moves=60)
    for params, expected in RANGES:
        frames = fine(await client.get(f"/api/games/{game}/frames", params=params))
        assert [frame["seq"] for frame in frames] == [seq for seq in expected if seq <= newest], params


@pytest.mark.parametrize("kind", ["frames", "steps"])
async def test_frames_that_the_client_has_are_not_sent_again(client: httpx.AsyncClient, kind: str) -> None:
    game, guests = await started(client, DISCOVERY)
    await play(client, game, guests, moves=3)
    first = await client.get(f"/api/games/{game}/{kind}", headers=guests[0].headers)
    assert first.headers["cache-control"] == "private, no-cache"
    conditional = {**guests[0].headers, "If-None-Match": first.headers["etag"]}
    again = await client.get(f"/api/games/{game}/{kind}", headers=conditional)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    await play(client, game, guests, moves=1)
    assert (await client.get(f"/api/games/{game}/{kind}", headers=conditional)).status_code == 200


async def test_frames_of_the_past_stay_as_they_are_while_the_game_goes_on(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    newest, address = await play(client, game, guests, moves=5), f"/api/games/{game}/frames"
    first = await client.get(address, params={"end": newest})
    await play(client, game, guests, moves=5)
    later = await client.get(address, params={"end": newest})
    assert (later.headers["etag"], later.content) == (first.headers["etag"], first.content)
    own = await client.get(address, params={"end": newest}, headers=guests[0].headers)
    assert own.headers["etag"] != first.headers["etag"]


async def test_replays_are_right_when_the_cache_is_too_small_for_them(
    server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_games, "_CACHED_BYTES", 4_000)
    async with calling(unlimited(server_url)) as client:
        game, guests = await started(client, TRIBE)
        await play(client, game, guests, moves=5)
        for end in (1, 2, 3, 2, 1, 4, 4):
            frames = fine(await client.get(f"/api/games/{game}/frames", params={"end": end}))
            assert [frame["seq"] for frame in frames] == list(range(1, end + 1))


async def test_a_private_game_is_replayed_only_for_those_who_may_see_it(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY, private=True)
    for kind in ("steps", "frames"):
        fine(await client.get(f"/api/games/{game}/{kind}", headers=guests[0].headers))
        refused(await client.get(f"/api/games/{game}/{kind}"), 404)
        refused(await client.get(f"/api/games/{game}/{kind}", params={"invite": "wrong"}), 404)


async def test_the_name_of_a_departed_player_is_not_shown(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    await play(client, game, guests, moves=3)
    tags = {}
    for kind in ("steps", "frames"):
        answer = await client.get(f"/api/games/{game}/{kind}")
        assert "Guest 0" in answer.text
        tags[kind] = answer.headers["etag"]
    fine(await client.request("DELETE", "/api/me", json={}, headers=guests[0].headers))
    for kind, tag in tags.items():
        answer = await client.get(f"/api/games/{game}/{kind}", headers={"If-None-Match": tag})
        assert "Somebody" in answer.text
        assert "Guest 0" not in answer.text
