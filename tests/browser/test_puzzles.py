"""The page of a puzzle: solved, missed, hinted and shared, and in trouble."""

import json
import re
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from playwright.async_api import Error, Route

from domain.commands import RecruitCaveman, ThrowFire
from domain.notation.moves import write_move
from puzzles.puzzle import Puzzle
from service.store.event_store import EventStore
from tests.support.browser_person import RETRIES, Arrive, Person
from tests.support.browser_puzzles import (
    Solver,
    label,
    poor_line,
    puzzle_at,
    read,
    some_practice,
    text,
)

SECRETS = {"optimum", "greedy", "boards", "first_moves", "line", "themes", "difficulty", "answer", "histogram", "heat"}
SHARED = re.compile(
    r"Firstfire \d{4}-\d\d-\d\d [★☆]{3} (✓|\N{MINUS SIGN}\d+)( 💡\d)? http://[\w.:]+/puzzles/[a-z0-9]{10}"
)

_COMPARED = """() => [1, 2].map((column) => [...document.querySelectorAll(".comparison tbody tr")]
  .reduce((sum, row) => sum + Number(row.children[column].querySelector("b").textContent), 0))"""
# The line of the optimum and its name, against the own bar and, where bars are wide enough for one, its number.
_OPTIMUM_UNCOVERED = """() => {
  const boxes = (selector) =>
    [...document.querySelectorAll(`.histogram ${selector}`)].map((one) => one.getBoundingClientRect());
  const marks = [...boxes(".goal"), ...boxes(".limit text")];
  const bars = boxes(".own rect:not(.floor)");
  const own = [...bars, ...boxes(".own text")];
  return marks.length === 2 && bars.length === 1 && !marks.some((mark) => own.some((part) =>
    mark.left < part.right - .5 && part.left < mark.right - .5 && mark.top < part.bottom && part.top < mark.bottom));
}"""


def names(value: Any) -> set[str]:
    """Every name in an answer, however deep, under which there is something."""
    if isinstance(value, dict):
        own = {name for name, inside in value.items() if inside is not None}
        return own.union(*(names(inside) for inside in value.values()))
    return set[str]().union(*map(names, value)) if isinstance(value, list) else set()


# The daily


async def test_a_guest_comes_to_the_puzzle_of_the_day_from_the_front_page_and_solves_it(
    guest: Person, store: EventStore
) -> None:
    await guest.opens("/")
    await guest.page.locator(".daily a.main").click()
    await guest.arrives("/puzzles/daily$")
    await guest.sees(".coming li")
    puzzle = await puzzle_at(guest, store)
    assert await guest.page.locator(".coming li").count() == len(puzzle.problem.dominoes)
    await Solver(guest).solves(puzzle.answer.line)
    assert await text(guest, ".result .figure b") == f"{puzzle.answer.optimum} of {puzzle.answer.optimum}"
    assert await text(guest, ".result .proven") == "optimum proven"
    assert await label(guest, ".result .stars") == "3 of 3 stars"
    rating = re.search(r"rating 1500 → (\d+)\?", await text(guest, ".result"))
    assert rating
    assert 1500 < int(rating[1]) <= 1600, "the harder the puzzle, the more, up to a hundred"
    assert await text(guest, ".streak .flame") == "1 day in a row"
    await guest.sees(".leaders .is-you")
    assert await guest.page.evaluate(_OPTIMUM_UNCOVERED), "the optimum is marked beside the bar that reaches it"
    await guest.page.locator(".result button", has_text="Next puzzle").click()
    await guest.arrives(r"/puzzles/[a-z0-9]{10}\?practice=1&kind=\w+&rating=\d+$")
    await guest.sees(".coming li")
    following = await puzzle_at(guest, store, guest.path.removeprefix("/puzzles/").partition("?")[0])
    rules, wanted = following.problem.rules, puzzle.problem.rules
    assert (rules.game, rules.mode) == (wanted.game, wanted.mode), "one stays in the mode one was in"
    assert following.id not in await text(guest, "h1")
    assert f"{len(following.problem.dominoes)} domino" in await text(guest, "h1")
    await guest.opens("/")
    await guest.sees(".daily", f"{puzzle.answer.optimum} of {puzzle.answer.optimum}")


