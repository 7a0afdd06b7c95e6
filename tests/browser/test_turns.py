"""Within a turn: taking back, what comes too late or is not allowed, a reload in the middle."""

import json
import re

from playwright.async_api import Route

from service.store.event_store import EventStore
from tests.support.browser_person import Person
from tests.support.browser_play import OPEN_SPOTS, SLOTS, Player
from tests.support.staged_tables import DISCOVERY, KINGDOMINO, TRIBE, can_recruit, stage, turn_of, until

POSTED = re.compile(r"/moves\?seq=")
UNDO = ".action button[title$='(U)']"


async def placing(person: Person, store: EventStore, game: str) -> Player:
    """The person at a game in which a domino is to be placed, and then one to be chosen."""
    player = await person.is_guest("Oona")
    await stage(store, game, until(DISCOVERY, turn_of(0, "place", 20), turn_of(0, "draft")), player)
    await person.opens_game(game)
    return Player(person)


async def test_a_placement_can_be_undone_and_made_elsewhere(guest: Person, store: EventStore) -> None:
    player = await placing(guest, store, "takeback")
    before = await player.look()
    squares = await guest.page.locator(".board .square").count()
    await player.choose(OPEN_SPOTS, 0)
    await player.look()
    assert await guest.page.locator(".board .square").count() == squares + 2
    await guest.page.locator(UNDO).click()
    again = await player.look()
    assert again.title == before.title
    assert await guest.page.locator(".board .square").count() == squares
    await player.choose(OPEN_SPOTS, 3)
    await player.look()
    assert await guest.page.locator(".board .square").count() == squares + 2


async def test_pointing_at_a_place_shows_the_domino_there_and_moves_nothing_else(
    guest: Person, store: EventStore
) -> None:
    player = await placing(guest, store, "pointing")
    await player.look()
    board = guest.page.locator(".board .territory")
    before = await board.bounding_box()
    point = await player.point(OPEN_SPOTS, 2)
    assert point
    await guest.page.mouse.move(*point)
    await guest.sees(".board .ghost")
    assert await board.bounding_box() == before
    ghost = await guest.page.locator(".board .ghost").inner_html()
    await guest.page.mouse.wheel(0, 100)
    await guest.until("(ghost) => document.querySelector('.board .ghost')?.innerHTML !== ghost", ghost)
    await guest.page.mouse.move(2, 300)
    await guest.misses(".board .ghost")


async def test_a_reload_in_mid_turn_loses_nothing(guest: Person, store: EventStore) -> None:
    player = await placing(guest, store, "reload")
    await player.look()
    await player.choose(OPEN_SPOTS, 0)
    before = await player.look()
    board = await guest.page.locator(".board .territory").inner_html()
    await guest.page.reload()
    player.offer = None
    after = await player.look()
    assert (after.title, after.step) == (before.title, before.step)
    assert await guest.page.locator(".board .territory").inner_html() == board
    await guest.page.locator(UNDO).click()
    assert "Place" in (await player.look()).title


async def test_a_reload_while_recruiting_asks_again(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "recruit", until(TRIBE, can_recruit), player)
    await guest.opens_game("recruit")
    playing = Player(guest)
    offer = await playing.look()
    await playing.act(offer)
    await guest.sees(".cave button[aria-pressed=true]")
    await guest.page.reload()
    playing.offer = None
    assert (await playing.look()).hint == offer.hint


async def test_a_move_that_comes_too_late_shows_why_and_the_true_position(guest: Person, store: EventStore) -> None:
    first = await placing(guest, store, "late")
    other = await Person.at(guest.context, guest.url)
    await other.page.route("**/stream*", lambda route: None)  # a tab that hears no news
    await other.opens_game("late")
    second = Player(other)
    await first.look()
    await second.look()
    await first.choose(OPEN_SPOTS, 0)
    await first.look()
    await second.choose(OPEN_SPOTS, 1)
    await other.sees(".notice.error")
    assert (await other.texts(".notice.error"))[0].strip()
    now = await second.look()
    assert "Choose" in now.title
    boards = [await page.locator(".board .square").count() for page in (guest.page, other.page)]
    assert boards[0] == boards[1]
    other.expects("409")
    assert not other.unexpected()
    await second.choose(SLOTS, 0)
    await other.until("(step) => document.querySelector('.controls output').textContent !== step", now.step)


async def tampered(route: Route) -> None:
    """Places the domino far from where it was put."""
    move = json.loads(route.request.post_data or "")
    move["a"], move["b"] = ([x + 40, y] for x, y in (move["a"], move["b"]))
    await route.continue_(post_data=json.dumps(move))


async def test_a_move_that_the_rules_refuse_shows_their_reason(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "refused", until(KINGDOMINO, turn_of(0, "place", 20)), player)
    await guest.page.route(POSTED, tampered)
    await guest.opens_game("refused")
    await guest.sees(".action.mine")
    squares = await guest.page.locator(".board .square").count()
    await guest.takes_the_board()
    await guest.presses("ArrowRight", "Enter")
    await guest.sees(".notice.error")
    await guest.sees(".board .spot")
    assert await guest.page.locator(".board .square").count() == squares
    guest.expects("422")
