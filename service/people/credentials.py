"""The profile of a player and the hashes of the player's secrets (tokens and sessions), all under one key.

One key means that one command changes or deletes a person as a whole, on a cluster too: nothing is left half done, and
nothing reappears after it was removed. Every change is as durable as an event: with replicas, neither a revoked token
nor an old password comes back with a replica that takes over. Secrets are stored only as hashes. A secret begins with
the id of the player it belongs to, and so says which key to read.
"""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Iterable, Iterator
from hashlib import sha256
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.scripts import Script

Scope: TypeAlias = Literal["play", "read"]
Kind: TypeAlias = Literal["guest", "session", "token", "visit"]  # a visit is for one game, which is its label
# A device has signed in before, a link leads to a visit: by themselves they prove nothing.
StoredKind: TypeAlias = Literal[Kind, "device", "link"]
ALL_SCOPES: Final[tuple[Scope, ...]] = ("play", "read")

_PROFILE: Final = "profile"
_KEY: Final = "key:"
_FACTOR: Final = "factor"
_PASSKEY: Final = "passkey:"
_SECRET: Final = re.compile(r"([\w-]{12})\.[\w-]{43}", re.ASCII)
_PUT: Final = Script("service.people", "put_field.lua")
_REMOVE: Final = Script("service.people", "remove_fields.lua")


class Profile(msgspec.Struct, frozen=True):
    name: str
    created: int  # milliseconds, like all times in this module
    account: str | None = None  # the folded name of the account; None for a guest
    claims: tuple[str, ...] = ()  # folded names that this person holds or is about to take
    claimed: int = 0  # when the last of them was claimed
    password: str | None = None  # its hash
    look: str | None = None  # the claim of the account on names that look like its own; None if it never tried


class Key(msgspec.Struct, frozen=True):
    """One secret of a person, without the secret."""

    kind: StoredKind
    id: str
    created: int
    used: int  # exact to a day, so that not every use causes a write
    label: str = ""
    scopes: tuple[Scope, ...] = ALL_SCOPES


class Factor(msgspec.Struct, frozen=True):
    """The second factor of an account: an app that shows a new code every half minute."""

    secret: str  # base32, shared with the app
    is_on: bool = False  # after the first right code
    since: int = 0
    step: int = 0  # the half minute of the last code that was used: no code is accepted twice
    recovery: tuple[str, ...] = ()  # hashes of the codes that are left


class Passkey(msgspec.Struct, frozen=True):
    name: str
    public_key: bytes
    uses: int  # as the device counts them; 0 if it does not
    created: int
    used: int


class Proven(NamedTuple):
    """The profile and the key that a secret belongs to."""

    profile: Profile
    key: Key


class Record(NamedTuple):
    """All that is stored under the key of a person."""

    profile: Profile
    keys: dict[str, Key]  # by the hashes of their secrets
    factor: Factor | None
    passkeys: dict[str, Passkey]  # by their ids


_PROFILES: Final = msgspec.msgpack.Decoder(Profile)
_KEYS: Final = msgspec.msgpack.Decoder(Key)
_FACTORS: Final = msgspec.msgpack.Decoder(Factor)
_PASSKEYS: Final = msgspec.msgpack.Decoder(Passkey)


def new_player() -> str:
    return secrets.token_urlsafe(9)


def new_secret(player: str) -> str:
    """The player's id, followed by 256 random bits."""
    return f"{player}.{secrets.token_urlsafe(32)}"


def new_key(kind: StoredKind, now: int, label: str = "", scopes: tuple[Scope, ...] = ALL_SCOPES) -> Key:
    return Key(kind, secrets.token_hex(6), now, now, label, scopes)


def owner_of(secret: str) -> str | None:
    """The player that a secret claims to belong to; None for a text that cannot be one of our secrets."""
    match = _SECRET.fullmatch(secret)
    return match[1] if match else None


def digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class Credentials:
    """Reads and writes the stored records. A `proof` is the hash of a secret."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def create(self, player: str, profile: Profile, proof: str, key: Key) -> None:
        await self._person(player).set({_PROFILE: _packed(profile), _KEY + proof: _packed(key)})

    async def players(self) -> AsyncIterator[str]:
        """Everybody, in no particular order. This scans all keys."""
        async for key in self._store.keys(_key_of("*")):
            yield key.removeprefix(_key_of(""))

    async def profile(self, player: str) -> Profile | None:
        stored = await self._person(player).get(_PROFILE)
        return None if stored is None else _PROFILES.decode(stored)

    async def names(self, players: Iterable[str]) -> dict[str, str]:
        """How these players are called, without those who have left."""
        distinct = list(dict.fromkeys(players))
        profiles = await asyncio.gather(*map(self.profile, distinct))
        return {player: profile.name for player, profile in zip(distinct, profiles, strict=True) if profile is not None}

    async def find(self, player: str, proof: str) -> Proven | None:
        profile, key = await self._person(player).get_many(_PROFILE, _KEY + proof)
        return None if profile is None or key is None else Proven(_PROFILES.decode(profile), _KEYS.decode(key))

    async def load(self, player: str) -> Record | None:
        stored = await self._person(player).all()
        if _PROFILE not in stored:
            return None
        return Record(
            profile=_PROFILES.decode(stored[_PROFILE]),
            keys={name: _KEYS.decode(key) for name, key in _with_prefix(stored, _KEY)},
            factor=_FACTORS.decode(stored[_FACTOR]) if _FACTOR in stored else None,
            passkeys={name: _PASSKEYS.decode(passkey) for name, passkey in _with_prefix(stored, _PASSKEY)},
        )

    async def factor(self, player: str) -> Factor | None:
        stored = await self._person(player).get(_FACTOR)
        return None if stored is None else _FACTORS.decode(stored)

    async def change_factor(self, player: str, before: Factor | None, after: Factor) -> bool:
        """Replace the second factor; False if it no longer equals `before`."""
        if before is None:
            return await self._put(player, _PROFILE, b"", _FACTOR, _packed(after))
        return await self._put(player, _FACTOR, _packed(before), _FACTOR, _packed(after))

    async def remove_factor(self, player: str) -> None:
        await self._remove(player, _FACTOR)

    async def passkey(self, player: str, name: str) -> Passkey | None:
        stored = await self._person(player).get(_PASSKEY + name)
        return None if stored is None else _PASSKEYS.decode(stored)

    async def put_passkey(self, player: str, name: str, before: Passkey | None, after: Passkey) -> bool:
        """Add or replace a passkey; False if it no longer equals `before`, or the person has been deleted."""
        if before is None:
            return await self._put(player, _PROFILE, b"", _PASSKEY + name, _packed(after))
        return await self._put(player, _PASSKEY + name, _packed(before), _PASSKEY + name, _packed(after))

    async def remove_passkey(self, player: str, name: str) -> None:
        await self._remove(player, _PASSKEY + name)

    async def change(self, player: str, before: Profile, after: Profile) -> bool:
        """Replace the profile; False if it no longer equals `before`, or the person has been deleted."""
        return await self._put(player, _PROFILE, _packed(before), _PROFILE, _packed(after))

    async def add(self, player: str, profile: Profile, proof: str, key: Key) -> bool:
        """Add a key; False if the profile no longer equals `profile`, say because of a new password."""
        return await self._put(player, _PROFILE, _packed(profile), _KEY + proof, _packed(key))

    async def change_key(self, player: str, proof: str, before: Key, after: Key) -> bool:
        """Replace a key; False if it no longer equals `before`."""
        return await self._put(player, _KEY + proof, _packed(before), _KEY + proof, _packed(after))

    async def renew(self, player: str, proof: str, key: Key) -> bool:
        """Replace a key; False if it was removed in the meantime: it is not added again.

        Not durable, because it only records a use, and a person can be recognised while a replica is down.
        """
        return await self._put(player, _KEY + proof, b"", _KEY + proof, _packed(key), durable=False)

    async def remove(self, player: str, *proofs: str) -> None:
        """Remove keys. Also if they are not there any more, returns only when their removal is durable."""
        await self._remove(player, *(_KEY + proof for proof in proofs))

    async def forget(self, player: str) -> None:
        await self._person(player).delete()

    async def _remove(self, player: str, *fields: str) -> None:
        await _REMOVE.run(self._store, _key_of(player), _PROFILE, *fields, durable=True)

    async def _put(
        self, player: str, guard: str, expected: bytes, field: str, value: bytes, *, durable: bool = True
    ) -> bool:
        """Set a field if the field `guard` has the expected value, or any value for b""."""
        return bool(await _PUT.run(self._store, _key_of(player), guard, expected, field, value, durable=durable))

    def _person(self, player: str) -> Hash:
        return Hash(self._store, _key_of(player), durable=True)


def _with_prefix(stored: dict[str, bytes], prefix: str) -> Iterator[tuple[str, bytes]]:
    return ((name.removeprefix(prefix), value) for name, value in stored.items() if name.startswith(prefix))


def _key_of(player: str) -> str:
    return f"person:{player}"


def _packed(value: msgspec.Struct) -> bytes:
    return msgspec.msgpack.encode(value)
