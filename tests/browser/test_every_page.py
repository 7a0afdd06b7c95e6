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
from tests.support.variants import only

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
    await person.page.goto("about:blank")  # the page before would ask for its stream without a session
    await person.context.clear_cookies()
    await person.context.add_cookies(cookies)
    person.forgets_complaints()
    yield person
    assert not person.unexpected()


# One chapter of the rules is built like another, and one turn at a table like another.
_LEFT_TO_SOAK = {f"rules, {chapter}" for chapter in ("drafting", "placing", "fire", "tribe", "seats", "ends")}
_LEFT_TO_SOAK |= {f"table, {step}" for step in ("claim", "place in Kingdomino", "fire", "totem", "recruit")}
_LEFT_TO_SOAK |= {"puzzle, first placements", "moderation", "result, being counted", "settings with a second factor"}
_LEFT_TO_SOAK |= {"notes about a game"}  # the form is the same as on the list
# One dialog of a table is built like another, and so is one page that says that there is nothing.
_LEFT_TO_SOAK |= {"keys", "still unseen", "play on from here", "time", "resign", "report", "what a caveman does"}
_LEFT_TO_SOAK |= {"no such puzzle", "no such person", "no such game", "dead link of a mail", "rules, variants"}
_LEFT_TO_SOAK |= {"table without scripts, recruit", "table, pay", "my games, notes about one"}
_SEEN = [view for view in VIEWS if view not in _LEFT_TO_SOAK]
_DARK = set(_SEEN[1::2])


@pytest.mark.parametrize("view", only(_SEEN, VIEWS))
async def test_every_page_is_accessible_and_fits_a_phone(reader: Person, view: str) -> None:
    """Half of them in light colours, half in dark: most faults are there in both."""
    await reader.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    await show(reader, PREFIX, view)
    if view != "developers":  # the API describes itself in English
        assert not await left_over(reader, "de"), view
    assert not await obstacles(reader, "dark" if view in _DARK else "light")
    await reader.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert not await too_wide(reader), f"{view} scrolls sideways on a phone"


@pytest.mark.long
@pytest.mark.parametrize("view", VIEWS)
async def test_every_page_is_accessible_in_light_and_dark(reader: Person, view: str) -> None:
    await reader.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    await show(reader, PREFIX, view)
    assert not await obstacles(reader, "light")
    assert not await obstacles(reader, "dark", "color-contrast")  # only contrast depends on colours


async def obstacles(person: Person, colours: Literal["light", "dark"], *rules: str) -> list[str]:
    """What axe-core calls serious or critical, by these of its rules or by all; of a dialog, if there is one."""
    await person.page.emulate_media(color_scheme=colours)
    options = {"resultTypes": ["violations"], "preload": False} | ({"runOnly": rules} if rules else {})
    if not await person.page.evaluate("'axe' in window"):
        await person.page.evaluate(AXE_SCRIPT)
    violations = await person.page.evaluate(
        """async (options) => {
            const dialog = document.querySelector("dialog:modal");
            return (await axe.run(dialog ?? document, options)).violations;
        }""",
        options,
    )
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
