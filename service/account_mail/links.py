"""The links in mails. Each works once and for a limited time, and only the newest of each kind; its secret is kept as a
hash. A link begins with the id of the player, like every secret (`people/credentials.py`)."""

from hmac import compare_digest
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from domain.errors import Reason
from service.people.credentials import digest, new_secret, owner_of
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.scripts import Script

LinkKind: TypeAlias = Literal["confirm", "reset", "undo"]
DEAD_LINK: Final = Reason("dead_link", "", "This link was used already or is too old: ask for a new one.")
_MINUTE: Final = 60 * 1000
LIFETIMES: Final[dict[LinkKind, int]] = {
    "confirm": 24 * 60 * _MINUTE,
    "reset": 60 * _MINUTE,
    "undo": 7 * 24 * 60 * _MINUTE,
}
_TAKE: Final = Script("service.account_mail", "take_field.lua")


class Link(msgspec.Struct, frozen=True):
    proof: str  # the hash of the secret
    expires: int
    address: str  # that it is about
    mark: str = ""  # of what must not have changed meanwhile


class OpenLink(NamedTuple):
    player: str
    kind: LinkKind
    link: Link


_DECODER: Final = msgspec.msgpack.Decoder(Link)


class Links:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def make(self, player: str, kind: LinkKind, address: str, mark: str = "") -> str:
        """The secret for a mail."""
        secret = new_secret(player)
        link = Link(digest(secret), self._clock() + LIFETIMES[kind], address, mark)
        await self._links(player).set({kind: msgspec.msgpack.encode(link)})
        return secret

    async def pending(self, player: str, kind: LinkKind) -> Link | None:
        """The link of this kind that still works."""
        stored = await self._links(player).get(kind)
        link = None if stored is None else _DECODER.decode(stored)
        return link if link is not None and link.expires > self._clock() else None

    async def find(self, secret: str) -> OpenLink:
        """Changes nothing. Raises Refused."""
        player = owner_of(secret)
        if player is not None:
            proof = digest(secret)
            for kind in LIFETIMES:
                link = await self.pending(player, kind)
                if link is not None and compare_digest(link.proof, proof):
                    return OpenLink(player, kind, link)
        raise Refused(DEAD_LINK, "not_found")

    async def use(self, used: OpenLink) -> None:
        """Raises Refused if somebody else has used it meanwhile."""
        data = msgspec.msgpack.encode(used.link)
        if not await _TAKE.run(self._store, _key_of(used.player), used.kind, data, durable=True):
            raise Refused(DEAD_LINK, "not_found")

    async def drop(self, player: str, kind: LinkKind) -> None:
        await self._links(player).remove(kind)

    async def erase(self, player: str) -> None:
        await self._links(player).delete()

    def _links(self, player: str) -> Hash:
        return Hash(self._store, _key_of(player), durable=True)


def _key_of(player: str) -> str:
    return f"mail-links:{player}"
