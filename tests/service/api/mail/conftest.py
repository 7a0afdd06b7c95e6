"""The API of a site that sends mail, a worker's parts beside it, and a real mail server."""

from collections.abc import AsyncIterator
from email.message import EmailMessage

import httpx
import msgspec
import pytest
from litestar.testing import AsyncTestClient

from service.assembly import assemble
from service.delivery.carriers import carriers
from service.delivery.sender import Sender
from service.runtime.metrics import Metrics
from service.runtime.settings import Settings, outside
from service.services import Services
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock, reset_login_attempts
from tests.support.api_server import lent_app, unlimited
from tests.support.mails import Letters
from tests.support.notice_worlds import NoticeWorld
from tests.support.receivers import Mailbox, mailbox
from tests.support.servers import emptied


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def box() -> AsyncIterator[Mailbox]:
    async with mailbox() as box:
        yield box


@pytest.fixture
def settings(server_url: str, box: Mailbox) -> Settings:
    return msgspec.structs.replace(
        unlimited(server_url),
        smtp_url=f"smtp+insecure://127.0.0.1:{box.port}",
        public_url="https://firstfire.example",
    )


@pytest.fixture
async def client(settings: Settings, server_url: str, clock: ManualClock) -> AsyncIterator[httpx.AsyncClient]:
    await reset_login_attempts(server_url)
    with lent_app(settings, clock) as app:
        async with AsyncTestClient(app) as client:
            yield client


@pytest.fixture
async def beside(settings: Settings, server_url: str, clock: ManualClock) -> AsyncIterator[Services]:
    """The parts of a worker, beside the API."""
    services = assemble(EventStore(server_url), clock, outside=outside(settings))
    yield services
    await services.store.aclose()


@pytest.fixture
def letters(settings: Settings, beside: Services, clock: ManualClock, box: Mailbox) -> Letters:
    """What has arrived since the last time."""
    finish, held = beside.enclosures.finished, beside.notices.held_until
    by_way = carriers(settings, beside.devices, beside.hooks, beside.push_key, finish, held, clock)
    sender = Sender(beside.outbox, {"mail": by_way["mail"]}, clock, Metrics(), beside.given_up.inform)

    async def arrived() -> list[EmailMessage]:
        while waiting := await beside.outbox.take("mail", 10):
            for taken in waiting:
                await sender.send("mail", taken)
        mails, box.mails = box.mails, []
        return mails

    return arrived


@pytest.fixture
async def world(beside: Services, clock: ManualClock) -> AsyncIterator[NoticeWorld]:
    """An empty store, and a worker that works notices out. Afterwards nobody has an account there any more."""
    await emptied(beside.store)
    world = NoticeWorld(beside.store, clock)
    world.services = beside
    yield world
    await emptied(beside.store)
