"""The devices on which a person wants pushes: the subscriptions that their browsers have made, each with a name."""

from base64 import urlsafe_b64decode
from binascii import Error as BadBase64
from hashlib import sha256
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

from domain.errors import Reason
from service.delivery.outbox import Outbox
from service.delivery.outgoing import flaw_of
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.scripts import Script

MOST: Final = 20
BAD_SUBSCRIPTION: Final = Reason(
    "bad_subscription", "", "This browser's subscription cannot be used: turn it on again."
)
TOO_MANY_DEVICES: Final = Reason("too_many_devices", "", "You have {most} devices for notices: remove one first.")
NO_SUCH_DEVICE: Final = Reason("no_such_device", "", "You have no such device.")
_PUT: Final = Script("service.delivery", "put_limited.lua")


class Device(msgspec.Struct, frozen=True):
    """Times are in milliseconds."""

    name: str
    endpoint: str
    key: bytes  # the public key of the browser, 65 bytes
    auth: bytes  # 16 bytes
    created: int


_DECODER: Final = msgspec.msgpack.Decoder(Device)


class Devices:
    """With `plain`, which only tests use, a push service may be unencrypted."""

    def __init__(self, store: EventStore, outbox: Outbox, clock: Clock, *, plain: bool = False) -> None:
        self._store = store
        self._outbox = outbox
        self._clock = clock
        self._plain = plain

    async def of(self, person: str) -> dict[str, Device]:
        """By id, the oldest first."""
        stored = {id: _DECODER.decode(data) for id, data in (await self._devices(person).all()).items()}
        return dict(sorted(stored.items(), key=lambda device: (device[1].created, device[0])))

    async def get(self, person: str, id: str) -> Device | None:
        data = await self._devices(person).get(id)
        return None if data is None else _DECODER.decode(data)

    async def existing(self, person: str, id: str) -> Device:
        """Raises Refused."""
        device = await self.get(person, id)
        if device is None:
            raise Refused(NO_SUCH_DEVICE, "not_found")
        return device

    async def add(self, person: str, name: str, endpoint: str, key: str, auth: str) -> str:
        """The id, which is the same for the same subscription. The keys are in base64url. Raises Refused."""
        device = Device(name, endpoint, _bytes(key), _bytes(auth), self._clock())
        if flaw_of(endpoint, plain=self._plain) or len(device.auth) != 16 or not _is_point(device.key):
            raise Refused(BAD_SUBSCRIPTION, "invalid")
        id = sha256(endpoint.encode()).hexdigest()[:16]
        data = msgspec.msgpack.encode(device)
        if not await _PUT.run(self._store, _key_of(person), id, data, MOST, durable=True):
            raise Refused(TOO_MANY_DEVICES.about(most=MOST), "conflict")
        await self._outbox.reopen(person, "push", id)
        return id

    async def rename(self, person: str, id: str, name: str) -> None:
        """Raises Refused."""
        renamed = msgspec.structs.replace(await self.existing(person, id), name=name)
        await self._devices(person).set({id: msgspec.msgpack.encode(renamed)})

    async def remove(self, person: str, id: str) -> None:
        await self._devices(person).remove(id)
        await self._outbox.forget(person, "push", id)

    async def erase(self, person: str) -> None:
        await self._devices(person).delete()

    def _devices(self, person: str) -> Hash:
        return Hash(self._store, _key_of(person), durable=True)


def _key_of(person: str) -> str:
    return f"devices:{person}"


def _bytes(text: str) -> bytes:
    """Raises Refused."""
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (BadBase64, ValueError) as error:
        raise Refused(BAD_SUBSCRIPTION, "invalid") from error


def _is_point(key: bytes) -> bool:
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key)
    except ValueError:
        return False
    return len(key) == 65
