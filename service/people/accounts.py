"""Accounts: a name that nobody else has, and a password, for a player who was a guest before. The player stays.

A name is a key of its own, elsewhere on a cluster, so taking one goes step by step, and each step may be the last:
first the profile says which name it is about to take, then the name says whose it is, then the profile says so too.
A name whose holder does not speak of it is nobody's; one that was never taken after all is free after a minute.
"""

from typing import Any, Final, get_args

import msgspec

from domain.errors import Reason
from domain.pieces import Level
from projections.anonymous import SOMEBODY
from service.people.credentials import Keyring, Profile
from service.people.identity import People
from service.people.login_throttle import Attempts
from service.people.names import bot_names, clean_name, folded
from service.people.passwords import Passwords
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.scripts import Script
from service.store.values import Value

NAME_TAKEN: Final = Reason("name_taken", "", "Somebody has an account of this name: choose another.")
ACCOUNT_THERE: Final = Reason("account_there", "", "You have an account already.")
NO_ACCOUNT: Final = Reason("no_account", "", "You are a guest: make an account with POST /api/account.")
CHANGED: Final = Reason("changed_meanwhile", "", "This was changed at the same time: look again.")
WRONG_PASSWORD: Final = Reason("wrong_password", "", "The name or the password is wrong.")
_UNFINISHED: Final = 60_000  # milliseconds; taking a name takes one or two
_NOBODY: Final = "nobody"
_RELEASE: Final = Script("service.people", "release_name.lua")


class NameTaken(Refused):
    """Somebody else has an account of this name."""

    def __init__(self) -> None:
        super().__init__(NAME_TAKEN, "conflict", title="The name is taken")


class AccountThere(Refused):
    """This player has an account already."""

    def __init__(self) -> None:
        super().__init__(ACCOUNT_THERE, "conflict", title="There is an account")


class NoAccount(Refused):
    """This needs an account, and this player is a guest."""

    def __init__(self) -> None:
        super().__init__(NO_ACCOUNT, "conflict", title="There is no account")


class WrongPassword(Refused):
    """The name or the password is wrong; the caller does not learn which."""

    def __init__(self) -> None:
        super().__init__(WRONG_PASSWORD, "unconfirmed", title="Not signed in")


class ChangedMeanwhile(Refused):
    """The person was changed by another request at the same time, or has left."""

    def __init__(self) -> None:
        super().__init__(CHANGED, "conflict", title="Changed meanwhile")


_BOTS: Final = (name for level in get_args(Level) for name in bot_names([level] * 4) if name)
_RESERVED: Final = {folded(name) for name in (SOMEBODY, *_BOTS)}


class Names:
    def __init__(self, store: EventStore, keyring: Keyring, clock: Clock) -> None:
        self._store = store
        self._keyring = keyring
        self._clock = clock

    async def holder(self, name: str) -> str | None:
        player = await Value(self._store, _where(name)).get()
        return None if player is None else player.decode()

    async def claim(self, name: str, player: str) -> bool:
        """Whether `player`, whose profile claims it already, has the name now."""
        while not await Value(self._store, _where(name)).set_if_absent(player):
            holder = await self.holder(name)
            if holder == player:
                return True
            if holder is not None and not await self._is_left_over(name, holder):
                return False
            await self.release(name, holder or _NOBODY)
        return True

    async def _is_left_over(self, name: str, holder: str) -> bool:
        """Whether `holder` has given the name up or never got to having it; from now on that is certain."""
        profile = await self._keyring.profile(holder)
        if profile is None or name not in profile.claims:
            return True
        if profile.account == name or self._clock() - profile.claimed < _UNFINISHED:
            return False
        claims = tuple(claim for claim in profile.claims if claim != name)
        return await self._keyring.change(holder, profile, msgspec.structs.replace(profile, claims=claims))

    async def release(self, name: str, player: str) -> None:
        await _RELEASE.run(self._store, _where(name), player)


