"""Web Push against a browser of ours that decrypts by RFC 8291 and checks the signature of VAPID."""

import asyncio

import msgspec
import pytest

from service.delivery.devices import MOST, Devices
from service.delivery.outbox import Outbox
from service.delivery.outcomes import Delivered, Failed, Gone, Rejected
from service.delivery.outgoing import Outgoing
from service.delivery.parcels import PushContent
from service.delivery.push import PushCarrier, ServerKey, topic_of
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock
from tests.support.parcel_samples import HOUR, push
from tests.support.receivers import Browser, http, receiving, vapid_claims


@pytest.fixture
def devices(own_store: EventStore, clock: ManualClock) -> Devices:
    return Devices(own_store, Outbox(own_store, clock), clock, plain=True)


async def test_a_browser_reads_what_was_pushed_and_knows_who_sent_it(
    own_store: EventStore, devices: Devices, clock: ManualClock, outgoing: Outgoing
) -> None:
    browser, key = Browser(), ServerKey(own_store)
    carrier = PushCarrier(devices, key, outgoing, clock, "https://firstfire.example")
    async with receiving(http("201 Created")) as service:
        device = await devices.add("oona", "phone", service.url, **browser.keys)
        parcel = msgspec.structs.replace(push("a", clock, device=device, tag="game:1"), expires=clock() + HOUR)
        assert await carrier.deliver(parcel) == Delivered("HTTP 201")
        assert await carrier.deliver(parcel) == Delivered("HTTP 201")
        first, second = service.requests
    assert browser.read(first.body) == browser.read(second.body) == b'{"title":"Your turn"}'
    assert first.body != second.body, "each has its own salt and key"
    claims = vapid_claims(first.headers["authorization"], await key.public())
    origin = service.url.removesuffix("/hook")
    assert claims == {"aud": origin, "exp": clock() // 1000 + 12 * 3600, "sub": "https://firstfire.example"}
    assert (first.headers["ttl"], first.headers["urgency"]) == ("3600", "normal")
    assert first.headers["topic"] == topic_of("game:1")
    assert len(topic_of("game:1")) == 32
    assert first.headers["content-encoding"] == "aes128gcm"


async def test_answers_of_push_services(
    own_store: EventStore, devices: Devices, clock: ManualClock, outgoing: Outgoing
) -> None:
    carrier = PushCarrier(devices, ServerKey(own_store), outgoing, clock, "mailto:us@firstfire.example")
    async with receiving() as service:
        device = await devices.add("oona", "phone", service.url, **Browser().keys)
        parcel = push("a", clock, device=device)
        for status, outcome in {
            "410 Gone": Gone("HTTP 410"),
            "404 Not Found": Gone("HTTP 404"),
            "413 Too Large": Rejected("HTTP 413"),
            "429 Too Many": Failed("HTTP 429", 60_000),
            "503 Unavailable": Failed("HTTP 503", 60_000),
            "302 Found": Failed("HTTP 302", 60_000),
        }.items():
            service.answer = lambda status=status: http(status, b"", "Retry-After: 60")  # type: ignore[misc]
            assert await carrier.deliver(parcel) == outcome
    too_long = msgspec.structs.replace(parcel, content=PushContent(b"x" * 3001))
    assert isinstance(await carrier.deliver(too_long), Rejected)
    assert isinstance(await carrier.deliver(parcel), Failed), "nobody listens"
    await carrier.close(parcel)
    assert await devices.of("oona") == {}
    assert isinstance(await carrier.deliver(parcel), Gone)


async def test_a_subscription_into_a_private_network_ends(
    own_store: EventStore, devices: Devices, clock: ManualClock
) -> None:
    carrier = PushCarrier(devices, ServerKey(own_store), Outgoing(), clock, "mailto:us@firstfire.example")
    device = await devices.add("oona", "phone", "https://127.0.0.1/", **Browser().keys)
    assert isinstance(await carrier.deliver(push("a", clock, device=device)), Gone)


async def test_two_processes_that_start_at_once_have_one_key(own_store: EventStore) -> None:
    keys = [ServerKey(own_store) for _ in range(8)]
    assert len(set(await asyncio.gather(*(key.public() for key in keys)))) == 1
    assert await ServerKey(own_store).public() == await keys[0].public()


async def test_devices_have_names_and_a_limit(devices: Devices) -> None:
    keys = Browser().keys
    first = await devices.add("oona", "phone", "https://push.example/0", **keys)
    assert await devices.add("oona", "my phone", "https://push.example/0", **keys) == first
    assert [device.name for device in (await devices.of("oona")).values()] == ["my phone"]
    await devices.rename("oona", first, "old phone")
    for number in range(1, MOST):
        await devices.add("oona", "phone", f"https://push.example/{number}", **keys)
    with pytest.raises(Refused):
        await devices.add("oona", "phone", "https://push.example/more", **keys)
    await devices.remove("oona", first)
    assert len(await devices.of("oona")) == MOST - 1
    with pytest.raises(Refused):
        await devices.rename("oona", first, "gone")
    await devices.erase("oona")
    assert await devices.of("oona") == {}


@pytest.mark.parametrize(
    "changes",
    [{"endpoint": "ftp://push.example"}, {"key": "AAAA"}, {"key": "B" + "A" * 86}, {"auth": "AA"}, {"auth": "ä"}],
)
async def test_subscriptions_that_cannot_work_are_refused(devices: Devices, changes: dict[str, str]) -> None:
    with pytest.raises(Refused):
        await devices.add("oona", "phone", **{"endpoint": "https://push.example/", **Browser().keys, **changes})
