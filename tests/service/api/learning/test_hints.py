"""Requesting hints: who may, for which positions, and what is refused. Without a worker, so that hints stay queued."""

from collections.abc import AsyncIterator

import httpx
import msgspec
import pytest

from domain.notation.positions import read_position
from projections.words import LANGUAGES
from service.assembly import assemble
from service.engine.hints import STRENGTH, Hint, Hints, SuggestedMove
from service.engine.job_requests import HintRequest, ReviewRequest
from service.engine.queues import Jobs, queue_key
from service.engine.thinking_time import OF_A_NETWORK, OF_A_PERSON, ThinkingTime
from service.engine.tickets import Tickets
from service.engine.urgency import Urgency
from service.runtime.clock import wall_clock
from service.runtime.refusal import Refused
from service.services import Services
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.api_hints import against_a_bot, request_hint, resigned
from tests.support.api_persons import ManualClock, another_api
from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    TRIBE,
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


@pytest.fixture
async def services(server_url: str) -> AsyncIterator[Services]:
    """The parts of the service, on the store of the API."""
    services = assemble(EventStore(server_url), wall_clock)
    yield services
    await services.store.aclose()


# Requesting


async def test_a_hint_is_queued_with_nothing_but_the_position(
    client: httpx.AsyncClient, services: Services, server_url: str
) -> None:
    game, guest = await against_a_bot(client, TRIBE)
    choices = await offered(client, game, guest)
    answer = await request_hint(client, game, guest)
    assert answer.status_code == 202
    hint = answer.json()
    assert (hint["status"], hint["seq"], hint["seat"], hint["moves"]) == ("queued", choices["seq"], 0, [])
    assert fine(await client.get(f"/api/games/{game}/hints/{hint['hint']}", headers=guest.headers)) == hint
    jobs = f"{queue_key(Urgency.NOW)}:jobs"
    data = await services.store.servers.call(jobs, "HGET", jobs, f"hint:{game}:{hint['hint']}")
    _, (name, about, text, _, owner, is_over) = msgspec.msgpack.decode(data)
    assert (name, about, owner, is_over) == (game, hint["hint"], guest.player, False)
    position = (await services.live.view(game)).frames[-1].game.position
    queued = read_position(text)
    assert msgspec.structs.replace(queued, players=position.players) == position
    assert guest.name not in text


async def test_asking_again_for_the_same_position_is_the_same_hint_and_free(
    client: httpx.AsyncClient, services: Services
) -> None:
    game, guest = await against_a_bot(client)
    first = fine(await request_hint(client, game, guest))
    for _ in range(70):
        assert fine(await request_hint(client, game, guest)) == first
    done = msgspec.structs.replace(msgspec.convert(first, Hint), status="done", progress=1.0)
    await services.hints.keep(game, done)
    assert fine(await request_hint(client, game, guest, at=first["seq"])) == msgspec.to_builtins(done)


async def test_a_hint_that_failed_can_be_asked_for_again(client: httpx.AsyncClient, services: Services) -> None:
    game, guest = await against_a_bot(client)
    hint = msgspec.convert(fine(await request_hint(client, game, guest)), Hint)
    await services.hints.keep(game, msgspec.structs.replace(hint, status="failed"))
    assert fine(await request_hint(client, game, guest))["status"] == "queued"


async def test_a_hint_that_comes_too_late_is_stale(client: httpx.AsyncClient, services: Services) -> None:
    game, guest = await against_a_bot(client)
    hint = fine(await request_hint(client, game, guest))
    fine(await post(client, game, guest, choice(await offered(client, game, guest))))
    path = f"/api/games/{game}/hints/{hint['hint']}"
    assert fine(await client.get(path, headers=guest.headers))["status"] == "stale"
    problem = refused(await request_hint(client, game, guest, at=hint["seq"]), 409)
    assert problem["code"] == "moved"
    assert problem["seq"] > hint["seq"]


