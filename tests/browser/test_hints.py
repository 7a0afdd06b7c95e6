"""Hints at the table: given where fair play allows, from vague to exact, drawn, and gone when the game moves on."""

from collections.abc import Awaitable, Callable
from typing import Final

import pytest

from domain.legal import legal
from domain.position import Position
from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.play import Played
from tests.support.staged_tables import (
    DISCOVERY,
    KINGDOMINO,
    TOTEM,
    TRIBE,
    can_recruit,
    stage,
    turn_of,
    until,
)
from tests.support.variants import only

_MIDDLE: Final = 20
_BOXES: Final = "(all) => all.map((one) => JSON.stringify(one.getBoundingClientRect()))"
# By step: the game, and what is drawn of an exact hint.
STEPS: Final[dict[str, tuple[Callable[[], Played], str]]] = {
    "claim": (lambda: until(KINGDOMINO, turn_of(0, "claim")), ".line-tag.best"),
    "claim a pair": (lambda: until(TRIBE, turn_of(0, "claim")), "li.marked.best >> nth=1"),
    "draft": (lambda: until(TRIBE, turn_of(0, "draft", _MIDDLE)), ".line-tag.best"),
    "place": (lambda: until(DISCOVERY, turn_of(0, "place", _MIDDLE)), ".board .suggested.best .ghost"),
    "fire": (lambda: until(DISCOVERY, turn_of(0, "fire", _MIDDLE)), ".board .suggested.best .arrow"),
    "totem": (lambda: until(TOTEM, turn_of(0, "totem")), ".action .worth-tag.best"),
    "recruit": (lambda: until(TRIBE, can_recruit), ".hint-list li >> nth=1"),
}


def _is_last_of_many(position: Position) -> bool:
    """Whether all lines are revealed, and there are many moves: some of them must end alike."""
    return position.round >= position.rules.rounds - 1 and len(legal(position)) > 5


async def plays_a_bot(person: Person) -> None:
    await person.opens("/")
    await person.page.locator(".quick button").click()
    await person.sees(".action.mine")


async def hint_sentence(person: Person) -> str:
    """Waits until the search is done; returns the sentence."""
    await person.sees(".hint-bar")
    await person.misses(".hint-bar progress")
    return await person.page.locator(".hint-line p").inner_text()


async def climbs(person: Person, act: Callable[[], Awaitable[None]]) -> list[str]:
    """Asks on until the hint is exact; gives all it said."""
    said = [await hint_sentence(person)]
    while not said[-1].startswith("Best:"):
        await act()
        await person.until("(said) => document.querySelector('.hint-line p').textContent !== said", said[-1])
        said.append(await hint_sentence(person))
    return said


async def test_against_a_bot_a_hint_climbs_from_vague_to_exact_and_is_played(guest: Person) -> None:
    await plays_a_bot(guest)
    await guest.page.get_by_role("button", name="Hint").click()
    await hint_sentence(guest)
    assert not await guest.page.locator(".hint-list").count()
    said = await climbs(guest, guest.page.locator(".deeper").click)
    assert len(said) == len(set(said)) >= 2
    assert said[0].startswith("Think")
    assert said[-1].startswith("Best:")
    rows = guest.page.locator(".hint-list li")
    assert await rows.count() >= 2
    leads = [float(text.replace("\N{MINUS SIGN}", "-")) for text in await guest.texts(".hint-list .worth b")]
    assert leads == sorted(leads, reverse=True)
    assert "±" in await rows.first.inner_text()
    step = await guest.step()
    await guest.page.get_by_role("button", name="Play it").click()
    await guest.reaches(step + 1)
    await guest.misses(".hint-bar")
    await guest.misses(".suggested, .line-tag")


async def test_a_hint_is_announced_and_disappears_when_another_move_is_made(guest: Person) -> None:
    await plays_a_bot(guest)
    await guest.presses("h")
    said = await hint_sentence(guest)
    await guest.until("(said) => document.getElementById('announcer').textContent === said", said)
    step = await guest.step()
    await guest.page.locator(".moves summary").click()
    await guest.page.locator(".moves li button").last.click()
    await guest.reaches(step + 1)
    await guest.misses(".hint-bar")
    await guest.misses(".hint-list")


@pytest.mark.parametrize("step", only(["claim a pair", "fire", "recruit"], STEPS))
async def test_where_hints_are_allowed_every_step_has_one(guest: Person, store: EventStore, step: str) -> None:
    game, drawn = f"hints-{step.replace(' ', '-')}", STEPS[step][1]
    await stage(store, game, STEPS[step][0](), await guest.is_guest("Oona"), hints=True)
    await guest.opens_game(game)
    await guest.sees(".action.mine")
    await guest.presses("h")
    await climbs(guest, lambda: guest.presses("h"))
    await guest.sees(drawn)


