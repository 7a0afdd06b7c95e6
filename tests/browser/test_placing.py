"""Placing on a live board: what one sees is what one places, and the board stays where it is meanwhile."""

import re
from collections.abc import Awaitable, Callable
from itertools import pairwise
from math import ceil, floor
from random import Random

import pytest
from playwright.async_api import Position

from domain.commands import PlaceDomino, Play
from domain.undo import MOST_UNDOS
from service.pages.assets import VERSION
from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.browser_play import OPEN_SPOTS, Player
from tests.support.play import Played
from tests.support.staged_tables import DISCOVERY, KINGDOMINO, cut, finished, stage, turn_of, until

PLACED = ".board .square"
_MOVE = re.compile(r"/moves\?seq=")
CELLS = """(name) => [...document.querySelectorAll(name)].map((place) => place.getAttribute("transform")).sort()"""
GHOST = ".board .ghost > g[transform]"
RING = "getComputedStyle(document.activeElement).outlineStyle"
LAND = """() => {
  const board = document.querySelector(".board .territory");
  const corner = board.getBoundingClientRect();
  const { x, y, width } = board.querySelector(".home").getBoundingClientRect();
  return [x - corner.x, y - corner.y, width, ...board.getAttribute("viewBox").split(" ").map(Number)];
}"""


async def cells(person: Person, name: str) -> list[str]:
    transforms: list[str] = await person.page.evaluate(CELLS, name)
    return transforms


async def land(person: Person) -> tuple[float, float, tuple[float, ...]]:
    """Where the hut is on the board, and its width with what the drawing's coordinates are."""
    x, y, *scale = await person.page.evaluate(LAND)
    return round(x), round(y), tuple(round(value) for value in scale)


async def drawn(person: Person) -> None:
    """Waits until the page has drawn what it knows."""
    await person.page.evaluate("new Promise((drawn) => setTimeout(() => setTimeout(drawn)))")


async def is_there(person: Person, module: str) -> None:
    """Fetches a module of the board that would come with the first drag or pinch: that would begin when it has come."""
    await person.page.evaluate(f"import('/assets/{VERSION}/joined/board/{module}.js').then(() => null)")


async def at_table(person: Person, store: EventStore, game: str, played: Played) -> Player:
    await stage(store, game, played, await person.is_guest("Oona"))
    await person.opens_game(game)
    await person.sees(".board .spot")
    return Player(person)


async def stored(person: Person) -> set[str]:
    """The squares of the own territory as the service has them, each placed as the page would place it."""
    table = await person.page.evaluate("async (game) => (await fetch(`/api/games/${game}`)).json()", person.game)
    cells = [square["at"] for square in table["seats"][0]["territory"]["squares"]]
    return {f"translate({x * 100} {y * 100})" for x, y in cells}


async def places(person: Person, press: Callable[[], Awaitable[None]]) -> None:
    """Presses; what the service and the page have afterwards must be what was shown."""
    before, shown = await cells(person, PLACED), await cells(person, GHOST)
    assert len(shown) == 2
    async with person.page.expect_response(_MOVE) as answer:
        await press()
    assert (await answer.value).ok
    assert await stored(person) - set(before) == set(shown)
    await person.sees(".action button[title$='(U)']")
    assert set(await cells(person, PLACED)) - set(before) == set(shown)


async def takes_back(person: Person) -> None:
    squares = await person.page.locator(PLACED).count()
    async with person.page.expect_response(_MOVE):
        await person.page.locator(".action button[title$='(U)']").click()
    await person.sees(".board .spot")
    await person.until("(squares) => document.querySelectorAll('.board .square').length === squares - 2", squares)


async def turns(person: Person, rng: Random) -> None:
    """A few times, in any of the ways, without moving the pointer."""
    for _ in range(rng.randrange(5)):
        if rng.random() < 0.5:
            await person.page.mouse.wheel(0, rng.choice((-100, 100)))
        else:
            await person.presses(rng.choice(("r", "R")))
        await drawn(person)


async def points_turns_and_presses(person: Person, player: Player, rng: Random) -> None:
    """With a mouse, its wheel and R; then takes it back."""
    point = await player.point(OPEN_SPOTS, rng.randrange(50))
    assert point
    await person.page.mouse.move(*point)
    await person.sees(".board .ghost")
    await turns(person, rng)

    async def press() -> None:
        await person.page.mouse.down()
        await person.page.mouse.up()

    await places(person, press)
    await takes_back(person)
    await person.page.mouse.move(2, 300)


