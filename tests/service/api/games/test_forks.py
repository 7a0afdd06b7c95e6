"""POST /api/games/{id}/fork: playing on from a position of any game, against bots."""

import httpx
import msgspec
import pytest

from domain.events import Event
from domain.log import audit
from service.games.codec import decode_all
from service.games.follow_ups import FollowUps
from service.games.seating import Origin
from service.games.tables import Tables
from service.people.blocks import Blocks
from service.people.identity import Person
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from service.store.log_names import seats_log
from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    TRIBE,
    Guest,
    Json,
    choice,
    fine,
    offered,
    play,
    post,
    refused,
    started,
    welcome,
)


async def forked(client: httpx.AsyncClient, game: str, guest: Guest, **choices: Json) -> httpx.Response:
    return await client.post(f"/api/games/{game}/fork", json=choices, headers=guest.headers)


def without_people(table: Json) -> Json:
    seats = [{**seat, "name": "", "bot": None} for seat in table["seats"]]
    return {**table, "id": "", "seq": 0, "viewer": None, "may_undo": False, "seats": seats}


@pytest.mark.parametrize("rules", [TRIBE, KINGDOMINO | {"seats": 3}], ids=["tribe", "kingdomino"])
async def test_a_fork_has_the_same_table_and_other_people(
    client: httpx.AsyncClient, log: EventStore, rules: Json
) -> None:
    game, guests = await started(client, rules)
    newest = await play(client, game, guests, moves=20)
    answer = await forked(client, game, guests[1], at=newest)
    assert answer.status_code == 201
    made = fine(answer)
    assert made == {"id": made["id"], "seq": newest, "seat": 1}
    before, after = [fine(await client.get(f"/api/games/{name}")) for name in (game, made["id"])]
    assert without_people(after) == without_people(before)
    others: list[tuple[str, str | None]] = [("Flint", "flint"), ("Guest 1", None), ("Flint 2", "flint")]
    others = others[: rules["seats"]] + [("Flint 3", "flint")] * (rules["seats"] - 3)
    assert [(seat["name"], seat["bot"]) for seat in after["seats"]] == others
    [source, new] = [
        audit(stamped.event for stamped in decode_all(await log.read(name))) for name in (game, made["id"])
    ]
    assert new.position.unseen == source.position.unseen
    assert new.deal is not None
    assert source.deal is not None
    assert new.deal.dominoes != source.deal.dominoes
    assert new.salt != source.salt


