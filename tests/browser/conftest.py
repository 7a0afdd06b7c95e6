"""One service and one browser for all tests, a fresh profile for each of them; nothing may complain unseen."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from service.pages.shell import VERSION
from service.store.event_store import EventStore
from tests.support.browser_person import WIDE, Arrive, Person, Run
from tests.support.stack import Stack, stack
from tests.tools.chromium import chromium

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser lives on one loop for the whole session, and so do its tests."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stack]:
    async with stack(tmp_path_factory.mktemp("service")) as it:
        yield it


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def store(service: Stack) -> AsyncIterator[EventStore]:
    store = EventStore(service.server.url)
    yield store
    await store.aclose()


@pytest_asyncio.fixture(loop_scope="session")
async def arrive(browser: Browser, service: Stack) -> AsyncIterator[Arrive]:
    """Lets a new person come, with a browser profile of their own; at the end nobody's page may have complained."""
    everybody: list[Person] = []
    async with AsyncExitStack() as leaving:

        async def come(
            *,
            language: str = "en",
            size: tuple[int, int] = WIDE,
            colours: Literal["light", "dark"] = "light",
            calm: bool = True,
            touch: bool = False,
            at: str | None = None,
        ) -> Person:
            context = await browser.new_context(
                locale=language,
                viewport={"width": size[0], "height": size[1]},
                color_scheme=colours,
                reduced_motion="reduce" if calm else "no-preference",
                has_touch=touch,
                is_mobile=touch,
            )
            leaving.push_async_callback(context.close)
            everybody.append(await Person.at(context, at or service.url))
            return everybody[-1]

        yield come
    complaints = [complaint for person in everybody for complaint in person.unexpected()]
    assert not complaints, "\n".join(complaints)


@pytest_asyncio.fixture(loop_scope="session")
async def guest(arrive: Arrive) -> Person:
    return await arrive()


@pytest_asyncio.fixture(loop_scope="session")
async def run(arrive: Arrive) -> Run:
    """Calls a function of JavaScript with a module and something that JSON can say."""
    person = await arrive()
    await person.page.goto(f"{person.url}/health/live")

    async def call(name: str, function: str, about: Any = None) -> Any:
        script = f"async (about) => ({function})(await import('/assets/{VERSION}/{name}'), about)"
        return await person.page.evaluate(script, about)

    return call
