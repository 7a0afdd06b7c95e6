"""Exporting personal data, and leaving: the games stay, the name goes."""

import logging
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from domain.events import SeatResigned
from service.assembly import Services, assemble
from service.games.codec import decode_all
from service.games.tables import dynasty_game
from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.runtime.clock import wall_clock
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.api_persons import (
    PASSWORD,
    SAME_ORIGIN,
    ManualClock,
    another_api,
    reset_login_attempts,
    session_of,
    sign_in,
    signed_up,
    token_for,
)
from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    Guest,
    Json,
    fine,
    offered,
    opened,
    play,
    refused,
    started,
    welcome,
)
from tests.support.servers import eventually


@pytest.fixture(autouse=True)
async def _fresh(server_url: str) -> None:
    await reset_login_attempts(server_url)


@pytest.fixture
def name() -> str:
    return f"Oona {uuid4().hex[:12]}"


@pytest.fixture
def services(client: httpx.AsyncClient) -> Services:
    services: Services = client.app.state.services  # type: ignore[attr-defined]
    return services


@pytest.fixture
async def log(server_url: str) -> AsyncIterator[EventStore]:
    """The store of the API."""
    store = EventStore(server_url)
    yield store
    await store.aclose()


@pytest.fixture
def worker(log: EventStore) -> Services:
    """The parts of a worker; it learns of new entries only when it reads them."""
    return assemble(log, wall_clock)


async def _left(client: httpx.AsyncClient, headers: dict[str, str], password: str | None = None) -> httpx.Response:
    return await client.request("DELETE", "/api/me", json={"password": password}, headers=headers)


# Export


async def test_the_export_holds_everything_and_no_secret(client: httpx.AsyncClient, log: EventStore, name: str) -> None:
    account = await signed_up(client, name)
    own = await session_of(client, name)
    made = await token_for(client, own, "read")
    table = await opened(client, account.guest, DISCOVERY)
    await update_line(log, ListIndex(log), table["id"])
    answer = await client.get("/api/me/export", headers=own)
    exported = fine(answer)
    assert list(exported) == [
        *("exported", "player", "name", "created", "account", "has_password"),
        *("sessions", "tokens", "games", "puzzles"),
    ]
    assert (exported["player"], exported["name"], exported["account"]) == (account.guest.player, name, name.casefold())
    assert [session["kind"] for session in exported["sessions"]] == ["session"]
    assert [token["label"] for token in exported["tokens"]] == ["", "bot"]
    assert [game["game"] for game in exported["games"]] == [table["id"]]
    for secret in (made["token"], own["Cookie"], account.guest.token):
        assert secret.partition(".")[2] not in answer.text
    assert "argon2" not in answer.text


async def test_other_modules_erase_their_part_when_a_player_leaves(
    client: httpx.AsyncClient, services: Services
) -> None:
    guest, erased = await welcome(client, "Ugh"), []

    async def erase(player: str) -> None:
        erased.append(player)

    services.own_data.erasers.append(erase)
    fine(await _left(client, guest.headers))
    assert erased == [guest.player]


# Leaving


async def test_a_deleted_account_is_gone_and_its_name_is_free(
    client: httpx.AsyncClient, log: EventStore, name: str
) -> None:
    account = await signed_up(client, name)
    fine(await sign_in(client, name))
    made = await token_for(client, SAME_ORIGIN, "play")
    refused(await _left(client, SAME_ORIGIN), 401)
    refused(await _left(client, SAME_ORIGIN, "wrong password"), 401)
    assert fine(await _left(client, SAME_ORIGIN, PASSWORD)) == {"left": account.guest.player}
    assert "session" not in client.cookies
    for headers in (account.headers, made["headers"]):
        refused(await client.get("/api/me", headers=headers), 401)
    refused(await sign_in(client, name), 401)
    assert not await log.servers.call("x", "EXISTS", f"person:{account.guest.player}", f"account:{name.casefold()}")
    assert (await signed_up(client, name)).guest.player != account.guest.player


async def _shown(client: httpx.AsyncClient, game: str, guest: Guest) -> AsyncIterator[str]:
    """Everything that shows a game."""
    for path in ("", "?at=1", "/events", "/record", "/moves"):
        yield (await client.get(f"/api/games/{game}{path}", headers=guest.headers)).text
    lines = await client.get(f"/api/games/{game}/events", headers={"Accept": "application/x-ndjson", **guest.headers})
    yield lines.text
    for path in ("/api/lobby", "/api/lobby?status=running", "/api/lobby?status=over", "/api/me/games"):
        yield (await client.get(path, headers=guest.headers)).text
    for path in (f"/api/players/{guest.player}", f"/api/players/{guest.player}/games"):
        yield (await client.get(path, headers=guest.headers)).text