async def test_a_missed_puzzle_shows_the_gap_and_the_answer(guest: Person, store: EventStore) -> None:
    solver = Solver(guest)
    await solver.opens("daily")
    puzzle = await puzzle_at(guest, store)
    await solver.solves(poor_line(puzzle))
    result = await read(guest, f"/api/puzzles/{puzzle.id}/result")
    gap = puzzle.answer.optimum - result["best"]
    assert f"{gap} point" in await text(guest, "#result-title")
    assert await text(guest, ".result .figure b") == f"{result['best']} of {puzzle.answer.optimum}"
    assert await guest.page.locator(".histogram .goal").count() == 1
    assert await guest.page.evaluate(_COMPARED) == [result["best"], puzzle.answer.optimum]
    assert await guest.page.locator(".comparison .differs").count() > 0
    assert await guest.page.locator(".reasons li").count() == len(puzzle.themes)
    assert not [line for line in await guest.texts(".reasons li") if "why_" in line]
    assert await guest.page.locator(".histogram text.own").all_text_contents() == [str(result["best"])]
    await guest.page.locator(".histogram summary").click()
    rows = await guest.page.locator(".histogram tbody tr").count()
    assert rows == len(result["histogram"])
    await guest.page.locator(".tabs button", has_text="A best solution").click()
    await guest.sees(".board .total", re.compile(rf"^\s*{puzzle.answer.optimum}\s*$"))
    for step in reversed(result["line"][:-1]):
        await guest.presses("ArrowLeft")
        await guest.sees(".board .total", re.compile(f"^{step['total']}$"))
    await guest.presses("Home")
    await guest.sees(".board .name", "Start position")
    await guest.presses("End")
    await guest.sees(".board .total", str(puzzle.answer.optimum))
    await guest.page.locator(".tabs button", has_text="First placements").click()
    await guest.sees(".heat text")
    assert await guest.page.locator(".heat rect").count() == len(result["heat"])
    await guest.page.locator(".tabs button", has_text="Your answer").click()
    await guest.presses("ArrowLeft")
    await guest.sees(".controls output", f"{len(result['attempts'][0]['moves']) - 1} /")


async def test_hints_reveal_more_and_more_at_the_cost_shown(guest: Person, store: EventStore) -> None:
    solver = Solver(guest)
    await solver.opens("daily")
    puzzle = await puzzle_at(guest, store)
    button = guest.page.locator(".rungs-card button")
    for number, question in enumerate(("Which terrain?", "Which region?", "Which cell?"), 1):
        assert await text(guest, ".rungs-card button") == f"{question} costs 1 star"
        await button.click()
        await guest.sees(f".rungs-card li:nth-child({number})")
    assert await button.count() == 0
    ladder = (await read(guest, f"/api/puzzles/{puzzle.id}"))["ladder"]["taken"]
    await guest.counts(".board .ring.area", len(ladder[1]["cells"]))  # once what draws them has come
    await guest.counts(".board .ring.best", 1)
    await solver.solves(puzzle.answer.line)
    assert await label(guest, ".result .stars") == "0 of 3 stars"
    assert await text(guest, "#result-title") == "Solved with 3 hints"
    assert "rating stays 1500?" in await text(guest, ".result")


async def test_the_result_is_shared_without_giving_anything_away(arrive: Arrive, store: EventStore) -> None:
    person = await arrive()
    await person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await person.page.add_init_script("navigator.share = async (data) => { window.shared = data.text; };")
    solver = Solver(person)
    await solver.opens("daily")
    puzzle = await puzzle_at(person, store)
    await solver.solves(poor_line(puzzle))
    await person.page.locator(".sharing button", has_text="Copy").click()
    await person.sees(".notice", "Copied")
    copied = await person.page.evaluate("navigator.clipboard.readText()")
    assert SHARED.fullmatch(copied)
    await person.page.locator(".sharing button", has_text="Share").click()
    assert await person.until("() => window.shared") == copied
    result = await read(person, f"/api/puzzles/{puzzle.id}/result")
    assert not {str(puzzle.answer.optimum), str(result["best"])} & set(
        re.findall(r"\d+", copied.split(" http")[0][21:])
    )


