"""The service goes away and comes back: the page says so, and goes on."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.support.browser_person import Arrive, Person
from tests.support.browser_play import Player
from tests.support.stack import Stack, stack

AWAY = (r"net::ERR_", "503")  # a killed process may break off anything, at any byte


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def own_service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stack]:
    """One that these tests hurt, each of which leaves it running."""
    async with stack(tmp_path_factory.mktemp("own")) as it:
        yield it


async def at_a_table(person: Person) -> Player:
    person.expects(*AWAY)
    await person.opens("/")
    await person.page.locator(".quick button").click()
    player = Player(person)
    await player.look()
    return player


async def test_a_game_goes_on_after_the_api_was_killed_and_a_move_made_meanwhile_arrives(
    arrive: Arrive, own_service: Stack
) -> None:
    guest = await arrive(at=own_service.url)
    player = await at_a_table(guest)
    assert player.offer
    await player.act(player.offer)
    await player.look()
    await guest.stays()
    api = own_service.parts["api"]
    await api.kill()
    await guest.sees(":is(.gone, .offline)", re.compile("connection", re.IGNORECASE))
    before = player.offer.step
    await player.act(player.offer)
    await api.start()
    assert (await player.look()).step != before
    await guest.misses(":is(.gone, .offline)")
    assert not await guest.texts(".notice.error")
    for _ in range(4):
        await player.act(player.offer)
        await player.look()
    assert await guest.has_stayed()


async def test_a_page_that_is_opened_during_an_outage_comes_by_itself_once_it_is_over(
    arrive: Arrive, own_service: Stack
) -> None:
    guest = await arrive(at=own_service.url)
    await at_a_table(guest)
    await guest.stays()
    await own_service.parts["api"].kill()
    await guest.page.locator(".top nav a", has_text="Lobby").click()
    await guest.sees(".notice", "connection is gone")
    await guest.page.go_back()
    await guest.page.go_forward()
    await guest.page.go_back()
    await guest.sees(".notice, [role=alert]", "connection is gone")
    assert len(await guest.texts(".notice")) <= 1
    await own_service.parts["api"].start()
    await guest.sees(".action.mine")
    await guest.misses(".notice")
    assert await guest.has_stayed()


async def test_a_table_that_is_opened_during_an_outage_comes_by_itself_once_it_is_over(
    arrive: Arrive, own_service: Stack
) -> None:
    guest = await arrive(at=own_service.url)
    await at_a_table(guest)
    game = guest.game
    await guest.opens("/record")
    await own_service.parts["api"].kill()
    await guest.page.evaluate(
        "(game) => { history.pushState(null, '', `/game/${game}`); dispatchEvent(new PopStateEvent('popstate')); }",
        game,
    )
    await guest.sees("[role=alert]", "connection is gone")
    await own_service.parts["api"].start()
    await guest.sees(".action.mine")


async def test_lists_show_a_message_while_the_store_is_unavailable(arrive: Arrive, own_service: Stack) -> None:
    guest = await arrive(at=own_service.url)
    guest.expects(*AWAY)
    await own_service.server.stop()
    await guest.opens("/lobby")
    await guest.sees(".stale", "Try again")
    await own_service.server.start()
    await own_service.ready()
    await guest.opens("/lobby")
    await guest.sees(".empty")
    assert not await guest.texts(".stale")
