"""POST /api/guided: games that teach, on deals that everybody may know."""

import httpx
import pytest

from domain.events import GameStarted
from service.games.codec import decode_all
from service.store.event_store import EventStore
from tests.support.api_play import Guest, fine, welcome

GUIDES = ["discovery", "totem", "tribe", "kingdomino"]


async def guided(client: httpx.AsyncClient, guest: Guest, guide: str) -> str:
    made = fine(await client.post("/api/guided", json={"guide": guide}, headers=guest.headers))
    game: str = made["id"]
    return game


async def beginning(log: EventStore, game: str) -> GameStarted:
    [stamped] = decode_all(await log.read(game, 0, 1))
    assert isinstance(stamped.event, GameStarted)
    return stamped.event


@pytest.mark.parametrize("guide", GUIDES)
async def test_everybody_learns_on_the_same_deal(client: httpx.AsyncClient, log: EventStore, guide: str) -> None:
    ann, bob = await welcome(client, "Ann"), await welcome(client, "Bob")
    games = [await guided(client, guest, guide) for guest in (ann, bob)]
    first, second = [await beginning(log, game) for game in games]
    assert (first.deal, first.salt, first.rules) == (second.deal, second.salt, second.rules)
    table = fine(await client.get(f"/api/games/{games[0]}", headers=ann.headers))
    assert (table["guide"], table["viewer"], table["seat"], table["seats"][1]["bot"]) == (guide, 0, 0, "pebble")


async def test_a_game_that_teaches_is_in_no_list_but_ones_own(client: httpx.AsyncClient) -> None:
    ann = await welcome(client, "Ann")
    game = await guided(client, ann, "discovery")
    own = fine(await client.get("/api/me/games", headers=ann.headers))
    assert game in [line["game"] for line in own["games"]] or own["total"] == 0  # the lists follow by a moment
    lobby = fine(await client.get("/api/lobby", params={"status": "running"}))
    assert game not in [line["game"] for line in lobby["games"]]