async def taps_turns_and_taps(person: Person, player: Player, rng: Random) -> None:
    """With a finger: a first tap shows, the button turns, a second tap on what is shown places; then takes it back."""
    point = await player.point(OPEN_SPOTS, rng.randrange(50))
    assert point
    await person.page.touchscreen.tap(*point)
    await person.sees(".board .ghost")
    for _ in range(rng.randrange(4)):
        await person.page.locator(".action button:has(use[href='#icon-turn'])").first.tap()
        await drawn(person)
    there = await person.page.locator(GHOST).nth(rng.randrange(2)).bounding_box()
    assert there
    x, y = there["x"] + there["width"] / 2, there["y"] + there["height"] / 2
    await places(person, lambda: person.page.touchscreen.tap(x, y))
    await takes_back(person)


async def test_what_the_ghost_shows_is_where_the_press_places(guest: Person, store: EventStore) -> None:
    placing = until(DISCOVERY, turn_of(0, "place", 20), turn_of(0, "draft"))
    rng = Random(2)
    player = await at_table(guest, store, "shown", placing)
    for _ in range(MOST_UNDOS):
        await points_turns_and_presses(guest, player, rng)


async def test_a_finger_places_what_is_shown(arrive: Arrive, store: EventStore) -> None:
    person = await arrive(size=PHONE, touch=True)
    placing = until(DISCOVERY, turn_of(0, "place", 20), turn_of(0, "draft"))
    player = await at_table(person, store, "tapped", placing)
    rng = Random(5)
    for _ in range(MOST_UNDOS):
        await taps_turns_and_taps(person, player, rng)
    await person.until("() => document.activeElement.matches('.board .territory')")
    assert await person.page.evaluate(RING) == "none", "a ring is for who uses keys"


@pytest.mark.long
async def test_it_does_so_in_many_positions(guest: Person, store: EventStore) -> None:
    rng = Random(3)
    for least in range(8, 40, 8):
        for rules in (DISCOVERY, KINGDOMINO):
            placing = until(rules, turn_of(0, "place", least), turn_of(0, "draft"))
            for number in range(4):
                player = await at_table(guest, store, f"shown{rules.game}{least}{number}", placing)
                for _ in range(MOST_UNDOS):
                    await points_turns_and_presses(guest, player, rng)


async def test_a_press_where_nothing_fits_does_nothing_and_arrows_and_enter_place_what_is_shown(
    guest: Person, store: EventStore
) -> None:
    await at_table(guest, store, "keys", until(DISCOVERY, turn_of(0, "place", 20), turn_of(0, "draft")))
    before = await cells(guest, PLACED)
    await guest.page.locator(".board .home").click(force=True)
    assert not await cells(guest, GHOST)
    await guest.page.mouse.move(2, 300)
    await guest.takes_the_board()
    await guest.presses("ArrowRight", "r", "ArrowUp", "r", "r")
    await guest.sees(".board .ghost")
    await drawn(guest)
    shown = await cells(guest, GHOST)
    await guest.presses("Enter")
    await guest.until("(squares) => document.querySelectorAll('.board .square').length > squares", len(before))
    assert sorted(set(await cells(guest, PLACED)) - set(before)) == shown


def first_column(low: int, high: int) -> int:
    """Of nine that are shown around what is built: it lies in the middle, in doubt nearer to the hut."""
    spare = (9 - (high - low + 1)) / 2
    return low - (ceil(spare) if low + high > 0 else floor(spare))


def widening() -> tuple[Played, PlaceDomino]:
    """A volcano to be placed where the territory's middle moves, with its fire to be thrown afterwards."""
    for seed in range(100):
        played = finished(DISCOVERY, seed)
        for number, (game, after) in enumerate(pairwise(played.games)):
            command = played.commands[number]
            if not (turn_of(0, "place")(game) and turn_of(0, "fire")(after) and isinstance(command, Play)):
                continue
            columns = [[x for x, _ in ((0, 0), *at.position.territories[0].squares)] for at in (game, after)]
            before, (low, high) = ((min(of), max(of)) for of in columns)
            shown, room = first_column(*before), min(2, 7 - (high - low + 1))
            still_fits = low - room >= shown and high + room < shown + 9
            if still_fits and first_column(low, high) != shown and isinstance(command.move, PlaceDomino):
                return cut(played, number), command.move
    raise LookupError("no game comes to such a moment")


