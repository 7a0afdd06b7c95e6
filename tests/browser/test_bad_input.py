"""What does not exist, is not for everybody, or cannot be read: a page that says what happened and what to do."""

import pytest

from domain.notation.records import write_record
from service.store.event_store import EventStore
from tests.support.browser_person import Arrive, Person
from tests.support.staged_tables import DISCOVERY, INVITE, finished, stage
from tests.support.variants import only

LAST = len(finished(DISCOVERY).events)


async def test_an_unknown_game_shows_a_message(guest: Person) -> None:
    guest.expects("404")
    await guest.opens("/game/nosuchgame")
    await guest.sees("[role=alert] h1", "No such game")
    await guest.page.locator("[role=alert] a", has_text="Lobby").click()
    await guest.arrives("/lobby")


@pytest.mark.parametrize("step", only([LAST + 1], [0, LAST + 1, 999_999_999]))
async def test_an_unknown_step_shows_which_steps_exist(guest: Person, store: EventStore, step: int) -> None:
    await stage(store, f"steps{step}", finished(DISCOVERY), "ugh")
    await guest.opens(f"/game/steps{step}/{step}")
    await guest.sees("[role=alert]", f"1 to {LAST}")
    await guest.page.locator("[role=alert] a.main").click()
    await guest.sees_table()
    await guest.reaches(LAST)


async def test_a_private_game_opens_with_its_invite_and_not_without(guest: Person, store: EventStore) -> None:
    guest.expects("404")
    await stage(store, "private", finished(DISCOVERY), "ugh", private=True)
    await guest.opens("/game/private")
    await guest.sees("[role=alert]", "invite link")
    await guest.opens("/game/private?invite=wrong")
    await guest.sees("[role=alert]", "invite link")
    await guest.opens_game("private", invite=INVITE)
    await guest.presses("ArrowLeft")
    await guest.arrives(rf"/game/private/{LAST - 1}\?invite={INVITE}$")


async def test_an_unknown_path_shows_a_message(guest: Person) -> None:
    guest.expects("404")
    answer = await guest.page.goto(f"{guest.url}/no/such/page")
    assert answer
    assert answer.status == 404
    await guest.sees("main h1", "Nothing is here")
    await guest.page.locator("main a.main").click()
    await guest.sees(".quick")


@pytest.mark.parametrize("language", only(["de"], ["en", "de"]))
async def test_a_record_with_an_error_on_line_14_shows_and_selects_it(arrive: Arrive, language: str) -> None:
    reader = await arrive(language=language)
    reader.expects("422")
    lines = write_record(finished(DISCOVERY).events).splitlines()
    lines[13] = "0.1 @@@ what is this?"
    await reader.opens("/record")
    await reader.page.locator("textarea").fill("\n".join(lines))
    await reader.page.locator("form.record button.main").click()
    await reader.sees("#record-problem", {"en": "Line 14", "de": "Zeile 14"}[language])
    assert "what is this?" in await reader.page.locator("#record-problem mark").inner_text()
    selected: str = await reader.page.evaluate(
        "(() => { const field = document.querySelector('textarea');"
        " return field.value.slice(field.selectionStart, field.selectionEnd); })()"
    )
    assert selected == lines[13]
    assert reader.path == "/record"


async def test_text_that_is_not_a_record_shows_a_message(guest: Person) -> None:
    guest.expects("4(13|22)")
    await guest.opens("/record")
    for text in ("hello", "x" * 70_000):
        await guest.page.locator("textarea").fill(text)
        await guest.page.locator("form.record button.main").click()
        await guest.sees(".problem", "64 KB" if len(text) > 5 else None)


async def test_wrong_passwords_and_taken_names_show_a_message(arrive: Arrive) -> None:
    first, second = await arrive(), await arrive()
    for person, expected in ((first, None), (second, "choose another")):
        person.expects("409", "401")
        await person.opens("/sign-in")
        await person.page.locator("#up-name").fill("Ugh of the Cave")
        await person.page.locator("#up-password").fill("long enough")
        await person.page.locator("form:has(#up-name) button.main").click()
        if expected:
            await person.sees(".problem", expected)
        else:
            await person.arrives("/games")
    await second.page.locator("#in-name").fill("Ugh of the Cave")
    await second.page.locator("#in-password").fill("wrong one")
    await second.page.locator("form:has(#in-name) button.main").click()
    await second.sees(".problem", "wrong")
    await second.page.locator("#in-password").fill("long enough")
    await second.page.locator("form:has(#in-name) button.main").click()
    await second.arrives("/games")
    await second.sees(".corner", "Ugh of the Cave")
