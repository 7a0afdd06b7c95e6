"""Mail by SMTP: composes messages, and keeps a few connections to the server of the operator."""

from collections.abc import Awaitable, Callable
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from email.utils import format_datetime, parseaddr
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import unquote, urlsplit

import aiosmtplib

from service.delivery.outcomes import Away, Delivered, Failed, Gone, Outcome, Rejected
from service.delivery.parcels import MailContent, Parcel
from service.delivery.sender import Carrier
from service.runtime.clock import Clock, moment
from service.runtime.settings import Settings, public_url

_SECONDS: Final = 10.0  # for each step
_MAILS_OF_A_CONNECTION: Final = 100
Finish: TypeAlias = Callable[[Parcel], Awaitable[Parcel]]
_PORTS: Final = {"smtps": 465, "smtp": 587, "smtp+insecure": 25}


class MailServer(NamedTuple):
    host: str
    port: int
    username: str | None
    password: str | None
    tls: bool  # from the first byte
    starttls: bool
    sender: str  # name and address
    domain: str  # of the site, for the ids of messages


def mail_server(settings: Settings) -> MailServer | None:
    """None if there is no mail. Raises ValueError naming the setting that is wrong."""
    if settings.smtp_url is None:
        return None
    parts = urlsplit(settings.smtp_url)
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ValueError("SMTP_URL must be smtps://, smtp:// or smtp+insecure://, with a host")
    if "@" not in parseaddr(settings.mail_from)[1] or any(letter < " " for letter in settings.mail_from):
        raise ValueError("MAIL_FROM must be an address, such as Firstfire <firstfire@example.org>")
    return MailServer(
        host=parts.hostname,
        port=parts.port or _PORTS[parts.scheme],
        username=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        tls=parts.scheme == "smtps",
        starttls=parts.scheme == "smtp",
        sender=settings.mail_from,
        domain=urlsplit(public_url(settings)).hostname or "localhost",
    )


async def _unchanged(parcel: Parcel) -> Parcel:
    return parcel


class MailCarrier(Carrier):
    """`finish` adds what is only made for a mail that really leaves: pictures, and links whose secrets are not kept."""

    slots = 4

    def __init__(
        self, server: MailServer, clock: Clock, finish: Finish = _unchanged, *, seconds: float = _SECONDS
    ) -> None:
        self._server = server
        self._clock = clock
        self._finish = finish
        self._seconds = seconds
        self._idle: list[tuple[aiosmtplib.SMTP, int]] = []  # connections, with the number of mails each has sent

    async def deliver(self, parcel: Parcel) -> Outcome:
        try:
            smtp, used = await self._connection()
        except (aiosmtplib.SMTPException, OSError) as error:
            return Away(_words(error))
        try:
            message = composed(await self._finish(parcel), self._server, self._clock())
            await smtp.sendmail(parseaddr(self._server.sender)[1], parcel.target, message)
        except aiosmtplib.SMTPException as error:
            smtp.close()
            return _failure(error)
        except BaseException:
            smtp.close()
            raise
        if used + 1 < _MAILS_OF_A_CONNECTION and len(self._idle) < self.slots:
            self._idle.append((smtp, used + 1))
        else:
            smtp.close()
        return Delivered("250")

    def close_connections(self) -> None:
        while self._idle:
            self._idle.pop()[0].close()

    async def _connection(self) -> tuple[aiosmtplib.SMTP, int]:
        while self._idle:
            smtp, used = self._idle.pop()
            try:
                await smtp.noop()
            except (aiosmtplib.SMTPException, OSError):
                smtp.close()
                continue
            return smtp, used
        server = self._server
        smtp = aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            username=server.username,
            password=server.password,
            use_tls=server.tls,
            start_tls=server.starttls,
            timeout=self._seconds,
        )
        await smtp.connect()
        return smtp, 0


def composed(parcel: Parcel, server: MailServer, now: int) -> bytes:
    """The message as it goes out. The standard library refuses line breaks in headers, and encodes the rest."""
    content = parcel.content
    assert isinstance(content, MailContent)
    message = EmailMessage(policy=SMTP_POLICY.clone(max_line_length=78))
    message["From"] = server.sender
    message["To"] = Address(addr_spec=parcel.target)
    message["Subject"] = _one_line(content.subject)
    message["Date"] = format_datetime(moment(now))
    message["Message-ID"] = message_id(parcel, server)
    message["Auto-Submitted"] = "auto-generated"
    if content.unsubscribe:
        message["List-Unsubscribe"] = f"<{_one_line(content.unsubscribe)}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(content.text)
    if content.html:
        message.add_alternative(content.html, subtype="html")
        if content.picture:
            body = message.get_body(("html",))
            assert isinstance(body, EmailMessage)
            body.add_related(content.picture, "image", "png", cid="<picture>", filename="picture.png")
    return message.as_bytes()


def message_id(parcel: Parcel, server: MailServer) -> str:
    """The same for each attempt to send this parcel. Hashed, because not every id of a parcel may stand there."""
    return f"<{sha256(parcel.id.encode()).hexdigest()[:32]}@{server.domain}>"


def _one_line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _failure(error: aiosmtplib.SMTPException) -> Outcome:
    """What is wrong with the recipient ends the address; what is wrong with us or the server is not their fault."""
    match error:
        case aiosmtplib.SMTPRecipientsRefused(recipients=[refused, *_]):
            return _failure(refused)
        case aiosmtplib.SMTPRecipientRefused(code=code, message=words):
            return Gone(_said(code, words)) if code >= 500 else Failed(_said(code, words))
        case aiosmtplib.SMTPDataError(code=code, message=words):
            return Rejected(_said(code, words)) if code >= 500 else Failed(_said(code, words))
        case aiosmtplib.SMTPResponseException() | aiosmtplib.SMTPServerDisconnected():
            return Away(_words(error))
        case _:
            return Failed(_words(error))


def _said(code: int, words: str) -> str:
    return _one_line(f"{code} {words}")


def _words(error: Exception) -> str:
    return _one_line(str(error)) or type(error).__name__
