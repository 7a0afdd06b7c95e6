"""The stream of a table: held open only while the table is seen, and opened again when nothing is heard of it."""

import re
from collections.abc import AsyncIterator

import httpx
import pytest_asyncio
from playwright.async_api import Request, Route

from service.store.event_store import EventStore
from tests.browser.test_own_stream import SILENCE, Match
from tests.support.browser_person import Person
from tests.support.stack import Stack
from tests.support.staged_tables import DISCOVERY, finished, stage

HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
  Object.defineProperty(document, "visibilityState", { configurable: true, value: isHidden ? "hidden" : "visible" });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def client(service: Stack) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=service.url, timeout=60) as client:
        yield client


def is_stream(request: Request) -> bool:
    return bool(re.search(r"/api/games/\w+/stream\b", request.url))


async def test_a_tab_that_nobody_sees_holds_no_stream_of_its_table_and_still_hears_of_its_turn(
    guest: Person, client: httpx.AsyncClient
) -> None:
    await guest.is_guest("Oona")
    match = await Match.begun(guest, client)
    await match.goes_on_until(is_ours=False)
    async with guest.page.expect_request("**/api/stream*"), guest.page.expect_request(is_stream):
        await guest.opens_game(match.game)
    async with guest.page.expect_event("requestfailed", is_stream):  # it is closed
        await guest.page.evaluate(HIDE, True)
    opened: list[str] = []
    guest.page.on("request", lambda request: opened.append(request.url) if is_stream(request) else None)
    await match.goes_on_until(is_ours=True)
    await guest.sees(".action.mine")
    assert not opened
    async with guest.page.expect_request(is_stream):
        await guest.page.evaluate(HIDE, False)
    await match.goes_on_until(is_ours=False)
    await guest.misses(".action.mine")


async def test_a_table_whose_stream_went_silent_comes_back(guest: Person, client: httpx.AsyncClient) -> None:
    """As after a sleep, or a change of network: the stream seems open, and nothing comes."""
    await guest.is_guest("Oona")
    match = await Match.begun(guest, client)
    await match.goes_on_until(is_ours=False)
    swallowed: list[Route] = []
    await guest.page.route("**/stream*", lambda route: swallowed.append(route))
    async with guest.page.expect_request(is_stream):
        await guest.opens_game(match.game)
    await match.goes_on_until(is_ours=True)
    await guest.page.unroute("**/stream*")
    await guest.page.evaluate(SILENCE)
    await guest.sees(".action.mine")
    assert swallowed


async def test_a_finished_game_holds_no_stream(guest: Person, store: EventStore) -> None:
    await stage(store, "overheard", finished(DISCOVERY), "ugh")
    opened: list[str] = []
    guest.page.on("request", lambda request: opened.append(request.url) if is_stream(request) else None)
    await guest.opens_game("overheard", 20)
    await guest.presses("ArrowRight")
    await guest.is_at(21)
    assert not opened
