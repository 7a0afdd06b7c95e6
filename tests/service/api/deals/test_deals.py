"""The deal of the day over HTTP: everybody plays it once, and until they have, nothing tells them of it."""

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from litestar.testing import AsyncTestClient

from domain.events import LineRevealed
from projections.small_board import small_board
from service.assembly import assemble
from service.engine.search_pool import SearchPool
from service.games.codec import decode_all
from service.runtime.settings import Settings
from service.store.event_store import EventStore
from service.worker.main import run_worker
from tests.support.api_persons import ManualClock, reset_login_attempts, session_of, signed_up
from tests.support.api_play import Guest, Json, account, choice, fine, offered, post, refused, welcome
from tests.support.api_server import lent_app, unlimited
from tests.support.servers import LONGEST_WAIT, emptied, eventually, patient_store
from tests.support.variants import only

MONDAY = 1_800_230_400_000  # 2027-01-18
_SEPARATORS = (",", ", ", " ", "-", ";", "\n", "|")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(MONDAY)


@pytest.fixture
async def log(server_url: str) -> AsyncIterator[EventStore]:
    store = patient_store(server_url)
    await emptied(store)
    yield store
    await store.aclose()


@pytest.fixture
async def client(server_url: str, log: EventStore, clock: ManualClock) -> AsyncIterator[httpx.AsyncClient]:
    """The API, and beside it a worker for bots and lists."""
    settings = Settings(redis_url=server_url, puzzles=0, reviews="asked", patience=LONGEST_WAIT)
    worker = asyncio.create_task(run_worker(settings, clock, SearchPool(1, Path(os.devnull))))
    with lent_app(unlimited(server_url), clock) as app:
        async with AsyncTestClient(app) as client:
            yield client
    worker.cancel()
    await asyncio.wait([worker])


async def begun(client: httpx.AsyncClient, guest: Guest) -> str:
    game: str = fine(await client.post("/api/deals/daily", headers=guest.headers))["game"]
    return game


async def deal_of(client: httpx.AsyncClient, guest: Guest | None = None, **query: str) -> Json:
    return fine(await client.get("/api/deals/daily", headers=guest.headers if guest else {}, params=query))


async def play(client: httpx.AsyncClient, game: str, guest: Guest, *, moves: int = 1000, last: bool = False) -> None:
    """Makes moves, always the same ones of those offered; `last` takes the last of them."""
    for _ in range(moves):
        choices = await _own_turn(client, game, guest)
        if choices["seat"] is None:
            return
        fine(await post(client, game, guest, choices["moves"][-1] if last and choices["moves"] else choice(choices)))


async def _own_turn(client: httpx.AsyncClient, game: str, guest: Guest) -> Json:
    choices: Json = None

    async def is_due() -> bool:
        nonlocal choices
        choices = await offered(client, game, guest)
        return choices["seat"] in (0, None)

    await eventually(is_due)
    return choices


async def finished(client: httpx.AsyncClient, guest: Guest, *, last: bool = False) -> str:
    game = await begun(client, guest)
    await play(client, game, guest, last=last)

    async def is_listed() -> bool:
        return (await deal_of(client, guest))["own"]["total"] is not None

    await eventually(is_listed)
    return game


async def told(client: httpx.AsyncClient, game: str, guest: Guest) -> list[Json]:
    """The log without names and times."""
    events = fine(await client.get(f"/api/games/{game}/events", headers=guest.headers))
    return [{key: value for key, value in entry["event"].items() if key != "seats"} for entry in events]


