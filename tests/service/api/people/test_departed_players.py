"""Games of players who have left: they show a neutral name, and nobody waits for the departed."""

from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from service.assembly import assemble
from service.games.starting.ids import dynasty_game
from service.lists.index import PAGE, ListIndex
from service.lists.lines import update_line
from service.runtime.clock import wall_clock
from service.services import Services
from service.store.event_store import EventStore
from tests.support.api_persons import (
    ManualClock,
    another_api,
    leave,
    seats_left_to,
)
from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    Guest,
    fine,
    offered,
    opened,
    play,
    started,
    welcome,
)
from tests.support.servers import eventually
from tests.support.variants import only


@pytest.fixture
def name() -> str:
    return f"Oona {uuid4().hex[:12]}"


@pytest.fixture
def worker(log: EventStore) -> Services:
    """The parts of a worker; it learns of new entries only when it reads them."""
    return assemble(log, wall_clock)


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


@pytest.mark.parametrize("moves", only([0, 10_000], [0, 5, 10_000]))
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
        fine(await leave(client, leaver.headers))
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
    fine(await leave(remote, leaver.headers))
    async with remote.stream("GET", f"/api/games/{game}/stream") as stream:
        async for line in stream.aiter_lines():
            assert name not in line
            if "Somebody" in line:
                break


async def test_other_players_of_the_same_name_keep_it(client: httpx.AsyncClient, name: str) -> None:
    leaver, stays = await welcome(client, name), await welcome(client, name)
    game = (await opened(client, leaver, KINGDOMINO))["id"]
    fine(await client.post(f"/api/games/{game}/join", headers=stays.headers))
    fine(await leave(client, leaver.headers))
    assert [seat["name"] for seat in fine(await client.get(f"/api/games/{game}"))["seats"]] == ["Somebody", name]
    assert (await offered(client, game, stays))["moves"]


async def test_an_open_table_hides_the_name_of_a_departed_player_and_can_still_be_joined(
    client: httpx.AsyncClient, log: EventStore, worker: Services, name: str
) -> None:
    leaver, other = await welcome(client, name), await welcome(client, "Nag")
    game = (await opened(client, leaver, KINGDOMINO | {"seats": 3}))["id"]
    joined = await client.post(f"/api/games/{game}/join", headers=other.headers)
    assert fine(joined)["seats"][0]["name"] == name
    await update_line(log, ListIndex(log), game)
    fine(await leave(client, leaver.headers))
    assert fine(await client.get(f"/api/games/{game}"))["seats"][0]["name"] == "Somebody"
    third = await client.post(f"/api/games/{game}/join", headers=(await welcome(client, "Oha")).headers)
    assert fine(third)["status"] == "running"
    assert name not in third.text + (await client.get(f"/api/games/{game}/events")).text
    await _settled(worker, game)
    assert await seats_left_to(log, game) == {0: "flint"}


# No game waits for players who have left


async def _settled(worker: Services, game: str) -> None:
    """Updates the lists as a worker does after an event of the game."""
    made = await update_line(worker.store, ListIndex(worker.store), game)
    assert made is not None
    await worker.vacancies.settle(made.listing)


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
    fine(await leave(client, leaver.headers))
    fine(await leave(client, others[0].headers))
    assert [await seats_left_to(log, name) for name in (game, resigned, apart)] == [{0: "pebble"}, {0: "pebble"}, {}]


async def test_a_table_where_only_the_departed_player_waited_is_cancelled(
    client: httpx.AsyncClient, log: EventStore
) -> None:
    leaver = await welcome(client, "Ugh")
    game = (await opened(client, leaver, DISCOVERY))["id"]
    await update_line(log, ListIndex(log), game)
    fine(await leave(client, leaver.headers))
    assert fine(await client.get(f"/api/games/{game}"))["status"] == "cancelled"


async def test_all_tables_are_left_also_those_on_later_pages_of_the_list(
    client: httpx.AsyncClient, log: EventStore
) -> None:
    leaver = await welcome(client, "Ugh")
    games = [(await opened(client, leaver, DISCOVERY))["id"] for _ in range(PAGE + 5)]
    for game in games:
        await update_line(log, ListIndex(log), game)
    fine(await leave(client, leaver.headers))
    assert {fine(await client.get(f"/api/games/{game}"))["status"] for game in games} == {"cancelled"}


async def test_a_game_listed_after_its_player_left_is_handed_over_then(
    client: httpx.AsyncClient, log: EventStore, worker: Services
) -> None:
    game, (leaver, _) = await started(client, KINGDOMINO)
    fine(await leave(client, leaver.headers))
    assert not await seats_left_to(log, game)
    for _ in range(2):
        await _settled(worker, game)
        assert await seats_left_to(log, game) == {0: "flint"}


@pytest.mark.usefixtures("worker_beside")
async def test_the_next_game_of_a_dynasty_does_not_wait_for_a_departed_player(
    client: httpx.AsyncClient, log: EventStore
) -> None:
    game, guests = await started(client, KINGDOMINO, dynasty=True)
    await play(client, game, guests)
    fine(await leave(client, guests[1].headers))

    async def is_handed_over() -> bool:
        return await seats_left_to(log, dynasty_game(game, 2)) == {1: "flint"}

    await eventually(is_handed_over)