async def test_nothing_of_the_answer_comes_before_the_attempt_is_graded(guest: Person, store: EventStore) -> None:
    received: list[tuple[str, bytes]] = []

    async def pass_on(route: Route) -> None:
        with suppress(Error):  # who leaves a page receives no more of it
            answer = await route.fetch(max_retries=RETRIES)
            received.append((route.request.url, await answer.body()))
            await route.fulfill(response=answer)

    await guest.page.route(re.compile(r"^(?!.*/assets/)"), pass_on)  # those are the same before any puzzle is chosen
    for path in ("/", "/puzzles"):
        await guest.opens(path)
        await guest.sees(".daily")
    solver = Solver(guest)
    await solver.opens("daily")
    puzzle = await puzzle_at(guest, store)
    await solver.makes(poor_line(puzzle))
    before = len(received)
    line = " ".join(map(write_move, puzzle.answer.line))
    for url, body in received:
        assert line not in body.decode(errors="replace"), url
        assert "/api/" not in url or not names(json.loads(body)) & SECRETS, url
    await solver.sends()
    later = [json.loads(body) for url, body in received[before:] if "/api/" in url]
    await guest.page.unroute_all(behavior="ignoreErrors")
    assert names(later) > {"optimum", "line", "themes"}, "by then it is there: the search above would find it"


# Solving


@pytest.mark.long
async def test_moves_can_be_undone_one_by_one_or_all_at_once(guest: Person, store: EventStore) -> None:
    solver = Solver(guest)
    await solver.opens("daily")
    poor = poor_line(await puzzle_at(guest, store))
    start = await text(guest, ".board .total")
    await solver.makes(poor)
    for left in range(len(poor) - 1, 0, -1):
        await guest.presses("u")
        await solver.settled(left)
    await solver.makes(poor[1:])
    await guest.page.locator(".board button", has_text="Start over").click()
    await solver.settled(0)
    assert await text(guest, ".board .total") == start
    assert await guest.page.locator(".coming .is-done").count() == 0


async def test_fire_is_aimed_and_cavemen_are_recruited(guest: Person, store: EventStore) -> None:
    def has_both(puzzle: Puzzle) -> bool:
        return {ThrowFire, RecruitCaveman} <= {type(step) for step in puzzle.answer.line}

    await guest.opens("/puzzles")
    puzzle = await some_practice(store, has_both)
    solver = Solver(guest)
    await solver.opens(puzzle.id)
    await solver.solves(puzzle.answer.line)
    assert await label(guest, ".result .stars") == "3 of 3 stars"


@pytest.mark.long
async def test_a_retry_is_unrated_and_kept_beside_the_first(guest: Person, store: EventStore) -> None:
    solver = Solver(guest)
    await solver.opens("daily")
    puzzle = await puzzle_at(guest, store)
    await solver.solves(poor_line(puzzle))
    await guest.page.locator(".result button", has_text="Try again").click()
    await solver.settled(0)
    assert "free" in await text(guest, ".rungs-card button")
    await solver.solves(puzzle.answer.line)
    assert "unrated" in await text(guest, ".result")
    assert await guest.page.locator(".attempts li").count() == 2
    await guest.opens("/puzzles/daily")
    await guest.sees(".result", f"of {puzzle.answer.optimum}")


# Trouble


async def test_moves_survive_a_lost_connection_and_a_reload(guest: Person, store: EventStore) -> None:
    guest.expects("ERR_INTERNET_DISCONNECTED")
    solver = Solver(guest)
    await solver.opens("daily")
    poor = poor_line(await puzzle_at(guest, store))
    await solver.makes(poor[:1])
    await guest.context.set_offline(True)
    await solver.make(poor[1])
    await guest.sees(".notice.error", "connection")
    await solver.settled(1)
    await guest.context.set_offline(False)
    await solver.makes(poor[1:2])
    await guest.page.reload()
    await guest.sees(".table.puzzle")
    await solver.settled(2)
    await solver.solves(poor[2:])


async def test_a_refused_move_is_named_with_its_rule_and_what_came_before_stays(
    guest: Person, store: EventStore
) -> None:
    guest.expects("422")
    solver = Solver(guest)
    await solver.opens("daily")
    puzzle = await puzzle_at(guest, store)
    first = msgspec.to_builtins(puzzle.answer.line[0])
    moves = json.dumps([first, first])
    await guest.page.evaluate("([name, moves]) => sessionStorage.setItem(name, moves)", [f"puzzle {puzzle.id}", moves])
    await guest.page.reload()
    await guest.sees(".refusal", "Move 2: ")
    await guest.sees(".refusal a[href^='/rules#']")
    await solver.settled(1)
    await solver.solves(puzzle.answer.line[1:])


async def test_an_unknown_puzzle_shows_a_message(guest: Person) -> None:
    guest.expects("404")
    for name in ("nosuchpuzz", "%2F..%2F", "2099-01-01"):
        await guest.opens(f"/puzzles/{name}")
        await guest.sees("h1", "No such puzzle")
