"""Pictures of games and puzzles over HTTP: format, access, and that none is painted twice."""

import asyncio
import io
from pathlib import Path

import httpx
import pytest
from PIL import Image

from service.pictures.cache import Pictures, TooManyPictures
from service.pictures.painter import SHEET, pieces_digest
from tests.support.api_play import DISCOVERY, KINGDOMINO, fine, opened, play, refused, started, welcome
from tests.tools.sprites import PIECES, drawings

ROOT = Path(__file__).parents[4]


def image(answer: httpx.Response) -> Image.Image:
    assert answer.status_code == 200, answer.text
    return Image.open(io.BytesIO(answer.content))


async def test_a_table_is_painted_after_any_event(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    newest = await play(client, game, guests, moves=12)
    shown = image(now := await client.get(f"/api/games/{game}/picture"))
    assert (shown.format, shown.size) == ("PNG", (1200, 630))
    assert len(now.content) < 200_000
    first = await client.get(f"/api/games/{game}/picture?at=1")
    assert image(first).size == (1200, 630)
    assert first.content != now.content
    assert (await client.get(f"/api/games/{game}/picture?at={newest}")).content == now.content
    refused(await client.get(f"/api/games/{game}/picture?at={newest + 1}"), 404)
    offer = await client.get(f"/api/games/{game}/offer-picture?at={newest}")
    assert (image(offer).size, len(offer.content) < 60_000) == ((600, 315), True)


async def test_a_picture_that_the_client_has_is_not_sent_again(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    answer = await client.get(f"/api/games/{game}/picture")
    again = await client.get(f"/api/games/{game}/picture", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    await play(client, game, guests, moves=1)
    later = await client.get(f"/api/games/{game}/picture", headers={"If-None-Match": answer.headers["etag"]})
    assert later.status_code == 200


async def test_a_private_game_has_pictures_only_for_those_who_may_see_it(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO, private=True)
    await play(client, game, guests)
    invite = fine(await client.get(f"/api/games/{game}", headers=guests[0].headers))["invite"]
    for kind in ("picture", "offer-picture", "result-picture", "film"):
        refused(await client.get(f"/api/games/{game}/{kind}"), 404)
        answer = await client.get(f"/api/games/{game}/{kind}", params={"invite": invite})
        assert answer.headers["cache-control"] == "private, no-cache"
        shown = await client.get(f"/api/games/{game}/{kind}", headers=guests[0].headers)
        assert image(answer).size == image(shown).size


async def test_a_finished_game_is_a_film_of_its_dominoes(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    refused(await client.get(f"/api/games/{game}/film"), 409)
    await play(client, game, guests)
    film = image(answer := await client.get(f"/api/games/{game}/film"))
    placed = [
        entry
        for entry in fine(await client.get(f"/api/games/{game}/events"))
        if entry["event"]["type"] == "domino_placed"
    ]
    assert (film.format, film.size) == ("WEBP", (600, 315))
    assert getattr(film, "n_frames", 1) == len(placed)
    assert len(answer.content) < 1_000_000


async def test_a_finished_game_has_a_picture_of_its_result(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    refused(await client.get(f"/api/games/{game}/result-picture"), 409)
    await play(client, game, guests)
    shown = image(answer := await client.get(f"/api/games/{game}/result-picture"))
    assert (shown.format, shown.size) == ("PNG", (1200, 630))
    assert len(answer.content) < 200_000
    assert answer.headers["cache-control"] == "public, max-age=86400"
    assert answer.content != (await client.get(f"/api/games/{game}/picture")).content
    tag = {"If-None-Match": answer.headers["etag"]}
    assert (await client.get(f"/api/games/{game}/result-picture", headers=tag)).status_code == 304


async def test_a_waiting_table_has_no_picture(client: httpx.AsyncClient) -> None:
    table = await opened(client, await welcome(client, "Ann"), DISCOVERY)
    refused(await client.get(f"/api/games/{table['id']}/picture"), 404)


async def test_a_puzzle_is_painted_as_it_begins(client: httpx.AsyncClient) -> None:
    daily = fine(await client.get("/api/puzzles/daily"))["id"]
    by_day = await client.get("/api/puzzles/daily/picture")
    assert image(by_day).size == (1200, 630)
    assert (await client.get(f"/api/puzzles/{daily}/picture")).content == by_day.content
    refused(await client.get("/api/puzzles/nosuchpuzz/picture"), 404)
    refused(await client.get("/api/puzzles/daily/picture?date=1999-01-01"), 404)


async def test_a_picture_is_painted_once_and_not_too_many_at_a_time() -> None:
    pictures, painted = Pictures(), list[int]()

    def paint(number: int) -> bytes:
        painted.append(number)
        return bytes([number])

    same = await asyncio.gather(*(pictures.picture("same", lambda: paint(1)) for _ in range(5)))
    assert same == [b"\x01"] * 5
    assert painted == [1]
    many = [pictures.picture(f"picture {number}", lambda: paint(2)) for number in range(30)]
    results = await asyncio.gather(*many, return_exceptions=True)
    assert sum(isinstance(result, TooManyPictures) for result in results) == 10
    pictures.close()


@pytest.mark.parametrize("name", [name for name, _ in drawings()])
def test_every_drawing_is_on_the_sprite_sheet(name: str) -> None:
    assert f'"{name}"' in SHEET.with_suffix(".json").read_text()


def test_the_sprite_sheet_is_up_to_date_with_the_drawings() -> None:
    """If this fails: make sprites."""
    assert pieces_digest(PIECES) in SHEET.with_suffix(".json").read_text()
