"""The end of a game as a scene: it comes by itself, once, can be skipped, and closes over the sheet of the result."""

import pytest

from domain.commands import Play
from domain.rules import Rules
from domain.scoring import scores
from projections.sheet import sheet
from service.pages.assets import VERSION
from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.browser_play import Player
from tests.support.browser_reviews import keep_review
from tests.support.play import Played
from tests.support.staged_tables import DISCOVERY, TRIBE, cut, finished, stage
from tests.support.variants import only

RESULT = ".action button:has(use[href='#icon-graph'])"
TOTALS = ".ending .sheet .all td"
_COUNTED = """() => [...document.querySelectorAll(".ending .homeland")].every((land) => {
  const squares = parseInt(land.querySelector(".counted").lastElementChild?.previousSibling.textContent);
  return land.querySelectorAll(".square.lit").length === (squares || 0);
})"""

_BEING_COUNTED = f"""() => document.querySelector(".ending .counted b")
  && [!document.querySelector(".ending .sheet"), ({_COUNTED})()]"""


def one_move_before_the_end(rules: Rules) -> Played:
    """A game in which only seat 0 has a domino left to place."""
    for seed in range(100):
        played = finished(rules, seed)
        last = played.commands[-1]
        if isinstance(last, Play) and last.seat == 0:
            return cut(played, len(played.commands) - 1)
    raise LookupError("seat 0 never moves last")


async def opens_the_result(person: Person) -> None:
    await person.page.locator(RESULT).click()
    await person.sees(".ending.is-over .sheet")


async def test_the_last_move_opens_the_scene_once_and_a_key_skips_it(arrive: Arrive, store: EventStore) -> None:
    person = await arrive(calm=False)
    player = await person.is_guest("Oona")
    await stage(store, "endsnow", one_move_before_the_end(DISCOVERY), player)
    await person.opens_game("endsnow")
    await Player(person).play()
    is_so = await person.until(_BEING_COUNTED)  # in one step: it goes on
    assert is_so == [True, True], "it is still being counted, and what is lit is what is counted"
    await person.presses("x")
    await person.page.evaluate("new Promise((drawn) => setTimeout(() => setTimeout(drawn)))")
    assert await person.page.locator(".ending.is-over").count(), "it is over at once, and not by itself"
    await person.sees(".ending.is-over .sheet")
    title = await person.page.locator("#ending-title").inner_text()
    first, second = [int(total) for total in await person.texts(TOTALS)]
    assert title == ("You have won" if first > second else "Nag has won")
    assert title in await person.texts(".action .due b")
    assert await person.texts(".ending .homeland .total") == [str(first), str(second)]
    await person.presses("Escape")
    await person.misses(".ending")
    await person.opens_game("endsnow")
    await person.page.wait_for_load_state("networkidle")
    assert not await person.page.locator(".ending").count(), "it comes once"


async def test_who_returns_to_a_game_that_has_ended_sees_its_scene(guest: Person, store: EventStore) -> None:
    await stage(store, "endedaway", finished(DISCOVERY), await guest.is_guest("Oona"))
    await guest.page.evaluate("localStorage.setItem('results', JSON.stringify([['endedaway', 'awaited']]))")
    await guest.opens_game("endedaway")
    await guest.sees(".ending.is-over .sheet")
    marks = await guest.page.evaluate("JSON.parse(localStorage.getItem('results'))")
    assert marks == [["endedaway", "shown"]]


@pytest.mark.long
async def test_autoplay_ends_with_the_scene(guest: Person, store: EventStore) -> None:
    await stage(store, "endplayed", finished(DISCOVERY), "ugh")
    await guest.opens_game("endplayed", len(finished(DISCOVERY).events) - 1)
    await guest.presses("p")
    await guest.sees(".ending.is-over")


async def test_the_sheet_compares_all_seats_and_leads_to_moments_review_and_picture(
    arrive: Arrive, store: EventStore
) -> None:
    person = await arrive(size=PHONE)
    await stage(store, "endsheet", finished(TRIBE), await person.is_guest("Oona"))
    review = await keep_review(store, "endsheet", TRIBE)
    await person.opens_game("endsheet")
    await opens_the_result(person)
    for place in ("podium", "lands", "sheet"):
        await person.reads(f".ending .{place} .kind", *["(guest)"] * 2)  # once it is known who they are
    worth = scores(finished(TRIBE).end.position)
    assert await person.texts(TOTALS) == [str(score.total) for score in worth]
    rows = [row.split("\t") for row in await person.texts(".ending .sheet tbody tr:not(.sum)")]
    numbers = [[int(cell) if cell.isdecimal() else 0 for cell in cells[1:]] for cells in rows]
    assert numbers == [list(row.points) for row in sheet(worth)]
    assert await person.texts(".ending .podium .step > span:last-child") == [
        f"{total} points" for total in sorted((score.total for score in worth), reverse=True)
    ]
    worst = max((entry for entry in review.decisions if entry.seat == 0), key=lambda entry: entry.lost)
    await person.sees(".ending .moments .bad.seat-0", f"{worst.lost:.1f}")
    await person.page.locator(".ending .row button:has(use[href='#icon-share'])").click()
    await person.until("() => document.querySelector('.pass-on img')?.naturalWidth === 1200")
    assert "result-picture" in (await person.page.locator(".pass-on img").get_attribute("src") or "")
    await person.presses("Escape")
    await person.misses(".pass-on")
    await person.page.locator(".ending .moments .bad.seat-0 button").click()
    await person.misses(".ending")
    assert await person.is_at(worst.seq)