async def test_a_hint_is_stored_in_the_slot_of_its_game_for_a_day(store: EventStore) -> None:
    hints = Hints(store, wall_clock)
    hint = await hints.begin("somegame", 7, 1)
    assert await hints.find("somegame", hint.hint) == hint
    assert await hints.find("othergame", hint.hint) is None
    [key] = [key async for key in store.keys("*hint*")]
    assert 0 < await store.servers.call(key, "TTL", key) <= 24 * 60 * 60


async def test_thinking_is_limited_by_its_time(server_url: str) -> None:
    """A person may ask for three reviews a minute, or for sixty hints. What was asked for before is free."""
    hand = ManualClock()
    async with another_api(server_url, hand) as client:
        games = []
        for _ in range(3):
            game, guests = await started(client, KINGDOMINO)
            await play(client, game, guests)
            games.append(game)
        stranger, other = await welcome(client, "Stranger"), await welcome(client, "Other")
        for game in games * 2:
            fine(await client.get(f"/api/games/{game}/analysis", headers=stranger.headers))
        hand.pass_seconds(20)
        answer = await request_hint(client, games[0], stranger, at=4)
        assert refused(answer, 429)["code"] == "too_many_questions"
        assert answer.headers["retry-after"] == "40"
        fine(await request_hint(client, games[0], other, at=4))
        fine(await request_hint(client, games[0], stranger, at=4))
        hand.pass_seconds(40)
        fine(await request_hint(client, games[0], stranger, at=5))


