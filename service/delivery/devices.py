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
from service.delivery.targets import StoredTargets
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore

MOST: Final = 20
BAD_SUBSCRIPTION: Final = Reason(
    "bad_subscription", "", "This browser's subscription cannot be used: turn it on again."
)
TOO_MANY_DEVICES: Final = Reason("too_many_devices", "", "You have {most} devices for notices: remove one first.")
NO_SUCH_DEVICE: Final = Reason("no_such_device", "", "You have no such device.")


class Device(msgspec.Struct, frozen=True):
    """Times are in milliseconds."""

    name: str
    endpoint: str
    key: bytes  # the public key of the browser, 65 bytes
    auth: bytes  # 16 bytes
    created: int


class Devices(StoredTargets[Device]):
    """With `plain`, which only tests use, a push service may be unencrypted."""

    way = "push"
    most = MOST
    too_many, unknown = TOO_MANY_DEVICES, NO_SUCH_DEVICE

    def __init__(self, store: EventStore, outbox: Outbox, clock: Clock, *, plain: bool = False) -> None:
        super().__init__(store, outbox, "devices", Device)
        self._clock = clock
        self._plain = plain

    async def add(self, person: str, name: str, endpoint: str, key: str, auth: str) -> str:
        """The id, which is the same for the same subscription. The keys are in base64url. Raises Refused."""
        device = Device(name, endpoint, _bytes(key), _bytes(auth), self._clock())
        if flaw_of(endpoint, plain=self._plain) or len(device.auth) != 16 or not _is_point(device.key):
            raise Refused(BAD_SUBSCRIPTION, "invalid")
        id = sha256(endpoint.encode()).hexdigest()[:16]
        await self.put(person, id, device)
        await self._outbox.reopen(person, self.way, id)
        return id

    async def rename(self, person: str, id: str, name: str) -> None:
        """Raises Refused."""
        await self.put(person, id, msgspec.structs.replace(await self.existing(person, id), name=name))


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
