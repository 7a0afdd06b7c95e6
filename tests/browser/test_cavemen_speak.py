"""Cavemen on territories say their effect, their price and what they are worth: by pointer, by press and by key."""

from asyncio import Event

from playwright.async_api import Route

from domain.game import Game
from domain.rules import Rules
from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.play import Played
from tests.support.staged_tables import stage, until

RULES = Rules("origins", 3, "tribe")
TIP = ".tip:popover-open"
STANDING = ".square[data-at]"


def _has_cavemen(game: Game) -> bool:
    """Seat 0 is to place, and cavemen who are no warriors stand on two territories."""
    position = game.position
    standing = [
        [square.caveman for square in territory.squares.values() if square.caveman]
        for territory in position.territories
    ]
    return (position.seat, position.step) == (0, "place") and all(
        any(not caveman.endswith("warrior") for caveman in standing[seat]) for seat in (0, 1)
    )


def _played() -> Played:
    return until(RULES, _has_cavemen)


async def at_table(person: Person, store: EventStore, game: str) -> None:
    await stage(store, game, _played(), await person.is_guest("Oona"))
    await person.opens_game(game)
    await person.sees(".board .spot")


async def test_the_pointer_reads_them_on_the_own_territory_and_on_others(guest: Person, store: EventStore) -> None:
    is_pointed_at = Event()

    async def late(route: Route) -> None:
        """The sentences that a first view does without."""
        await is_pointed_at.wait()
        await route.continue_()

    await guest.page.route("**/languages/en.json", late)
    await at_table(guest, store, "speakpointer")
    for place in (f".board {STANDING}", f".other.seat-1 {STANDING}"):
        await guest.page.locator(place).first.hover()
        is_pointed_at.set()
        await guest.sees(TIP, "Price: 2 resources")
        await guest.sees(TIP, "now")
        await guest.page.mouse.move(600, 5)
        await guest.page.locator(TIP).wait_for(state="detached")
    assert await guest.page.locator(".board .territory.seat-0").count() == 1


async def test_a_press_reads_them_and_plays_nothing(arrive: Arrive, store: EventStore) -> None:
    person = await arrive(size=PHONE, touch=True)
    await at_table(person, store, "speakpress")
    await person.page.locator(f".board {STANDING}").first.tap()
    await person.sees(TIP, "Price: 2 resources")
    assert not await person.page.locator(".board .ghost").count()
    await person.presses("Escape")
    await person.page.locator(TIP).wait_for(state="detached")
    await person.page.locator(".other").first.tap()
    await person.page.locator(f".seat-sheet {STANDING}").first.tap()
    await person.sees(TIP, "Price: 2 resources")


async def test_keys_read_them_from_the_list_of_points(guest: Person, store: EventStore) -> None:
    await at_table(guest, store, "speakkeys")
    item = guest.page.locator(".breakdown li:has(small) button").first
    points = await item.locator("b").inner_text()
    await item.focus()
    await guest.presses("Shift+Tab", "Tab")
    await guest.sees(TIP, "Price: 2 resources")
    await guest.sees(TIP, f"Worth {points} points now" if int(points) > 1 else "now")
    note = await guest.page.locator(TIP).bounding_box()
    board = await guest.page.locator(".board").bounding_box()
    assert note
    assert board
    middle = note["x"] + note["width"] / 2
    assert board["x"] <= middle <= board["x"] + board["width"], "it is beside the caveman, not beside the list"
    await guest.presses("Shift+Tab")
    await guest.presses("Shift+Tab")
    await guest.page.locator(".handle").focus()
    await guest.page.locator(TIP).wait_for(state="detached")
