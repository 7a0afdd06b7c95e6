"""Who is asking: guests and their bearer tokens, which are stored only as hashes."""

import secrets
import unicodedata
from hashlib import sha256
from typing import Final

import msgspec

from service.store.log import EventStore

_LONGEST_NAME = 40
_REMEMBERED = 50_000


class Person(msgspec.Struct, frozen=True):
    player: str
    name: str


_DECODER: Final = msgspec.msgpack.Decoder(Person)


class BadName(ValueError):
    """A name nobody can have; the message says why."""


def clean_name(name: str) -> str:
    """The name as it is kept; raises BadName."""
    tidy = " ".join(word for word in unicodedata.normalize("NFC", name).split(" ") if word)
    if not tidy or tidy.isspace() or len(tidy) > _LONGEST_NAME:
        raise BadName(f"A name has 1 to {_LONGEST_NAME} characters.")
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for letter in tidy):
        raise BadName("A name consists of characters one can see.")
    return tidy


class People:
    """Tokens are looked up once and then remembered: a token never changes its owner."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._known: dict[str, Person] = {}

    async def welcome(self, name: str | None) -> tuple[Person, str]:
        """A new guest and the token that proves it: the only time it is shown."""
        player, token = secrets.token_urlsafe(9), secrets.token_urlsafe(24)
        person = Person(player, clean_name(name) if name is not None else f"Guest {secrets.randbelow(9000) + 1000}")
        key = _key(token)
        await self._store.servers.call(key, "SET", key, msgspec.msgpack.encode(person))
        return person, token

    def knows(self, header: bytes) -> bool:
        """Whether an Authorization header carries a token that was looked up before."""
        return header.partition(b" ")[2].strip().decode("latin-1") in self._known

    async def bearer(self, token: str) -> Person | None:
        if known := self._known.get(token):
            return known
        key = _key(token)
        stored: bytes | None = await self._store.servers.call(key, "GET", key)
        if stored is None:
            return None
        if len(self._known) >= _REMEMBERED:
            self._known.pop(next(iter(self._known)))
        self._known[token] = person = _DECODER.decode(stored)
        return person


def _key(token: str) -> str:
    return f"token:{sha256(token.encode()).hexdigest()}"
