"""Blocking and reporting somebody, and what moderators do about it: what each of them sees."""

from tests.browser.test_two_people import private_table
from tests.support.browser_person import PHONE, Arrive, Person

REFUSED = "403|409"  # what the console says of a refusal


async def opens_report(person: Person) -> None:
    """Of the game that is open."""
    await person.page.locator(".heading details.menu summary").click()
    await person.page.locator(".heading details.menu button", has_text="Report somebody").click()
    await person.sees("dialog[open] .report")


async def test_a_person_blocks_somebody_forgives_them_and_reports_them(arrive: Arrive) -> None:
    oona, brak = await arrive(size=PHONE), await arrive()
    await oona.is_guest("Oona")
    rival = await brak.is_guest("Brak of the twenty-four huts")
    link = await private_table(oona)

    await oona.opens(f"/people/{rival}")
    await oona.page.get_by_role("button", name="Block", exact=True).click()
    await oona.sees(".blocked-note")
    brak.expects(REFUSED)
    await brak.page.goto(link)
    await brak.page.locator(".message button.main").click()
    await brak.sees(".notice.error", "This table is not open to you")

    await oona.opens("/settings")
    await oona.page.get_by_role("button", name="Unblock Brak of the twenty-four huts").click()
    await oona.sees("section", "You have blocked nobody")
    await brak.page.locator(".message button.main").click()
    await brak.sees(".table")

    await oona.page.goto(link)
    await oona.sees(".table")
    await opens_report(oona)
    await oona.sees("#dialog-title", "Report Brak of the twenty-four huts")
    await oona.page.get_by_label("Delays the game on purpose").check()
    await oona.page.locator("#report-text").fill("Waits in every turn.")
    await oona.page.get_by_role("button", name="Send the report").click()
    await oona.sees(".notice.info", "Thank you")
    await oona.misses("dialog[open]")
    oona.expects(REFUSED)
    await opens_report(oona)
    await oona.page.get_by_label("Something else").check()
    await oona.page.locator("#report-text").fill("And again.")
    await oona.page.get_by_role("button", name="Send the report").click()
    await oona.sees("dialog[open] .problem", "You have reported this already")
