"""Webhooks against a receiver that checks signatures, hangs, redirects, answers 500 or nonsense."""

import hmac
from base64 import b64decode, b64encode

import msgspec
import pytest

from service.delivery.hooks import MOST, Hooks
from service.delivery.outbox import Outbox
from service.delivery.outcomes import Delivered, Early, Failed, Gone
from service.delivery.outgoing import Outgoing
from service.delivery.parcels import HookContent, Parcel
from service.delivery.sender import Sender
from service.delivery.webhook import WebhookCarrier
from service.runtime.metrics import Metrics
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock
from tests.support.parcel_samples import HOUR, hook
from tests.support.receivers import HANG, Received, http, receiving


@pytest.fixture
def outbox(own_store: EventStore, clock: ManualClock) -> Outbox:
    return Outbox(own_store, clock)


@pytest.fixture
def hooks(own_store: EventStore, outbox: Outbox, clock: ManualClock) -> Hooks:
    return Hooks(own_store, outbox, clock, plain=True)


def is_ours(request: Received, secret: str) -> bool:
    """As a receiver checks it that knows Standard Webhooks."""
    headers, key = request.headers, b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + request.body
    expected = b64encode(hmac.digest(key, signed, "sha256")).decode()
    return hmac.compare_digest(headers["webhook-signature"], f"v1,{expected}")


async def test_a_receiver_recognises_us_and_repeats(hooks: Hooks, clock: ManualClock, outgoing: Outgoing) -> None:
    carrier = WebhookCarrier(hooks, outgoing, clock)
    async with receiving(http("200 OK", b"thanks")) as receiver:
        id, added = await hooks.add("oona", receiver.url, "json")
        parcel = hook("turn:1", clock, hook=id)
        assert await carrier.deliver(parcel) == Delivered("HTTP 200 thanks")
        clock.pass_seconds(60)
        await carrier.deliver(parcel)
        first, second = receiver.requests
    assert is_ours(first, added.shown_secret)
    assert is_ours(second, added.shown_secret)
    assert not is_ours(first._replace(body=first.body + b" "), added.shown_secret)
    assert first.headers["webhook-id"] == second.headers["webhook-id"] == "turn:1"
    assert first.headers["webhook-timestamp"] != second.headers["webhook-timestamp"]
    assert msgspec.json.decode(first.body) == {
        "type": "turn",
        "timestamp": "2027-01-15T08:00:00Z",
        "data": {"game": "somegame"},
    }


async def test_chats_get_a_message_that_calls_nobody(hooks: Hooks, clock: ManualClock, outgoing: Outgoing) -> None:
    carrier = WebhookCarrier(hooks, outgoing, clock)
    text = "<!channel> @everyone: your turn" + "x" * 3000
    async with receiving() as receiver:
        for shape in ("discord", "slack"):
            id, _ = await hooks.add("oona", receiver.url, shape)
            content = HookContent("turn", b"{}", text, "https://firstfire.example/")
            await carrier.deliver(Parcel(shape, "oona", id, content, clock(), clock() + HOUR))
        discord, slack = (msgspec.json.decode(request.body) for request in receiver.requests)
    assert len(discord["content"]) <= 2000
    assert discord["content"].endswith("https://firstfire.example/")
    assert discord["allowed_mentions"] == {"parse": []}
    assert slack["text"].startswith("&lt;!channel&gt;")


async def test_answers_that_are_failures(hooks: Hooks, clock: ManualClock, outgoing: Outgoing) -> None:
    carrier = WebhookCarrier(hooks, outgoing, clock)
    async with receiving() as inside, receiving() as receiver:
        id, _ = await hooks.add("oona", receiver.url, "json")
        parcel = hook("a", clock, hook=id)
        receiver.answer = lambda: http("500 No", b"<h1>\x1b[31mBroken</h1>")
        assert await carrier.deliver(parcel) == Failed("HTTP 500 <h1>[31mBroken</h1>")
        receiver.answer = lambda: http("307 Elsewhere", b"", f"Location: {inside.url}")
        assert await carrier.deliver(parcel) == Failed("HTTP 307")
        receiver.answer = lambda: b"nonsense\r\n\r\n"
        assert isinstance(await carrier.deliver(parcel), Failed)
        receiver.answer = lambda: http("410 Gone")
        assert isinstance(await carrier.deliver(parcel), Gone)
        assert inside.requests == []
    await hooks.remove("oona", id)
    assert isinstance(await carrier.deliver(parcel), Gone)


