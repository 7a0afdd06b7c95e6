"""A browser that runs no scripts: from the page of a table to the one without them, and a move by its form."""

from playwright.async_api import Browser

from service.store.event_store import EventStore
from tests.support.browser_person import Arrive
from tests.support.staged_tables import KINGDOMINO, stage, turn_of, until


async def test_a_domino_is_placed_without_any_script(browser: Browser, arrive: Arrive, store: EventStore) -> None:
    person = await arrive()
    player = await person.is_guest("Oona")
    await stage(store, "withoutjs", until(KINGDOMINO, turn_of(0, "place", 20)), player)
    cookies = await person.page.context.storage_state()
    context = await browser.new_context(java_script_enabled=False, storage_state=cookies)
    page = await context.new_page()
    await page.goto(f"{person.url}/game/withoutjs")
    await page.get_by_role("link", name="Here is the table without it").click()
    filled = page.locator(".boards").first.locator("td[class]:not(.hut)")
    before = await filled.count()
    await page.get_by_label("Place domino").select_option(index=1)
    await page.get_by_role("button", name="Make this move").click()
    await page.get_by_role("button", name="Take back my turn").wait_for()
    assert page.url == f"{person.url}/game/withoutjs/plain"
    assert await filled.count() == before + 2
    await context.close()
