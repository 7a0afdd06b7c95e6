"""Mails that were accepted and came back later: their addresses get none any more.

The operator's mail server hands reports of that (RFC 3464) to the command `bounced`. A mailbox that refuses at once is
seen when it is sent (service/delivery/mail.py).
"""

from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from typing import Final, NamedTuple

from service.account_mail.addresses import Addresses, clean_address
from service.delivery.outbox import Outbox
from service.delivery.sender import Ending
from service.notices.mails.given_up import GivenUp
from service.runtime.refusal import Refused

UNREACHED: Final = "mails come back"  # if nobody has said why


class Bounce(NamedTuple):
    address: str
    answer: str  # of the mail server that refused it


class Bounces:
    def __init__(self, addresses: Addresses, outbox: Outbox, given_up: GivenUp) -> None:
        self._addresses = addresses
        self._outbox = outbox
        self._given_up = given_up

    async def note(self, bounce: Bounce) -> int:
        """The number of accounts with this address. May be repeated. Raises Unavailable."""
        players = await self._addresses.players(bounce.address)
        for player in players:
            address = (await self._addresses.of(player)).address
            await self._given_up.inform(Ending(player, "mail", address, bounce.answer))
            await self._outbox.end(player, "mail", address, bounce.answer)
        return len(players)


def bounces(report: bytes) -> list[Bounce]:
    """For whom a report says that a mail will never arrive; none if it is another kind of mail."""
    parts = message_from_bytes(report).walk()
    recipients = (part for part in parts if "Action" in part and "Final-Recipient" in part)
    return [bounce for part in recipients if _is_final(part) for bounce in _bounce(part)]


def _is_final(recipient: Message) -> bool:
    return str(recipient["Action"]).strip().lower() == "failed" and str(recipient["Status"]).strip().startswith("5")


def _bounce(recipient: Message) -> Iterator[Bounce]:
    """Servers that forward mails name two addresses; we know the original one."""
    named = recipient["Original-Recipient"] or recipient["Final-Recipient"]
    try:
        address = clean_address(_value(named))
    except Refused:
        return
    yield Bounce(address, _value(recipient["Diagnostic-Code"] or "") or UNREACHED)


def _value(field: object) -> str:
    """Without its kind, as in `rfc822; oona@lake.example`; on one line."""
    kind, _, value = str(field).partition(";")
    return " ".join((value or kind).split())
