"""Who is asking: guests and account holders, known by a bearer token or by the browser's session."""

import secrets
from typing import Final

import msgspec

from service.people.credentials import (
    ALL_SCOPES,
    Key,
    Keyring,
    Kind,
    Profile,
    Scope,
    digest,
    new_key,
    new_player,
    new_secret,
    owner_of,
)
from service.people.names import clean_name
from service.runtime.clock import Clock, wall_clock
from service.store.event_store import EventStore

DAY: Final = 24 * 60 * 60 * 1000
SESSION_DAYS: Final = 30  # without being used
GUEST_SESSION_DAYS: Final = 400  # a guest who comes back later could not prove anything any more
_MOST_SESSIONS: Final = 50
_REMEMBERED: Final = 50_000
# How long another process may still honour what was revoked here. One look at the store for each caller in this time
# costs 15 µs: too little to be worth a way of telling everybody.
_TRUSTED: Final = 2_000


class Person(msgspec.Struct, frozen=True):
    player: str
    name: str
    scopes: tuple[Scope, ...] = ALL_SCOPES
    has_account: bool = False
    kind: Kind = "guest"  # what proves it
    proof: str = ""  # the hash of that secret


class People:
    """Secrets are looked up, and then remembered for a moment."""

    def __init__(self, store: EventStore, clock: Clock = wall_clock) -> None:
        self.keyring = Keyring(store)
        self._clock = clock
        self._known: dict[str, tuple[Person, int]] = {}  # by the hashes of their secrets: who, and when that was so

    async def welcome(self, name: str | None, kind: Kind = "guest") -> tuple[Person, str]:
        """A new guest and the secret that proves it: the only time it is shown."""
        player, now = new_player(), self._clock()
        tidy = clean_name(name) if name is not None else f"Guest {secrets.randbelow(9000) + 1000}"
        secret = new_secret(player)
        key = new_key(kind, now)
        await self.keyring.create(player, Profile(tidy, now), digest(secret), key)
        return Person(player, tidy, kind=kind, proof=digest(secret)), secret

    def known(self, header: bytes) -> str | None:
        """The player whose token an Authorization header carries, if it was looked up before."""
        known = self._known.get(digest(header.partition(b" ")[2].strip().decode("latin-1")))
        return None if known is None else known[0].player

    async def bearer(self, token: str) -> Person | None:
        person = await self._proven(token)
        return person if person is not None and person.kind != "session" else None

    async def session(self, cookie: str) -> Person | None:
        person = await self._proven(cookie)
        return person if person is not None and person.kind == "session" else None

    async def open_session(self, player: str, profile: Profile) -> str | None:
        """A new session's secret; None when the profile has changed meanwhile. Sessions that ended are cleared away."""
        record, secret = await self.keyring.load(player), new_secret(player)
        key = new_key("session", self._clock())
        if record is None or not await self.keyring.add(player, profile, digest(secret), key):
            return None
        sessions = {proof: key for proof, key in record.keys.items() if key.kind == "session"}
        alive = [proof for proof, key in sessions.items() if not self._has_ended(profile, key)]
        alive.sort(key=lambda proof: (sessions[proof].used, proof))
        kept = alive[-(_MOST_SESSIONS - 1) :]  # the latest used, with room for the new one
        await self.revoke(player, *sessions.keys() - kept)
        return secret

    async def end(self, player: str, *kinds: Kind) -> int:
        """All secrets of these kinds; says how many there were."""
        record = await self.keyring.load(player)
        proofs = [proof for proof, key in record.keys.items() if key.kind in kinds] if record else []
        await self.revoke(player, *proofs)
        return len(proofs)

    async def tokens(self, player: str) -> dict[str, Key]:
        record = await self.keyring.load(player)
        return {proof: key for proof, key in record.keys.items() if key.kind != "session"} if record else {}

    async def give_token(self, player: str, label: str, scopes: tuple[Scope, ...]) -> tuple[Key, str]:
        """A new token, and its secret."""
        key, secret = new_key("token", self._clock(), label, scopes), new_secret(player)
        profile = await self.keyring.profile(player)
        while profile is not None and not await self.keyring.add(player, profile, digest(secret), key):
            profile = await self.keyring.profile(player)  # it changed at this very moment
        return key, secret

    async def revoke(self, player: str, *proofs: str) -> None:
        await self.keyring.remove(player, *proofs)
        for proof in proofs:
            self._known.pop(proof, None)

    def forget(self, player: str) -> None:
        """Look this person up again next time: something about them has changed."""
        for proof in [proof for proof, (person, _) in self._known.items() if person.player == player]:
            del self._known[proof]

    async def _proven(self, secret: str) -> Person | None:
        player = owner_of(secret)
        if player is None:
            return None
        proof, now = digest(secret), self._clock()
        known = self._known.get(proof)
        if known is not None and 0 <= now - known[1] < _TRUSTED:
            return known[0]
        person = await self._looked_up(player, proof)
        if person is None:
            self._known.pop(proof, None)
            return None
        if len(self._known) >= _REMEMBERED and proof not in self._known:
            self._known.pop(next(iter(self._known)))
        self._known[proof] = person, now
        return person

    async def _looked_up(self, player: str, proof: str) -> Person | None:
        found = await self.keyring.find(player, proof)
        if found is None:
            return None
        profile, key = found
        if self._has_ended(profile, key):
            await self.keyring.remove(player, proof)
            return None
        if self._clock() - key.used >= DAY:
            await self.keyring.renew(player, proof, msgspec.structs.replace(key, used=self._clock()))
        return Person(player, profile.name, key.scopes, profile.account is not None, key.kind, proof)

    def _has_ended(self, profile: Profile, key: Key) -> bool:
        days = GUEST_SESSION_DAYS if profile.account is None else SESSION_DAYS
        return key.kind == "session" and self._clock() - key.used >= days * DAY