async def test_a_hint_that_failed_is_counted_when_it_is_asked_for_again(server_url: str, services: Services) -> None:
    async with another_api(server_url, ManualClock()) as client:
        game, guests = await started(client, KINGDOMINO)
        await play(client, game, guests)
        for _ in range(OF_A_PERSON // STRENGTH):
            hint = msgspec.convert(fine(await request_hint(client, game, guests[0], at=3)), Hint)
            assert hint.status == "queued"
            await services.hints.keep(game, msgspec.structs.replace(hint, status="failed"))
        assert refused(await request_hint(client, game, guests[0], at=3), 429)["code"] == "too_many_questions"


async def test_the_persons_of_a_network_share_its_time(store: EventStore) -> None:
    hand = ManualClock()
    time = ThinkingTime(store, hand)
    for number in range(OF_A_NETWORK // OF_A_PERSON):
        await time.spend(f"guest {number}", f"2001:db8::{number}", OF_A_PERSON)
    with pytest.raises(Refused) as refusal:
        await time.spend("guest 99", "2001:db8::99", STRENGTH)
    assert refusal.value.reason.code == "too_many_around_you"
    await time.spend("guest 98", "2001:db9::98", STRENGTH)
    for number in range(4 * OF_A_NETWORK // OF_A_PERSON):  # a /48 has at most four of these networks
        await time.spend(f"guest {number} of many", f"2001:db8:7:{number:x}::1", OF_A_PERSON)
    with pytest.raises(Refused):
        await time.spend("guest 97", "2001:db8:7:ffff::1", STRENGTH)
    for number in range(10):
        await time.spend(f"program {number}", "127.0.0.1", OF_A_PERSON)
    hand.pass_seconds(60)
    await time.spend("guest 99", "2001:db8::99", STRENGTH)


async def test_without_a_store_jobs_are_unavailable() -> None:
    store = EventStore("redis://127.0.0.1:1")
    for job in (HintRequest("game", "7-500", "", 0), ReviewRequest("game")):
        with pytest.raises(Unavailable):
            await Jobs(store, Tickets(None)).request(job)
    await store.aclose()


async def test_a_cancelled_game_has_no_hints(client: httpx.AsyncClient) -> None:
    game, guest = await against_a_bot(client, KINGDOMINO)
    fine(await client.post(f"/api/games/{game}/cancel", headers=guest.headers))
    assert refused(await request_hint(client, game, guest), 422)["code"] == "cancelled"


# Other refusals


async def test_a_game_that_is_over_has_hints_at_any_event_for_anybody(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    last = await play(client, game, guests)
    stranger = await welcome(client, "Stranger")
    assert refused(await request_hint(client, game, stranger), 422)["code"] == "over"
    assert refused(await request_hint(client, game, stranger, at=last), 422)["code"] == "over"
    assert refused(await request_hint(client, game, stranger, at=1), 422)["code"] == "nothing_to_hint"
    assert refused(await request_hint(client, game, stranger, at=last + 1), 404)["code"] == "no_such_event"
    hint = fine(await request_hint(client, game, stranger, at=3))
    assert hint["seq"] == 3
    assert fine(await client.get(f"/api/games/{game}/hints/{hint['hint']}")) == hint


async def test_a_hint_needs_a_player_with_a_seat(client: httpx.AsyncClient) -> None:
    game, guest = await against_a_bot(client)
    stranger = await welcome(client, "Stranger")
    refused(await client.post(f"/api/games/{game}/hints"), 401)
    assert refused(await request_hint(client, game, stranger), 403)["code"] == "not_seated"
    refused(await request_hint(client, "nosuchgame", guest), 404)
    problem = refused(await client.get(f"/api/games/{game}/hints/99-500", headers=guest.headers), 404)
    assert problem["code"] == "no_such_hint"


async def test_a_hint_is_refused_before_the_start_and_after_resigning(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Oona")
    waiting = (await opened(client, guest, DISCOVERY))["id"]
    assert refused(await request_hint(client, waiting, guest), 404)["code"] == "seats_open"
    game, guest = await against_a_bot(client)
    fine(await client.post(f"/api/games/{game}/resign", headers=guest.headers))
    assert refused(await request_hint(client, game, guest), 403)["code"] == "seat_left"


async def test_a_private_game_keeps_its_hints_and_its_review_to_itself(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY, private=True)
    await play(client, game, guests)
    hint = fine(await request_hint(client, game, guests[0], at=3))["hint"]
    stranger = await welcome(client, "Stranger")
    refused(await request_hint(client, game, stranger, at=3), 404)
    refused(await client.get(f"/api/games/{game}/hints/{hint}", headers=stranger.headers), 404)
    refused(await client.get(f"/api/games/{game}/analysis", headers=stranger.headers), 404)


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
async def test_refusals_are_in_the_readers_language(client: httpx.AsyncClient, language: str) -> None:
    game, guests = await started(client, DISCOVERY)
    english = refused(await request_hint(client, game, guests[0]), 403)["detail"]
    headers = {**guests[0].headers, "Accept-Language": language}
    answer = await client.post(f"/api/games/{game}/hints", headers=headers)
    assert answer.headers["content-language"] == language
    assert answer.json()["detail"] != english


# The review


async def test_a_running_game_is_not_reviewed(client: httpx.AsyncClient) -> None:
    for game, guest in (await against_a_bot(client), await resigned(client)):
        problem = refused(await client.get(f"/api/games/{game}/analysis", headers=guest.headers), 409)
        assert problem["code"] == "not_over"


async def test_a_missing_review_is_queued(client: httpx.AsyncClient, services: Services) -> None:
    game, guests = await started(client, DISCOVERY)
    await play(client, game, guests)
    refused(await client.get(f"/api/games/{game}/analysis"), 401)
    answer = await client.get(f"/api/games/{game}/analysis", headers=guests[0].headers)
    assert answer.status_code == 202
    assert answer.json() == {"status": "running", "progress": 0.0, "moves": []}
    jobs = f"{queue_key(Urgency.ASKED)}:jobs"
    assert await services.store.servers.call(jobs, "HEXISTS", jobs, f"review:{game}")
    await services.reviews.note(game, 0.25)
    answer = await client.get(f"/api/games/{game}/analysis")
    assert answer.json() == {"status": "running", "progress": 0.25, "moves": []}


def test_a_suggested_move_has_the_value_that_the_contract_names() -> None:
    assert {"move", "value"} <= set(SuggestedMove.__struct_fields__)
