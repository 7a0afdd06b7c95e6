"""What holds of everything one may see: access in light and dark, one language, no sideways scrolling on a phone."""

from collections.abc import AsyncIterator
from typing import Any, Literal, TypeAlias

import pytest
import pytest_asyncio
from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Browser

from service.store.event_store import EventStore
from tests.support.browser_accounts import by_name
from tests.support.browser_languages import left_over
from tests.support.browser_person import PHONE, WIDE, Person
from tests.support.browser_views import VIEWS, settle, show
from tests.support.stack import Stack

PREFIX = "every"
Cookies: TypeAlias = list[Any]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def walker(browser: Browser, service: Stack, store: EventStore) -> AsyncIterator[tuple[Person, Cookies]]:
    """One who looks at everything in turn, in German, whose words are the longest; and by what they are known."""
    context = await browser.new_context(locale="de", reduced_motion="reduce")
    person = await Person.at(context, by_name(service.url))
    await settle(person, store, PREFIX)
    cookies: Cookies = list(await context.cookies())
    yield person, cookies
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def reader(walker: tuple[Person, Cookies]) -> AsyncIterator[Person]:
    """The same person again, although another view may have made somebody else of them."""
    person, cookies = walker
    await person.context.clear_cookies()
    await person.context.add_cookies(cookies)
    person.forgets_complaints()
    yield person
    assert not person.unexpected()


# One chapter of the rules is built like another.
_LEFT_TO_SOAK = {f"rules, {chapter}" for chapter in ("drafting", "placing", "fire", "tribe", "seats", "ends")}


@pytest.mark.parametrize(
    "view", [pytest.param(view, marks=pytest.mark.long) if view in _LEFT_TO_SOAK else view for view in VIEWS]
)
async def test_every_page_is_accessible_in_light_and_dark_and_on_a_phone(reader: Person, view: str) -> None:
    await reader.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    await show(reader, PREFIX, view)
    if view != "developers":  # the API describes itself in English
        assert not await left_over(reader, "de"), view
    assert not await obstacles(reader, "light"), f"{view}, light"
    assert not await obstacles(reader, "dark", "color-contrast"), f"{view}, dark"  # only contrast depends on colours
    await reader.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert not await too_wide(reader), f"{view} scrolls sideways on a phone"


async def obstacles(person: Person, colours: Literal["light", "dark"], *rules: str) -> list[str]:
    """What axe-core calls serious or critical, by these of its rules or by all."""
    await person.page.emulate_media(color_scheme=colours)
    options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    if not await person.page.evaluate("'axe' in window"):
        await person.page.evaluate(AXE_SCRIPT)
    violations = await person.page.evaluate("async (options) => (await axe.run(options)).violations", options)
    return [
        f"{violation['id']}: {violation['help']}: {node['html'][:200]} {node.get('failureSummary', '')}"
        for violation in violations
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


async def too_wide(person: Person) -> list[str]:
    """What reaches over the edge of the window, if that makes the page scroll sideways."""
    elements: list[str] = await person.page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width) return [];
            const over = (element) => element.getBoundingClientRect().right > width + 1;
            const wide = [...document.querySelectorAll("body *")].filter(over);
            return wide.map((element) => element.outerHTML.slice(0, 120));
        }"""
    )
    return elements


async def test_the_chosen_dark_theme_is_remembered(reader: Person) -> None:
    async def brightness() -> int:
        shown: str = await reader.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        return sum(int(part) for part in shown.removeprefix("rgb(").removesuffix(")").split(","))

    await reader.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    await reader.page.emulate_media(color_scheme="dark")
    await show(reader, PREFIX, "front")
    assert await brightness() < 200
    await reader.page.emulate_media(color_scheme="light")
    assert await brightness() > 600
    switch = reader.page.locator("header .corner button.plain")
    for is_dark in (True, False, True):
        await switch.click()
        assert (await brightness() < 200) == is_dark
    await show(reader, PREFIX, "lobby")
    assert await brightness() < 200
