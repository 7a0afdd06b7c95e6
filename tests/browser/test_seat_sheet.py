"""A press on a chip brings a sheet about that seat: what it shows, how it goes away, how fingers look closer."""

import pytest

from domain.rules import Rules
from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.play import NAMES
from tests.support.staged_tables import finished, stage, turn_of, until
from tests.support.variants import only

SHEET = "dialog.seat-sheet[open]"
CHIP = ".other.seat-2"
RULES = Rules("origins", 3, "tribe")
LYING = (844, 390)


async def with_a_sheet(
    arrive: Arrive, store: EventStore, game: str, size: tuple[int, int] = PHONE, *, touch: bool = True
) -> Person:
    """Somebody at a table who has pressed the chip of seat 2."""
    person = await arrive(size=size, touch=touch)
    await stage(store, game, until(RULES, turn_of(0, "place", 60)), await person.is_guest("Oona"))
    await person.opens_game(game)
    await person.sees(".board .spot")
    await (person.page.locator(CHIP).tap() if touch else person.page.locator(CHIP).click())
    await person.sees(SHEET)
    return person


async def touches(person: Person, selector: str, moves: list[list[tuple[float, float]]]) -> None:
    """Fingers on an element: where each is at each moment, from its middle; then they are lifted."""
    box = await person.page.locator(selector).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = await person.context.new_cdp_session(person.page)
    for number, fingers in enumerate(moves):
        points = [{"x": x + right, "y": y + down, "id": finger} for finger, (right, down) in enumerate(fingers)]
        kind = "touchMove" if number else "touchStart"
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("size", only([LYING], [PHONE, (360, 640), LYING]))
async def test_it_shows_all_about_a_seat_and_leaves_the_own_territory_large(
    arrive: Arrive, store: EventStore, size: tuple[int, int]
) -> None:
    person = await with_a_sheet(arrive, store, f"sheet{size[0]}", size)
    seat = until(RULES, turn_of(0, "place", 60)).end.position.territories[2]
    await person.sees(f"{SHEET} .nameplate .name", NAMES[2])
    assert await person.page.locator(f"{SHEET} .territory.seat-2 .square").count() == len(seat.squares)
    assert await person.page.locator(f"{SHEET} .goods > span").count() == 4
    items = await person.page.locator(f"{SHEET} .breakdown .item b").all_inner_texts()
    assert str(sum(map(int, items))) == await person.page.locator(f"{SHEET} .nameplate .total").inner_text()
    assert await person.page.locator(".board .territory.seat-0").count() == 1
    for part in ("", " .nameplate", " .territory", " .goods", " .row button:last-child"):
        box = await person.page.locator(SHEET + part).bounding_box()
        assert box
        assert 0 <= box["x"] <= size[0] - box["width"], part
        assert 0 <= box["y"] <= size[1] + 1 - box["height"], part
    await person.page.locator(f"{SHEET} .breakdown .item").first.tap()
    await person.sees(f"{SHEET} .territory.has-lit .square.lit")


async def test_it_goes_away_in_four_ways_and_gives_the_focus_back(arrive: Arrive, store: EventStore) -> None:
    person = await with_a_sheet(arrive, store, "sheetaway")

    async def press_the_button() -> None:
        await person.page.locator(f"{SHEET} .row button").last.tap()

    async def press_escape() -> None:
        await person.presses("Escape")

    async def press_beside() -> None:
        await person.page.touchscreen.tap(100, 20)

    async def swipe() -> None:
        await touches(person, f"{SHEET} header", [[(0, 0)], [(0, 20)], [(0, 40)]])
        await person.until("(sheet) => document.querySelector(sheet).style.translate === 'none'", SHEET)
        await touches(person, f"{SHEET} .territory", [[(0, down)] for down in range(0, 160, 20)])

    for leave in (press_the_button, press_escape, press_beside, swipe):
        await person.sees(SHEET)
        assert await person.until(f"() => document.activeElement.matches('{SHEET} button')")
        await leave()
        await person.misses("dialog")
        assert await person.until("(chip) => document.activeElement.matches(chip)", CHIP)
        await person.sees(".board .spot")
        if leave is not swipe:
            await person.page.locator(CHIP).tap()


async def test_fingers_look_closer_at_it(arrive: Arrive, store: EventStore) -> None:
    person = await with_a_sheet(arrive, store, "sheetpinch")
    await touches(person, f"{SHEET} .territory", [[(-by, 0), (by, 0)] for by in range(30, 120, 10)])
    await person.sees(f"{SHEET} .land.is-near")
    await touches(person, f"{SHEET} .territory", [[(0, down)] for down in range(0, 160, 20)])
    await person.sees(f"{SHEET} .land.is-near")  # one finger moves what is near, not the sheet
    await person.page.locator(f"{SHEET} .zoom-out").click()  # a tap this soon would only stop the fling
    await person.misses(f"{SHEET} .is-near")


@pytest.mark.long
async def test_from_there_a_territory_becomes_large(arrive: Arrive, store: EventStore) -> None:
    person = await with_a_sheet(arrive, store, "sheetlarge", touch=False)
    await person.page.locator(f"{SHEET} .row button").first.click()
    await person.misses("dialog")
    await person.sees(".board .territory.seat-2")
    await person.page.locator(".go-home").click()
    await person.sees(".board .territory.seat-0")


@pytest.mark.long
async def test_it_is_there_for_those_who_look_back_too(arrive: Arrive, store: EventStore) -> None:
    person = await arrive(size=PHONE, touch=True)
    await stage(store, "sheetreplay", finished(RULES), "ugh")
    await person.opens_game("sheetreplay", 60)
    await person.page.locator(".other").first.tap()
    await person.sees(f"{SHEET} .territory")