async def test_a_fork_is_played_on_by_the_caller_alone(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    newest = await play(client, game, guests, moves=5)
    choices = await offered(client, game, guests[0])
    mover = guests[choices["seat"]]
    made = fine(await forked(client, game, mover, at=newest))
    for stranger in guests:
        if stranger is not mover:
            refused(await post(client, made["id"], stranger, choice(choices)), 403)
    fine(await post(client, made["id"], mover, choice(choices)))
    assert fine(await client.get(f"/api/games/{game}/events"))[-1]["seq"] == newest, "the other game goes on by itself"


async def test_the_forks_seat_is_the_callers_or_the_one_to_move_or_the_requested_one(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    newest = await play(client, game, guests, moves=5)
    to_move = (await offered(client, game, guests[0]))["seat"]
    stranger = await welcome(client, "Stranger")
    assert fine(await forked(client, game, stranger, at=newest))["seat"] == to_move
    assert fine(await forked(client, game, stranger, at=1))["seat"] == 0, "nobody is to move there"
    for seat, guest in enumerate(guests):
        assert fine(await forked(client, game, guest, at=newest))["seat"] == seat
        assert fine(await forked(client, game, guest, at=newest, seat=1 - seat, bot="pebble"))["seat"] == 1 - seat
    for seat in (-1, 2, 10**25):
        assert refused(await forked(client, game, stranger, at=newest, seat=seat), 422)["code"] == "no_seat"


async def test_unknown_bot_levels_are_refused_for_the_other_seats(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    refused(await forked(client, game, guests[0], at=3, bot="god"), 400)
    refused(await forked(client, game, guests[0]), 400)


async def test_a_fork_can_be_made_after_every_event_until_the_game_is_decided(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    newest = await play(client, game, guests)
    refusals = 0
    for at in sorted({*range(1, newest, 7), *range(newest - 6, newest + 1)}):
        answer = await forked(client, game, guests[0], at=at)
        if answer.status_code == 422:
            assert refused(answer, 422)["code"] == "nothing_to_choose"
            refusals += 1
        else:
            made = fine(answer)
            assert refusals == 0, "what comes before something decided is not decided"
            assert (await offered(client, made["id"], guests[0]))["seat"] is not None
    assert refused(await forked(client, game, guests[0], at=newest), 422)
    for beyond in (0, -1, newest + 1, 10**25):
        assert f"1 to {newest}" in refused(await forked(client, game, guests[0], at=beyond), 404)["detail"]


async def test_a_stored_record_of_a_running_game_can_be_forked(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    await play(client, game, guests, moves=20)
    text = (await client.get(f"/api/games/{game}/record")).text
    kept = fine(await client.post("/api/records", content=text, headers=guests[0].headers))
    stranger = await welcome(client, "Stranger")
    made = fine(await forked(client, kept["id"], stranger, at=kept["seq"]))
    before, after = [fine(await client.get(f"/api/games/{name}")) for name in (game, made["id"])]
    assert without_people(after) == without_people(before)


async def test_a_fork_of_a_private_game_is_private_with_an_invite_of_its_own(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY, private=True)
    stranger = await welcome(client, "Stranger")
    refused(await forked(client, game, stranger, at=3), 404)
    made = fine(await forked(client, game, guests[0], at=3))
    refused(await client.get(f"/api/games/{made['id']}"), 404)
    fine(await client.get(f"/api/games/{made['id']}", params={"invite": made["invite"]}))
    refused(await client.get(f"/api/games/{game}", params={"invite": made["invite"]}), 404)


async def test_a_fork_needs_a_player_and_a_game_that_has_begun(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    refused(await client.post(f"/api/games/{game}/fork", json={"at": 3}), 401)
    refused(await forked(client, "nosuchgame", guests[0], at=3), 404)
    waiting = fine(await client.post("/api/games", json={"rules": DISCOVERY}, headers=guests[0].headers))["id"]
    refused(await forked(client, waiting, guests[0], at=1), 404)


async def test_a_rematch_of_a_fork_begins_at_the_beginning(client: httpx.AsyncClient, log: EventStore) -> None:
    game, guests = await started(client, DISCOVERY)
    newest = await play(client, game, guests, moves=10)
    made = fine(await forked(client, game, guests[0], at=newest))
    tables = Tables(log, wall_clock)
    table = await tables.seating(made["id"])
    assert table.opened.forked_from == Origin(game, newest)
    assert (table.opened.rated, table.opened.clock) == (False, None)
    again = await FollowUps(tables, Blocks(log, wall_clock), wall_clock).rematch(
        made["id"], Person(guests[0].player, "Guest 0")
    )
    assert (await tables.seating(again)).opened.forked_from is None
    assert fine(await client.get(f"/api/games/{again}"))["seq"] == 3


async def test_a_fork_interrupted_before_its_first_event_is_completed_by_the_next_reader(
    client: httpx.AsyncClient, log: EventStore
) -> None:
    """As after a crash between the two logs: the table exists, but its game does not."""
    game, guests = await started(client, DISCOVERY)
    newest = await play(client, game, guests, moves=10)
    made = fine(await forked(client, game, guests[0], at=newest))
    table = await log.read(seats_log(made["id"]))
    orphan = f"orphan{made['id']}"
    await log.append(seats_log(orphan), 0, [entry.data for entry in table])
    before, after = [fine(await client.get(f"/api/games/{name}")) for name in (game, orphan)]
    assert without_people(after) == without_people(before)
    events = fine(await client.get(f"/api/games/{orphan}/events"))
    audit(msgspec.convert(entry["event"], type=Event) for entry in events)
