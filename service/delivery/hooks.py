"""The webhooks of a person: where to, in which form, and the secret by which the receiver knows that it was us."""

import secrets
from base64 import b64encode
from typing import Final, Literal, TypeAlias

import msgspec

from domain.errors import Reason
from service.delivery.outbox import Outbox
from service.delivery.outgoing import flaw_of
from service.delivery.targets import StoredTargets
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore

Shape: TypeAlias = Literal["json", "discord", "slack"]
MOST: Final = 3
LONGEST_DELAY: Final = 24 * 60  # minutes
BAD_HOOK: Final = Reason(
    "bad_webhook", "", "This cannot be the address of a webhook: it must begin with https:// and have a host."
)
BAD_DELAY: Final = Reason("bad_delay", "", "A delay is 0 to {longest} minutes.")
TOO_MANY_HOOKS: Final = Reason("too_many_webhooks", "", "You have {most} webhooks: remove one first.")
NO_SUCH_HOOK: Final = Reason("no_such_webhook", "", "You have no such webhook.")


class Hook(msgspec.Struct, frozen=True):
    """Times are in milliseconds."""

    url: str
    shape: Shape
    secret: bytes  # 24 bytes
    created: int
    delay: int = 0  # minutes that a notice waits, in case it settles by itself

    @property
    def shown_secret(self) -> str:
        """As libraries for Standard Webhooks take it."""
        return f"whsec_{b64encode(self.secret).decode()}"


class Hooks(StoredTargets[Hook]):
    """With `plain`, which only tests use, a webhook may be unencrypted."""

    way = "webhook"
    most = MOST
    too_many, unknown = TOO_MANY_HOOKS, NO_SUCH_HOOK

    def __init__(self, store: EventStore, outbox: Outbox, clock: Clock, *, plain: bool = False) -> None:
        super().__init__(store, outbox, "webhooks", Hook)
        self._clock = clock
        self._plain = plain

    async def add(self, person: str, url: str, shape: Shape, delay: int = 0) -> tuple[str, Hook]:
        """Raises Refused."""
        if flaw_of(url, plain=self._plain):
            raise Refused(BAD_HOOK, "invalid")
        if not 0 <= delay <= LONGEST_DELAY:
            raise Refused(BAD_DELAY.about(longest=LONGEST_DELAY), "invalid")
        id, hook = secrets.token_hex(8), Hook(url, shape, secrets.token_bytes(24), self._clock(), delay)
        await self.put(person, id, hook)
        return id, hook
