"""Mails that a server has accepted and sent back later, as reports of mail servers tell."""

import asyncio
import sys
from io import BytesIO, TextIOWrapper

import httpx
import pytest

from service.__main__ import main
from service.assembly import assemble
from service.delivery.outbox import Outbox
from service.notices.mails.bounces import UNREACHED, Bounce, Bounces, bounces
from service.runtime.clock import wall_clock
from service.services import Services
from service.store.event_store import EventStore
from tests.support.api_play import fine
from tests.support.mails import Letters, with_address
from tests.support.notice_worlds import NoticeWorld

_REPORT = """\
From: MAILER-DAEMON@lake.example
To: firstfire@firstfire.example
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="cut"

--cut
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--cut
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.lake.example

{recipient}

--cut
Content-Type: message/rfc822

To: oona@lake.example
Subject: Your turn

Jaro has moved.

--cut--
"""
_GONE = """\
Final-Recipient: rfc822; oona@lake.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <oona@lake.example>:
    no such user here"""


def report(recipient: str) -> bytes:
    return _REPORT.format(recipient=recipient).replace("\n", "\r\n").encode()


async def test_an_address_whose_mails_come_back_ends_with_a_notice_until_a_test(
    client: httpx.AsyncClient, world: NoticeWorld, beside: Services, letters: Letters
) -> None:
    owners = [await with_address(client, letters, name, "Oona@lake.example") for name in ("Oona", "Oona's sister")]
    other = await with_address(client, letters, "Jaro", "jaro@lake.example")
    noted = Bounces(beside.mail.addresses, beside.outbox, beside.given_up)
    [bounce] = bounces(report(_GONE))
    assert [await noted.note(bounce) for _ in range(2)] == [2, 2]
    for headers in owners:
        shown = fine(await client.get("/api/me/address", headers=headers))
        assert shown["problem"] == "550 5.1.1 <oona@lake.example>: no such user here"
        listed = fine(await client.get("/api/notices", headers=headers))["notices"]
        assert [notice["kind"] for notice in listed] == ["unreachable"]
    assert fine(await client.get("/api/me/address", headers=other))["problem"] is None
    assert (await client.post("/api/me/address/test", headers=owners[0])).status_code == 202
    [mail] = await letters()
    assert mail["To"] == "Oona@lake.example"
    problems = [fine(await client.get("/api/me/address", headers=headers))["problem"] for headers in owners]
    assert problems[0] is None
    assert problems[1] is not None


def test_the_operators_mail_server_calls_a_command(
    server_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def player_with(address: str) -> str:
        services = assemble(EventStore(server_url), wall_clock)
        person, _ = await services.people.welcome("Oona")
        await services.mail.addresses.confirm(person.player, address, 1)
        await services.store.aclose()
        return person.player

    async def answer(player: str) -> str:
        store = EventStore(server_url)
        [state] = (await Outbox(store, wall_clock).states(player, "mail")).values()
        await store.aclose()
        assert state.ended
        return state.answer

    monkeypatch.setenv("REDIS_URL", server_url)
    players = [asyncio.run(player_with(f"{name}.returned@lake.example")) for name in ("oona", "jaro")]
    back = report(_GONE.replace("oona@", "oona.returned@"))
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(back)))
    assert main(["bounced"]) == 0
    assert main(["bounced", "jaro.returned@lake.example"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{name}.returned@lake.example: no mail any more, accounts: 1" for name in ("oona", "jaro")
    ]
    answers = [asyncio.run(answer(player)) for player in players]
    assert answers == ["550 5.1.1 <oona.returned@lake.example>: no such user here", UNREACHED]
    assert main(["bounced", "nobody"]) == 1


def test_only_reports_of_permanent_failures_count() -> None:
    [bounce] = bounces(report(_GONE))
    assert bounce == Bounce("oona@lake.example", "550 5.1.1 <oona@lake.example>: no such user here")
    assert bounces(report(_GONE.replace("Action: failed", "Action: delayed"))) == []
    assert bounces(report(_GONE.replace("Status: 5.1.1", "Status: 4.2.2"))) == []
    assert bounces(report(_GONE.replace("oona@lake.example", "nobody"))) == []
    forwarded = _GONE.replace("Final-Recipient", "Original-Recipient: rfc822;aya@lake.example\nFinal-Recipient")
    assert [bounce.address for bounce in bounces(report(forwarded))] == ["aya@lake.example"]
    silent = "Final-Recipient: rfc822; oona@lake.example\nAction: failed\nStatus: 5.0.0"
    assert bounces(report(silent)) == [Bounce("oona@lake.example", UNREACHED)]
    for other in (b"", b"Subject: Hello\r\n\r\nI am on holiday.", b"\xff\xfe Action: failed\r\n\r\n"):
        assert bounces(other) == []
