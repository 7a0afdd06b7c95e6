"""Previews of shared links, and the pages that other sites put into a frame."""

import re
from html import unescape

import httpx
import pytest

from service.pages.embeds import EMBEDS
from tests.support.api_play import KINGDOMINO, fine, play, refused, started

PAGE = {"Accept": "text/html"}


async def preview_of(client: httpx.AsyncClient, address: str, language: str = "en") -> dict[str, str]:
    """The preview of a page: its tags by name."""
    page = (await client.get(address, headers={**PAGE, "Accept-Language": language})).text
    return {name: unescape(text) for name, text in re.findall(r'<meta property="([^"]+)" content="([^"]*)">', page)}


async def test_a_preview_describes_the_game_at_its_step(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    await play(client, game, guests)
    seats = fine(await client.get(f"/api/games/{game}"))["seats"]
    final, first = await preview_of(client, f"/game/{game}"), await preview_of(client, f"/game/{game}/5")
    result = ", ".join(f"{seat['name']} (guest) {seat['score']['total']}" for seat in seats)
    assert final["og:title"] == f"{result} · Kingdomino"
    assert first["og:title"] == "Guest 0 (guest) 0, Guest 1 (guest) 0 · Kingdomino"
    assert first["og:image"].endswith(f"/api/games/{game}/picture?at=5")
    assert final["og:image"].endswith(f"/api/games/{game}/result-picture")
    for shown in (final, first):
        picture = await client.get(shown["og:image"].removeprefix(str(client.base_url).rstrip("/")))
        assert picture.headers["content-type"] == "image/png"


async def test_a_private_game_has_a_preview_only_with_its_invite(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO, private=True)
    invite = fine(await client.get(f"/api/games/{game}", headers=guests[0].headers))["invite"]
    for address in (f"/game/{game}", f"/game/{game}/3", f"/game/{game}?invite=wrong", "/game/nosuchgame"):
        shown = await preview_of(client, address)
        assert shown["og:title"] == "Firstfire"
        assert game not in shown["og:image"]
    shown = await preview_of(client, f"/game/{game}?invite={invite}")
    assert shown["og:title"].startswith("Guest 0")
    assert shown["og:image"].endswith(f"/api/games/{game}/picture?invite={invite}")


async def test_names_are_escaped_in_the_page(client: httpx.AsyncClient) -> None:
    guest = fine(await client.post("/api/guests", json={"name": '"><b>Ugh</b>'}))
    headers = {"Authorization": f"Bearer {guest['token']}"}
    body = {"rules": KINGDOMINO, "seats": [{"bot": "pebble"}]}
    game = fine(await client.post("/api/games", json=body, headers=headers))["id"]
    page = (await client.get(f"/game/{game}", headers=PAGE)).text
    assert "<b>" not in page
    shown = await preview_of(client, f"/game/{game}", "de")
    assert re.match(r'"><b>Ugh</b> \(Gast\) 0, \w+ \(Bot\) 0 · ', shown["og:title"])


async def test_a_puzzle_shows_how_it_begins_and_other_pages_show_the_site(client: httpx.AsyncClient) -> None:
    daily = fine(await client.get("/api/puzzles/daily"))["id"]
    shown = await preview_of(client, f"/puzzles/{daily}", "de")
    assert shown["og:title"].startswith("Rätsel · ")
    assert shown["og:image"].endswith(f"/api/puzzles/{daily}/picture")
    for address in ("/", "/lobby", "/puzzles/nosuchpuzzle", "/no/such/page"):
        assert (await preview_of(client, address))["og:title"] == "Firstfire"


@pytest.mark.parametrize("address", [re.sub(r"{\w+:(\w+)}", "7", path) for path in EMBEDS])
async def test_only_pages_made_for_it_may_be_framed(client: httpx.AsyncClient, address: str) -> None:
    framed = await client.get(address, headers=PAGE)
    assert framed.status_code == 200
    policy = framed.headers["content-security-policy"]
    assert policy.endswith("frame-ancestors *")
    whole = (await client.get("/", headers=PAGE)).headers["content-security-policy"]
    assert policy.replace("*", "'none'") == re.sub(r" 'sha256-[^']+'", "", whole)  # of the styles within that page
    assert "<script>" not in framed.text
    for path in re.findall(r'(?:href|src)="(/assets/[^"]+)"', framed.text):
        assert (await client.get(path)).status_code == 200, path


async def test_an_embedded_page_takes_the_colours_of_the_page_around_it(client: httpx.AsyncClient) -> None:
    assert 'data-colours="dark"' in (await client.get("/embed/games/7?colours=dark")).text
    assert 'data-colours="auto"' in (await client.get('/embed/games/7?colours="><b>')).text
    refused(await client.get("/embed/nothing"), 404)
