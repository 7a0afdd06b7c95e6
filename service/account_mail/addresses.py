"""Which account has which e-mail address, and which accounts an address has.

Only confirmed addresses count. Several accounts may have the same one, so that nobody learns from trying whether an
address is known here.
"""

import re
from hashlib import sha256
from typing import Final

import msgspec

from domain.errors import Reason
from projections.words import LANGUAGES, Language
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.sets import StoredSet

BAD_ADDRESS: Final = Reason("bad_address", "", "This is not an e-mail address that we can write to.")
ADDRESS_BUSY: Final = Reason("address_busy", "", "There are {most} accounts with this address already: use another.")
MOST_ACCOUNTS: Final = 5
_LONGEST: Final = 254
_LOCAL: Final = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*", re.ASCII)
_DOMAIN: Final = re.compile(r"([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])")


class Mailbox(msgspec.Struct, frozen=True):
    """All that is stored about the mail of a person; the address is empty until it is confirmed."""

    address: str = ""
    since: int = 0  # milliseconds
    pending: str = ""  # to be confirmed
    language: Language = "en"  # of the page where it was entered


def clean_address(text: str) -> str:
    """The address as mail servers take it, all in ASCII; raises Refused."""
    local, _, host = text.strip().rpartition("@")
    try:
        domain = host.rstrip(".").encode("idna").decode().lower()
    except UnicodeError as error:
        raise Refused(BAD_ADDRESS, "invalid") from error
    address = f"{local}@{domain}"
    if not (_LOCAL.fullmatch(local) and len(local) <= 64 and _DOMAIN.fullmatch(domain) and len(address) <= _LONGEST):
        raise Refused(BAD_ADDRESS, "invalid")
    return address


class Addresses:
    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def of(self, player: str) -> Mailbox:
        stored = {field: value.decode() for field, value in (await self._mailbox(player).all()).items()}
        language = stored.get("language", "en")
        return Mailbox(
            address=stored.get("address", ""),
            since=int(stored.get("since", 0)),
            pending=stored.get("pending", ""),
            language=language if language in LANGUAGES else "en",
        )

    async def players(self, address: str) -> list[str]:
        """Who has confirmed this address."""
        players = await self._players(address).members()
        return [player for player in players if (await self.of(player)).address.lower() == address.lower()]

    async def enter(self, player: str, address: str, language: Language) -> None:
        """Keep an address that is to be confirmed."""
        await self._mailbox(player).set({"pending": address, "language": language})

    async def confirm(self, player: str, address: str, now: int) -> None:
        """Make it the address of the account. Raises Refused if too many accounts have it."""
        if len(set(await self.players(address)) - {player}) >= MOST_ACCOUNTS:
            raise Refused(ADDRESS_BUSY.about(most=MOST_ACCOUNTS), "conflict")
        before = (await self.of(player)).address
        await self._players(address).add(player)
        await self._mailbox(player).set({"address": address, "since": now, "pending": ""})
        if before and before.lower() != address.lower():
            await self._players(before).remove(player)

    async def erase(self, player: str) -> None:
        """The account has no address any more."""
        before = (await self.of(player)).address
        await self._mailbox(player).delete()
        if before:
            await self._players(before).remove(player)

    def _mailbox(self, player: str) -> Hash:
        return Hash(self._store, f"mailbox:{player}", durable=True)

    def _players(self, address: str) -> StoredSet:
        """Hashed, so that a list of keys is no list of addresses."""
        return StoredSet(self._store, f"mailbox-of:{sha256(address.lower().encode()).hexdigest()}", durable=True)
