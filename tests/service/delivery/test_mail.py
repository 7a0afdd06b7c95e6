"""Mail through a real SMTP server, read with the standard library."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiosmtpd.smtp import AuthResult, LoginPassword

from service.delivery.mail import MailCarrier, composed, mail_server, message_id
from service.delivery.outbox import Outbox
from service.delivery.outcomes import Away, Delivered, Failed, Gone, Outcome, Rejected
from service.delivery.parcels import MailContent, Parcel
from service.delivery.sender import Sender
from service.runtime.metrics import Metrics
from service.runtime.settings import Settings
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock
from tests.support.parcel_samples import mail
from tests.support.receivers import certificate, mailbox
from tests.support.servers import LONGEST_WAIT, emptied


def carrier_to(port: int, clock: ManualClock) -> MailCarrier:
    server = mail_server(
        Settings(
            smtp_url=f"smtp+insecure://127.0.0.1:{port}",
            mail_from="Firstfire <hut@firstfire.example>",
            public_url="https://firstfire.example",
        )
    )
    assert server is not None
    return MailCarrier(server, clock)


def illustrated(clock: ManualClock, **changes: Any) -> Parcel:
    content = MailContent(
        subject="Deine Höhle wartet",
        text="Du bist am Zug.",
        html='<p>Du bist am Zug.</p><img src="cid:picture">',
        picture=b"\x89PNG",
        unsubscribe="https://firstfire.example/unsubscribe/abc",
    )
    return msgspec.structs.replace(mail("turn:1", clock), content=msgspec.structs.replace(content, **changes))


async def test_a_mail_arrives_as_text_and_html_with_its_picture(clock: ManualClock) -> None:
    async with mailbox() as box:
        carrier = carrier_to(box.port, clock)
        assert await carrier.deliver(illustrated(clock)) == Delivered("250")
        assert await carrier.deliver(mail("turn:2", clock)) == Delivered("250")
        carrier.close_connections()
    first, second = box.mails
    assert box.recipients == ["oona@lake.example"] * 2
    assert (first["From"], first["To"]) == ("Firstfire <hut@firstfire.example>", "oona@lake.example")
    assert (first["Subject"], first["Message-ID"]) == (
        "Deine Höhle wartet",
        message_id(illustrated(clock), carrier._server),
    )
    assert first["Date"].datetime.year == 2027
    assert first["List-Unsubscribe"] == "<https://firstfire.example/unsubscribe/abc>"
    assert first["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    text, html = first.get_body(("plain",)), first.get_body(("html",))
    assert text is not None
    assert html is not None
    assert text.get_content().strip() == "Du bist am Zug."
    assert "cid:picture" in html.get_content()
    [picture] = [part for part in first.walk() if part.get_content_type() == "image/png"]
    assert (picture["Content-ID"], picture.get_content()) == ("<picture>", b"\x89PNG")
    assert second.get_content_type() == "text/plain"
    assert second["List-Unsubscribe"] is None


@pytest.mark.parametrize(
    "evil", ["a\r\nBcc: all@lake.example", "a\nX: y", "a\x00b", "a\u2028Bcc: b", "=?utf-8?q?a=0AB?="]
)
def test_headers_cannot_be_injected(clock: ManualClock, evil: str) -> None:
    server = carrier_to(25, clock)._server
    data = composed(illustrated(clock, subject=evil, unsubscribe=evil), server, clock())
    head = data.partition(b"\r\n\r\n")[0]
    names = {line.partition(b":")[0] for line in head.split(b"\r\n") if not line.startswith(b" ")}
    assert not names & {b"Bcc", b"X", b"B"}


REFUSALS: list[tuple[str, str, Outcome]] = [
    ("RCPT", "550 no such user", Gone("550 no such user")),
    ("RCPT", "450 come again", Failed("450 come again")),
    ("DATA", "554 spam", Rejected("554 spam")),
    ("DATA", "451 later", Failed("451 later")),
    ("MAIL", "530 who are you", Away("who are you")),
]


@pytest.mark.parametrize(("step", "answer", "outcome"), REFUSALS)
async def test_what_a_mail_server_may_answer(clock: ManualClock, step: str, answer: str, outcome: Outcome) -> None:
    async with mailbox() as box:
        box.answers[step] = answer
        result = await carrier_to(box.port, clock).deliver(mail("a", clock))
        assert type(result) is type(outcome)
        assert outcome.answer in result.answer


async def test_a_server_that_is_away_closes_the_way_until_it_is_back(clock: ManualClock) -> None:
    async with mailbox() as box:
        carrier, port = carrier_to(box.port, clock), box.port
        assert isinstance(await carrier.deliver(mail("a", clock)), Delivered)
    for smtp, _ in carrier._idle:
        smtp.close()
    assert isinstance(await carrier.deliver(mail("b", clock)), Away)
    async with mailbox(port) as box:
        assert isinstance(await carrier.deliver(mail("b", clock)), Delivered)
        carrier.close_connections()
        assert [message["Message-ID"] for message in box.mails] == [message_id(mail("b", clock), carrier._server)]


def signing_in(server: object, session: object, envelope: object, mechanism: str, given: LoginPassword) -> AuthResult:
    return AuthResult(success=given == LoginPassword(b"oona", b"se:cret"))


def by_url(url: str, clock: ManualClock, seconds: float = 1.0) -> MailCarrier:
    server = mail_server(Settings(smtp_url=url, public_url="https://firstfire.example"))
    assert server is not None
    return MailCarrier(server, clock, seconds=seconds)


async def test_mail_is_encrypted_and_signed_in_where_the_settings_say_so(
    clock: ManualClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, trusted = certificate(tmp_path)
    demands: Any = {"tls_context": context, "require_starttls": True, "authenticator": signing_in}
    async with mailbox(**demands, auth_required=True) as box:
        stranger = await by_url(f"smtp://oona:se%3Acret@127.0.0.1:{box.port}", clock).deliver(mail("a", clock))
        assert isinstance(stranger, Away), "a certificate that nobody trusts"
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        unknown = await by_url(f"smtp://oona:wrong@127.0.0.1:{box.port}", clock).deliver(mail("a", clock))
        assert isinstance(unknown, Away)
        assert box.mails == []
        carrier = by_url(f"smtp://oona:se%3Acret@127.0.0.1:{box.port}", clock, LONGEST_WAIT)
        assert await carrier.deliver(mail("a", clock)) == Delivered("250")
        carrier.close_connections()
        assert len(box.mails) == 1


async def test_a_password_is_never_sent_to_a_server_without_encryption(clock: ManualClock) -> None:
    async with mailbox(authenticator=signing_in, auth_require_tls=False) as box:
        outcome = await by_url(f"smtp://oona:se%3Acret@127.0.0.1:{box.port}", clock).deliver(mail("a", clock))
        assert isinstance(outcome, Away)
        assert box.mails == []


async def test_a_server_that_hangs_is_left_alone_for_a_while_and_tried_again(
    clock: ManualClock, server_url: str
) -> None:
    store = EventStore(server_url)
    await emptied(store)
    outbox = Outbox(store, clock)
    async with mailbox() as box:
        carrier = carrier_to(box.port, clock)
        sender, patient = [
            Sender(outbox, {"mail": carrier}, clock, Metrics(), patience=patience) for patience in (0.2, LONGEST_WAIT)
        ]
        await outbox.put(mail("a", clock))
        box.hangs = True
        [taken] = await outbox.take("mail", 1)
        assert await sender.send("mail", taken)
        assert await outbox.take("mail", 1) == []
        assert (await outbox.states("oona", "mail"))["oona@lake.example"].answer == "no answer"
        box.hangs = False
        clock.pass_seconds(6)
        [taken] = await outbox.take("mail", 1)
        assert await patient.send("mail", taken)
        assert len(box.mails) == 1
        carrier.close_connections()
    await store.aclose()


def test_settings_say_how_mail_goes_out() -> None:
    assert mail_server(Settings()) is None
    server = mail_server(Settings(smtp_url="smtps://oona%40lake:se%3Acret@mail.example"))
    assert server is not None
    assert (server.port, server.tls, server.starttls) == (465, True, False)
    assert (server.username, server.password) == ("oona@lake", "se:cret")
    server = mail_server(Settings(smtp_url="smtp://mail.example:2525"))
    assert server is not None
    assert (server.port, server.tls, server.starttls) == (2525, False, True)
    for wrong in (Settings(smtp_url="http://mail.example"), Settings(smtp_url="smtp://x", mail_from="nobody")):
        with pytest.raises(ValueError, match=r"SMTP_URL|MAIL_FROM"):
            mail_server(wrong)
