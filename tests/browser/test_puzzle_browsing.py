"""Looking for puzzles: the archive, practice, a person's history, and the scores of others."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest

from service.store.event_store import EventStore
from service.store.log_names import attempts_log
from tests.browser.test_weight import weighed
from tests.support.browser_person import Arrive, Person
from tests.support.browser_puzzles import Solver, give_day, label, poor_line, post, puzzle_at, read, some_practice
from tests.support.variants import only

_BEGIN = re.compile(r"/api/puzzles/[a-z0-9]{10}/begin$")


async def test_the_clock_starts_with_solve_it_or_the_first_act_and_not_with_a_look(
    arrive: Arrive, store: EventStore
) -> None:
    person = await arrive()
    player = await person.is_guest("Oona")
    for path in ("/", "/puzzles", "/puzzles/daily"):
        await person.opens(path)
        await person.sees(":is(.daily, .coming li)")
    puzzle, solver = await puzzle_at(person, store), Solver(person)
    await solver.settled(0)
    assert await store.version(attempts_log(puzzle.id, player)) == 0, "a look is not recorded"
    async with person.page.expect_response(_BEGIN):
        await person.page.locator(".board .spot").first.hover()
    assert (await read(person, f"/api/puzzles/{puzzle.id}"))["begun"]
    other = await arrive()
    await other.is_guest("Ugh")
    await other.opens("/")
    async with other.page.expect_response(_BEGIN):
        await other.page.locator(".daily a.main").click()
    assert (await read(other, f"/api/puzzles/{puzzle.id}"))["begun"]


async def test_past_days_are_in_the_archive_with_ones_own_stars(guest: Person, store: EventStore) -> None:
    await guest.opens("/puzzles")
    today = datetime.now(UTC).date()
    days = [today.replace(day=1) - timedelta(days=1), today.replace(day=1) - timedelta(days=3)]
    taken: set[str] = set()
    for day in days:
        puzzle = await some_practice(store, lambda puzzle: puzzle.id not in taken and len(puzzle.problem.dominoes) < 5)
        taken.add(puzzle.id)
        await give_day(store, day, puzzle)
    await guest.opens("/puzzles")
    await guest.page.locator(".calendar button").first.click()
    await guest.sees(".calendar b", f"{days[0]:%B %Y}")
    assert await guest.page.locator(".calendar a").count() >= 2
    link = guest.page.locator(".calendar a", has_text=long_day(days[0]))
    assert "not tried yet" in await link.inner_text()
    await link.click()
    await guest.sees("h1", f"Puzzle of the day, {long_day(days[0])}")
    puzzle = await puzzle_at(guest, store, guest.path.rpartition("/")[2])
    await Solver(guest).solves(puzzle.answer.line)
    await guest.page.locator(".heading a[href='/puzzles']").click()
    await guest.page.locator(".calendar button").first.click()
    assert await label(guest, ".calendar .is-solved .stars") == "3 of 3 stars"


def long_day(day: date) -> str:
    return f"{day.day} {day:%B} {day.year}"


async def test_practice_is_chosen_and_goes_on_with_the_same_kind(guest: Person, store: EventStore) -> None:
    await guest.opens("/puzzles")
    game, theme, hard = (guest.page.locator(".practice select").nth(place) for place in range(3))
    await game.select_option("tribe")
    await theme.select_option(value="")
    await hard.select_option("easy")
    await guest.page.locator(".practice button.main").click()
    await guest.arrives(r"/puzzles/[a-z0-9]{10}\?practice=1&kind=tribe&rating=easy$")
    await guest.sees(".heading", "Tribe Mode")
    first = guest.path
    puzzle = await puzzle_at(guest, store, first.removeprefix("/puzzles/").partition("?")[0])
    await Solver(guest).solves(poor_line(puzzle))
    await guest.page.locator(".result button", has_text="Next puzzle").click()
    await guest.until("(first) => location.pathname + location.search !== first", first)
    await guest.sees(".heading", "Tribe Mode")
    assert guest.path.endswith("?practice=1&kind=tribe&rating=easy")


@pytest.mark.long
async def test_a_theme_in_a_result_leads_to_more_of_it(guest: Person, store: EventStore) -> None:
    await guest.opens("/puzzles")
    puzzle = await some_practice(store, lambda puzzle: len(puzzle.themes) > 0)
    await Solver(guest).opens(puzzle.id)
    await Solver(guest).solves(poor_line(puzzle))
    await guest.page.locator(".reasons a").first.click()
    await guest.arrives(rf"/puzzles\?theme={puzzle.themes[0]}$")
    assert await guest.page.locator(".practice select").nth(1).input_value() == puzzle.themes[0]


async def test_results_rating_and_missed_puzzles_are_listed(guest: Person, store: EventStore) -> None:
    await guest.is_guest("Oona")
    await guest.opens("/puzzles")
    await guest.sees(".calendar")
    assert await guest.page.locator(".history").count() == 0
    missed = await some_practice(store, lambda puzzle: len(puzzle.problem.dominoes) < 5)
    solved = await some_practice(store, lambda puzzle: puzzle.id != missed.id)
    await post(guest, f"/api/puzzles/{missed.id}/attempts", {"moves": poor_line(missed)})
    await post(guest, f"/api/puzzles/{solved.id}/attempts", {"moves": solved.answer.line})
    await guest.opens("/puzzles")
    await guest.sees(".history")
    rows = await guest.texts(".history tbody tr")
    assert f"{solved.answer.optimum} of {solved.answer.optimum}" in rows[0]
    assert f" of {missed.answer.optimum}" in rows[1]
    await guest.sees("section", "1 of 2 solved")
    await guest.sees(".curves .curve")
    await guest.page.locator(".retry-failed").click()
    await guest.arrives(f"/puzzles/{missed.id}\\?practice=1&failed=true$")
    solver = Solver(guest)
    await solver.settled(0)
    await solver.solves(missed.answer.line)
    assert await label(guest, ".result .stars") == "3 of 3 stars"


async def test_the_scores_of_others_are_shown_after_the_first_attempt(arrive: Arrive, store: EventStore) -> None:
    first, second = await arrive(), await arrive()
    for person in (first, second):
        await person.opens("/puzzles")
    puzzle = await puzzle_at(first, store)
    await Solver(first).opens("daily")
    await Solver(first).solves(puzzle.answer.line)
    await second.opens("/puzzles")
    await second.sees(".leaders", "after your own answer")
    await Solver(second).opens("daily")
    await Solver(second).solves(poor_line(puzzle))
    await second.sees(".leaders td", str(puzzle.answer.optimum))


@pytest.mark.parametrize("path", only(["/puzzles/daily"], ["/puzzles", "/puzzles/daily"]))
async def test_a_first_view_is_under_150_kb_on_the_wire(guest: Person, path: str) -> None:
    size = await weighed(guest, path, "main :is(.calendar, .table)")
    print(f"{path}: {size:,} bytes")
    assert size < 150_000
