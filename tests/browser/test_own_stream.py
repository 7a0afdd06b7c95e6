"""One stream for everything of one's own, shared by all tabs: nothing on the page is stale, and nothing is polled."""

from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Request

from tests.support.api_persons import SAME_ORIGIN
from tests.support.api_play import DISCOVERY, Guest, Json, choice, fine, offered, opened, post, welcome
from tests.support.browser_person import Person
from tests.support.stack import Stack

WAITING = "() => document.title.startsWith('(1)') && document.querySelector('.top .badge')?.textContent === '1'"
NOT_WAITING = "() => !document.title.startsWith('(') && !document.querySelector('.top .badge')"
# The page believes that a minute has passed in which it heard nothing, and is looked at again.
SILENCE = """() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
    dispatchEvent(new Event("focus"));
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def client(service: Stack) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=service.url, timeout=60) as client:
        yield client


class Match:
    """A game of the person, who moves without the page, against somebody elsewhere."""

    def __init__(self, person: Person, client: httpx.AsyncClient, other: Guest, game: str) -> None:
        self.person = person
        self.client = client
        self.other = other
        self.game = game

    @staticmethod
    async def begun(person: Person, client: httpx.AsyncClient) -> "Match":
        other = await welcome(client, "Nag")
        game = (await opened(client, other, DISCOVERY))["id"]
        match = Match(person, client, other, game)
        await match.send("join")
        return match

    async def send(self, path: str, data: Json = None) -> None:
        address = f"{self.person.url}/api/games/{self.game}/{path}"
        answer = await self.person.context.request.post(
            address, data=data, headers={"Content-Type": "application/json", **SAME_ORIGIN}
        )
        assert answer.ok, await answer.text()

    async def is_ours(self) -> bool:
        return bool((await offered(self.client, self.game, self.other))["seat"] == 1)

    async def goes_on_until(self, is_ours: bool) -> None:
        while await self.is_ours() is not is_ours:
            move = choice(await offered(self.client, self.game, self.other))
            if is_ours:
                fine(await post(self.client, self.game, self.other, move))
            else:
                await self.send("moves", move)


def watched(person: Person) -> list[str]:
    """What its pages ask the service for from now on, all tabs together."""
    requests: list[str] = []

    def note(request: Request) -> None:
        if "/api/" in request.url:
            requests.append(request.url.removeprefix(person.url).partition("?")[0])

    person.context.on("request", note)
    return requests


async def tab(person: Person, path: str) -> Person:
    another = await Person.at(person.context, person.url)
    await another.opens(path)
    return another


async def test_header_title_and_lists_follow_without_any_request(guest: Person, client: httpx.AsyncClient) -> None:
    await guest.is_guest("Oona")
    requests = watched(guest)
    async with guest.page.expect_request("**/api/stream*"):
        await guest.opens("/games")
    await guest.sees(".centred-card")
    requests.clear()
    match = await Match.begun(guest, client)
    await match.goes_on_until(is_ours=True)
    await guest.until(WAITING)
    await guest.sees("#list-waiting + *, [aria-labelledby=list-waiting] .listed-game")
    await match.goes_on_until(is_ours=False)
    await guest.until(NOT_WAITING)
    await guest.sees("[aria-labelledby=list-others] .listed-game")
    await match.goes_on_until(is_ours=True)
    await guest.until(WAITING)
    assert requests == []


async def all_follow(tabs: list[Person]) -> None:
    """Returns when all these tabs have begun to follow: one has the lock, the others wait for it."""
    await tabs[0].page.evaluate(
        """async (tabs) => {
            const count = async () => Object.values(await navigator.locks.query()).flat().length;
            while ((await count()) < tabs) await new Promise((go) => setTimeout(go, 50));
        }""",
        len(tabs),
    )


@pytest.mark.long  # five tabs take a busy machine long
async def test_tabs_share_one_stream_and_another_takes_over_when_its_tab_is_closed(
    guest: Person, client: httpx.AsyncClient
) -> None:
    await guest.is_guest("Oona")
    requests = watched(guest)
    async with guest.page.expect_request("**/api/stream*"):
        await guest.opens("/rules")
    tabs = [await tab(guest, "/rules") for _ in range(4)]
    await all_follow([guest, *tabs])
    match = await Match.begun(guest, client)
    await match.goes_on_until(is_ours=True)
    for other in (guest, *tabs):
        await other.until(WAITING)
    assert requests.count("/api/stream") == 1
    await guest.page.close()
    await match.goes_on_until(is_ours=False)
    for other in tabs:
        await other.until(NOT_WAITING)
    assert requests.count("/api/stream") == 2


@pytest.mark.long
async def test_tabs_that_come_while_things_happen_miss_nothing(guest: Person, client: httpx.AsyncClient) -> None:
    """They knew nothing of the game when they were loaded, and the stream has brought it to others already."""
    await guest.is_guest("Oona")
    tabs = [await tab(guest, "/rules") for _ in range(4)]
    match = await Match.begun(guest, client)
    await match.goes_on_until(is_ours=True)
    for other in tabs:
        await other.until(WAITING)


@pytest.mark.long
async def test_a_tab_that_is_frozen_loses_the_stream_to_another(guest: Person, client: httpx.AsyncClient) -> None:
    """Its successor notices the silence; here it hears of the time that has passed, instead of waiting for it."""
    await guest.is_guest("Oona")
    async with guest.page.expect_request("**/api/stream*"):
        await guest.opens("/rules")
    other = await tab(guest, "/rules")
    await all_follow([guest, other])
    frozen = await guest.context.new_cdp_session(guest.page)
    await frozen.send("Page.setWebLifecycleState", {"state": "frozen"})
    async with other.page.expect_request("**/api/stream*"):
        await other.page.evaluate(SILENCE)
    match = await Match.begun(guest, client)
    await match.goes_on_until(is_ours=True)
    await other.until(WAITING)
    await frozen.send("Page.setWebLifecycleState", {"state": "active"})
    await guest.until(WAITING)


async def test_a_page_that_was_offline_catches_up(guest: Person, client: httpx.AsyncClient) -> None:
    await guest.is_guest("Oona")
    guest.expects(r"net::ERR_")
    async with guest.page.expect_request("**/api/stream*"):
        await guest.opens("/rules")
    await guest.context.set_offline(True)
    match = await Match.begun(guest, client)
    await match.goes_on_until(is_ours=True)
    await guest.context.set_offline(False)
    await guest.until(WAITING)
