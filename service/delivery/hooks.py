"""The webhooks of a person: where to, in which form, and the secret by which the receiver knows that it was us."""

import secrets
from base64 import b64encode
from typing import Final, Literal, TypeAlias

import msgspec

from domain.errors import Reason
from service.delivery.outbox import Outbox
from service.delivery.outgoing import flaw_of
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.scripts import Script

Shape: TypeAlias = Literal["json", "discord", "slack"]
MOST: Final = 3
LONGEST_DELAY: Final = 24 * 60  # minutes
BAD_HOOK: Final = Reason(
    "bad_webhook", "", "This cannot be the address of a webhook: it must begin with https:// and have a host."
)
BAD_DELAY: Final = Reason("bad_delay", "", "A delay is 0 to {longest} minutes.")
TOO_MANY_HOOKS: Final = Reason("too_many_webhooks", "", "You have {most} webhooks: remove one first.")
NO_SUCH_HOOK: Final = Reason("no_such_webhook", "", "You have no such webhook.")
_PUT: Final = Script("service.delivery", "put_limited.lua")


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


_DECODER: Final = msgspec.msgpack.Decoder(Hook)


class Hooks:
    """With `plain`, which only tests use, a webhook may be unencrypted."""

    def __init__(self, store: EventStore, outbox: Outbox, clock: Clock, *, plain: bool = False) -> None:
        self._store = store
        self._outbox = outbox
        self._clock = clock
        self._plain = plain

    async def of(self, person: str) -> dict[str, Hook]:
        """By id, the oldest first."""
        stored = {id: _DECODER.decode(data) for id, data in (await self._hooks(person).all()).items()}
        return dict(sorted(stored.items(), key=lambda hook: (hook[1].created, hook[0])))

    async def get(self, person: str, id: str) -> Hook | None:
        data = await self._hooks(person).get(id)
        return None if data is None else _DECODER.decode(data)

    async def add(self, person: str, url: str, shape: Shape, delay: int = 0) -> tuple[str, Hook]:
        """Raises Refused."""
        if flaw_of(url, plain=self._plain):
            raise Refused(BAD_HOOK, "invalid")
        if not 0 <= delay <= LONGEST_DELAY:
            raise Refused(BAD_DELAY.about(longest=LONGEST_DELAY), "invalid")
        id, hook = secrets.token_hex(8), Hook(url, shape, secrets.token_bytes(24), self._clock(), delay)
        data = msgspec.msgpack.encode(hook)
        if not await _PUT.run(self._store, _key_of(person), id, data, MOST, durable=True):
            raise Refused(TOO_MANY_HOOKS.about(most=MOST), "conflict")
        return id, hook

    async def existing(self, person: str, id: str) -> Hook:
        """Raises Refused."""
        hook = await self.get(person, id)
        if hook is None:
            raise Refused(NO_SUCH_HOOK, "not_found")
        return hook

    async def remove(self, person: str, id: str) -> None:
        await self._hooks(person).remove(id)
        await self._outbox.forget(person, "webhook", id)

    async def erase(self, person: str) -> None:
        await self._hooks(person).delete()

    def _hooks(self, person: str) -> Hash:
        return Hash(self._store, _key_of(person), durable=True)


def _key_of(person: str) -> str:
    return f"webhooks:{person}"
