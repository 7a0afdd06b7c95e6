"""A puzzle on the small screen of a phone, and on paper."""

from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, Arrive
from tests.support.browser_puzzles import Solver, some_practice

# What is not wholly on the screen, lies over something else, or is too small for a finger.
_FLAWS = """() => {
  const flaws = [];
  const boxOf = (part) => document.querySelector(part).getBoundingClientRect();
  const parts = [".heading", ".board .nameplate", ".board .territory", ".coming", ".action"];
  for (const part of parts) {
    const box = boxOf(part);
    if (box.top < 0 || box.left < 0 || box.bottom > innerHeight + .5 || box.right > innerWidth + .5)
      flaws.push(`${part} is cut`);
    for (const other of parts) {
      const beside = boxOf(other);
      if (part < other && box.left < beside.right - .5 && beside.left < box.right - .5
        && box.top < beside.bottom - .5 && beside.top < box.bottom - .5) flaws.push(`${part} is over ${other}`);
    }
  }
  for (const button of document.querySelectorAll(".action .row button, .back button")) {
    if (button.getBoundingClientRect().height < 43.5) flaws.push(`${button.textContent} is too low`);
  }
  for (const list of document.querySelectorAll(".coming ol, .cavemen")) {
    if (list.scrollWidth > list.clientWidth) flaws.push(`${list.className || "coming"} scrolls`);
  }
  const rows = new Set([...document.querySelectorAll(".action .row button")].map((one) => one.offsetTop));
  if (rows.size > 1) flaws.push("two rows");
  if (boxOf(".board .territory").height < 200) flaws.push("the board is tiny");
  if (document.documentElement.scrollWidth > innerWidth) flaws.push("wider than the window");
  return flaws;
}"""


async def test_all_that_is_needed_is_on_one_screen_of_a_phone_and_the_question_on_paper(
    arrive: Arrive, store: EventStore
) -> None:
    person = await arrive(size=PHONE, touch=True)
    solver = Solver(person)
    await person.opens("/puzzles")
    tribe = await some_practice(store, lambda puzzle: puzzle.problem.rules.mode == "tribe")
    eight = await some_practice(store, lambda puzzle: len(puzzle.problem.dominoes) == 8)  # none has more
    crowd = await some_practice(
        store, lambda puzzle: len(puzzle.problem.dominoes) == 7 and puzzle.problem.rules.mode == "tribe"
    )
    for name in ("daily", tribe.id, eight.id, crowd.id):
        await solver.opens(name)
        await solver.settled(0)
        for width, height in ((360, 640), (390, 844), (844, 390)):
            await person.page.set_viewport_size({"width": width, "height": height})
            await person.page.evaluate("() => new Promise(requestAnimationFrame)")
            assert await person.page.evaluate(_FLAWS) == [], f"{name} at {width} × {height}"
    await person.page.emulate_media(media="print")
    await person.page.mouse.move(1, 1)  # somebody is there
    await person.until("() => document.querySelector('link[data-for=print]').sheet")
    shown = [await person.page.locator(part).first.is_visible() for part in (".territory.large", ".coming li", "h1")]
    hidden = [
        await person.page.locator(part).first.is_visible() for part in (".action", ".rungs-card", ".top", ".spot")
    ]
    assert (shown, hidden) == ([True] * 3, [False] * 4)