async def test_the_board_rests_under_the_pointer_until_it_leaves_and_never_changes_its_scale(
    guest: Person, store: EventStore
) -> None:
    game, move = widening()
    await at_table(guest, store, "rests", game)
    before = await land(guest)
    x, y, scale = before
    at: Position = {"x": x + (move.a[0] + 0.5) * scale[0], "y": y + (move.a[1] + 0.5) * scale[0]}
    await guest.page.locator(".board .territory").hover(position=at)
    wanted = sorted(f"translate({x * 100} {y * 100})" for x, y in (move.a, move.b))
    for _ in range(8):
        await drawn(guest)
        if await cells(guest, GHOST) == wanted:
            break
        await guest.presses("r")
    assert await cells(guest, GHOST) == wanted
    assert await land(guest) == before
    await guest.page.mouse.down()
    await guest.page.mouse.up()
    await guest.sees(".action.mine", "fire land")
    await guest.sees(".board .spot.over")
    assert await land(guest) == before
    await guest.page.mouse.move(2, 300)
    await guest.until(f"(x) => Math.round(({LAND})()[0]) !== x", x)
    assert (await land(guest))[2] == scale


async def test_a_domino_is_dragged_from_the_hand_and_from_the_line(guest: Person, store: EventStore) -> None:
    player = await at_table(guest, store, "drag", until(DISCOVERY, turn_of(0, "place", 20), turn_of(0, "draft")))
    before = await cells(guest, PLACED)
    await is_there(guest, "dragging")
    for origin in (".held-domino", ".acts > .slot .domino"):
        await guest.page.locator(origin).hover()
        await guest.page.mouse.down()
        await guest.page.mouse.move(20, 400, steps=5)
        await guest.sees(".carried:not(.is-shown)")
        point = await player.point(OPEN_SPOTS, 4)
        assert point
        await guest.page.mouse.move(*point, steps=3)
        await guest.until("() => document.querySelector('.carried.is-shown') !== null")
        await drawn(guest)
        shown = await cells(guest, GHOST)
        await guest.page.mouse.up()
        await guest.misses(".carried")
        await guest.until("(squares) => document.querySelectorAll('.board .square').length > squares", len(before))
        assert sorted(set(await cells(guest, PLACED)) - set(before)) == shown
        await guest.page.locator(".action button[title$='(U)']").click()
        await guest.sees(".board .spot")


async def test_fingers_look_closer_place_there_and_go_back(arrive: Arrive, store: EventStore) -> None:
    person = await arrive(size=PHONE, touch=True)
    await at_table(person, store, "pinch", until(DISCOVERY, turn_of(0, "place", 20), turn_of(0, "draft")))
    await person.page.locator(".board .territory").scroll_into_view_if_needed()
    box = await person.page.locator(".board .territory").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = await land(person)
    await is_there(person, "pinching")
    session = await person.context.new_cdp_session(person.page)

    async def touch(kind: str, *offsets: float) -> None:
        points = [{"x": x + offset, "y": y, "id": number} for number, offset in enumerate(offsets)]
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await touch("touchStart", -30, 30)
    for offset in range(31, 60):
        await touch("touchMove", -offset, offset)
    await touch("touchEnd")
    await person.sees(".zoom-out")
    assert (await land(person))[2][1:] == before[2][1:]
    await person.page.locator(".zoom-out").tap()
    await person.misses(".zoom-out")
    assert await land(person) == before
    assert not await cells(person, GHOST)


async def test_coordinates_are_shown_when_wanted(guest: Person, store: EventStore) -> None:
    await at_table(guest, store, "rim", until(DISCOVERY, turn_of(0, "place", 20)))
    assert not await guest.page.locator(".rim text").count()
    await guest.opens("/settings")
    await guest.ticks("input[name=coordinates][value=always]")
    await guest.opens_game("rim")
    await guest.sees(".board .rim")
    names = await guest.page.locator(".board .rim text").all_text_contents()
    assert len(names) == 18
    assert {"g", "7"} <= set(names)