@pytest.mark.parametrize("moves", [0, 5, 10_000])
async def test_games_go_on_under_a_neutral_name_and_the_old_name_is_shown_nowhere(
    client: httpx.AsyncClient, log: EventStore, server_url: str, name: str, moves: int
) -> None:
    clock = ManualClock()
    leaver, other = await welcome(client, name), await welcome(client, "Nag")
    game = (await opened(client, leaver, KINGDOMINO))["id"]
    fine(await client.post(f"/api/games/{game}/join", headers=other.headers))
    newest = await play(client, game, [leaver, other], moves=moves)
    await update_line(log, ListIndex(log), game)
    assert name in "".join([text async for text in _shown(client, game, other)])
    async with another_api(server_url, clock) as other_process:
        assert name in (await other_process.get(f"/api/games/{game}")).text
        fine(await _left(client, leaver.headers))
        texts = [text async for text in _shown(client, game, other)]
        clock.pass_seconds(1)  # other processes refresh every second
        texts += [text async for text in _shown(other_process, game, other)]
    assert name not in "".join(texts)
    seats = fine(await client.get(f"/api/games/{game}"))["seats"]
    assert [seat["name"] for seat in seats] == ["Somebody", "Nag"]
    events = fine(await client.get(f"/api/games/{game}/events"))
    assert len(events) == newest or events[newest]["event"]["type"] == "seat_resigned"
    assert [seat["name"] for seat in events[0]["event"]["seats"]] == ["Somebody", "Nag"]
    assert 'player 0 - "Somebody"' in (await client.get(f"/api/games/{game}/record")).text


async def test_the_stream_never_shows_the_name_of_a_departed_player(remote: httpx.AsyncClient, name: str) -> None:
    leaver, other = await welcome(remote, name), await welcome(remote, "Nag")
    game = (await opened(remote, leaver, KINGDOMINO))["id"]
    fine(await remote.post(f"/api/games/{game}/join", headers=other.headers))
    fine(await _left(remote, leaver.headers))
    async with remote.stream("GET", f"/api/games/{game}/stream") as stream:
        async for line in stream.aiter_lines():
            assert name not in line
            if "Somebody" in line:
                break


async def test_an_open_table_hides_the_name_of_a_departed_player_and_can_still_be_joined(
    client: httpx.AsyncClient, log: EventStore, worker: Services, name: str
) -> None:
    leaver, other = await welcome(client, name), await welcome(client, "Nag")
    game = (await opened(client, leaver, KINGDOMINO | {"seats": 3}))["id"]
    joined = await client.post(f"/api/games/{game}/join", headers=other.headers)
    assert fine(joined)["seats"][0]["name"] == name
    await update_line(log, ListIndex(log), game)
    fine(await _left(client, leaver.headers))
    assert fine(await client.get(f"/api/games/{game}"))["seats"][0]["name"] == "Somebody"
    third = await client.post(f"/api/games/{game}/join", headers=(await welcome(client, "Oha")).headers)
    assert fine(third)["status"] == "running"
    assert name not in third.text + (await client.get(f"/api/games/{game}/events")).text
    await _settled(worker, game)
    assert await _left_to(log, game) == {0: "flint"}


# No game waits for players who have left


async def _settled(worker: Services, game: str) -> None:
    """Updates the lists as a worker does after an event of the game."""
    made = await update_line(worker.store, ListIndex(worker.store), game)
    assert made is not None
    await worker.vacancies.settle(made.listing)


async def _left_to(log: EventStore, game: str) -> dict[int, str]:
    """The seats that were left, with the bots that play them."""
    events = [stamped.event for stamped in decode_all(await log.read(game))]
    return {event.seat: event.successor for event in events if isinstance(event, SeatResigned)}


@pytest.mark.parametrize("moves", [0, 5])
async def test_a_bot_takes_the_seat_of_a_departed_player(
    client: httpx.AsyncClient, log: EventStore, moves: int
) -> None:
    games = []
    for _ in range(3):
        game, guests = await started(client, KINGDOMINO, successor="pebble")
        await play(client, game, guests, moves=moves)
        await update_line(log, ListIndex(log), game)
        games.append((game, guests))
    (game, (leaver, _)), (resigned, others), (apart, _) = games
    fine(await client.post(f"/api/games/{resigned}/resign", headers=others[0].headers))
    fine(await _left(client, leaver.headers))
    fine(await _left(client, others[0].headers))
    assert [await _left_to(log, name) for name in (game, resigned, apart)] == [{0: "pebble"}, {0: "pebble"}, {}]


