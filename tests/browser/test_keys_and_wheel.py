"""What a stray key or a trackpad must not do: step into the past, take a hint, turn a domino on and on."""

from itertools import pairwise

import pytest

from service.store.event_store import EventStore
from tests.support.browser_person import Person, Run
from tests.support.browser_puzzles import Solver
from tests.support.staged_tables import DISCOVERY, finished, stage, turn_of, until

TURNS = """({ notches }, events) => {
  const notch = notches();
  return events.map(([deltaY, timeStamp, deltaMode = 0]) => notch({ deltaY, timeStamp, deltaMode }));
}"""
HINTS = ".rungs-card li"


@pytest.mark.parametrize(
    ("events", "turns"),
    [
        ([(100, 0), (100, 200), (-100, 400)], [1, 1, -1]),
        ([(120, 0), (120, 10), (120, 20)], [1, 0, 0]),
        ([(3, 0, 1), (-3, 200, 1)], [1, -1]),
        ([(10, at) for at in range(0, 200, 10)], [0] * 9 + [1] + [0] * 10),
        ([(60, 0), (-60, 10), (-60, 20)], [0, 0, -1]),
    ],
    ids=["a mouse", "a fast mouse", "by lines", "a trackpad", "back"],
)
async def test_a_domino_turns_once_for_each_notch(run: Run, events: list[tuple[int, ...]], turns: list[int]) -> None:
    assert await run("board/wheel.js", TURNS, events) == turns


async def test_the_wheel_scrolls_where_it_turns_nothing(guest: Person, store: EventStore) -> None:
    await guest.opens("/rules/placing")
    board = guest.page.locator(".exercise .territory").first
    await board.hover()
    await guest.sees(".exercise .ghost")
    await guest.page.mouse.wheel(0, 200)
    await guest.until("() => scrollY > 100")


async def test_arrows_after_a_move_made_by_keys_do_not_lead_into_the_past(guest: Person, store: EventStore) -> None:
    await stage(
        store, "keysafter", until(DISCOVERY, turn_of(0, "draft", 20), turn_of(1, "place")), await guest.is_guest("Oona")
    )
    await guest.opens_game("keysafter")
    await guest.sees(".action.mine")
    last = await guest.step() + 1
    await guest.page.locator(".lines button").first.focus()
    await guest.presses("Enter")
    assert await guest.is_at(last)
    await guest.misses(".action.mine")
    await guest.presses("ArrowUp", "ArrowLeft")
    assert await guest.is_at(last)
    await guest.presses("Escape", "ArrowLeft")
    assert await guest.is_at(last - 1), "who leaves the choice steps"


async def test_a_step_of_a_replay_is_read_out(guest: Person, store: EventStore) -> None:
    await stage(store, "keysreplay", finished(DISCOVERY), "ugh")
    await guest.opens_game("keysreplay", 20)
    await guest.sees(".chronicle")
    said = []
    for step in (21, 22, 23):
        await guest.presses("ArrowRight")
        await guest.is_at(step)
        said.append(await guest.page.locator("#announcer").inner_text())
    assert all(said), said
    assert all(first != second for first, second in pairwise(said)), said


async def test_letters_do_nothing_for_who_has_switched_them_off(guest: Person, store: EventStore) -> None:
    await guest.opens("/settings")
    await guest.ticks("input[name=single_keys][value=off]")
    await stage(store, "keysoff", finished(DISCOVERY), "ugh")
    await guest.opens_game("keysoff", 20)
    await guest.presses(",", "?", "v", "ArrowRight")  # of these only the arrow is no letter
    assert await guest.is_at(21)
    assert not await guest.page.locator("dialog, .losses").count()


async def test_in_a_puzzle_a_key_takes_no_hint_by_mistake(guest: Person) -> None:
    await guest.opens("/puzzles/daily")
    await Solver(guest).settled(0)
    await guest.presses("h")
    await guest.sees(".notice", "Press H again")
    assert not await guest.page.locator(HINTS).count()
    await guest.presses("h")
    await guest.counts(HINTS, 1)
