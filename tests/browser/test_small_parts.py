"""Small parts of the pages: the domino in the hand, one-line rows, names, clocks and signs."""

import re
from asyncio import Event
from typing import Final

import pytest
from playwright.async_api import Route

from domain.rules import Rules
from projections.timing import Days
from service.store.event_store import EventStore
from tests.browser.test_table_options import opens_table
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.browser_puzzles import poor_line, post, some_practice
from tests.support.browser_reviews import keep_review
from tests.support.staged_tables import DISCOVERY, KINGDOMINO, TRIBE, finished, stage, turn_of, until
from tests.support.variants import only

TABLET: Final = (820, 1180)
# How far the domino in the hand reaches out of the bar, and whether it lies over a button beside it.
_HELD: Final = """() => {
  const box = (element) => element.getBoundingClientRect();
  const held = document.querySelector(".held-domino");
  const drawn = box(held.querySelector("svg > g")); // an svg does not grow with what sticks out of it
  const bar = box(document.querySelector(".action"));
  const out = Math.max(bar.left - drawn.left, drawn.right - bar.right, bar.top - drawn.top, drawn.bottom - bar.bottom);
  const buttons = [...document.querySelectorAll(".action button")].filter((button) => button !== held);
  const under = buttons.filter((button) => {
    const at = box(button);
    return Math.min(at.right, drawn.right) - Math.max(at.left, drawn.left) > 1
      && Math.min(at.bottom, drawn.bottom) - Math.max(at.top, drawn.top) > 1;
  });
  return [Math.max(0, Math.round(out)), under.map((button) => button.textContent)];
}"""
_ROWS: Final = """(row) => [...row.children].filter((part) => part.checkVisibility()).map((part) => {
  const { top, bottom } = part.getBoundingClientRect();
  return Math.round((top + bottom) / 2);
})"""
# The headings in which a line begins with a dot that should only divide.
_DOTTED: Final = """() => [...document.querySelectorAll("h1, h2, h3, .heading p, .game-name")].filter((heading) => {
  const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  let before = null;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const [index, sign] of [...text.data].entries()) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      const at = range.getBoundingClientRect();
      if (sign === "·" && before && at.top > before.bottom - 2) return true;
      if (at.width) before = at;
    }
  }
  return false;
}).map((heading) => heading.textContent)"""

# In a histogram: the marks of the optimum, the own bars with their numbers, and whether one lies over the other.
_OPTIMUM: Final = """() => {
  const boxes = (selector) => [...document.querySelectorAll(`.histogram :is(${selector})`)].map((one) =>
    one.getBoundingClientRect());
  const marks = boxes(".goal, .limit text");
  const own = boxes(".own rect:not(.floor), .own text, rect.own, text.own");
  const covered = marks.some((mark) => own.some((bar) => mark.left < bar.right - .5 && bar.left < mark.right - .5
    && mark.top < bar.bottom && bar.top < mark.bottom));
  return [marks.length, own.length, covered];
}"""


@pytest.mark.parametrize("size", only([PHONE], [(1280, 800), PHONE]))
async def test_a_domino_turned_in_the_hand_stays_in_the_bar_beside_its_buttons(
    arrive: Arrive, store: EventStore, size: tuple[int, int]
) -> None:
    person = await arrive(size=size)
    game = f"heldin{size[0]}"
    await stage(store, game, until(DISCOVERY, turn_of(0, "place", 20)), await person.is_guest("Oona"))
    await person.opens_game(game)
    await person.sees(".action.mine .held-domino")
    ways = set()
    for _ in range(4):
        assert await person.page.evaluate(_HELD) == [0, []]
        ways.add(await person.page.locator(".held-domino g").first.get_attribute("transform"))
        await person.presses("r")
        await person.page.evaluate("new Promise((drawn) => setTimeout(() => setTimeout(drawn)))")
    assert len(ways) > 1, "it has been turned"


@pytest.mark.parametrize("language", only(["de"], ["en", "de"]))
async def test_on_a_tablet_the_controls_are_one_row_and_no_line_begins_with_a_dot(
    arrive: Arrive, store: EventStore, language: str
) -> None:
    person = await arrive(language=language, size=TABLET)
    await stage(store, f"onerow{language}", finished(DISCOVERY), await person.is_guest("Oona"))
    await person.opens_game(f"onerow{language}", 60)
    middles = await person.page.locator(".controls").evaluate(_ROWS)
    assert max(middles) - min(middles) < 12, middles  # pixels
    for width in (320, 360, 390, 600, 820, 1024, 1280, 1366):
        await person.page.set_viewport_size({"width": width, "height": 1000})
        assert await person.page.evaluate(_DOTTED) == [], f"{width} wide"
    rules = {"game": "origins", "mode": "discovery", "seats": 2}
    await person.opens(f"/game/{await opens_table(person, rules=rules)}")
    await person.sees(".message.waiting h1", "·")
    for width in range(300, 400, 5):  # somewhere there it needs a second line
        await person.page.set_viewport_size({"width": width, "height": 1000})
        assert await person.page.evaluate(_DOTTED) == [], f"{width} wide"


async def test_whoever_left_is_called_so_in_the_language_of_the_reader(arrive: Arrive, store: EventStore) -> None:
    german = await arrive(language="de")
    names = ("Oona", "Somebody", "Guest 6300", "Flint 2")
    await stage(store, "gone", finished(Rules("origins", 4, "totem")), await german.is_guest("Oona"), names=names)
    await german.opens_game("gone")
    shown = await german.texts(".nameplate .name")
    assert shown == ["Oonadu", "Jemand", "Gast 6300", "Feuerstein 2"]
    await german.sees(".chronicle li")
    story = " ".join(await german.page.locator(".chronicle li").all_text_contents())  # also of what is out of sight
    assert "Jemand" in story
    assert not [name for name in names[1:] if name in story]


