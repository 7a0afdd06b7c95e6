"""Identifies callers, guests and account holders, by a bearer token or by the session of a browser.

The result of a lookup is cached for two seconds, so a secret that another process has revoked may still be accepted for
that long. Reading it from the store once per caller in two seconds costs 15 µs: too little to justify a message to all
processes.
"""

import secrets
from typing import Final, NamedTuple

import msgspec

from service.people.credentials import (
    ALL_SCOPES,
    Credentials,
    Key,
    Kind,
    Profile,
    Scope,
    StoredKind,
    digest,
    new_key,
    new_player,
    new_secret,
    owner_of,
)
from service.people.names import clean_name
from service.people.standing import GOOD, Standing
from service.runtime.clock import Clock, wall_clock
from service.runtime.recent import Recent
from service.store.event_store import EventStore

DAY: Final = 24 * 60 * 60 * 1000
# A session ends when it was not used for this time, which is longer for guests: they cannot sign in again.
# For the same reason only the sessions of accounts end some time after they began, however often they are used.
SESSION_DAYS: Final = 30
LONGEST_SESSION_DAYS: Final = 180
GUEST_SESSION_DAYS: Final = 400
LINK_DAYS: Final = 7  # of a link into a game
VISIT_DAYS: Final = 1  # of what is opened by it
_WITH_SESSIONS: Final[tuple[StoredKind, ...]] = ("link", "visit")
_MOST_SESSIONS: Final = 50
_MOST_DEVICES: Final = 20
_CACHED: Final = 50_000  # persons
_TRUSTED: Final = 2_000  # milliseconds for which a cached person is used without reading the store


class Person(msgspec.Struct, frozen=True):
    player: str
    name: str
    scopes: tuple[Scope, ...] = ALL_SCOPES
    has_account: bool = False
    kind: Kind = "guest"  # of the secret that proved the identity
    proof: str = ""  # the hash of that secret
    game: str = ""  # the only one that a visit is for
    standing: Standing = GOOD  # with the moderators; `service/http/caller.py` sees to it


class _Lookup(NamedTuple):
    person: Person
    at: int  # when the store was read


