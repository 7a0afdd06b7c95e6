"""Web Push: RFC 8030 (the request), RFC 8291 (only the browser can read it) and RFC 8292 (VAPID: it is from us)."""

import secrets
from base64 import urlsafe_b64encode
from typing import Final
from urllib.parse import urlsplit

import msgspec
from cachetools import LRUCache
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from service.delivery.devices import Device, Devices
from service.delivery.outcomes import Delivered, Failed, Gone, Outcome, Rejected
from service.delivery.outgoing import Answer, Forbidden, Outgoing, Unreachable
from service.delivery.parcels import Parcel, PushContent
from service.delivery.sender import Carrier
from service.runtime.clock import Clock
from service.store.event_store import EventStore
from service.store.structures.values import Value

LARGEST_PAYLOAD: Final = 3_000  # bytes; every push service takes a record of 4096
_RECORD: Final = 4_096
_TOKEN_SECONDS: Final = 12 * 60 * 60
_LONGEST_TTL: Final = 28 * 24 * 60 * 60  # seconds
_KEY: Final = "push:key"
_CURVE: Final = ec.SECP256R1()


class ServerKey:
    """The key pair by which push services and browsers recognise us. It is made once and kept: with another one, every
    subscription would be void."""

    def __init__(self, store: EventStore) -> None:
        self._value = Value(store, _KEY, durable=True)
        self._private: ec.EllipticCurvePrivateKey | None = None

    async def private(self) -> ec.EllipticCurvePrivateKey:
        if self._private is None:
            new = ec.generate_private_key(_CURVE).private_numbers().private_value.to_bytes(32, "big")
            stored = await self._value.get() or await self._value.get_or_set(new) or new
            self._private = ec.derive_private_key(int.from_bytes(stored, "big"), _CURVE)
        return self._private

    async def public(self) -> str:
        """For `applicationServerKey` in the browser."""
        return _text(_point(await self.private()))


class PushCarrier(Carrier):
    slots = 20

    def __init__(self, devices: Devices, key: ServerKey, outgoing: Outgoing, clock: Clock, contact: str) -> None:
        """The `contact` is a `mailto:` or `https:` address of the operator."""
        self._devices = devices
        self._key = key
        self._outgoing = outgoing
        self._clock = clock
        self._contact = contact
        self._tokens: LRUCache[str, tuple[int, str]] = LRUCache(100)  # by origin, with the time until it is used

    async def deliver(self, parcel: Parcel) -> Outcome:
        assert isinstance(parcel.content, PushContent)
        device = await self._devices.get(parcel.person, parcel.target)
        if device is None:
            return Gone("this device was removed")
        if len(parcel.content.payload) > LARGEST_PAYLOAD:
            return Rejected("the notice is too long")
        body = encrypted(parcel.content.payload, device.key, device.auth)
        try:
            return _outcome(await self._outgoing.post(device.endpoint, await self._headers(device, parcel), body))
        except Forbidden as error:
            return Gone(str(error))
        except Unreachable as error:
            return Failed(str(error))

    async def close(self, parcel: Parcel) -> None:
        await self._devices.remove(parcel.person, parcel.target)

    async def _headers(self, device: Device, parcel: Parcel) -> dict[str, str]:
        assert isinstance(parcel.content, PushContent)
        seconds = min(_LONGEST_TTL, max(0, parcel.expires - self._clock()) // 1000)
        headers = {
            "Authorization": await self._authorization(device.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(seconds),
            "Urgency": parcel.content.urgency,
        }
        if parcel.tag:
            headers["Topic"] = topic_of(parcel.tag)
        return headers

    async def _authorization(self, endpoint: str) -> str:
        parts, now = urlsplit(endpoint), self._clock() // 1000
        origin = f"{parts.scheme}://{parts.netloc}"
        until, token = self._tokens.get(origin, (0, ""))
        if now >= until:
            private = await self._key.private()
            claims: dict[str, str | int] = {"aud": origin, "exp": now + _TOKEN_SECONDS, "sub": self._contact}
            token = f"vapid t={_signed(private, claims)}, k={_text(_point(private))}"
            self._tokens[origin] = now + _TOKEN_SECONDS // 2, token
        return token


def encrypted(payload: bytes, key: bytes, auth: bytes) -> bytes:
    """The body for a browser with this public key and this secret (RFC 8291, one record of RFC 8188)."""
    browser = ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, key)
    ours, salt = ec.generate_private_key(_CURVE), secrets.token_bytes(16)
    point = _point(ours)
    shared = _derived(ours.exchange(ec.ECDH(), browser), auth, b"WebPush: info\0" + key + point, 32)
    secret = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + _RECORD.to_bytes(4, "big") + len(point).to_bytes(1, "big") + point
    return header + AESGCM(secret).encrypt(nonce, payload + b"\x02", None)


def topic_of(tag: str) -> str:
    """What a newer push replaces while the device is offline: 32 letters of base64url, as push services want it."""
    digest = hashes.Hash(hashes.SHA256())
    digest.update(tag.encode())
    return _text(digest.finalize()[:24])


def _outcome(answer: Answer) -> Outcome:
    words = f"HTTP {answer.status}"
    match answer.status:
        case status if 200 <= status < 300:
            return Delivered(words)
        case 404 | 410:
            return Gone(words)
        case 400 | 413:
            return Rejected(words)
        case _:
            return Failed(words, answer.wait)


def _signed(private: ec.EllipticCurvePrivateKey, claims: dict[str, str | int]) -> str:
    """A JWT by ES256."""
    text = ".".join(_text(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(private.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{_text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(private: ec.EllipticCurvePrivateKey) -> bytes:
    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
