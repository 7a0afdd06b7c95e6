"""The menus of the frame and of the table: lists that keys open, walk through and close."""

from service.store.event_store import EventStore
from tests.support.browser_person import Arrive
from tests.support.staged_tables import KINGDOMINO, finished, stage

FOCUSED = "document.activeElement.closest('summary') ? 'summary' : document.activeElement.innerText.trim()"


async def test_a_menu_is_walked_through_and_closed_by_keys_and_gives_the_focus_back(
    arrive: Arrive, store: EventStore
) -> None:
    person = await arrive()
    await stage(store, "menus", finished(KINGDOMINO), await person.is_guest("Oona"))
    await person.opens_game("menus", 20)
    for menu in (".heading details.menu", ".corner details.menu"):
        await person.page.locator(f"{menu} summary").focus()
        await person.presses("Enter")
        entries = person.page.locator(f"{menu}[open] li > *")
        heights = await entries.evaluate_all("(all) => all.map((entry) => entry.getBoundingClientRect().height)")
        assert len(set(heights)) == 1
        assert await person.page.locator(f"{menu} li .icon").count() == await entries.count()
        await person.presses("ArrowDown")
        assert await person.page.evaluate(FOCUSED) == (await entries.first.inner_text()).strip()
        await person.presses("Escape")
        assert await person.page.evaluate(FOCUSED) == "summary"
        await person.misses(f"{menu}[open]")
        assert await person.is_at(20)

    # A dialog that a menu opened gives the focus back to it as well.
    await person.page.locator(".heading details.menu summary").focus()
    await person.presses("Enter")
    await person.page.locator(".heading details.menu button:has(use[href='#icon-keyboard'])").press("Enter")
    await person.sees("dialog[open]")
    await person.presses("Escape")
    await person.misses("dialog")
    await person.until(f"() => ({FOCUSED}) === 'summary'")
