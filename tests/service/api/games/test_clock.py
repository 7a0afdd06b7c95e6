"""The clock of a game over HTTP: requested, refused, shown. The time is injected."""

from collections.abc import AsyncIterator
from datetime import datetime

import httpx
import pytest
from litestar.testing import AsyncTestClient

from service.games.outages import HEARTBEAT, OUTAGES
from service.store.event_store import EventStore
from tests.support.api_play import KINGDOMINO, Json, fine, offered, opened, play, post, refused, started, welcome
from tests.support.api_server import lent_app, unlimited
from tests.support.servers import emptied

DAY = 86_400_000
BANK: Json = {"type": "bank", "bank": 86400, "increment": 3600, "cap": 172800}
DAYS: Json = {"type": "days", "days": 3}


class Time:
    now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def own(server_url: str) -> AsyncIterator[EventStore]:
    """The store of the API, without the data of other tests."""
    store = EventStore(server_url)
    await emptied(store)
    yield store
    await emptied(store)
    await store.aclose()


@pytest.fixture
async def client(server_url: str, own: EventStore, time: Time) -> AsyncIterator[httpx.AsyncClient]:
    with lent_app(unlimited(server_url), time) as app:
        async with AsyncTestClient(app) as client:
            yield client


def milliseconds(text: str) -> int:
    assert text.endswith("Z")
    return round(datetime.fromisoformat(text).timestamp() * 1000)


async def test_the_table_shows_whose_clock_runs_and_when_it_ends(client: httpx.AsyncClient, time: Time) -> None:
    game, _ = await started(client, KINGDOMINO, clock=DAYS)
    table = fine(await client.get(f"/api/games/{game}"))
    clock = table["clock"]
    assert clock["control"] == DAYS
    assert clock["successor"] == "flint"
    assert clock["seat"] == table["seat"]
    assert milliseconds(clock["due"]) == time.now + 3 * DAY
    assert milliseconds(clock["warn"]) == time.now + 3 * DAY * 4 // 5
    assert clock["left"] is None


async def test_a_bank_shows_what_each_seat_has_left(client: httpx.AsyncClient, time: Time) -> None:
    game, guests = await started(client, KINGDOMINO, clock=BANK, successor="pebble")
    first = fine(await client.get(f"/api/games/{game}"))["clock"]
    assert first["left"] == [86400, 86400]
    time.now += 2 * 3_600_000
    await play(client, game, guests, moves=1)
    second = fine(await client.get(f"/api/games/{game}"))["clock"]
    assert second["left"][first["seat"]] == 86400 - 2 * 3600 + 3600
    assert second["seat"] != first["seat"]
    assert milliseconds(second["due"]) == time.now + DAY
    assert second["successor"] == "pebble"


