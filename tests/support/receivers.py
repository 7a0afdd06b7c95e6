"""Real receivers of what the service sends: a server for HTTP requests, a browser's half of Web Push, a mail server."""

import asyncio
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID

HANG = b"hang"  # as an answer: none comes


class Received(NamedTuple):
    path: str
    headers: dict[str, str]  # by names in small letters
    body: bytes


class Receiver:
    """Notes requests, and answers with bytes of the test's choice."""

    def __init__(self, answer: Callable[[], bytes]) -> None:
        self.answer = answer
        self.requests: list[Received] = []
        self.port = 0
        self._open: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def aclose(self) -> None:
        open_now = list(self._open)
        for task in open_now:
            task.cancel()
        await asyncio.gather(*open_now, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode():
                first, *lines = head.split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                self.requests.append(Received(first.split(" ")[1], headers, body))
                answer = self.answer()
                if answer == HANG:
                    await reader.read()
                writer.write(answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


def http(status: str, body: bytes = b"", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


@asynccontextmanager
async def receiving(answer: bytes | None = None) -> AsyncIterator[Receiver]:
    receiver = Receiver(lambda: http("200 OK") if answer is None else answer)
    server = await asyncio.start_server(receiver.connected, "127.0.0.1", 0)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
        await receiver.aclose()


class Browser:
    """A browser's half of Web Push: a subscription, and reading what comes by RFC 8291."""

    def __init__(self) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self.public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.auth = bytes(range(16))

    @property
    def keys(self) -> dict[str, str]:
        return {"key": _text(self.public), "auth": _text(self.auth)}

    def read(self, body: bytes) -> bytes:
        salt, size, sender = body[:16], body[20], body[21 : 21 + body[20]]
        assert size == 65
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._private.exchange(ec.ECDH(), point)
        secret = _derived(shared, self.auth, b"WebPush: info\0" + self.public + sender, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        text, _, padding = AESGCM(key).decrypt(nonce, body[21 + size :], None).rpartition(b"\x02")
        assert padding.strip(b"\0") == b""
        return text


def vapid_claims(authorization: str, key: str) -> dict[str, Any]:
    """The claims of a VAPID header, if it was signed by this public key; raises otherwise."""
    scheme, _, parameters = authorization.partition(" ")
    values = dict(part.strip().split("=", 1) for part in parameters.split(","))
    assert (scheme, values["k"]) == ("vapid", key)
    signed, _, signature = values["t"].rpartition(".")
    raw = _data(signature)
    r, s = (int.from_bytes(half, "big") for half in (raw[:32], raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _data(key))
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = msgspec.json.decode(_data(signed.split(".")[1]))
    return claims


class Mailbox:
    """A mail server that accepts all, or answers a step of the protocol with what the test says."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.answers: dict[str, str] = {}  # by step: MAIL, RCPT, DATA
        self.hangs = False
        self.on_data: Callable[[], None] = lambda: None  # when a mail has come, before it is acknowledged
        self.port = 0

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        return self.answers.get("MAIL", "250 OK")

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if "RCPT" in self.answers:
            return self.answers["RCPT"]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.hangs:
            await asyncio.Event().wait()
        if "DATA" in self.answers:
            return self.answers["DATA"]
        assert isinstance(envelope.content, bytes)
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        self.recipients += envelope.rcpt_tos
        self.on_data()
        return "250 OK"


@asynccontextmanager
async def mailbox(port: int = 0, **demands: Any) -> AsyncIterator[Mailbox]:
    """`demands` are those of `aiosmtpd`: TLS, signing in."""
    box = Mailbox()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(box, hostname="test", loop=loop, **demands), "127.0.0.1", port)
    box.port = server.sockets[0].getsockname()[1]
    try:
        yield box
    finally:
        server.close()


def certificate(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """What a server on this machine proves itself by, and the file of those who trust it."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(datetime(2020, 1, 1)).not_valid_after(datetime(2120, 1, 1))
    names = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    constraints = x509.BasicConstraints(ca=True, path_length=None)
    signed = builder.add_extension(names, critical=False).add_extension(constraints, critical=True)
    public, private = folder / "public.pem", folder / "private.pem"
    public.write_bytes(signed.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM))
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(public, private)
    return context, public


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _data(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