async def test_a_webhook_into_a_private_network_ends_at_once(hooks: Hooks, clock: ManualClock) -> None:
    id, _ = await hooks.add("oona", "https://localhost/admin", "json")
    assert isinstance(await WebhookCarrier(hooks, Outgoing(), clock).deliver(hook("a", clock, hook=id)), Gone)


async def test_a_webhook_with_a_delay_is_asked_for_again_before_it_is_sent(
    hooks: Hooks, clock: ManualClock, outgoing: Outgoing
) -> None:
    until = clock() + HOUR

    async def held_until(_: Parcel) -> int:
        return until

    carrier = WebhookCarrier(hooks, outgoing, clock, held_until)
    async with receiving() as receiver:
        quick, slow = [(await hooks.add("oona", receiver.url, "json", delay))[0] for delay in (0, 30)]
        assert isinstance(await carrier.deliver(hook("a", clock, hook=quick)), Delivered)
        assert await carrier.deliver(hook("b", clock, hook=slow)) == Early(until)
        assert len(receiver.requests) == 1
        clock.now = until
        assert isinstance(await carrier.deliver(hook("b", clock, hook=slow)), Delivered)


async def test_a_webhook_that_fails_for_days_is_ended_and_can_be_opened_again(
    hooks: Hooks, outbox: Outbox, clock: ManualClock, outgoing: Outgoing
) -> None:
    sender = Sender(outbox, {"webhook": WebhookCarrier(hooks, outgoing, clock)}, clock, Metrics())
    async with receiving(http("500 No")) as receiver:
        id, _ = await hooks.add("oona", receiver.url, "json")
        parcel = msgspec.structs.replace(hook("a", clock, hook=id), expires=clock() + 100 * HOUR)
        await outbox.put(parcel)
        while not (await outbox.states("oona", "webhook")).get(id, _NEVER).ended:
            for taken in await outbox.take("webhook", 1):
                await sender.send("webhook", taken)
            clock.pass_seconds(1800)
    state = (await outbox.states("oona", "webhook"))[id]
    assert state.answer == "HTTP 500"
    assert 72 * HOUR <= state.ended - state.failing < 74 * HOUR
    assert 40 < len(receiver.requests) < 90, "at most about one request an hour"
    assert {request.headers["webhook-id"] for request in receiver.requests} == {"a"}
    await outbox.reopen("oona", "webhook", id)
    assert await outbox.states("oona", "webhook") == {}


async def test_a_receiver_that_hangs_holds_up_only_itself(
    hooks: Hooks, outbox: Outbox, clock: ManualClock, outgoing: Outgoing
) -> None:
    carrier = WebhookCarrier(hooks, outgoing, clock)
    sender = Sender(outbox, {"webhook": carrier}, clock, Metrics(), patience=1.0)
    async with receiving(HANG) as slow, receiving() as quick:
        ids = [(await hooks.add("oona", receiver.url, "json"))[0] for receiver in (slow, quick)]
        for id in ids:
            await outbox.put(hook(id, clock, hook=id))
        for taken in await outbox.take("webhook", 5):
            await sender.send("webhook", taken)
    states = await outbox.states("oona", "webhook")
    assert [states[id].answer for id in ids] == ["no answer", "HTTP 200"]


async def test_webhooks_have_a_limit_and_sensible_addresses(hooks: Hooks) -> None:
    for url, delay in (("gopher://hooks.example", 0), ("https://hooks.example", -1), ("https://hooks.example", 1441)):
        with pytest.raises(Refused):
            await hooks.add("oona", url, "json", delay)
    for number in range(MOST):
        await hooks.add("oona", f"https://hooks.example/{number}", "json", 5)
    with pytest.raises(Refused):
        await hooks.add("oona", "https://hooks.example/more", "json")
    with pytest.raises(Refused):
        await hooks.existing("oona", "nothing")
    await hooks.erase("oona")
    assert await hooks.of("oona") == {}


class _Never:
    ended = 0


_NEVER = _Never()
