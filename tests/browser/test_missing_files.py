"""A file without which nothing can be drawn does not come: the page says so, and goes on when it has come."""

import pytest

from service.pages.assets import VERSION
from tests.support.browser_person import Arrive
from tests.support.variants import only

MISSING = ".missing"


@pytest.mark.parametrize("file", only(["languages/*/rules.json"], ["languages/*/rules.json", "pieces.svg"]))
async def test_a_page_whose_words_or_pieces_are_missing_says_so_and_comes_later(arrive: Arrive, file: str) -> None:
    person = await arrive(language="de")
    person.expects("net::ERR_FAILED", "preload")
    await person.context.add_cookies([{"name": "kept", "value": VERSION, "url": person.url}])
    await person.page.route(f"**/{file}", lambda route: route.abort())
    await person.page.goto(f"{person.url}/rules")
    await person.sees(MISSING, "noch nicht angekommen")
    assert await person.page.locator(f"{MISSING} a").get_attribute("href") == ""
    await person.stays()
    await person.page.unroute(f"**/{file}")
    await person.page.evaluate("dispatchEvent(new Event('online'))")
    await person.sees("h1", "Die Regeln")
    await person.misses(MISSING)
    assert await person.has_stayed()


async def test_a_page_whose_scripts_are_missing_says_so(arrive: Arrive) -> None:
    """No script says it: the style does, after a while, which here has passed."""
    person = await arrive()
    person.expects("net::ERR_FAILED")
    await person.page.route("**/main.js", lambda route: route.abort())
    await person.page.goto(f"{person.url}/rules")
    assert not await person.page.locator(MISSING).is_visible()
    await person.page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    await person.sees(MISSING, "Load the page again")
