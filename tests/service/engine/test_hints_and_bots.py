"""Hints, and bots that search, with a worker and its search processes, whatever happens to these."""

import os
import signal
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from service.engine import hints
from service.local_valkey.server import Embedded
from service.store.event_store import EventStore
from tests.support.api_hints import (
    HASTY,
    KINGDOMINO,
    check_finished,
    game_against_bots,
    hint_of,
    hint_when,
    is_busy,
    is_done,
    is_running,
    play_to_the_end,
    to_move,
    working,
)
from tests.support.api_play import fine, offered, play, post, started, welcome
from tests.support.servers import eventually

# Hints


async def test_a_hint_is_ranked_at_once_and_refined(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    async with working(own_server, failed, f"note:{notes}", "slow:0.05"):
        game, guest = await game_against_bots(client, "flint")
        choices = await to_move(client, game, guest)
        hint = await hint_of(client, game, guest)
        first = await hint_when(client, game, guest, hint["hint"], lambda hint: bool(hint["moves"]))
        last = await hint_when(client, game, guest, hint["hint"], is_done)
        assert 0 < first["progress"] <= last["progress"] == 1.0
        assert sorted(map(str, (move["move"] for move in last["moves"]))) == sorted(map(str, choices["moves"]))
        assert [move["notation"] for move in last["moves"]] == choices["notation"]
        assert [move["value"] for move in last["moves"]] == [move["lead"] for move in last["moves"]]
        assert await hint_of(client, game, guest) == last
        fine(await post(client, game, guest, last["moves"][0]["move"], seq=last["seq"]))
    questions = [line.split() for line in notes.read_text().splitlines()]
    assert [kind for kind, _ in questions] == ["Rank", "Rank", "Explain"]
    assert int(questions[0][1]) < int(questions[1][1])
    assert last["than"] == 1, "the first that is not as good"
    gain = last["moves"][0]["lead"] - last["moves"][1]["lead"]
    assert last["benefit"]["lead"] == gain
    assert last["benefit"]["items"] == [{"item": "order", "points": gain, "error": 0.1, "seat": None, "domino": None}]


async def test_a_hint_is_cancelled_when_the_game_moves_on(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "STRENGTH", 60_000)
    async with working(own_server, failed, "slow:60") as thinkers:
        game, guest = await game_against_bots(client, "flint")
        choices = await to_move(client, game, guest)
        hint = await hint_of(client, game, guest)
        await hint_when(client, game, guest, hint["hint"], is_running)
        await eventually(lambda: is_busy(thinkers))
        fine(await post(client, game, guest, choices["moves"][0]))
        await hint_when(client, game, guest, hint["hint"], lambda hint: bool(hint["status"] == "stale"))

        async def is_free() -> bool:
            return not thinkers.pids

        await eventually(is_free)


async def test_a_cancelled_hint_can_be_requested_again_after_the_game(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path, tmp_path: Path
) -> None:
    is_ready = tmp_path / "ready"
    async with working(own_server, failed, f"ready_when:{is_ready}"):
        game, guest = await game_against_bots(client, "flint")
        choices = await to_move(client, game, guest)
        hint = await hint_of(client, game, guest)
        fine(await post(client, game, guest, choices["moves"][0]))
        await hint_when(client, game, guest, hint["hint"], lambda hint: bool(hint["status"] == "stale"))
        is_ready.touch()
        await play_to_the_end(client, game, guest)
        assert (await hint_of(client, game, guest, at=choices["seq"]))["status"] == "queued"
        await hint_when(client, game, guest, hint["hint"], is_done)


async def test_a_hint_is_not_kept_waiting_by_bots(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed, "slow:0.5"):
        game, guest = await game_against_bots(client, "flint")
        await to_move(client, game, guest)
        others = [await game_against_bots(client, "volcano", KINGDOMINO | {"seats": 4}) for _ in range(12)]
        hint = await hint_of(client, game, guest)
        await hint_when(client, game, guest, hint["hint"], is_done)
        waiting = [await offered(client, other, oona) for other, oona in others]
        assert sum(choices["seat"] != 0 for choices in waiting) > 2


async def test_a_finished_game_has_hints_at_every_decision(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed):
        game, guests = await started(client, KINGDOMINO)
        await play(client, game, guests)
        stranger = await welcome(client, "Stranger")
        for at in (3, 4, 5):
            hint = await hint_of(client, game, stranger, at=at)
            assert (await hint_when(client, game, stranger, hint["hint"], is_done))["seq"] == at


async def test_a_hint_whose_search_fails_says_so(own_server: Embedded, client: httpx.AsyncClient, failed: Path) -> None:
    async with working(own_server, failed, "raise"):
        game, guest = await game_against_bots(client, "flint")
        await to_move(client, game, guest)
        hint = await hint_of(client, game, guest)
        await hint_when(client, game, guest, hint["hint"], lambda hint: bool(hint["status"] == "failed"))
    assert len(list(failed.iterdir())) == 1


async def test_a_hint_survives_the_death_of_its_search_process(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path, tmp_path: Path
) -> None:
    async with working(own_server, failed, f"die_once:{tmp_path / 'died'}"):
        game, guest = await game_against_bots(client, "flint")
        await to_move(client, game, guest)
        hint = await hint_of(client, game, guest)
        assert (await hint_when(client, game, guest, hint["hint"], is_done))["moves"]


# Bots that search


async def test_bots_that_search_play_a_game_to_its_end(
    own_server: Embedded, own_store: EventStore, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed):
        game, guest = await game_against_bots(client, "volcano")
        await play_to_the_end(client, game, guest)
    await check_finished(own_store, game)


async def test_a_bot_moves_even_if_its_search_fails(
    own_server: Embedded, own_store: EventStore, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed, "raise"):
        game, guest = await game_against_bots(client, "mammoth")
        await play_to_the_end(client, game, guest)
    await check_finished(own_store, game)
    assert failed.is_dir()


async def test_a_bot_moves_even_if_its_search_process_hangs(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed, "hang", grace=0.1, limits=replace(HASTY, search_seconds=0.1)):
        game, guest = await game_against_bots(client, "mammoth")
        choices = await to_move(client, game, guest)
        for _ in range(2):
            fine(await post(client, game, guest, choices["moves"][0]))
            choices = await to_move(client, game, guest)


async def test_a_bot_moves_even_if_no_search_process_starts(
    own_server: Embedded, client: httpx.AsyncClient, failed: Path
) -> None:
    async with working(own_server, failed, command=("false",), limits=replace(HASTY, search_patience=0.2)):
        game, guest = await game_against_bots(client, "mammoth")
        choices = await to_move(client, game, guest)
        fine(await post(client, game, guest, choices["moves"][0]))
        await to_move(client, game, guest)


async def test_killed_search_processes_lose_no_move(
    own_server: Embedded, own_store: EventStore, client: httpx.AsyncClient, failed: Path
) -> None:
    killed = 0
    async with working(own_server, failed, "slow:0.2") as thinkers:
        game, guest = await game_against_bots(client, "volcano")

        async def is_busy_or_has_moved() -> bool:
            return await is_busy(thinkers) or (await offered(client, game, guest))["seat"] == 0

        while killed < 3:
            choices = await to_move(client, game, guest)
            fine(await post(client, game, guest, choices["moves"][0]))
            await eventually(is_busy_or_has_moved)
            for pid in thinkers.pids:
                os.kill(pid, signal.SIGKILL)
                killed += 1
        await play_to_the_end(client, game, guest)
    await check_finished(own_store, game)
    assert not failed.exists()