class People:
    """Finds the person to whom a secret belongs; opens and ends sessions, issues and revokes tokens."""

    def __init__(self, store: EventStore, clock: Clock = wall_clock, *, most_sessions: int = _MOST_SESSIONS) -> None:
        self.most_sessions = most_sessions
        self.credentials = Credentials(store)
        self._clock = clock
        # By the hashes of secrets. Expired lookups stay: `cached_player` may use them, because the owner of a secret
        # never changes.
        self._lookups: Recent[str, _Lookup] = Recent(_CACHED)

    async def welcome(self, name: str | None, kind: Kind = "guest") -> tuple[Person, str]:
        """Create a guest; returns the secret too, which is never shown again."""
        player, now = new_player(), self._clock()
        guest_name = clean_name(name) if name is not None else f"Guest {secrets.randbelow(9000) + 1000}"
        secret = new_secret(player)
        key = new_key(kind, now)
        await self.credentials.create(player, Profile(guest_name, now), digest(secret), key)
        return Person(player, guest_name, kind=kind, proof=digest(secret)), secret

    def cached_player(self, proof: str) -> str | None:
        """The player to whom the token with this hash belongs, if it is in the cache."""
        lookup = self._lookups.get(proof)
        return None if lookup is None else lookup.person.player

    async def bearer(self, token: str, proof: str | None = None) -> Person | None:
        """`proof`: the hash of the token, if the caller has it."""
        person = await self._proven(token, proof)
        return person if person is not None and person.kind in ("guest", "token") else None

    async def session(self, cookie: str) -> Person | None:
        person = await self._proven(cookie)
        return person if person is not None and person.kind == "session" else None

    async def visit(self, cookie: str, game: str) -> Person | None:
        """Somebody who came by a link into this game."""
        person = await self._proven(cookie)
        return person if person is not None and person.kind == "visit" and person.game == game else None

    async def open_session(self, player: str, profile: Profile) -> str | None:
        """The secret of a new session; None if the profile has changed meanwhile. Removes sessions that have ended."""
        record, secret = await self.credentials.load(player), new_secret(player)
        key = new_key("session", self._clock())
        if record is None or not await self.credentials.add(player, profile, digest(secret), key):
            return None
        sessions = {proof: key for proof, key in record.keys.items() if key.kind == "session"}
        alive = [proof for proof, key in sessions.items() if not self._has_ended(profile, key)]
        alive.sort(key=lambda proof: (sessions[proof].used, proof))
        latest = alive[-(self.most_sessions - 1) :]  # by last use; leaves room for the new session
        if ended := sessions.keys() - latest:
            await self.revoke(player, *ended)
        return secret

    async def remember_device(self, player: str, profile: Profile) -> str:
        """The secret of a device that has signed in. If there are too many, forgets those that were used first."""
        secret, record = new_secret(player), await self.credentials.load(player)
        devices = [(key.used, proof) for proof, key in record.keys.items() if key.kind == "device"] if record else []
        if forgotten := sorted(devices)[: -(_MOST_DEVICES - 1)]:
            await self.revoke(player, *(proof for _, proof in forgotten))
        await self.credentials.add(player, profile, digest(secret), new_key("device", self._clock()))
        return secret

    async def known_device(self, player: str, secret: str) -> str | None:
        """The hash of the secret, if this device has signed in to the player's account before."""
        if owner_of(secret) != player:
            return None
        proven = await self.credentials.find(player, digest(secret))
        return digest(secret) if proven is not None and proven.key.kind == "device" else None

    async def end(self, player: str, *kinds: StoredKind) -> int:
        """Revoke all secrets of these kinds, and return how many there were. Links into games end with sessions."""
        record = await self.credentials.load(player)
        keys = record.keys if record else {}
        proofs = [proof for proof, key in keys.items() if key.kind in kinds]
        lesser = [proof for proof, key in keys.items() if "session" in kinds and key.kind in _WITH_SESSIONS]
        await self.revoke(player, *proofs, *lesser)
        return len(proofs)

    async def tokens(self, player: str) -> dict[str, Key]:
        record = await self.credentials.load(player)
        return {proof: key for proof, key in record.keys.items() if key.kind in ("guest", "token")} if record else {}

    async def give_token(self, player: str, label: str, scopes: tuple[Scope, ...]) -> tuple[Key, str]:
        """Create a token; returns its secret too, which is never shown again."""
        key, secret = new_key("token", self._clock(), label, scopes), new_secret(player)
        profile = await self.credentials.profile(player)
        while profile is not None and not await self.credentials.add(player, profile, digest(secret), key):
            profile = await self.credentials.profile(player)  # another request has changed it
        return key, secret

    async def revoke(self, player: str, *proofs: str) -> None:
        """Remove secrets. When it returns, these and all that were removed before stay removed."""
        await self.credentials.remove(player, *proofs)
        for proof in proofs:
            self._lookups.forget(proof)

    def forget(self, player: str) -> None:
        """Remove a person who has changed from the cache."""
        for proof in [proof for proof, lookup in self._lookups.items() if lookup.person.player == player]:
            self._lookups.forget(proof)

    async def _proven(self, secret: str, proof: str | None = None) -> Person | None:
        proof, now = proof or digest(secret), self._clock()
        lookup = self._lookups.get(proof)
        if lookup is not None and 0 <= now - lookup.at < _TRUSTED:
            return lookup.person
        player = owner_of(secret)
        if player is None:
            return None
        person = await self._look_up(player, proof)
        if person is None:
            self._lookups.forget(proof)
        else:
            self._lookups[proof] = _Lookup(person, now)
        return person

    async def _look_up(self, player: str, proof: str) -> Person | None:
        proven = await self.credentials.find(player, proof)
        if proven is None:
            return None
        profile, key = proven
        if key.kind == "device" or key.kind == "link":
            return None
        if self._has_ended(profile, key):  # removed when the person signs in again
            return None
        if self._clock() - key.used >= DAY:
            await self.credentials.renew(player, proof, msgspec.structs.replace(key, used=self._clock()))
        game = key.label if key.kind == "visit" else ""
        return Person(player, profile.name, key.scopes, profile.account is not None, key.kind, proof, game)

    def _has_ended(self, profile: Profile, key: Key) -> bool:
        if key.kind == "visit":
            return self._clock() - key.created >= VISIT_DAYS * DAY
        if key.kind != "session":
            return False
        unused, age = self._clock() - key.used, self._clock() - key.created
        if profile.account is None:
            return unused >= GUEST_SESSION_DAYS * DAY
        return unused >= SESSION_DAYS * DAY or age >= LONGEST_SESSION_DAYS * DAY
