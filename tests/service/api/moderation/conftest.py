"""An API whose clock the test sets, with a moderator."""

from collections.abc import AsyncIterator

import pytest
from litestar.testing import AsyncTestClient

from tests.support.api_persons import ManualClock, reset_login_attempts
from tests.support.api_server import lent_app, unlimited
from tests.support.moderating import Place, moderator


@pytest.fixture
async def place(server_url: str) -> AsyncIterator[Place]:
    clock = ManualClock()
    await reset_login_attempts(server_url)
    with lent_app(unlimited(server_url), clock) as app:
        async with AsyncTestClient(app) as client:
            yield Place(client, clock, await moderator(client))