async def test_a_second_press_opens_no_second_table(guest: Person) -> None:
    is_there, is_wanted = Event(), Event()

    async def slowly(route: Route) -> None:
        is_wanted.set()
        await is_there.wait()
        await route.continue_()

    await guest.opens("/new")
    await guest.ticks("input[name=company][value=friends]")
    await guest.page.route(re.compile(r"/pages/game\.js"), slowly)
    await guest.page.locator("button.main.big").click()
    await is_wanted.wait()
    await guest.page.locator("form:has(button.main.big)").evaluate("(form) => form.requestSubmit()")
    is_there.set()
    await guest.sees(".invite")
    assert len([answer for answer in guest.api("/api/games") if answer.request.method == "POST"]) == 1


async def test_three_days_are_three_days_from_the_first_minute(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "threedays", until(KINGDOMINO, turn_of(0, "place", 20)), player, clock=Days(3))
    await guest.opens_game("threedays")
    assert await guest.texts(".nameplate.seat-0 .time") == ["3 days"]
    await guest.opens("/games")
    await guest.sees("main", "3 days left")


async def test_without_points_the_text_names_what_the_game_has(guest: Person, store: EventStore) -> None:
    for game, rules, sign in (
        ("nofire", Rules("origins", 2, "discovery"), "a region needs a fire."),
        ("nocrown", Rules("kingdomino", 2), "a region needs a crown."),
    ):
        await stage(store, game, until(rules, turn_of(0, "claim")), "ugh")
        await guest.opens_game(game)
        await guest.sees(".breakdown", "No points yet")
        assert sign in await guest.page.locator(".breakdown").inner_text()


async def test_a_finished_game_has_an_end_and_no_now_and_only_its_last_turn_is_outlined_there(
    guest: Person, store: EventStore
) -> None:
    await stage(store, "jumped", finished(TRIBE), "ugh")
    await guest.opens_game("jumped", 1)
    assert await guest.is_at(1)
    assert await guest.texts(".banner button") == ["To the end"]
    await guest.presses("End")
    assert await guest.is_at(len(finished(TRIBE).events))
    assert await guest.page.locator(".edge.fresh").count() <= 1


async def test_on_a_phone_logo_and_account_have_names(arrive: Arrive) -> None:
    person = await arrive(size=PHONE)
    await person.is_guest("Oona")
    await person.opens("/rules")
    assert await person.page.get_by_role("link", name="Firstfire", exact=True).count() == 1
    tree = await person.page.locator("header .corner").aria_snapshot()
    assert "Oona" in tree


@pytest.mark.long  # test_puzzles.py looks at that of a daily puzzle
async def test_the_optimum_is_marked_beside_the_own_bar_that_reaches_it(guest: Person, store: EventStore) -> None:
    await guest.is_guest("Oona")
    await guest.opens("/puzzles")
    puzzle = await some_practice(store, lambda puzzle: len(puzzle.problem.dominoes) < 5)
    await post(guest, f"/api/puzzles/{puzzle.id}/attempts", {"moves": puzzle.answer.line})
    await guest.opens(f"/puzzles/{puzzle.id}")
    await guest.sees(".histogram")
    marks, own, covered = await guest.page.evaluate(_OPTIMUM)
    assert marks >= 1
    assert own >= 1
    assert not covered


async def test_a_puzzle_solved_with_three_hints_costs_nothing_and_a_miss_costs_little(
    arrive: Arrive, store: EventStore
) -> None:
    hinted, missing = await arrive(), await arrive()
    puzzle = await some_practice(store, lambda puzzle: len(puzzle.problem.dominoes) < 5)
    for person, line in ((hinted, puzzle.answer.line), (missing, poor_line(puzzle))):
        player = await person.is_guest("Oona")
        for _ in range(3 if person is hinted else 0):
            await post(person, f"/api/puzzles/{puzzle.id}/hints", {})
        await post(person, f"/api/puzzles/{puzzle.id}/attempts", {"moves": line})
        await person.opens(f"/people/{player}")
        await person.sees("main", re.compile(r"Rating \d+"))
    ratings = []
    for person in (hinted, missing):
        shown = re.search(r"Rating (\d+)", await person.page.locator("main").inner_text())
        assert shown
        ratings.append(int(shown[1]))
    assert ratings[0] == 1500
    assert 1400 <= ratings[1] < 1500


async def test_verdicts_write_a_minus_and_no_hyphen(guest: Person, store: EventStore) -> None:
    await stage(store, "minus", finished(TRIBE), await guest.is_guest("Oona"))
    review = await keep_review(store, "minus", TRIBE)
    behind = [entry for entry in review.decisions if entry.after < 0]
    await guest.opens_game("minus", behind[0].seq)
    await guest.presses("v")
    seen = []
    for entry in behind[:2]:
        await guest.page.locator(".controls input[type=range]").fill(str(entry.seq))
        assert await guest.is_at(entry.seq)
        await guest.sees(".verdict .grade")
        seen.append(await guest.page.locator(".verdict").inner_text())
    assert "\N{MINUS SIGN}" in " ".join(seen)
    assert not [text for text in seen if re.search(r"-\d", text)]
