"""A table whose clocks rest, and time off in the settings: what is agreed and planned there, and what others see."""

from datetime import date, timedelta

from tests.support.browser_person import PHONE, Arrive, Person

CALENDAR = "section[aria-labelledby=calendar-title]"
FEED = f"{CALENDAR} input"


async def test_players_agree_on_a_pause_and_give_a_day(arrive: Arrive) -> None:
    owner, friend = await arrive(), await arrive(language="de", size=PHONE, colours="dark")
    await owner.opens("/new")
    await owner.ticks("input[name=company][value=friends]")
    await owner.ticks("input[name=quiet]")
    await owner.page.locator("button.main.big").click()
    await owner.arrives(r"/game/\w+")
    await owner.sees(".waiting", "Holidays")
    await friend.page.goto(await owner.page.locator(".invite input").input_value())
    await friend.sees(".waiting", "Urlaub")
    await friend.page.locator(".message button.main").click()
    for person in (owner, friend):
        await person.sees_table()
    await opens_time(owner)
    await owner.page.locator("dialog select").select_option("3")
    await owner.page.locator("dialog button", has_text="Ask for a pause").click()
    await owner.sees("dialog", "You have asked for a pause: 3 days")
    await friend.page.locator(".resting.main").click()
    await friend.page.locator("dialog button", has_text="Zustimmen").click()
    await friend.sees(".resting[aria-label*='Die Partie macht Pause bis']")
    await owner.sees(".resting", "The game is paused until")
    await owner.page.locator("dialog button", has_text="End the pause").click()
    await friend.misses(".resting[aria-label*='Pause']")
    await owner.misses(".resting", "The game is paused until")
    await gives_a_day(owner, friend)


async def gives_a_day(owner: Person, friend: Person) -> None:
    """The one who is not to move can."""
    is_owners = await owner.page.locator(".action.mine").count()
    giver, text = (friend, "hat einen Tag mehr") if is_owners else (owner, "has a day more")
    await giver.page.keyboard.press("Escape")
    await giver.misses("dialog[open]")
    await opens_time(giver)
    await giver.page.locator("dialog button:has(use[href='#icon-clock'])").click()
    await giver.sees(".notices", text)


async def opens_time(person: Person) -> None:
    await person.page.locator(".heading details.menu summary").click()
    await person.page.locator(".heading details.menu button:has(use[href='#icon-clock'])").click()
    await person.sees("dialog[open]")


async def test_a_holiday_is_planned_within_the_allowance_and_shown_to_others(arrive: Arrive) -> None:
    guest = await arrive(language="de")
    await guest.is_guest("Oona")
    await guest.opens("/settings")
    for day in (5, 6):
        await guest.ticks(f"input[name=off-{day}]")
    first = date.today() + timedelta(3)
    for name in ("first", "last"):
        await guest.page.locator(f"#holiday-{name}").fill(first.isoformat())
    await guest.page.locator("button", has_text="Urlaub planen").click()
    await guest.sees(".setting .left", "29")
    await guest.page.locator("button", has_text="Absagen").click()
    await guest.sees(".setting .left", "30")
    await guest.page.locator("#holiday-first").fill(first.isoformat())
    await guest.page.locator("#holiday-last").fill((first + timedelta(40)).isoformat())
    await guest.page.locator("button", has_text="Urlaub planen").click()
    await guest.sees(".setting .problem", "Urlaubstage")
    guest.expects("422")


async def test_the_address_of_the_calendar_is_made_renewed_and_ended(guest: Person) -> None:
    await guest.is_guest("Oona")
    await guest.opens("/settings")
    section = guest.page.locator(CALENDAR)
    await section.locator("button", has_text="Make an address").click()
    first = await section.locator("input").input_value()
    answer = await guest.page.request.get(first.replace(first.split("/feeds/")[0], guest.url))
    assert (await answer.text()).startswith("BEGIN:VCALENDAR")
    await section.locator("button", has_text="New address").click()
    await guest.sees(".notices", "opens nothing any more")
    await guest.until("([input, first]) => document.querySelector(input).value !== first", [FEED, first])
    await section.locator("button", has_text="End the address").click()
    await guest.sees(f"{CALENDAR} button", "Make an address")
