"""Finished games are reviewed by a worker and its search processes."""

from pathlib import Path
from random import Random

import httpx
import pytest

import service.worker.main
from domain.notation.records import write_record
from domain.rules import Rules
from service.engine.job_requests import ReviewRequest
from service.engine.queues import queue_key
from service.engine.reviews import Reviews
from service.engine.urgency import Urgency
from service.local_valkey.server import Embedded
from service.store.event_store import EventStore
from service.store.feeds.entries import START
from service.store.followers.cursors import BOT_TURNS, Cursors
from tests.support.api_hints import (
    KINGDOMINO,
    game_against_bots,
    hint_of,
    hint_when,
    is_done,
    play_to_the_end,
    review_of,
    to_move,
    working,
)
from tests.support.api_persons import PASSWORD
from tests.support.api_play import fine, play, refused, started, welcome
from tests.support.play import random_game
from tests.support.servers import eventually


async def test_a_finished_game_of_an_account_is_reviewed_automatically(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed):
        game, guest = await game_against_bots(client, "flint")
        fine(await client.post("/api/account", headers=guest.headers, json={"name": "Oona", "password": PASSWORD}))
        await play_to_the_end(client, game, guest)

        async def is_reviewed() -> bool:
            return (await client.get(f"/api/games/{game}/analysis")).status_code == 200

        await eventually(is_reviewed)  # nobody has requested it
        review = fine(await client.get(f"/api/games/{game}/analysis"))
    assert review["status"] == "done"
    events = fine(await client.get(f"/api/games/{game}/events"))
    kinds = {entry["seq"]: entry["event"]["type"] for entry in events}
    expected = {"claim": "domino_drafted", "draft": "domino_drafted", "place": "domino_placed", "fire": "fire_landed"}
    for move in review["moves"]:
        assert (move["benefit"] is None) == (move["lost"] < 1), "it is said what the better move brings"
        assert kinds[move["seq"]] == expected.get(move["step"], kinds[move["seq"]])
        assert move["lost"] == pytest.approx(move["before"] - move["after"])
        assert move["played"]["move"]["type"] in (move["step"], "recruit", "pass", "decline", "give_totem")
        assert move["best"]["notation"]
    assert {seat["seat"] for seat in review["seats"]} == {0, 1}
    assert all(seat["hindsight"]["territory"]["size"] in (5, 7) for seat in review["seats"])
    assert len(review["turning_points"]) <= 3


async def test_a_game_of_guests_is_reviewed_on_request(
    own_server: Embedded, own_store: EventStore, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed):
        game, guest = await game_against_bots(client, "flint")
        await play_to_the_end(client, game, guest)
        await eventually(lambda: is_followed(own_store))
        refused(await client.get(f"/api/games/{game}/analysis"), 401)  # so it was not started
        assert not await is_begun(own_store, game)
        await review_of(client, game, guest)


async def test_when_many_wait_already_no_more_reviews_are_made_unasked(
    own_server: Embedded,
    own_store: EventStore,
    client: httpx.AsyncClient,
    failed: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service.worker.main, "_UNASKED_REVIEWS", 0)
    async with working(own_server, failed):
        game, guest = await game_against_bots(client, "flint")
        fine(await client.post("/api/account", headers=guest.headers, json={"name": "Oona", "password": PASSWORD}))
        await play_to_the_end(client, game, guest)
        await eventually(lambda: is_followed(own_store))
        assert not await is_begun(own_store, game)
        await review_of(client, game, guest)


async def is_begun(store: EventStore, game: str) -> bool:
    """Whether the review of a game waits, is being made, or is there."""
    jobs = f"{queue_key(Urgency.UNASKED)}:jobs"
    waits = await store.servers.call(jobs, "HEXISTS", jobs, ReviewRequest(game).id)
    return bool(waits) or await Reviews(store).exists(game)


async def is_followed(store: EventStore) -> bool:
    """Whether a worker has read all feeds to their ends."""
    where = await Cursors(store, BOT_TURNS).load()
    return all(where.get(bucket, START) == end for bucket, end in (await store.feeds.ends()).items())


async def test_a_stored_record_is_reviewed_on_request(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path
) -> None:
    record = write_record(random_game(Rules("origins", 3, "totem"), Random(1), fickle=0.1).events)
    async with working(own_server, failed):
        guest = await welcome(client, "Oona")
        kept = fine(await client.post("/api/records", content=record, headers=guest.headers))["id"]
        game, player = await game_against_bots(client, "flint")
        await play_to_the_end(client, game, player)
        await review_of(client, game, player)  # long after the record was heard of
        assert (await client.get(f"/api/games/{kept}/analysis?start=false")).status_code == 202
        refused(await client.get(f"/api/games/{kept}/analysis"), 401)  # so it was not started
        review = await review_of(client, kept, guest)
    assert len(review["seats"]) == 3


async def test_a_review_that_fails_leaves_files_without_names(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed, "raise"):
        game, guest = await game_against_bots(client, "flint")
        await play_to_the_end(client, game, guest)
        assert not (await review_of(client, game, guest))["moves"]
    cases = [path.read_text() for path in failed.iterdir()]
    assert any("look_back" in case for case in cases)
    assert not any("Oona" in case for case in cases)


async def test_a_decision_whose_search_fails_is_left_out_of_the_review(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path, tmp_path: Path
) -> None:
    async with working(own_server, failed):
        game, guest = await game_against_bots(client, "flint")
        await play_to_the_end(client, game, guest)
        whole = await review_of(client, game, guest)
    record = (await client.get(f"/api/games/{game}/record")).text
    async with working(own_server, failed, f"raise_once:{tmp_path / 'raised'}"):
        kept = fine(await client.post("/api/records", content=record, headers=guest.headers))["id"]
        review = await review_of(client, kept, guest)
    assert len(review["moves"]) == len(whole["moves"]) - 1


async def test_a_hint_goes_before_a_review(own_server: Embedded, client: httpx.AsyncClient, failed: Path) -> None:
    async with working(own_server, failed, "slow:0.2"):
        game, guests = await started(client, KINGDOMINO)
        await play(client, game, guests)
        other, guest = await game_against_bots(client, "flint")
        await to_move(client, other, guest)

        async def is_under_way() -> bool:
            answer = await client.get(f"/api/games/{game}/analysis", headers=guest.headers)
            return bool(answer.json()["progress"])

        await eventually(is_under_way)
        hint = await hint_of(client, other, guest)
        await hint_when(client, other, guest, hint["hint"], is_done)
        assert (await client.get(f"/api/games/{game}/analysis")).status_code == 202