@pytest.mark.parametrize("day", only([0, 5], range(7)))  # of the week: Kingdomino, and Tribe, which has a pile
async def test_who_moves_alike_sees_alike_to_the_last_step(
    client: httpx.AsyncClient, clock: ManualClock, day: int
) -> None:
    clock.pass_days(day)
    oona, ben, ugh = [await welcome(client, name) for name in ("Oona", "Ben", "Ugh")]
    games = [await finished(client, oona), await finished(client, ben), await finished(client, ugh, last=True)]
    logs = [await told(client, game, guest) for game, guest in zip(games, (oona, ben, ugh), strict=True)]
    assert logs[0] == logs[1]
    assert logs[0][0] == logs[2][0], "the same deal, salt and commitment"
    page = fine(await client.get("/api/deals/results", headers=ben.headers))
    assert [result["game"] for result in page["results"] if result["rank"] == 1] != []
    totals = {result["name"]: result["total"] for result in page["results"]}
    assert (page["total"], totals["Oona"]) == (3, totals["Ben"])
    alike = fine(
        await client.get("/api/deals/parting", params={"game": games[0], "other": games[1]}, headers=ben.headers)
    )
    assert alike == {"parting": None}
    query = {"game": games[1], "other": games[2]}
    parting = fine(await client.get("/api/deals/parting", params=query, headers=ben.headers))["parting"]
    assert parting["own"]["move"] != parting["theirs"]["move"]
    before = parting["own"]["seq"] - 1
    assert logs[1][:before] == logs[2][:before]
    assert logs[1][before] != logs[2][before]


async def test_everybody_plays_once(client: httpx.AsyncClient, clock: ManualClock) -> None:
    oona = await welcome(client, "Oona")
    assert (await deal_of(client, oona))["own"] is None
    first, second = await asyncio.gather(begun(client, oona), begun(client, oona))
    assert first == second
    own = (await deal_of(client, oona))["own"]
    assert (own["game"], own["status"], own["total"]) == (first, "running", None)
    await play(client, first, oona, moves=2)
    assert refused(await client.post(f"/api/games/{first}/cancel", headers=oona.headers), 422)
    answer = await client.post(f"/api/games/{first}/questions", json={"type": "call_off"}, headers=oona.headers)
    assert refused(answer, 422)["code"] == "same_for_all"
    assert refused(await client.post(f"/api/games/{first}/hints", headers=oona.headers), 403)["code"] == "hints_of_day"
    await play(client, first, oona)
    assert await begun(client, oona) == first
    clock.pass_days(1)
    assert await begun(client, oona) != first


async def test_who_leaves_or_is_late_has_no_place(client: httpx.AsyncClient, clock: ManualClock) -> None:
    oona, ben, ugh = [await welcome(client, name) for name in ("Oona", "Ben", "Ugh")]
    left, late = await begun(client, oona), await begun(client, ben)
    fine(await client.post(f"/api/games/{left}/resign", headers=oona.headers))

    async def is_over() -> bool:
        status: str = (await deal_of(client, oona))["own"]["status"]
        return status == "over"

    await eventually(is_over)
    clock.pass_days(2)
    await play(client, late, ben)
    yesterday = "2027-01-18"
    shown = await deal_of(client, ugh, date=yesterday)
    assert (shown["played"], shown["is_open"], shown["begins"]) == (0, True, False)
    assert fine(await client.get("/api/deals/results", params={"date": yesterday})) == {
        "day": yesterday,
        "total": 0,
        "results": [],
    }
    assert fine(await client.get(f"/api/games/{left}"))["id"] == left, "the day is over: everybody may see it"
    assert (
        refused(await client.get("/api/deals/daily", params={"date": "2031-01-01"}), 404)["code"] == "no_deal_that_day"
    )


async def test_a_guests_game_goes_over_to_their_account(client: httpx.AsyncClient, server_url: str) -> None:
    await reset_login_attempts(server_url)
    oona, guest = await signed_up(client, "Oona"), await welcome(client, "Oona before")
    game = await begun(client, guest)
    session = await session_of(client, oona.name)
    fine(await client.post("/api/me/guest", json={"token": guest.token}, headers=session))
    assert fine(await client.post("/api/deals/daily", headers=session)) == {"game": game}


