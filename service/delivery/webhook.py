"""Webhooks: a POST of JSON, signed as Standard Webhooks does it, or a message as Discord and Slack take it.

Signed is `id.timestamp.body` by HMAC-SHA256 with the secret of the webhook. The headers are `webhook-id` (the same when
a delivery is repeated), `webhook-timestamp` (seconds) and `webhook-signature` (`v1,` and base64).
"""

import hmac
from base64 import b64encode
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import msgspec

from service.delivery.hooks import Hook, Hooks
from service.delivery.outcomes import Delivered, Early, Failed, Gone, Outcome
from service.delivery.outgoing import Answer, Forbidden, Outgoing, Unreachable
from service.delivery.parcels import HookContent, Parcel
from service.delivery.sender import Carrier
from service.runtime.clock import Clock, moment

_SHOWN: Final = 100  # characters of an answer
_LONGEST_MESSAGE: Final = 1_900  # Discord takes 2,000 characters
HeldUntil: TypeAlias = Callable[[Parcel], Awaitable[int]]  # in milliseconds


async def _no_longer(parcel: Parcel) -> int:
    return 0


class WebhookCarrier(Carrier):
    """`held_until` says of a parcel for a webhook with a delay until when it is to wait after all."""

    slots = 10

    def __init__(self, hooks: Hooks, outgoing: Outgoing, clock: Clock, held_until: HeldUntil = _no_longer) -> None:
        self._hooks = hooks
        self._outgoing = outgoing
        self._clock = clock
        self._held_until = held_until

    async def deliver(self, parcel: Parcel) -> Outcome | Early:
        assert isinstance(parcel.content, HookContent)
        hook = await self._hooks.get(parcel.person, parcel.target)
        if hook is None:
            return Gone("this webhook was removed")
        if hook.delay and (until := await self._held_until(parcel)) > self._clock():
            return Early(until)
        data = body_of(hook, parcel.content, parcel.due)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Firstfire",
            **signature(hook, parcel.id, self._clock() // 1000, data),
        }
        try:
            return _outcome(await self._outgoing.post(hook.url, headers, data))
        except Forbidden as error:
            return Gone(str(error))
        except Unreachable as error:
            return Failed(str(error))


def body_of(hook: Hook, content: HookContent, at: int) -> bytes:
    message = f"{content.text[:_LONGEST_MESSAGE]}\n{content.link}".strip()
    match hook.shape:
        case "discord":
            return msgspec.json.encode({"content": message, "allowed_mentions": {"parse": []}})
        case "slack":
            return msgspec.json.encode({"text": _for_slack(message)})
        case "json":
            data = msgspec.Raw(content.data)
            return msgspec.json.encode({"type": content.kind, "timestamp": moment(at), "data": data})


def signature(hook: Hook, id: str, seconds: int, body: bytes) -> dict[str, str]:
    """The headers by which a receiver recognises us, and repeats."""
    signed = hmac.digest(hook.secret, f"{id}.{seconds}.".encode() + body, "sha256")
    return {
        "webhook-id": id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{b64encode(signed).decode()}",
    }


def _for_slack(text: str) -> str:
    """Slack reads three characters as its own marks, by which a name could call a whole channel."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _outcome(answer: Answer) -> Outcome:
    words = f"HTTP {answer.status} {answer.text[:_SHOWN]}".strip()
    if 200 <= answer.status < 300:
        return Delivered(words)
    return Gone(words) if answer.status == 410 else Failed(words, answer.wait)