class Accounts:
    def __init__(self, store: EventStore, people: People, clock: Clock) -> None:
        self.names = Names(store, people.keyring, clock)
        self.passwords = Passwords()
        self._people = people
        self._attempts = Attempts(store, clock)
        self._clock = clock

    async def sign_up(self, player: str, name: str, password: str) -> Profile:
        """Raises BadName, BadPassword, NameTaken, AccountThere."""
        profile, tidy = await self._profile(player), clean_name(name)
        if profile.account is not None:
            raise AccountThere
        return await self._take(player, profile, tidy, password=await self.passwords.hashed(password))

    async def sign_in(self, name: str, password: str, address: str) -> tuple[str, Profile]:
        """Who that is; raises WrongPassword or TooOften, as soon and as late for a name that nobody has."""
        asked = folded(name)
        await self._attempts.take(asked, address)
        player = await self.names.holder(asked) or _NOBODY
        profile = await self._people.keyring.profile(player)
        stored = profile.password if profile is not None and profile.account == asked else None
        if not await self.passwords.match(stored, password) or profile is None or stored is None:
            raise WrongPassword
        await self._attempts.right(asked, address)
        return player, await self._refreshed(player, profile, stored, password)

    async def rename(self, player: str, name: str) -> Profile:
        """A guest's name is free to choose; an account's is reserved. Raises BadName, NameTaken."""
        profile, tidy = await self._profile(player), clean_name(name)
        if profile.account is not None:
            return await self._take(player, profile, tidy)
        return await self._changed(player, profile, name=tidy)

    async def change_password(
        self, player: str, current: str, password: str, address: str, name: str | None = None
    ) -> Profile:
        """With a name, both or neither. Raises as `rename`, and NoAccount, WrongPassword, TooOften, BadPassword."""
        tidy = None if name is None else clean_name(name)
        profile = await self.confirmed(player, current, address)
        hashed = await self.passwords.hashed(password)
        if tidy is None:
            return await self._changed(player, profile, password=hashed)
        return await self._take(player, profile, tidy, password=hashed)

    async def confirmed(self, player: str, password: str, address: str) -> Profile:
        """The profile, if the password is right; raises NoAccount, WrongPassword, TooOften."""
        profile = await self._profile(player)
        if profile.account is None:
            raise NoAccount
        await self._attempts.take(profile.account, address)
        if not await self.passwords.match(profile.password, password):
            raise WrongPassword
        await self._attempts.right(profile.account, address)
        return profile

    async def _profile(self, player: str) -> Profile:
        profile = await self._people.keyring.profile(player)
        if profile is None:
            raise ChangedMeanwhile
        return profile

    async def _take(self, player: str, profile: Profile, name: str, **more: Any) -> Profile:
        asked = folded(name)
        if not asked or asked in _RESERVED:
            raise NameTaken
        claims = tuple(dict.fromkeys((*profile.claims, asked)))
        wanting = await self._changed(player, profile, claims=claims, claimed=self._clock())
        if not await self.names.claim(asked, player):
            await self._changed(player, wanting, claims=tuple(one for one in wanting.claims if one != asked))
            raise NameTaken
        holding = await self._changed(player, wanting, name=name, account=asked, claims=(asked,), **more)
        for left in set(wanting.claims) - {asked}:
            await self.names.release(left, player)
        return holding

    async def _changed(self, player: str, before: Profile, **changes: Any) -> Profile:
        after = msgspec.structs.replace(before, **changes)
        if not await self._people.keyring.change(player, before, after):
            raise ChangedMeanwhile
        self._people.forget(player)
        return after

    async def _refreshed(self, player: str, profile: Profile, stored: str, password: str) -> Profile:
        """With the password hashed as we would hash it today."""
        if not self.passwords.is_outdated(stored):
            return profile
        return await self._changed(player, profile, password=await self.passwords.hashed(password))


def _where(name: str) -> str:
    return f"account:{name}"
