"""One service for all of them, and for each test a browser with a profile that nobody has used."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.browsers.firefox import firefox
from tests.browsers.network import network
from tests.browsers.visitor import Visitor
from tests.browsers.webkit import webkit
from tests.support.stack import Stack, stack


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stack]:
    async with stack(tmp_path_factory.mktemp("service")) as it:
        yield it


@pytest_asyncio.fixture(loop_scope="session", params=["firefox", "webkit"])
async def visitor(request: pytest.FixtureRequest, service: Stack, tmp_path: Path) -> AsyncIterator[Visitor]:
    """At the end the page may not have complained."""
    browser = firefox(tmp_path) if request.param == "firefox" else webkit()
    async with network(service.url) as (switch, url), browser as remote:
        visitor = Visitor(remote, url, switch)
        yield visitor
        assert await visitor.complaints() == []