async def test_nothing_tells_the_deal_to_those_who_have_not_finished_it(
    client: httpx.AsyncClient, log: EventStore, clock: ManualClock
) -> None:
    oona, stranger, player = [await account(client, name) for name in ("Oona", "Nag", "Ben")]
    game, own = await finished(client, oona), await begun(client, player)
    await play(client, own, player, moves=3)
    fine(await client.put(f"/api/games/{game}/notes", json={"step": 3, "text": "My deal"}, headers=oona.headers))
    for name, guest in ((game, oona), (own, player)):  # one whole, one as far as it has come
        record = (await client.get(f"/api/games/{name}/record", headers=guest.headers)).text
        imported = await client.post("/api/records", content=record, headers=guest.headers)
        assert refused(imported, 403)["code"] == "deal_secret"
    fork = await client.post(f"/api/games/{game}/fork", json={"at": 5}, headers=oona.headers)
    assert refused(fork, 403)["code"] == "deal_secret"
    seen = json.dumps(await told(client, own, player))
    secrets = [text for text in await _secrets(log, game) if text not in seen.encode()]
    assert len(secrets) > 50
    for headers in ({}, stranger.headers, player.headers):
        for address in await _addresses(client, game, oona):
            answer = await client.get(address, headers=headers)
            heard = answer.content + str(answer.headers).encode()
            assert not [secret for secret in secrets if secret in heard], address
            if f"/{game}" in address and address.startswith("/api/games/"):
                assert answer.status_code in (400, 401, 404), address
    for headers in ({}, stranger.headers, player.headers):
        results = await client.get("/api/deals/results", headers=headers)
        assert refused(results, 403)["code"] == "deal_secret"
    assert refused(await client.get(f"/api/games/{game}", headers=player.headers), 404)
    await play(client, own, player)
    assert fine(await client.get(f"/api/games/{game}", headers=player.headers))["id"] == game
    clock.pass_days(2)
    assert fine(await client.get(f"/api/games/{game}"))["id"] == game


async def _secrets(log: EventStore, game: str) -> list[bytes]:
    """What only this deal has: its lines, as they may be written, its salt, and what was placed where."""
    services = assemble(log, ManualClock(MONDAY))
    events = [stamped.event for stamped in decode_all(await log.read(game))]
    state = await services.live.current(game)
    assert state.deal is not None
    assert state.salt is not None
    lines = [event.dominoes for event in events if isinstance(event, LineRevealed)]
    starts = range(0, len(state.deal.dominoes), 4)
    orders = [*lines, *(state.deal.dominoes[start : start + 4] for start in starts)]
    return [
        *(separator.join(map(str, order)).encode() for order in orders for separator in _SEPARATORS),
        *(bytes(order) for order in orders),
        *(small_board(territory).encode() for territory in state.position.territories),
        state.salt[:12].encode(),
    ]


async def _addresses(client: httpx.AsyncClient, game: str, owner: Guest) -> list[str]:
    """Everything that can be read, about this game and this person."""
    paths = fine(await client.get("/schema"))["paths"]
    values = {"game": game, "player": owner.player, "other": owner.player, "pool": "kingdomino", "at": "3"}
    addresses = [*_filled((path for path, item in paths.items() if "get" in item), values)]
    pages = [
        f"/game/{game}",
        f"/game/{game}/3",
        f"/game/{game}/plain",
        f"/embed/games/{game}",
        f"/people/{owner.player}",
    ]
    queries = [
        f"/api/deals/parting?game={game}&other={game}",
        "/api/lobby?status=over",
        "/api/lobby?status=running",
        "/",
    ]
    return [*addresses, *pages, *queries]


def _filled(paths: Iterator[str] | list[str], values: dict[str, str]) -> Iterator[str]:
    for path in paths:
        if path != "/api/stream":  # has no end
            yield re.sub(r"{(\w+)}", lambda name: values.get(name[1], "x"), path)