async def test_on_a_phone_the_dominoes_stay_where_they_are_when_a_hint_marks_them(
    arrive: Arrive, store: EventStore
) -> None:
    person = await arrive(size=PHONE)
    await stage(store, "hintsmarked", STEPS["draft"][0](), await person.is_guest("Oona"), hints=True)
    await person.opens_game("hintsmarked")
    await person.sees(".lines button")
    before = await person.page.locator(".lines .domino").evaluate_all(_BOXES)
    await person.presses("h")
    await climbs(person, lambda: person.presses("h"))
    await person.sees(".line-tag >> nth=1")
    assert await person.page.locator(".lines .domino").evaluate_all(_BOXES) == before


async def test_another_move_of_the_list_is_drawn_when_it_is_chosen(guest: Person, store: EventStore) -> None:
    await stage(store, "hints-chosen", STEPS["place"][0](), await guest.is_guest("Oona"), hints=True)
    await guest.page.evaluate("localStorage.setItem('hints', 'exact')")
    await guest.opens_game("hints-chosen")
    await guest.presses("h")
    await hint_sentence(guest)
    await guest.sees(".suggested.best .tag", (await guest.texts(".hint-list .worth b"))[0])
    await guest.page.locator(".hint-list li button").nth(3).click()
    await guest.reads(".hint-list [aria-pressed=true] .place", "4")
    await guest.sees(".suggested.best .tag", (await guest.texts(".hint-list .worth b"))[3])


async def test_what_is_certain_is_called_proven_and_equal_moves_as_good(guest: Person, store: EventStore) -> None:
    played = until(KINGDOMINO, lambda game: turn_of(0, "place")(game) and _is_last_of_many(game.position))
    await stage(store, "hints-proven", played, await guest.is_guest("Oona"), hints=True)
    await guest.page.evaluate("localStorage.setItem('hints', 'exact')")
    await guest.opens_game("hints-proven")
    await guest.presses("h")
    await hint_sentence(guest)
    leads = await guest.texts(".hint-list .worth b")
    assert leads[0] in leads[1:]
    assert leads[-1] != leads[0]
    assert await guest.texts(".hint-list .worth small") == ["proven"] * len(leads)
    notes = await guest.texts(".hint-list .what small")
    assert [note.endswith("· as good") for note in notes] == [False, *(lead == leads[0] for lead in leads[1:])]


@pytest.mark.long
async def test_the_choice_to_see_moves_at_once_is_remembered(guest: Person, store: EventStore) -> None:
    await stage(store, "hints-at-once", STEPS["place"][0](), await guest.is_guest("Oona"), hints=True)
    await guest.opens_game("hints-at-once")
    await guest.presses("h")
    await climbs(guest, lambda: guest.presses("h"))
    await guest.page.get_by_label("Always show the moves at once").check()
    await guest.opens_game("hints-at-once")
    await guest.presses("h")
    assert (await hint_sentence(guest)).startswith("Best:")
    await guest.page.get_by_label("Always show the moves at once").uncheck()
    await guest.opens_game("hints-at-once")
    await guest.presses("h")
    assert (await hint_sentence(guest)).startswith("Think")


async def test_keys_alone_ask_climb_and_play(guest: Person) -> None:
    await plays_a_bot(guest)
    await guest.presses("h")
    await climbs(guest, lambda: guest.presses("h"))
    step = await guest.step()
    for _ in range(80):
        await guest.presses("Tab")
        if await guest.page.evaluate("document.activeElement.closest('.hint-list .main') !== null"):
            break
    await guest.presses("Enter")
    await guest.reaches(step + 1)
    await guest.sees(".action.mine")
    await guest.presses("h")
    await hint_sentence(guest)
    await guest.presses("Escape")
    await guest.misses(".hint-bar")


async def test_a_phone_shows_the_hint_in_the_bar_at_the_lower_edge(arrive: Arrive, store: EventStore) -> None:
    person = await arrive(size=PHONE, touch=True)
    await stage(store, "hints-on-a-phone", STEPS["place"][0](), await person.is_guest("Oona"), hints=True)
    await person.opens_game("hints-on-a-phone")
    await person.page.get_by_role("button", name="Hint").tap()
    await climbs(person, person.page.locator(".deeper").tap)
    box = await person.page.locator(".hint-line p").bounding_box()
    assert box
    assert 0 < box["y"] < PHONE[1]
    await person.page.locator(".hint-list .main").scroll_into_view_if_needed()
    assert await person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_a_table_that_allows_hints_shows_that(guest: Person) -> None:
    await guest.has_account("Oona of the hints", "a mammoth behind the volcano")
    await guest.opens("/new")
    await guest.ticks("input[name=company][value=bots]")
    await guest.misses("input[name=hints]")
    await guest.ticks("input[name=company][value=friends]")
    await guest.ticks("input[name=hints]")
    await guest.ticks("input[name=rated]")
    await guest.misses("input[name=hints]")
    await guest.ticks("input[name=rated]", on=False)
    await guest.sees(".summary li", "Hints for all")
    await guest.page.locator("button.main.big").click()
    await guest.sees(".message", "Hints for all")
