"""What a move earns, before it is made: on the board, in the line, in the cave; and what is still unseen."""

import re

from service.store.event_store import EventStore
from tests.support.browser_person import Person
from tests.support.browser_play import CAVEMEN, OPEN_SPOTS, Player
from tests.support.staged_tables import DISCOVERY, TOTEM, TRIBE, can_recruit, stage, turn_of, until

NOTE = ".board .note text"
TOTAL = ".plate .total"
TIP = ".tip:popover-open"
MINUS = "\N{MINUS SIGN}"


async def at_table(person: Person, store: EventStore, game: str) -> Player:
    """The person at a staged game, with something to do."""
    await person.opens_game(game)
    await person.sees(".action.mine")
    return Player(person)


async def noted(person: Person) -> str:
    """What stands beside the ghost."""
    text = await person.page.locator(NOTE).text_content()
    assert text
    return text


def points(text: str) -> int:
    """The points that a text begins with."""
    match = re.match(rf"([+{MINUS}±])(\d+)", text)
    assert match, text
    return int(match[2]) * (-1 if match[1] == MINUS else 1)


async def total(person: Person) -> int:
    return int(await person.page.locator(TOTAL).inner_text())


async def gets(person: Person, score: int) -> None:
    """Waits for this score."""
    await person.until("(score) => document.querySelector('.plate .total').textContent === score", str(score))


async def test_the_ghost_says_what_it_earns_and_the_press_earns_that(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "earnplace", until(DISCOVERY, turn_of(0, "place", 60), turn_of(0, "draft")), player)
    play = await at_table(guest, store, "earnplace")
    await play.look()
    before = await total(guest)
    point = await play.point(OPEN_SPOTS, 1)
    assert point
    await guest.page.mouse.move(*point)
    await guest.sees(NOTE)
    note = await noted(guest)
    assert (await guest.texts(".action .faint"))[0].startswith(note.partition(" · ")[0])
    await guest.page.mouse.click(*point)
    await gets(guest, before + points(note))
    # Every domino that may be chosen says what it could earn, in its name too.
    await guest.sees(".lines button .up-to")
    for slot in await guest.page.locator(".lines button").all():
        label = await slot.locator(".up-to").inner_text()
        assert label in (await slot.get_attribute("aria-label") or "")


async def test_a_key_reads_out_what_the_fire_earns_and_the_setting_hides_it(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "earnfire", until(DISCOVERY, turn_of(0, "fire", 40)), player)
    await at_table(guest, store, "earnfire")
    await guest.takes_the_board()
    await guest.presses("ArrowRight")
    await guest.sees(NOTE)
    note, before = await noted(guest), await total(guest)
    label = note.partition(" · ")[0]
    await guest.until("(text) => document.getElementById('announcer').textContent.includes(text)", label)
    await guest.presses("Enter")
    await gets(guest, before + points(note))
    await guest.opens("/settings")
    await guest.ticks("input[name=earnings][value=off]")
    await at_table(guest, store, "earnfire")
    await guest.sees(".lines button")
    assert not await guest.page.locator(".up-to").count()


async def test_a_caveman_says_price_effect_and_worth_by_pointer_press_and_key(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "earnrecruit", until(TRIBE, can_recruit), player)
    play = await at_table(guest, store, "earnrecruit")
    await play.look()
    best = points((await guest.texts(".cave button .worth"))[0])
    assert await guest.page.locator(".cave button .effect").count()
    assert await guest.page.locator(".cave button .price").count()
    assert not await guest.page.locator(".action .row button.main").count()
    cards = guest.page.locator(CAVEMEN)
    await cards.first.hover()
    await guest.sees(TIP, "Price")
    await guest.page.mouse.move(600, 5)
    await guest.page.locator(TIP).wait_for(state="hidden")
    await cards.first.focus()
    await guest.presses("ArrowDown")
    await guest.sees(TIP, "Price")
    await guest.presses("Escape")
    await guest.page.locator(TIP).wait_for(state="hidden")
    await cards.first.click()
    await guest.sees(".cave .chosen")
    await guest.takes_the_board()
    for _ in range(2):
        await guest.presses("ArrowRight", "Enter")
    await guest.presses("ArrowRight")
    await guest.sees(NOTE)
    before, earned = await total(guest), points(await noted(guest))
    assert earned <= best
    await guest.presses("Enter")
    await gets(guest, before + earned)
    await guest.misses(CAVEMEN)
    await guest.page.locator(".cave .caveman").first.click()  # nobody can be chosen now, but a press still explains
    await guest.sees(TIP, "Price")


async def test_totems_say_who_has_how_many_and_the_menu_counts_the_unseen(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "earntotem", until(TOTEM, turn_of(0, "place", 40)), player)
    await at_table(guest, store, "earntotem")
    await guest.page.locator(".totem").first.focus()
    await guest.presses("Tab")
    await guest.sees(TIP, "points")
    assert await guest.page.locator(f"{TIP} .counts li").count() == TOTEM.seats
    await guest.page.locator(".heading details.menu summary").click()
    await guest.page.locator(".menu button", has_text="Still unseen").click()
    await guest.sees("dialog[open] .unseen-pairs")
    table = await (await guest.page.request.get(f"{guest.url}/api/games/earntotem")).json()
    numbers = await guest.texts(".unseen-dominoes span")
    assert sorted(map(int, numbers)) == table["unseen"]