TIES = {
    "largest_region": ([(9, 4), (7, 6)], ["biggest region decides: Ann 9, Ben 7"]),
    "fires": ([(9, 8), (9, 6)], ["Ann 9, Ben 9", "Then the fires: Ann 8, Ben 6"]),
    "shared": ([(9, 8), (9, 8)], ["Ann 9, Ben 9", "Then the fires: Ann 8, Ben 8", "the place is shared"]),
}


async def test_ties_are_explained(guest: Person) -> None:
    await guest.opens("/rules")
    await guest.page.evaluate(f"async () => (await import('/assets/{VERSION}/core/words.js')).everythingSaid()")
    script = f"async (table) => (await import('/assets/{VERSION}/ending/scene.js')).ties(table)"
    for reason, (values, sentences) in TIES.items():
        standings = [
            {"seat": seat, "total": 54, "tie_break": reason, "largest_region": largest, "marks": marks}
            for seat, (largest, marks) in enumerate(values)
        ]
        table = {"rules": {"game": "origins"}, "seats": [{"name": "Ann"}, {"name": "Ben"}], "standings": standings}
        [explained] = await guest.page.evaluate(script, table)
        assert explained[0] == "Ann and Ben have 54 points each."
        assert len(explained) == len(sentences) + 1
        assert all(sentence in said for sentence, said in zip(sentences, explained[1:], strict=True))


LONG_NAMES = (
    "Maximiliane von Hohenste",
    "Bartholomäus der Großeee",
    "Friedensreich Hundertwas",
    "Schwarzwaldmädel Gertrud",
)
BROKEN = """() => {
  const dialog = document.querySelector(".ending");
  const faults = [];
  const named = (element) => `${element.parentElement.className}: ${element.innerText}`;
  for (const name of dialog.querySelectorAll(".in-short > span, .podium .name")) {
    const range = document.createRange();
    for (const node of [...name.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE)) {
      for (const word of node.data.matchAll(/\\S+/g)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) {
          faults.push(`broken within a word: ${named(name)}`);
        }
      }
    }
  }
  const all = [...dialog.querySelectorAll(".podium, .tie, .lands, .details")];
  const parts = all.map((part) => part.getBoundingClientRect());
  for (const [index, one] of parts.entries()) {
    for (const other of parts.slice(index + 1)) {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 1 && down > 1) faults.push(`parts ${index} and another lie over each other`);
    }
  }
  if (dialog.scrollWidth > dialog.clientWidth + 1) faults.push("wider than the dialog");
  return faults;
}"""


@pytest.mark.parametrize("seats", only([4], [2, 3, 4]))
async def test_long_names_look_good_at_every_size_and_the_table_behind_stays_as_it_was(
    arrive: Arrive, store: EventStore, seats: int
) -> None:
    person = await arrive(language="de", size=(1440, 900))
    game = f"endnames{seats}"
    rules = Rules("origins", seats, "tribe")
    await stage(store, game, finished(rules), await person.is_guest(LONG_NAMES[0]), names=LONG_NAMES)
    await person.opens_game(game)
    await person.sees(".action .extras button")
    await person.sees(".chronicle")  # all that comes later is there
    await person.until("() => [...document.querySelectorAll('.nameplate')].every((one) => one.querySelector('.kind'))")
    places = """() => ['.heading', '.board', '.others'].map((part) =>
      JSON.stringify(document.querySelector(part).getBoundingClientRect()))"""
    before = await person.page.evaluate(places)
    await person.page.locator(".action .extras button").click()
    await person.sees(".ending.is-over .sheet")
    assert await person.page.evaluate(places) == before
    for width, height in ((1440, 900), (1280, 800), (1024, 768), (820, 1180), (390, 844), (360, 640), (844, 390)):
        await person.page.set_viewport_size({"width": width, "height": height})
        assert not await person.page.evaluate(BROKEN), (width, height)
