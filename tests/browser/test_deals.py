"""The deal of the day in the browser: play it, and see what others made of it; not before."""

import re

from tests.support.browser_deals import plays_the_deal
from tests.support.browser_person import PHONE, Arrive, Person


async def test_two_people_play_the_deal_and_compare(arrive: Arrive) -> None:
    oona, ben = await arrive(size=PHONE), await arrive()
    await oona.is_guest("Wilma")
    await oona.opens("/")
    await oona.page.locator(".day-deal button.main").click()
    await oona.sees_table()
    game = oona.game
    await oona.opens("/deal")
    await oona.sees(".day-deal a.main", "Play on")
    await oona.sees(".deal > p", "Others still play it")
    assert await plays_the_deal(oona) == game
    await ben.opens("/deal")
    await ben.sees(".deal > p", "You need no account")
    assert await ben.page.locator(".deal-results").count() == 0
    ben.expects("404")
    await ben.opens(f"/game/{game}")
    await ben.sees("main", "no such game")
    await ben.is_guest("Ben")
    await plays_the_deal(ben, last=True)
    await ben.opens("/deal")
    await ben.sees(".deal-results tbody tr.is-you")
    await _compares(ben)
    await ben.page.locator(".parting a").last.click()
    await ben.arrives(f"/game/{game}/\\d+")
    await ben.sees_table()


async def _compares(person: Person) -> None:
    """With Wilma, by the keyboard alone."""
    row = person.page.locator(".deal-results tr", has_text="Wilma").first
    await row.locator("button").focus()
    await person.presses("Enter")
    await person.sees("#comparison-title", "You and Wilma")
    await person.sees(".parting h3", re.compile("The roads parted"))
    assert await person.page.evaluate("document.activeElement.id") == "comparison-title"
    text = await person.page.locator(".sharing input").input_value()
    assert re.search(r"Deal of the day, .*: \d+ points, place \d+ of \d+ http", text)


async def test_yesterday_without_a_game_is_open_and_empty(arrive: Arrive) -> None:
    person = await arrive()
    await person.opens("/deal/2026-01-01")
    await person.sees(".deal", "Nobody has finished it.")