async def test_a_table_where_only_the_departed_player_waited_is_cancelled(
    client: httpx.AsyncClient, log: EventStore
) -> None:
    leaver = await welcome(client, "Ugh")
    game = (await opened(client, leaver, DISCOVERY))["id"]
    await update_line(log, ListIndex(log), game)
    fine(await _left(client, leaver.headers))
    assert fine(await client.get(f"/api/games/{game}"))["status"] == "cancelled"


async def test_a_game_listed_after_its_player_left_is_handed_over_then(
    client: httpx.AsyncClient, log: EventStore, worker: Services
) -> None:
    game, (leaver, _) = await started(client, KINGDOMINO)
    fine(await _left(client, leaver.headers))
    assert not await _left_to(log, game)
    for _ in range(2):
        await _settled(worker, game)
        assert await _left_to(log, game) == {0: "flint"}


@pytest.mark.usefixtures("worker_beside")
async def test_the_next_game_of_a_dynasty_does_not_wait_for_a_departed_player(
    client: httpx.AsyncClient, log: EventStore
) -> None:
    game, guests = await started(client, KINGDOMINO, dynasty=True)
    await play(client, game, guests)
    fine(await _left(client, guests[1].headers))

    async def is_handed_over() -> bool:
        return await _left_to(log, dynasty_game(game, 2)) == {1: "flint"}

    await eventually(is_handed_over)


async def test_other_players_of_the_same_name_keep_it(client: httpx.AsyncClient, name: str) -> None:
    leaver, stays = await welcome(client, name), await welcome(client, name)
    game = (await opened(client, leaver, KINGDOMINO))["id"]
    fine(await client.post(f"/api/games/{game}/join", headers=stays.headers))
    fine(await _left(client, leaver.headers))
    assert [seat["name"] for seat in fine(await client.get(f"/api/games/{game}"))["seats"]] == ["Somebody", name]
    assert (await offered(client, game, stays))["moves"]


async def test_an_interrupted_deletion_can_be_repeated(
    client: httpx.AsyncClient, services: Services, log: EventStore, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = await signed_up(client, name)
    own = await session_of(client, name)
    game = (await opened(client, account.guest, KINGDOMINO))["id"]
    fine(await client.post(f"/api/games/{game}/join", headers=(await welcome(client, "Nag")).headers))
    await update_line(log, ListIndex(log), game)

    async def lost(*_: object) -> Any:
        raise Unavailable("lost")

    for part, method in (
        (services.departed, "add"),
        (services.handler, "handle"),
        (services.accounts.names, "release"),
        (services.people.credentials, "forget"),
    ):
        with monkeypatch.context() as failing:
            failing.setattr(part, method, lost)
            refused(await _left(client, own, PASSWORD), 503)
    fine(await _left(client, own, PASSWORD))
    refused(await client.get("/api/me", headers=account.headers), 401)
    assert await _left_to(log, game) == {0: "flint"}
    await signed_up(client, name)


async def test_nothing_secret_is_logged(
    client: httpx.AsyncClient, server_url: str, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    new, wrong = "two stones and a fire", "not the right one"
    account = await signed_up(client, name)
    cookies = [(await sign_in(client, name)).cookies["session"]]
    made = await token_for(client, SAME_ORIGIN, "read")
    refused(await sign_in(client, name, wrong), 401)
    refused(await sign_in(client, wrong, name), 401)
    fine(await client.patch("/api/me", json={"password": new, "current": PASSWORD}, headers=SAME_ORIGIN))
    cookies.append(client.cookies["session"])
    for body in (b'{"name": 1, "password": "%b"}' % PASSWORD.encode(), b'{"password": "%b"' % PASSWORD.encode()):
        answer = await client.post("/api/session", content=body)
        assert PASSWORD not in refused(answer, 400)["detail"]
    refused(await client.get("/api/me", headers={"Authorization": f"Basic {made['token']}"}), 401)
    fine(await client.get("/api/me/export"))
    fine(await client.request("DELETE", "/api/me", json={"password": new}, headers=SAME_ORIGIN))
    logged: list[Json] = [record.getMessage() + str(record.__dict__) for record in caplog.records]
    for secret in (
        PASSWORD,
        new,
        wrong,
        *(credential.partition(".")[2] for credential in (*cookies, made["token"], account.guest.token)),
    ):
        assert not any(secret in line for line in logged)


async def test_a_guest_without_games_can_leave(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    fine(await client.delete("/api/me", headers=guest.headers))
    refused(await client.get("/api/me", headers=guest.headers), 401)
    assert await started(client, DISCOVERY)
