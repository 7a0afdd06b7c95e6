"""A puzzle is solved by keyboard and by finger as well as by mouse."""

from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.browser_puzzles import (
    ANSWERED,
    Solver,
)


async def tabs_to(person: Person, text: str) -> None:
    for _ in range(80):  # once around the page
        if text in await person.page.evaluate("() => document.activeElement.textContent"):
            return
        await person.presses("Tab")
    raise AssertionError(f"{text} cannot be reached with Tab")


async def test_a_puzzle_is_solved_with_the_keyboard_alone(guest: Person) -> None:
    await guest.opens("/puzzles/daily")
    solver, at_board = Solver(guest), "() => document.activeElement?.matches('.board .territory')"
    await solver.settled(0)
    moves = 0
    while not await guest.page.locator(ANSWERED, has_text="Submit").count():
        if await guest.page.locator(".action", has_text="Recruit").count():
            await guest.until("() => document.activeElement?.closest('.cave, .action')")
            await tabs_to(guest, "Do not recruit")
        else:
            await guest.until(at_board)
            await guest.presses("ArrowRight", "r", "ArrowDown")
            await guest.sees(".board :is(.ghost, .spot.aimed)")
        await guest.presses("Enter")
        moves += 1
        await solver.settled(moves)
        if moves == 1:
            await guest.presses("u")
            await solver.settled(0)
            moves = 0
            await guest.presses("ArrowLeft", "Enter")
            moves += 1
            await solver.settled(moves)
    await guest.until("() => document.activeElement?.textContent.includes('Submit')")
    await guest.presses("Enter")
    await guest.sees(".result")
    await guest.until("() => document.activeElement?.id === 'result-title'")
    await guest.presses("ArrowLeft")
    await guest.sees(".controls output", f"{moves - 1} / {moves}")


async def test_on_a_phone_a_finger_shows_first_and_places_then(arrive: Arrive) -> None:
    person = await arrive(size=PHONE, touch=True)
    solver = Solver(person)
    await solver.opens("daily")
    await solver.settled(0)
    spot = person.page.locator(".board .spot").first
    for _ in range(2):
        await spot.scroll_into_view_if_needed()
        box = await spot.bounding_box()
        assert box
        await person.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await person.sees(".board :is(.ghost, .edge.fresh)")
    await solver.settled(1)
