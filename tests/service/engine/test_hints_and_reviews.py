"""Hints, reviews and bots that search, with workers and thinkers at work, whatever happens to them."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import httpx
import pytest

from domain.log import audit
from domain.notation.records import write_record
from domain.rules import Rules
from puzzles.search.precompile import warm
from service.app import create_app
from service.engine.search_pool import Thinkers
from service.games.codec import decode_all
from service.local_valkey.server import Embedded
from service.runtime.metrics import Metrics
from service.runtime.settings import Settings
from service.store.event_store import EventStore
from service.worker.main import run_worker
from tests.support.api_play import Guest, Json, fine, offered, opened, play, post, refused, started, welcome
from tests.support.api_server import serving, unlimited
from tests.support.game_players import spans
from tests.support.play import random_game
from tests.support.servers import eventually
from tests.support.simple_search_process import COMMAND
from tests.support.stack import stack

TRIBE: Json = {"game": "origins", "mode": "tribe", "seats": 2}
KINGDOMINO: Json = {"game": "kingdomino", "seats": 2}


@pytest.fixture
async def client(own_server: Embedded) -> AsyncIterator[httpx.AsyncClient]:
    with serving(create_app(unlimited(own_server.url))) as url:
        async with httpx.AsyncClient(base_url=url, timeout=30) as client:
            yield client


@pytest.fixture
def failed(tmp_path: Path) -> Path:
    return tmp_path / "failed"


@asynccontextmanager
async def working(server: Embedded, failed: Path, *how: str) -> AsyncIterator[Thinkers]:
    """A worker in this process, whose thinker is simple."""
    thinkers = Thinkers(1, failed, Metrics(), (*COMMAND, *how))
    worker = asyncio.create_task(run_worker(Settings(redis_url=server.url, puzzles=0), thinkers=thinkers))
    try:
        yield thinkers
    finally:
        worker.cancel()
        await asyncio.wait([worker])


async def to_move(client: httpx.AsyncClient, game: str, guest: Guest) -> Json:
    """What the guest may choose, when the bots have moved; or nothing, when the game is over."""
    found: list[Json] = []

    async def is_my_turn() -> bool:
        found.append(await offered(client, game, guest))
        return found[-1]["seat"] in (0, None)

    await eventually(is_my_turn)
    return found[-1]


async def hint_when(
    client: httpx.AsyncClient, game: str, guest: Guest, hint: str, condition: Callable[[Json], bool]
) -> Json:
    found: list[Json] = []

    async def holds() -> bool:
        found.append(fine(await client.get(f"/api/games/{game}/hints/{hint}", headers=guest.headers)))
        return condition(found[-1])

    await eventually(holds)
    return found[-1]


async def asked(client: httpx.AsyncClient, game: str, guest: Guest, **query: int) -> Json:
    return fine(await client.post(f"/api/games/{game}/hints", headers=guest.headers, params=query))


async def against(client: httpx.AsyncClient, level: str, rules: Json = KINGDOMINO) -> tuple[str, Guest]:
    guest = await welcome(client, "Oona")
    return (await opened(client, guest, rules, seats=[{"bot": level}] * (rules["seats"] - 1)))["id"], guest


async def played_out(client: httpx.AsyncClient, game: str, guest: Guest) -> None:
    while (choices := await to_move(client, game, guest))["seat"] is not None:
        fine(await post(client, game, guest, Random(choices["seq"]).choice(choices["moves"])))


async def reviewed(client: httpx.AsyncClient, game: str, guest: Guest) -> Json:
    found: list[httpx.Response] = []

    async def is_there() -> bool:
        found.append(await client.get(f"/api/games/{game}/analysis", headers=guest.headers))
        fine(found[-1])
        return found[-1].status_code == 200

    await eventually(is_there)
    return found[-1].json()


def is_done(hint: Json) -> bool:
    return bool(hint["status"] == "done")


def is_running(hint: Json) -> bool:
    return bool(hint["status"] == "running")


# Hints


async def test_a_hint_is_ranked_at_once_and_refined(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    async with working(own_server, failed, f"note:{notes}", "slow:0.05"):
        game, guest = await against(client, "flint")
        choices = await to_move(client, game, guest)
        hint = await asked(client, game, guest)
        first = await hint_when(client, game, guest, hint["hint"], lambda hint: bool(hint["moves"]))
        last = await hint_when(client, game, guest, hint["hint"], is_done)
        assert 0 < first["progress"] <= last["progress"] == 1.0
        assert sorted(map(str, (one["move"] for one in last["moves"]))) == sorted(map(str, choices["moves"]))
        assert [one["notation"] for one in last["moves"]] == choices["notation"]
        assert [one["value"] for one in last["moves"]] == [one["lead"] for one in last["moves"]]
        assert await asked(client, game, guest) == last
        fine(await post(client, game, guest, last["moves"][0]["move"], seq=last["seq"]))
    asked_for = [line.split() for line in notes.read_text().splitlines()]
    assert [kind for kind, _ in asked_for] == ["Rank", "Rank"]
    assert int(asked_for[0][1]) < int(asked_for[1][1])


async def test_a_hint_is_called_off_when_the_game_moves_on(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.engine.hints.STRENGTH", 60_000)
    async with working(own_server, failed, "slow:60") as thinkers:
        game, guest = await against(client, "flint")
        choices = await to_move(client, game, guest)
        hint = await asked(client, game, guest)
        await hint_when(client, game, guest, hint["hint"], is_running)
        await eventually(lambda: _is_busy(thinkers))
        fine(await post(client, game, guest, choices["moves"][0]))
        await hint_when(client, game, guest, hint["hint"], lambda hint: bool(hint["status"] == "stale"))

        async def is_free() -> bool:
            return not thinkers.pids

        await eventually(is_free)


async def test_a_hint_that_was_called_off_can_be_had_when_the_game_is_over(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed, "slow:0.2"):
        game, guest = await against(client, "flint")
        choices = await to_move(client, game, guest)
        hint = await asked(client, game, guest)
        fine(await post(client, game, guest, choices["moves"][0]))
        await hint_when(client, game, guest, hint["hint"], lambda hint: bool(hint["status"] == "stale"))
        await played_out(client, game, guest)
        assert (await asked(client, game, guest, at=choices["seq"]))["status"] == "queued"
        await hint_when(client, game, guest, hint["hint"], is_done)


async def test_a_hint_is_not_kept_waiting_by_bots(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.worker.main._AT_ONCE", 2)
    async with working(own_server, failed, "slow:2"):
        game, guest = await against(client, "flint")
        await to_move(client, game, guest)
        others = [await against(client, "volcano", KINGDOMINO | {"seats": 4}) for _ in range(12)]
        hint = await asked(client, game, guest)
        await hint_when(client, game, guest, hint["hint"], is_done)
        waiting = [await offered(client, other, oona) for other, oona in others]
        assert sum(one["seat"] != 0 for one in waiting) > 2


async def _is_busy(thinkers: Thinkers) -> bool:
    return bool(thinkers.pids)


async def test_a_finished_game_has_hints_at_every_decision(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed):
        game, guests = await started(client, KINGDOMINO)
        await play(client, game, guests)
        stranger = await welcome(client, "Stranger")
        for at in (3, 4, 5):
            hint = await asked(client, game, stranger, at=at)
            assert (await hint_when(client, game, stranger, hint["hint"], is_done))["seq"] == at


async def test_a_hint_whose_search_fails_says_so(own_server: Embedded, client: httpx.AsyncClient, failed: Path) -> None:
    async with working(own_server, failed, "raise"):
        game, guest = await against(client, "flint")
        await to_move(client, game, guest)
        hint = await asked(client, game, guest)
        await hint_when(client, game, guest, hint["hint"], lambda hint: bool(hint["status"] == "failed"))
    assert len(list(failed.iterdir())) == 1


async def test_a_hint_is_there_though_its_thinker_died(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path, tmp_path: Path
) -> None:
    async with working(own_server, failed, f"die_once:{tmp_path / 'died'}"):
        game, guest = await against(client, "flint")
        await to_move(client, game, guest)
        hint = await asked(client, game, guest)
        assert (await hint_when(client, game, guest, hint["hint"], is_done))["moves"]


# Bots that search


async def test_bots_that_search_play_a_game_to_its_end(
    own_server: Embedded, own_store: EventStore, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed):
        game, guest = await against(client, "volcano")
        await played_out(client, game, guest)
    await check(own_store, game)


async def check(store: EventStore, game: str) -> None:
    """The game is over, as the rules say, and no event belongs to two moves of bots."""
    log = decode_all(await store.read(game))
    assert audit(one.event for one in log).position.winners is not None
    made = [number for span in await spans(store, game, len(log)) for number in range(span[0], span[1] + 1)]
    assert len(made) == len(set(made))


async def test_when_a_search_fails_the_bot_moves_all_the_same(
    own_server: Embedded, own_store: EventStore, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed, "raise"):
        game, guest = await against(client, "mammoth")
        await played_out(client, game, guest)
    await check(own_store, game)
    assert failed.is_dir()


async def test_a_bot_whose_thinker_hangs_moves_all_the_same(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.engine.search_pool.GRACE", 0.1)
    monkeypatch.setattr("service.worker.main._SEARCH_SECONDS", 0.1)
    async with working(own_server, failed, "hang"):
        game, guest = await against(client, "mammoth")
        choices = await to_move(client, game, guest)
        for _ in range(2):
            fine(await post(client, game, guest, choices["moves"][0]))
            choices = await to_move(client, game, guest)


async def test_a_bot_that_nobody_can_think_for_moves_all_the_same(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.worker.main._SEARCH_PATIENCE", 0.2)
    monkeypatch.setattr("tests.service.engine.test_hints_and_reviews.COMMAND", ("false",))
    async with working(own_server, failed):
        game, guest = await against(client, "mammoth")
        choices = await to_move(client, game, guest)
        fine(await post(client, game, guest, choices["moves"][0]))
        await to_move(client, game, guest)


# Reviews


async def test_a_finished_game_is_reviewed_by_itself(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed):
        game, guest = await against(client, "flint")
        await played_out(client, game, guest)

        async def is_reviewed() -> bool:
            return (await client.get(f"/api/games/{game}/analysis")).status_code == 200

        await eventually(is_reviewed)  # nobody who says their name has asked for it
        found = fine(await client.get(f"/api/games/{game}/analysis"))
    assert found["status"] == "done"
    events = fine(await client.get(f"/api/games/{game}/events"))
    kinds = {entry["seq"]: entry["event"]["type"] for entry in events}
    expected = {"claim": "domino_drafted", "draft": "domino_drafted", "place": "domino_placed", "fire": "fire_landed"}
    for one in found["moves"]:
        assert kinds[one["seq"]] == expected.get(one["step"], kinds[one["seq"]])
        assert one["lost"] == pytest.approx(one["before"] - one["after"])
        assert one["played"]["move"]["type"] in (one["step"], "recruit", "pass", "decline", "give_totem")
        assert one["best"]["notation"]
    assert {seat["seat"] for seat in found["seats"]} == {0, 1}
    assert all(seat["hindsight"]["territory"]["size"] in (5, 7) for seat in found["seats"])
    assert len(found["turning_points"]) <= 3


async def test_a_record_is_reviewed_when_somebody_asks(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path
) -> None:
    record = write_record(random_game(Rules("origins", 3, "totem"), Random(1), fickle=0.1).events)
    async with working(own_server, failed):
        guest = await welcome(client, "Oona")
        kept = fine(await client.post("/api/records", content=record, headers=guest.headers))["id"]
        game, player = await against(client, "flint")
        await played_out(client, game, player)
        await reviewed(client, game, player)  # long after the record was heard of
        refused(await client.get(f"/api/games/{kept}/analysis"), 401)
        found = await reviewed(client, kept, guest)
    assert len(found["seats"]) == 3


async def test_a_review_that_fails_leaves_files_without_names(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed, "raise"):
        game, guest = await against(client, "flint")
        await played_out(client, game, guest)
        assert not (await reviewed(client, game, guest))["moves"]
    cases = [path.read_text() for path in failed.iterdir()]
    assert any("look_back" in case for case in cases)
    assert not any("Oona" in case for case in cases)


async def test_a_decision_whose_search_fails_is_left_out_of_the_review(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path, tmp_path: Path
) -> None:
    async with working(own_server, failed):
        game, guest = await against(client, "flint")
        await played_out(client, game, guest)
        whole = await reviewed(client, game, guest)
    record = (await client.get(f"/api/games/{game}/record")).text
    async with working(own_server, failed, f"raise_once:{tmp_path / 'raised'}"):
        kept = fine(await client.post("/api/records", content=record, headers=guest.headers))["id"]
        found = await reviewed(client, kept, guest)
    assert len(found["moves"]) == len(whole["moves"]) - 1


async def test_a_hint_goes_before_a_review(own_server: Embedded, client: httpx.AsyncClient, failed: Path) -> None:
    async with working(own_server, failed, "slow:0.2"):
        game, guests = await started(client, KINGDOMINO)
        await play(client, game, guests)
        other, guest = await against(client, "flint")
        await to_move(client, other, guest)

        async def is_under_way() -> bool:
            answer = await client.get(f"/api/games/{game}/analysis", headers=guest.headers)
            return bool(answer.json()["progress"])

        await eventually(is_under_way)
        hint = await asked(client, other, guest)
        await hint_when(client, other, guest, hint["hint"], is_done)
        assert (await client.get(f"/api/games/{game}/analysis")).status_code == 202


# All of it, with the engine, as processes


async def test_killed_workers_lose_neither_moves_nor_hints_nor_reviews(tmp_path: Path) -> None:
    warm()  # what is compiled here, the thinkers find ready
    async with stack(tmp_path, workers=2) as it, httpx.AsyncClient(base_url=it.url, timeout=30) as client:
        game, guest = await against(client, "mammoth", TRIBE)
        for kill in range(3):
            choices = await to_move(client, game, guest)
            hint = await asked(client, game, guest, at=choices["seq"])
            await hint_when(client, game, guest, hint["hint"], lambda hint: bool(hint["status"] != "queued"))
            await it.kill(f"worker{kill % 2}")
            found = await hint_when(client, game, guest, hint["hint"], is_done)
            fine(await post(client, game, guest, found["moves"][0]["move"], seq=choices["seq"]))
            await it.kill(f"worker{(kill + 1) % 2}")
        await played_out(client, game, guest)
        await it.kill("worker0")
        review = await reviewed(client, game, guest)
        scored = fine(await client.get(f"/api/games/{game}"))["seats"]
        store = EventStore(it.server.url)
        await check(store, game)
        await store.aclose()
    assert review["moves"]
    for one in review["seats"]:
        assert scored[one["seat"]]["score"]["total"] <= one["hindsight"]["best"] <= one["hindsight"]["bound"]
    assert not it.failed.exists(), "no search failed"
    assert not (tmp_path / "data" / "failed_positions").exists()


async def test_killed_thinkers_lose_nothing_either(
    own_server: Embedded, own_store: EventStore, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed, "slow:0.3") as thinkers:
        game, guest = await against(client, "volcano")
        for _ in range(3):
            choices = await to_move(client, game, guest)
            fine(await post(client, game, guest, choices["moves"][0]))
            if (await offered(client, game, guest))["seat"] != 0:
                await eventually(lambda: _is_busy(thinkers))
                os.kill(thinkers.pids[0], signal.SIGKILL)
        await played_out(client, game, guest)
    await check(own_store, game)
    assert not failed.exists()
