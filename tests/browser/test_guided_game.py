"""The games that teach, finished by somebody who does only what the page tells them."""

from typing import Any

import pytest

from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.variants import only

GUIDES = {"discovery": 8, "totem": 4, "tribe": 5, "kingdomino": 7}  # and how much each teaches
MOST_ACTS = 150

_LESSON = """(before) => {
  const text = (name) => document.querySelector(name)?.textContent ?? "";
  const has = (name) => Boolean(document.querySelector(name));
  if (!has(".guide")) return null;
  const lesson = {
    text: text(".guide p"), move: document.querySelector(".guide p b")?.dataset.move ?? "",
    learned: document.querySelectorAll(".guide .on").length,
    is_done: has(".guide.is-done"), reads: has(".guide > .main"), turns: has(".teaches-rotate"),
  };
  const taken = document.querySelectorAll(".board .spot.taken").length;
  lesson.sign = JSON.stringify([lesson, text(".controls output"), taken, text(".action .due b")]);
  const can_act = lesson.is_done || lesson.reads || lesson.turns || has(".action.mine");
  return lesson.sign !== before && can_act ? lesson : null;
}"""


class Pupil:
    """Presses what shines, or, with the keyboard, the entry of the list that is named."""

    def __init__(self, person: Person, *, by_keys: bool = False) -> None:
        self.person = person
        self.by_keys = by_keys
        self.texts: list[str] = []

    async def learn(self) -> int:
        """Until nothing is left to learn; gives how much it was."""
        sign = ""
        for _ in range(MOST_ACTS):
            lesson: Any = await self.person.until(_LESSON, sign)
            sign = lesson["sign"]
            if lesson["is_done"]:
                learned: int = lesson["learned"]
                return learned
            self.texts.append(lesson["text"])
            await self._obey(lesson)
        raise AssertionError(f"the lesson does not end: {self.texts[-5:]}")

    async def _obey(self, lesson: Any) -> None:
        if lesson["reads"]:
            await self._press(".guide > .main")
        elif lesson["turns"] and self.by_keys:
            await self.person.presses("r")
        elif lesson["turns"]:
            await self._press(".action .row:not(.extras) button")
        elif await self.person.page.locator(".cave .hinted button").count():
            await self._press(".cave .hinted button")
        elif not lesson["move"]:
            await self._press(".action .row:not(.extras) button")  # does without
        elif self.by_keys:
            await self.person.page.locator(".moves").evaluate("(list) => (list.open = true)")
            await self._press(f".moves button:text-is('{lesson['move']}')")
        elif await self.person.page.locator(".lines .hinted button").count():
            await self._press(".lines .hinted button")
        else:
            await self._press_board()

    async def _press(self, name: str) -> None:
        button = self.person.page.locator(name).first
        if self.by_keys:
            await button.focus()
            await self.person.presses("Enter")
        else:
            await button.click()

    async def _press_board(self) -> None:
        """What shines there: a domino's outline lies over two squares, so near its corner."""
        mark = self.person.page.locator(".board .mark-edge.best, .board .ring.best, .board .ring.area").first
        box = await mark.bounding_box()
        assert box, "it shines"
        side = min(box["width"], box["height"])
        await self.person.page.mouse.click(box["x"] + side / 2, box["y"] + side / 2)


@pytest.mark.parametrize("guide", only(["discovery", "tribe"], list(GUIDES)))
async def test_a_lesson_is_finished_by_who_does_only_what_the_page_tells(guest: Person, guide: str) -> None:
    await begins(guest, guide)
    pupil = Pupil(guest)
    assert await pupil.learn() == GUIDES[guide], pupil.texts
    await guest.page.locator(".guide .row .main").click()
    await guest.page.wait_for_function("() => !document.querySelector('.guide')")
    await guest.sees(".action")


@pytest.mark.parametrize("guide", only(["kingdomino"], list(GUIDES)))
async def test_a_lesson_is_finished_by_keys(guest: Person, guide: str) -> None:
    await begins(guest, guide)
    pupil = Pupil(guest, by_keys=True)
    assert await pupil.learn() == GUIDES[guide], pupil.texts


async def test_a_lesson_fits_a_small_phone_in_german_and_is_left_at_any_time(arrive: Arrive) -> None:
    guest = await arrive(size=(360, PHONE[1]), language="de", colours="dark", touch=True)
    await guest.opens("/")
    await guest.page.locator(".lessons button").first.tap()
    await guest.sees(".guide", "Dominostein")
    assert not await guest.page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    await guest.page.locator(".guide .leave").tap()
    await guest.arrives(r"/$")


async def begins(guest: Person, guide: str) -> None:
    await guest.opens("/")
    if guide in ("discovery", "kingdomino"):
        await guest.page.locator(".lessons button").nth(int(guide == "kingdomino")).click()
    else:
        await guest.is_guest("Oona")
        game = await guest.page.evaluate(
            """async (guide) => {
                const headers = {"Content-Type": "application/json"};
                const sent = {method: "POST", headers, body: JSON.stringify({guide})};
                return (await (await fetch("/api/guided", sent)).json()).id;
            }""",
            guide,
        )
        await guest.opens(f"/game/{game}")
    await guest.sees(".guide")
