"""The stage on paper, in the reader's own colours, and with fingers: what must be seen there."""

from itertools import pairwise
from typing import Final

import pytest

from domain.rules import Rules
from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.staged_tables import TRIBE, can_recruit, finished, stage, turn_of, until

FOUR: Final = Rules("origins", 4, "tribe")
_BOXES: Final = """() => ["h1", ".plate", ".board", ".others", ".breakdown"].map((part) => {
  const { top, bottom, width } = document.querySelector(`.stage ${part}`).getBoundingClientRect();
  return [part, Math.round(top), Math.round(bottom), Math.round(width)];
})"""
_BORDERS: Final = """(selector) => [...document.querySelectorAll(selector)].map((element) =>
  parseFloat(getComputedStyle(element).borderTopWidth))"""

_SIGNS = """(selector) => Object.fromEntries([...document.querySelectorAll(selector)].map((one) => [
  [...one.classList].find((name) => name.startsWith("seat-")),
  getComputedStyle(one.querySelector(".chief") ?? one, "::after").content,
]))"""
_LETTERS = """(selector) => [...document.querySelectorAll(selector)].map((one) =>
  parseFloat(getComputedStyle(one).fontSize))"""


async def test_on_paper_a_game_has_its_title_its_boards_and_its_points(guest: Person, store: EventStore) -> None:
    await stage(store, "mediaprint", finished(FOUR), "ugh")
    await guest.page.set_viewport_size({"width": 720, "height": 1000})
    await guest.page.emulate_media(media="print")
    await guest.opens_game("mediaprint", 60)
    await guest.sees(".chronicle")
    await guest.page.mouse.move(1, 1)  # somebody is there
    await guest.until("() => document.querySelector('link[data-for=print]').sheet")
    boxes = await guest.page.evaluate(_BOXES)
    assert [part for part, *_ in sorted(boxes, key=lambda box: int(box[1]))] == [part for part, *_ in boxes]
    assert all(first[2] <= second[1] + 1 for first, second in pairwise(boxes)), boxes
    assert all(width > 100 for *_, width in boxes), boxes
    assert await guest.page.locator(".other .territory:visible").count() == 3
    assert not await guest.page.locator(".top:visible, .action:visible, .controls:visible").count()


async def test_in_the_readers_own_colours_only_what_can_be_chosen_has_a_frame(guest: Person, store: EventStore) -> None:
    await stage(store, "mediaforced", until(FOUR, turn_of(0, "draft", 40)), await guest.is_guest("Oona"))
    await guest.page.emulate_media(forced_colors="active")
    await guest.opens_game("mediaforced")
    await guest.sees(".lines button.slot")
    assert min(await guest.page.evaluate(_BORDERS, "button.slot, .action.mine")) >= 3
    assert max(await guest.page.evaluate(_BORDERS, "div.slot, .other:not(.acts)")) == 0


async def test_seats_are_told_apart_without_colours(guest: Person, store: EventStore) -> None:
    await stage(store, "mediasigns", until(FOUR, turn_of(0, "place", 40)), await guest.is_guest("Oona"))
    await guest.opens_game("mediasigns")
    await guest.sees(".lines .chief")
    plates = await guest.page.evaluate(_SIGNS, ".nameplate")
    assert len(set(plates.values())) == len(plates) == 4
    chiefs = await guest.page.evaluate(_SIGNS, ".slot .chief")
    assert chiefs
    assert chiefs.items() <= plates.items()


async def test_on_touch_screens_no_field_is_so_small_that_ios_looks_closer(arrive: Arrive) -> None:
    person = await arrive(size=PHONE, touch=True)
    await person.opens("/")
    sizes = await person.page.evaluate(_LETTERS, "main select")
    assert sizes
    assert min(sizes) >= 16


@pytest.mark.long
async def test_who_asks_for_more_contrast_sees_frames_around_the_spots(guest: Person, store: EventStore) -> None:
    await stage(store, "mediacontrast", until(FOUR, turn_of(0, "place", 40)), await guest.is_guest("Oona"))
    await guest.page.emulate_media(contrast="more")
    await guest.opens_game("mediacontrast")
    await guest.sees(".board .spot")
    width = "() => parseFloat(getComputedStyle(document.querySelector('.board .spot')).strokeWidth)"
    assert await guest.page.evaluate(width) >= 4


async def test_recruiting_by_touch_is_guided_to_the_end(arrive: Arrive, store: EventStore) -> None:
    person = await arrive(size=PHONE, touch=True)
    await stage(store, "mediarecruit", until(TRIBE, can_recruit), await person.is_guest("Oona"))
    await person.opens_game("mediarecruit")
    await person.page.locator(".cave button").first.tap()
    await person.sees(".action b", "Pay 2 resources")
    confirm = person.page.get_by_role("button", name="Here", exact=True)
    assert await confirm.is_disabled()
    await person.page.locator(".board .spot:not(.taken)").first.tap()
    await person.sees(".board .spot.taken")
    await person.page.locator(".board .spot:not(.taken)").first.tap()
    await person.sees(".action b", "Where should it go")
    await person.page.locator(".board .spot").first.tap()
    await person.sees(".board .ghost")
    await confirm.tap()
    await person.misses(".stage.due-recruit")
    await person.misses(".board .ghost")
