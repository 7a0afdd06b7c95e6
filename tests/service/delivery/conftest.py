from collections.abc import AsyncIterator

import pytest

from service.delivery.outgoing import Outgoing
from tests.support.api_persons import ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def outgoing() -> AsyncIterator[Outgoing]:
    """Requests to receivers on this machine."""
    outgoing = Outgoing(private=True)
    yield outgoing
    await outgoing.aclose()
