"""Tournaments in the browser: open one, enter, withdraw; standings and the cross table."""

from tests.support.browser_person import PHONE, Arrive


async def test_a_tournament_is_opened_entered_and_left_on_a_phone(arrive: Arrive) -> None:
    person = await arrive(size=PHONE)
    await person.has_account(f"Oona {person.number}", "a stone, a fish and a fire")
    await person.opens("/lobby")
    await person.page.locator("a[href='/tournaments']").click()
    await person.page.locator("details.opening summary").click()
    await person.page.locator(".opening select").first.select_option("knock_out")
    await person.page.locator(".opening button.main").click()
    await person.sees("h1", "Knock-out · Kingdomino")
    await person.sees("#entrants-title ~ p", "Nobody yet")
    await person.page.locator("button.main", has_text="Enter").click()
    await person.sees(".entrants li", f"Oona {person.number}")
    await person.page.locator("button", has_text="Withdraw").click()
    await person.sees("#entrants-title ~ p", "Nobody yet")
    await person.page.locator("button", has_text="Call it off").click()
    await person.sees("section p", "It was called off.")


async def test_guests_are_told_what_tournaments_need(arrive: Arrive) -> None:
    person = await arrive()
    await person.opens("/tournaments")
    await person.sees(".page > p", "need an account")
    assert await person.page.locator(".opening").count() == 0
