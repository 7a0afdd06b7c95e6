"""One service and one browser for all tests, a fresh profile for each of them; nothing may complain unseen."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from service.pages.assets import VERSION
from service.store.event_store import EventStore
from tests.support.browser_person import WIDE, Arrive, Person, Run
from tests.support.receivers import Mailbox, mailbox
from tests.support.servers import patient_store
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
async def post() -> AsyncIterator[Mailbox]:
    """The mail server of the service."""
    async with mailbox() as box:
        yield box


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def service(tmp_path_factory: pytest.TempPathFactory, post: Mailbox) -> AsyncIterator[Stack]:
    smtp = f"smtp+insecure://127.0.0.1:{post.port}"
    async with stack(tmp_path_factory.mktemp("service"), SMTP_URL=smtp, PRIVATE_TARGETS="true") as it:
        yield it


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def store(service: Stack) -> AsyncIterator[EventStore]:
    store = patient_store(service.server.url)
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
            worker: bool = False,
        ) -> Person:
            """Without a service worker, which would answer for the service and keep what tests look at."""
            context = await browser.new_context(
                locale=language,
                viewport={"width": size[0], "height": size[1]},
                color_scheme=colours,
                reduced_motion="reduce" if calm else "no-preference",
                has_touch=touch,
                is_mobile=touch,
                service_workers="allow" if worker else "block",
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


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def computing(browser: Browser, service: Stack) -> AsyncIterator[Person]:
    """Whose page computes for `run`: nobody's, so all tests share the profile, and what it has fetched."""
    context = await browser.new_context()
    yield await Person.at(context, service.url)
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def run(computing: Person) -> AsyncIterator[Run]:
    """Calls a function of JavaScript, on a blank page, with a module and something that JSON can say."""
    computing.forgets_complaints()
    await computing.page.goto(f"{computing.url}/health/live")

    async def call(name: str, function: str, about: Any = None) -> Any:
        script = f"async (about) => ({function})(await import('/assets/{VERSION}/{name}'), about)"
        return await computing.page.evaluate(script, about)

    yield call
    assert not computing.unexpected()
