"""The stage of a game: whose territory is large, what is behind a handle, and which key leaves what."""

import pytest
import pytest_asyncio

from domain.events import DominoPlaced
from domain.rules import Rules
from service.store.event_store import EventStore
from tests.support.browser_person import WIDE, Arrive, Person, Run
from tests.support.staged_tables import DISCOVERY, finished, stage, turn_of, until
from tests.support.variants import only

THREE = Rules("origins", 3, "discovery")
PLAYED = finished(THREE)
TABLET = (820, 1180)
MENU = ".heading details.menu"


@pytest_asyncio.fixture(scope="module", loop_scope="session", autouse=True)
async def games(store: EventStore) -> None:
    await stage(store, "stagewatched", PLAYED, "ugh")


async def large(person: Person, seat: int) -> None:
    """Waits until the territory of this seat is the large one."""
    await person.sees(f".plate .nameplate.seat-{seat}")
    await person.sees(f".board .territory.seat-{seat}")


@pytest.mark.parametrize("size", only([TABLET], [WIDE, TABLET]))
async def test_a_card_enlarges_a_territory_and_a_press_a_button_or_escape_brings_back_the_own(
    arrive: Arrive, store: EventStore, size: tuple[int, int]
) -> None:
    person = await arrive(size=size)
    game = f"stagelook{size[0]}"
    await stage(store, game, until(THREE, turn_of(0, "place", 20)), await person.is_guest("Oona"))
    await person.opens_game(game)
    card = person.page.locator(".other").nth(1)
    for way_back in ("press", "button", "key"):
        await large(person, 0)
        assert not await person.page.locator(".go-home").count()
        await card.click()
        await large(person, 2)
        assert not await person.page.locator(".board .spot").count(), "one does not place on another's territory"
        if way_back == "key":
            await person.presses("Escape")
        else:
            await (card if way_back == "press" else person.page.locator(".go-home")).click()
    await large(person, 0)
    await person.sees(".board .spot")


async def test_the_stage_follows_the_seat_that_acts_unless_a_seat_is_chosen(guest: Person) -> None:
    placed = [(seq, event.seat) for seq, event in enumerate(PLAYED.events, 1) if isinstance(event, DominoPlaced)]
    for seq, seat in placed[3:6]:
        await guest.opens_game("stagewatched", seq)
        await large(guest, seat)
    seq, seat = placed[5]
    other = (seat + 1) % 3
    await guest.page.locator(f".other.seat-{other}").click()
    await large(guest, other)
    await guest.presses("ArrowLeft", "ArrowLeft")
    assert await guest.is_at(seq - 2)
    await large(guest, other)
    await guest.presses("Escape", "ArrowRight", "ArrowRight")
    assert await guest.is_at(seq)
    await large(guest, seat)


async def test_the_own_territory_comes_back_when_the_viewer_must_act(guest: Person, store: EventStore) -> None:
    await stage(store, "stageback", until(DISCOVERY, turn_of(0, "place", 20)), await guest.is_guest("Oona"))
    await guest.opens_game("stageback")
    await guest.sees(".action.mine")
    await guest.presses("ArrowLeft")
    await guest.page.locator(".other").click()
    await large(guest, 1)
    await guest.presses("End", "Escape")
    await large(guest, 0)


async def test_it_comes_back_by_itself_with_what_may_be_chosen(run: Run) -> None:
    script = """({ defaults, update }) =>
      update({ ...defaults("game"), large: 1 }, { type: "choices", choices: { moves: [] } }).large"""
    assert await run("table/state.js", script) is None


async def test_escape_closes_only_the_menu_that_is_open(guest: Person) -> None:
    await guest.opens_game("stagewatched", 60)
    await guest.page.locator(f"{MENU} summary").click()
    await guest.sees(f"{MENU}[open]")
    await guest.presses("Escape")
    await guest.misses(f"{MENU}[open]")
    assert await guest.is_at(60), "the step stays"
    assert await guest.page.evaluate("(menu) => document.activeElement.matches(menu)", f"{MENU} summary")


async def test_the_history_is_behind_a_handle_while_one_plays(guest: Person, store: EventStore) -> None:
    await stage(store, "stagehistory", until(DISCOVERY, turn_of(0, "place", 20)), await guest.is_guest("Oona"))
    await guest.opens_game("stagehistory")
    await guest.sees(".action.mine")
    board = await guest.page.locator(".board").bounding_box()
    assert not await guest.page.locator(".controls .slider").is_visible()
    assert not await guest.page.locator(".chronicle").count()
    await guest.page.locator(".handle").click()
    await guest.sees(".chronicle li.now")
    await guest.page.locator(".handle").click()
    await guest.misses(".chronicle")
    await guest.presses("ArrowLeft")  # who looks back has it open
    await guest.sees(".controls .slider")
    await guest.sees(".chronicle li.now")
    assert not await guest.page.locator(".handle").count()
    await guest.presses("End")
    await guest.sees(".action.mine")
    assert await guest.page.locator(".board").bounding_box() == board, "the board has not moved"


async def test_cards_below_the_board_are_as_wide_as_the_board(guest: Person) -> None:
    await guest.opens_game("stagewatched", 60)
    await guest.sees(".chronicle")
    for width, height in ((1366, 768), (1440, 900)):
        await guest.page.set_viewport_size({"width": width, "height": height})
        boxes = [await guest.page.locator(name).bounding_box() for name in (".board", ".controls", ".chronicle")]
        edges = {(round(box["x"]), round(box["width"])) for box in boxes if box}
        assert len(edges) == 1, edges
