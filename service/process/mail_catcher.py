"""`MAIL=catch make run`: takes all mails of a service on this machine, and shows them in a page there. Nothing is sent.

It speaks as much SMTP and HTTP as that takes. Both listen on 127.0.0.1 only, and the page answers to no other name, so
that no page of the internet can read the mails by a name of its own that leads here.
"""

import asyncio
import re
from collections import deque
from contextlib import suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape
from types import TracebackType
from typing import Final, NamedTuple, Self

from service.store.errors import CannotStart

HOST: Final = "127.0.0.1"
_MOST_MAILS: Final = 200
_LARGEST: Final = 2_000_000  # bytes
_OUR_NAMES: Final = ("127.0.0.1", "localhost")
_PAGE: Final = re.compile(r"/(?:(?P<number>\d{1,9})(?P<part>/html|/picture)?)?")
_STYLE: Final = (
    "body{font:16px/1.5 system-ui;margin:1rem auto;max-width:50rem;padding:0 1rem;color-scheme:light dark;"
    "overflow-wrap:anywhere}pre{white-space:pre-wrap}"
    "iframe{width:100%;height:40rem;border:1px solid #8888;border-radius:8px}"
)
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'"


class _Caught(NamedTuple):
    recipients: tuple[str, ...]
    message: EmailMessage

    def part(self, kind: str) -> str:
        body = self.message.get_body((kind,))
        return str(body.get_content()) if body is not None else ""

    @property
    def picture(self) -> bytes | None:
        pictures = (part for part in self.message.walk() if part.get_content_type() == "image/png")
        return next((part.get_content() for part in pictures), None)


class MailCatcher:
    """`async with` starts it; the page listens on `page_port`, the mail server on a free port."""

    def __init__(self, page_port: int) -> None:
        self._page_port = page_port
        self._mails: deque[tuple[int, _Caught]] = deque(maxlen=_MOST_MAILS)
        self._count = 0
        self._servers: list[asyncio.Server] = []
        self.smtp_port = 0

    async def __aenter__(self) -> Self:
        """Raises CannotStart if the port is busy."""
        try:
            page = await asyncio.start_server(self._serve_page, HOST, self._page_port)
        except (OSError, OverflowError) as error:
            raise CannotStart(f"Port {self._page_port} cannot show the mails ({error}): set MAIL_PORT") from error
        self._servers.append(page)
        self._page_port = page.sockets[0].getsockname()[1]
        smtp = await asyncio.start_server(self._receive, HOST, 0, limit=_LARGEST)
        self._servers.append(smtp)
        self.smtp_port = smtp.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for server in self._servers:
            server.close()

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self._page_port}/"

    # SMTP

    async def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            writer.write(b"220 catcher\r\n")
            recipients: list[str] = []
            while line := (await reader.readline()).decode("utf-8", "replace").strip():
                verb = line[:4].upper()
                if verb == "DATA":
                    writer.write(b"354 go on\r\n")
                    self._catch(tuple(recipients), await reader.readuntil(b"\r\n.\r\n"))
                if verb == "RCPT":
                    recipients.append(line.partition(":")[2].strip().strip("<>"))
                elif verb in ("MAIL", "RSET"):
                    recipients.clear()
                writer.write(b"221 bye\r\n" if verb == "QUIT" else b"250 OK\r\n")
                await writer.drain()
                if verb == "QUIT":
                    break
        writer.close()

    def _catch(self, recipients: tuple[str, ...], data: bytes) -> None:
        text = re.sub(rb"^\.", b"", data.removesuffix(b".\r\n"), flags=re.MULTILINE)
        message = message_from_bytes(text, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self._count += 1
        self._mails.appendleft((self._count, _Caught(recipients, message)))

    # The page

    async def _serve_page(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            host = re.search(r"^host: *([^:\r\n]*)", head, re.IGNORECASE | re.MULTILINE)
            path = _PAGE.fullmatch(head.split(" ", 2)[1])
            status, kind, body = self._answer(path) if host and host[1] in _OUR_NAMES else _MISSING
            lines = (
                f"HTTP/1.1 {status}",
                f"Content-Type: {kind}",
                f"Content-Length: {len(body)}",
                f"Content-Security-Policy: {_POLICY}",
                "Cache-Control: no-store",
                "Connection: close",
            )
            writer.write("\r\n".join((*lines, "", "")).encode() + body)
            await writer.drain()
        writer.close()

    def _answer(self, path: re.Match[str] | None) -> tuple[str, str, bytes]:
        if path is None:
            return _MISSING
        if path["number"] is None:
            return _page("Mails", self._list())
        caught = next((mail for number, mail in self._mails if number == int(path["number"])), None)
        if caught is None:
            return _MISSING
        if path["part"] == "/picture":
            return ("200 OK", "image/png", caught.picture) if caught.picture is not None else _MISSING
        if path["part"] == "/html":
            html = caught.part("html").replace("cid:picture", f"/{path['number']}/picture")
            return "200 OK", "text/html; charset=utf-8", html.replace("<a ", '<a target="_blank" ').encode()
        return _page(str(caught.message["Subject"]), _whole(path["number"], caught))

    def _list(self) -> str:
        named = ((number, str(mail.message["Subject"]), ", ".join(mail.recipients)) for number, mail in self._mails)
        rows = [f'<li><a href="/{number}">{escape(name)}</a> · {escape(to)}</li>' for number, name, to in named]
        return f"<ul>{''.join(rows)}</ul>" if rows else "<p>No mail yet.</p>"


_MISSING: Final = ("404 Not Found", "text/plain; charset=utf-8", b"There is nothing here.")


def _page(title: str, body: str) -> tuple[str, str, bytes]:
    html = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>'
        f'<p><a href="/">All mails</a></p><h1>{escape(title)}</h1>{body}</html>'
    )
    return "200 OK", "text/html; charset=utf-8", html.encode()


def _whole(number: str, mail: _Caught) -> str:
    names = ("From", "To", "Date", "Message-ID", "List-Unsubscribe", "List-Unsubscribe-Post")
    head = "".join(f"{name}: {escape(str(mail.message[name]))}<br>" for name in names if mail.message[name])
    frame = f'<iframe sandbox="allow-popups" src="/{number}/html" title="HTML"></iframe>' if mail.part("html") else ""
    return f"<p>{head}</p>{frame}<h2>Text</h2><pre>{_linked(escape(mail.part('plain')))}</pre>"


def _linked(text: str) -> str:
    return re.sub(r"https?://[^\s<]+", lambda link: f'<a href="{link[0]}">{link[0]}</a>', text)