async def test_a_waiting_table_shows_by_which_clock_it_will_be_played(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    table = await opened(client, guest, KINGDOMINO, clock=BANK)
    assert table["clock"]["control"] == BANK
    assert table["clock"]["due"] is None
    assert fine(await client.get(f"/api/games/{table['id']}"))["clock"] == table["clock"]


async def test_a_game_without_a_clock_shows_none(client: httpx.AsyncClient) -> None:
    for clock in ({}, {"clock": None}):
        game, _ = await started(client, KINGDOMINO, **clock)
        assert "clock" not in fine(await client.get(f"/api/games/{game}"))


async def test_a_table_of_the_past_and_one_that_is_over_have_no_time_running(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO, clock=BANK)
    assert "clock" not in fine(await client.get(f"/api/games/{game}?at=1"))
    await play(client, game, guests)
    clock = fine(await client.get(f"/api/games/{game}"))["clock"]
    assert (clock["seat"], clock["warn"], clock["due"]) == (None, None, None)
    assert len(clock["left"]) == 2


async def test_a_bot_has_no_clock(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    game = (await opened(client, guest, KINGDOMINO, clock=BANK, seats=[{"bot": "pebble"}]))["id"]
    while (choices := await offered(client, game, guest))["seat"] == 0:
        fine(await post(client, game, guest, choices["moves"][0]))
    clock = fine(await client.get(f"/api/games/{game}"))["clock"]
    assert (clock["seat"], clock["due"]) == (None, None)
    assert clock["left"][1] is None


async def test_undoing_leaves_the_time_as_it_was(client: httpx.AsyncClient, time: Time) -> None:
    game, guests = await started(client, KINGDOMINO, clock=BANK)
    seat = (await offered(client, game, guests[0]))["seat"]
    time.now += 3_600_000
    await play(client, game, guests, moves=1)
    fine(await post(client, game, guests[seat], {"type": "undo"}))
    clock = fine(await client.get(f"/api/games/{game}"))["clock"]
    assert clock["seat"] == seat
    assert clock["left"][seat] == 86400 - 3600
    assert milliseconds(clock["due"]) == time.now + DAY - 3_600_000


async def test_an_outage_moves_the_due_time_and_the_tag(client: httpx.AsyncClient, own: EventStore, time: Time) -> None:
    game, _ = await started(client, KINGDOMINO, clock=DAYS)
    before = await client.get(f"/api/games/{game}")
    same = await client.get(f"/api/games/{game}", headers={"If-None-Match": before.headers["etag"]})
    assert same.status_code == 304
    begin = time.now
    await own.servers.call(OUTAGES, "ZADD", OUTAGES, begin + 2 * DAY, begin + DAY)
    time.now += 2 * DAY
    await own.servers.call(HEARTBEAT, "ZADD", HEARTBEAT, time.now, "worker")
    after = await client.get(f"/api/games/{game}", headers={"If-None-Match": before.headers["etag"]})
    assert milliseconds(fine(after)["clock"]["due"]) == begin + 4 * DAY


@pytest.mark.parametrize(
    ("clock", "word"),
    [
        ({"type": "days", "days": 0}, "days"),
        ({"type": "days", "days": -1}, "days"),
        ({"type": "days", "days": 4}, "days"),
        ({"type": "bank", "bank": 0, "increment": 0, "cap": 0}, "second"),
        ({"type": "bank", "bank": -5, "increment": 0, "cap": 10}, "second"),
        ({"type": "bank", "bank": 60, "increment": -1, "cap": 60}, "increment"),
        ({"type": "bank", "bank": 60, "increment": 3600, "cap": 7200}, "increment"),
        ({"type": "bank", "bank": 60, "increment": 30, "cap": 59}, "cap"),
        ({"type": "bank", "bank": 60, "increment": 30, "cap": 10**17}, "cap"),
    ],
)
async def test_an_impossible_clock_is_refused_with_a_reason(client: httpx.AsyncClient, clock: Json, word: str) -> None:
    guest = await welcome(client, "Ugh")
    answer = await client.post("/api/games", json={"rules": KINGDOMINO, "clock": clock}, headers=guest.headers)
    problem = refused(answer, 422)
    assert word in problem["detail"]
    assert problem["detail"].endswith(".")


@pytest.mark.parametrize(
    "clock",
    [
        {"type": "hourglass"},
        {"type": "days"},
        {"type": "days", "days": "3"},
        {"type": "days", "days": 2.5},
        {"type": "bank", "bank": 60, "increment": 0},
        {"type": "days", "days": 3, "cap": 1},
        3,
        "days",
        [],
    ],
)
async def test_a_malformed_clock_is_refused(client: httpx.AsyncClient, clock: Json) -> None:
    guest = await welcome(client, "Ugh")
    answer = await client.post("/api/games", json={"rules": KINGDOMINO, "clock": clock}, headers=guest.headers)
    assert "clock" in refused(answer, 400)["detail"]


async def test_a_successor_is_a_bot_that_plays(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    table = {"rules": KINGDOMINO, "clock": DAYS}
    refused(await client.post("/api/games", json={**table, "successor": "sloth"}, headers=guest.headers), 400)
    fine(await client.post("/api/games", json={**table, "successor": "pebble"}, headers=guest.headers))
