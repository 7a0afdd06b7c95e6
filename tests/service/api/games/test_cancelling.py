"""Calling a game off against the first move and against the last seat: never both, also when a process dies between."""

import asyncio
from collections.abc import Awaitable, Callable

import httpx
import msgspec

from domain.commands import CancelGame
from domain.events import GameCancelled
from domain.rules import Rules
from projections.timing import Days
from service.games.codec import decode_all
from service.games.commands import Commands
from service.games.live_games import LiveGames
from service.games.seating import SeatingEvent, TableCancelled, TableOpened
from service.games.tables import Tables
from service.lists.lines import read_line
from service.people.identity import Person
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from service.store.log_names import seats_log
from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    Guest,
    choice,
    fine,
    offered,
    opened,
    post,
    refused,
    started,
    welcome,
)
from tests.tools.soak.hostile.cancel_races import races

RACES = 50


async def test_a_first_move_and_a_cancellation_are_never_both_accepted(remote: httpx.AsyncClient) -> None:
    both, moved, cancelled = await races(remote, RACES)
    assert both == 0
    assert moved + cancelled == RACES


async def test_the_last_seat_and_a_cancellation_are_never_both_taken(remote: httpx.AsyncClient) -> None:
    owner, other = await welcome(remote, "Ugh"), await welcome(remote, "Nag")
    for _ in range(RACES // 2):
        game = (await opened(remote, owner, DISCOVERY))["id"]
        joining = remote.post(f"/api/games/{game}/join", headers=other.headers)
        cancelling = remote.post(f"/api/games/{game}/cancel", headers=owner.headers)
        joined, cancelled = await asyncio.gather(joining, cancelling)
        assert cancelled.is_success, "nobody can have moved yet"
        assert fine(await remote.get(f"/api/games/{game}", headers=owner.headers))["status"] == "cancelled"
        choices = await remote.get(f"/api/games/{game}/moves", headers=owner.headers)
        assert choices.json().get("seat") is None, "nobody is to move in a game that was called off"
        assert joined.status_code in (200, 422)


async def test_cancelling_is_written_into_the_log_of_the_game(client: httpx.AsyncClient, log: EventStore) -> None:
    game, guests = await started(client, DISCOVERY)
    for _ in range(2):  # repeating it changes nothing
        fine(await client.post(f"/api/games/{game}/cancel", headers=guests[1].headers))
    events = [stamped.event for stamped in decode_all(await log.read(game))]
    assert [event for event in events if isinstance(event, GameCancelled)] == [GameCancelled(1)]
    line = await read_line(log, game)
    assert line is not None
    assert line.listing.status == "cancelled"
    mover = guests[0]
    problem = refused(await post(client, game, mover, {"type": "claim", "dominoes": [1, 2]}), 422)
    assert problem["code"] == "cancelled"


async def test_a_cancellation_that_was_interrupted_is_completed_by_the_next_reader(
    client: httpx.AsyncClient, log: EventStore
) -> None:
    game, guests = await started(client, DISCOVERY)
    await Commands(LiveGames(log), wall_clock).handle(game, CancelGame(0))  # and then its process dies
    line = await read_line(log, game)
    assert line is not None
    assert line.listing.status == "cancelled"
    client_tables = client.app.state.services.tables  # type: ignore[attr-defined]
    client_tables.invalidate(seats_log(game))
    assert fine(await client.get(f"/api/games/{game}", headers=guests[1].headers))["status"] == "cancelled"
    seats = [msgspec.msgpack.decode(entry.data, type=SeatingEvent) for entry in await log.read(seats_log(game))]
    assert seats[-1] == TableCancelled(guests[0].player)


async def test_everything_that_is_shown_of_a_cancelled_game_still_answers(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    fine(await client.post(f"/api/games/{game}/cancel", headers=guests[0].headers))
    for path in ("", "/moves", "/events", "/steps", "/frames", "/record", "/unseen", "/picture", "/players"):
        answer = await client.get(f"/api/games/{game}{path}", headers=guests[0].headers)
        assert answer.status_code in (200, 404), path
    for path in ("/film", "/analysis", "/result-picture"):
        refused(await client.get(f"/api/games/{game}{path}", headers=guests[0].headers), 409)
    record = (await client.get(f"/api/games/{game}/record", headers=guests[0].headers)).text
    fine(await client.post("/api/records", content=record, headers=guests[0].headers))
    assert (await offered(client, game, guests[0]))["moves"] == []


async def moved(client: httpx.AsyncClient, guest: Guest, open_table: Callable[[], Awaitable[str]]) -> str:
    """A game against a bot in which the guest was the first to move; nobody moves for the bot here."""
    while True:
        game = await open_table()
        choices = await offered(client, game, guest)
        if choices["seat"] == 0:
            fine(await post(client, game, guest, choice(choices)))
            return game
        fine(await client.post(f"/api/games/{game}/cancel", headers=guest.headers))


async def test_a_game_against_bots_can_be_thrown_away_at_any_time(client: httpx.AsyncClient, log: EventStore) -> None:
    guest, other = await welcome(client, "Ugh"), await welcome(client, "Nag")

    async def against_a_bot() -> str:
        return str((await opened(client, guest, KINGDOMINO, seats=[{"bot": "pebble"}]))["id"])

    game = await moved(client, guest, against_a_bot)
    refused(await client.post(f"/api/games/{game}/cancel", headers=other.headers), 403)
    for _ in range(2):  # repeating it changes nothing
        fine(await client.post(f"/api/games/{game}/cancel", headers=guest.headers))
    assert fine(await client.get(f"/api/games/{game}", headers=guest.headers))["status"] == "cancelled"
    line = await read_line(log, game)
    assert line is not None
    assert line.listing.status == "cancelled"
    refused(await post(client, game, guest, {"type": "undo"}), 422)


async def test_a_rated_game_against_a_bot_counts_and_is_not_thrown_away(
    client: httpx.AsyncClient, log: EventStore
) -> None:
    guest, tables = await welcome(client, "Ugh"), Tables(log, wall_clock)
    person = Person(guest.player, "Ugh", has_account=True)
    wanted = TableOpened(Rules("kingdomino", 2), (None, "pebble"), clock=Days(3), rated=True)

    async def rated() -> str:
        game, _ = await tables.open(wanted, person)
        return game

    game = await moved(client, guest, rated)
    answer = await client.post(f"/api/games/{game}/cancel", headers=guest.headers)
    assert refused(answer, 422)["code"] == "moved_already"
