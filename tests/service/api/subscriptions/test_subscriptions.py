"""The calendar and the feeds over HTTP, read by the programs of others."""

from datetime import datetime

import feedparser
import httpx
import pytest
from icalendar import Calendar

from service.services import Services
from tests.support.api_persons import ManualClock
from tests.support.api_play import KINGDOMINO, Guest, Json, fine, play, refused, started, welcome
from tests.support.api_puzzles import puzzle_api
from tests.support.servers import eventually

DAYS: Json = {"type": "days", "days": 3}


@pytest.fixture(autouse=True)
async def services(worker_beside: Services) -> Services:
    return worker_beside


async def address_of(client: httpx.AsyncClient, guest: Guest) -> str:
    """The address of a new calendar, without the host."""
    address: str = fine(await client.post("/api/me/calendar", headers=guest.headers))["address"]
    assert fine(await client.get("/api/me/calendar", headers=guest.headers))["address"] == address
    return address[address.index("/feeds/") :]


async def events_at(client: httpx.AsyncClient, address: str) -> list[Json]:
    answer = await client.get(address)
    assert answer.is_success, answer.text
    assert answer.headers["content-type"].startswith("text/calendar")
    events: list[Json] = Calendar.from_ical(answer.text).walk("VEVENT")
    return events


@pytest.mark.parametrize("private", [False, True])
async def test_a_calendar_has_the_deadline_that_the_table_shows(client: httpx.AsyncClient, private: bool) -> None:
    game, guests = await started(client, KINGDOMINO, clock=DAYS, private=private)
    clock = fine(await client.get(f"/api/games/{game}", headers=guests[0].headers))["clock"]
    mover, other = guests[clock["seat"]], guests[1 - clock["seat"]]
    address = await address_of(client, mover)

    async def is_listed() -> bool:
        return bool(await events_at(client, address))

    await eventually(is_listed)
    (event,) = await events_at(client, address)
    due = datetime.fromisoformat(clock["due"]).replace(microsecond=0)
    assert event["DTSTART"].dt == due
    assert str(event["URL"]).endswith(f"/game/{game}")
    assert (other.name in str(event["SUMMARY"])) is not private, "nothing private, unless it is chosen"
    assert await events_at(client, await address_of(client, other)) == []


async def test_a_calendar_is_in_the_language_of_the_page_that_gave_its_address(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO, clock=DAYS)
    mover = guests[fine(await client.get(f"/api/games/{game}"))["clock"]["seat"]]
    client.headers["Accept-Language"] = "de"
    german = await address_of(client, mover)
    client.headers["Accept-Language"] = "it"

    async def is_listed() -> bool:
        return bool(await events_at(client, german))

    await eventually(is_listed)
    titles = [
        str(event["SUMMARY"])
        for address in (german, german.replace("language=de&", ""))
        for event in await events_at(client, address)
    ]
    assert [title.partition(":")[0] for title in titles] == ["Du bist dran", "Your turn"]


async def test_a_calendar_that_has_not_changed_is_not_sent_again(client: httpx.AsyncClient) -> None:
    address = await address_of(client, await welcome(client, "Oona"))
    tag = (await client.get(address)).headers["etag"]
    assert (await client.get(address, headers={"if-none-match": tag})).status_code == 304


async def test_an_address_ends_when_it_is_renewed_and_with_its_owner(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Oona")
    first = await address_of(client, guest)
    second = await address_of(client, guest)
    assert refused(await client.get(first), 404)["code"] == "no_calendar"
    assert await events_at(client, second) == []
    for wrong in (second[:-1], second.partition("?")[0], second.replace(guest.player, "nobodyatall")):
        refused(await client.get(wrong), 404)
    fine(await client.delete("/api/me", headers=guest.headers))
    refused(await client.get(second), 404)


async def test_only_the_owner_learns_the_address(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Oona")
    await address_of(client, guest)
    refused(await client.get("/api/me/calendar"), 401)
    assert fine(await client.delete("/api/me/calendar", headers=guest.headers))["address"] is None
    assert fine(await client.get("/api/me/calendar", headers=guest.headers))["address"] is None


async def test_a_feed_has_the_puzzles_up_to_today(server_url: str) -> None:
    hand = ManualClock()
    async with puzzle_api(server_url, hand) as (client, _):
        names = []
        for _ in range(3):
            names.append(fine(await client.get("/api/puzzles/daily"))["id"])
            hand.pass_days(1)
        answer = await client.get("/feeds/puzzles.atom?language=de")
        feed = feedparser.parse(answer.content)
        assert not feed.bozo
        assert feed.feed.title == "Das Rätsel des Tages"
        assert [entry.link.rpartition("/")[2] for entry in feed.entries][1:] == names[::-1]
        tag = {"if-none-match": answer.headers["etag"]}
        assert (await client.get("/feeds/puzzles.atom?language=de", headers=tag)).status_code == 304


async def test_a_feed_has_the_finished_games_of_a_player_without_private_ones(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    await play(client, game, guests)
    secret, others = await started(client, KINGDOMINO, private=True)
    await play(client, secret, others)

    async def games_of(guest: Guest) -> list[str]:
        answer = await client.get(f"/feeds/players/{guest.player}/games.atom")
        feed = feedparser.parse(answer.content)
        assert not feed.bozo
        return [entry.link.rpartition("/")[2] for entry in feed.entries]

    async def is_listed() -> bool:
        return await games_of(guests[0]) == [game]

    async def is_secret_listed() -> bool:
        answer = await client.get(f"/api/players/{others[0].player}/games", headers=others[0].headers)
        return [line["game"] for line in fine(answer)["games"]] == [secret]

    await eventually(is_listed)
    await eventually(is_secret_listed)
    assert await games_of(others[0]) == []
    refused(await client.get("/feeds/players/nobodyatall/games.atom"), 404)


async def test_pages_name_their_feeds(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Oona")
    for page, feed in (
        ("/puzzles", "/feeds/puzzles.atom"),
        (f"/people/{guest.player}", f"/feeds/players/{guest.player}"),
    ):
        shell = (await client.get(page, headers={"accept": "text/html"})).text
        assert '<link rel="alternate" type="application/atom+xml"' in shell
        assert f'href="{feed}' in shell
    assert "atom+xml" not in (await client.get("/lobby", headers={"accept": "text/html"})).text
