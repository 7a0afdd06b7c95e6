"""A move that is made while the connection is gone: it waits, is sent once, can be taken back, and is asked about."""

import json
import re

from service.store.event_store import EventStore
from tests.support.browser_person import Arrive, Person
from tests.support.browser_play import OPEN_SPOTS, Player
from tests.support.staged_tables import DISCOVERY, stage, turn_of, until

POSTED = re.compile(r"/moves\?seq=")
SQUARES = ".board .square"
WAITS = ".action .due b"


async def placing(person: Person, store: EventStore, game: str) -> int:
    """At a table where a domino is to be placed, with no connection for moves; gives the squares that lie there."""
    person.expects("net::ERR_FAILED")
    await stage(
        store, game, until(DISCOVERY, turn_of(0, "place", 20), turn_of(0, "draft")), await person.is_guest("Oona")
    )
    await person.opens_game(game)
    await person.sees(".board .spot")
    await person.page.route(POSTED, lambda route: route.abort())
    return await person.page.locator(SQUARES).count()


async def placements(person: Person) -> list[int]:
    """The numbers of the placements of seat 0 in the log."""
    events = await person.page.evaluate(
        "async (game) => (await fetch(`/api/games/${game}/events`)).json()", person.game
    )
    return [
        entry["seq"] for entry in events if entry["event"]["type"] == "domino_placed" and not entry["event"]["seat"]
    ]


async def has_back(person: Person) -> None:
    """The connection for moves is back, and the page hears of it."""
    await person.page.unroute(POSTED)
    await person.page.evaluate("dispatchEvent(new Event('online'))")


async def test_a_move_waits_over_a_reload_and_is_sent_once(guest: Person, store: EventStore) -> None:
    squares = await placing(guest, store, "waits")
    before = await placements(guest)
    await Player(guest).choose(OPEN_SPOTS, 0)
    await guest.sees(WAITS, "Your move waits")
    await guest.sees(".edge.sent")
    await guest.counts(SQUARES, squares + 2)
    await guest.page.reload()
    await guest.sees(WAITS, "Your move waits")
    await guest.counts(SQUARES, squares + 2)
    await has_back(guest)
    await guest.sees(".action.mine", "Choose")
    await guest.misses(".edge.sent")
    assert len(await placements(guest)) == len(before) + 1
    await guest.page.reload()
    await guest.sees(".action.mine", "Choose")
    assert len(await placements(guest)) == len(before) + 1


async def test_a_move_that_waits_can_be_taken_back(guest: Person, store: EventStore) -> None:
    squares = await placing(guest, store, "withdrawn")
    before = await placements(guest)
    await Player(guest).choose(OPEN_SPOTS, 0)
    await guest.page.locator(".action button", has_text="Take it back").click()
    await guest.sees(".action.mine .held-domino")
    await guest.counts(SQUARES, squares)
    await has_back(guest)
    await guest.page.reload()
    await guest.sees(".action.mine .held-domino")
    assert await placements(guest) == before
    await Player(guest).choose(OPEN_SPOTS, 1)
    await guest.sees(".action.mine", "Choose")


async def test_who_has_moved_elsewhere_meanwhile_is_asked_and_only_in_one_tab(
    arrive: Arrive, store: EventStore
) -> None:
    guest = await arrive(language="de")
    await placing(guest, store, "overtaken")
    guest.expects("409")
    await Player(guest).choose(OPEN_SPOTS, 0)
    await guest.sees(WAITS, "Dein Zug wartet")
    other = await Person.at(guest.context, guest.url)
    await other.opens_game("overtaken")
    await Player(other).choose(OPEN_SPOTS, 1)
    await other.sees(".action.mine", "Wähle")
    before = await placements(guest)
    await has_back(guest)
    await guest.sees(WAITS, "Dein Zug ist nicht mehr möglich")
    assert "Dominostein" in (await guest.texts(".action .due .news"))[0]
    assert not await other.page.locator(WAITS, has_text="nicht mehr").count()
    await guest.page.locator(".action button", has_text="Zug verwerfen").click()
    await guest.sees(".action.mine", "Wähle")
    assert await placements(guest) == before
    assert json.loads(await guest.page.evaluate("localStorage.getItem('move overtaken')") or "null") is None
    assert not other.unexpected()
