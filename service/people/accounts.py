"""Accounts: signing up and in, changing the name or the password.

An account is a unique name and a password. A guest who signs up stays the same player, with all games and tokens.
"""

from typing import Any, Final, NamedTuple, get_args

import msgspec

from domain.errors import Reason
from domain.pieces import Level
from projections.anonymous import SOMEBODY
from service.people.account_names import NOBODY, AccountNames
from service.people.credentials import Profile
from service.people.identity import People
from service.people.login_throttle import Attempt, LoginThrottle
from service.people.names import bot_names, clean_name, folded
from service.people.passwords import Overrun, Passwords, check_new
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore

NAME_TAKEN: Final = Reason("name_taken", "", "Somebody has an account of this name: choose another.")
ACCOUNT_THERE: Final = Reason("account_there", "", "You have an account already.")
NO_ACCOUNT: Final = Reason("no_account", "", "You are a guest: make an account with POST /api/account.")
CHANGED: Final = Reason("changed_meanwhile", "", "This was changed at the same time: look again.")
WRONG_PASSWORD: Final = Reason("wrong_password", "", "The name or the password is wrong.")


class NameTaken(Refused):
    """Another player has an account with this name."""

    def __init__(self) -> None:
        super().__init__(NAME_TAKEN, "conflict", title="The name is taken")


class AccountThere(Refused):
    """The player has an account already."""

    def __init__(self) -> None:
        super().__init__(ACCOUNT_THERE, "conflict", title="There is an account")


class NoAccount(Refused):
    """The player is a guest, and this needs an account."""

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


class Caller(NamedTuple):
    """Where a request comes from: wrong guesses are counted by it."""

    address: str  # of the network
    device: str = ""  # the secret of a device that may have signed in before


class SignedIn(NamedTuple):
    player: str
    profile: Profile
    is_known_device: bool


class Accounts:
    def __init__(self, store: EventStore, people: People, clock: Clock) -> None:
        self.names = AccountNames(store, people.credentials, clock)
        self.passwords = Passwords()
        self._people = people
        self._throttle = LoginThrottle(store, clock)
        self._clock = clock

    async def sign_up(self, player: str, name: str, password: str, address: str) -> Profile:
        """Give a guest an account. Raises BadName, BadPassword, NameTaken, AccountThere, TooOften."""
        check_new(password)
        profile, cleaned = await self._profile(player), clean_name(name)
        if profile.account is not None:
            raise AccountThere
        await self._check_free(player, cleaned)
        return await self._take(player, profile, cleaned, password=await self._hashed(player, password, address))

    async def sign_in(self, name: str, password: str, caller: Caller) -> SignedIn:
        """Raises WrongPassword or TooOften, after the same time whether or not the account exists: the caller does not
        learn which names are taken."""
        account = folded(name)
        player = await self.names.holder(account) or NOBODY
        device = await self._people.known_device(player, caller.device)
        attempt = await (self._throttle.known(device) if device else self._throttle.stranger(account, caller.address))
        profile = await self._people.credentials.profile(player)
        stored = profile.password if profile is not None and profile.account == account else None
        await self._check(attempt, stored, password)
        if profile is None or stored is None:
            raise WrongPassword
        return SignedIn(player, await self._rehashed(player, profile, stored, password), device is not None)

    async def rename(self, player: str, name: str) -> Profile:
        """Guests may choose any name, account holders one that is free. Raises BadName, NameTaken."""
        profile, cleaned = await self._profile(player), clean_name(name)
        if profile.account is not None:
            return await self._take(player, profile, cleaned)
        return await self._changed(player, profile, name=cleaned)

    async def change_password(
        self, player: str, current: str, password: str, address: str, name: str | None = None
    ) -> Profile:
        """If a name is given too, both change or neither does.

        Raises NoAccount, WrongPassword, TooOften, BadPassword, and what `rename` raises.
        """
        check_new(password)
        cleaned = None if name is None else clean_name(name)
        profile = await self.confirmed(player, current)
        if cleaned is None:
            return await self._changed(player, profile, password=await self._hashed(player, password, address))
        await self._check_free(player, cleaned)
        return await self._take(player, profile, cleaned, password=await self._hashed(player, password, address))

    async def confirmed(self, player: str, password: str) -> Profile:
        """The profile, if the password is right. Raises NoAccount, WrongPassword, TooOften."""
        profile = await self._profile(player)
        if profile.account is None:
            raise NoAccount
        await self._check(await self._throttle.known(player), profile.password, password)
        return profile

    async def _check(self, attempt: Attempt, stored: str | None, password: str) -> None:
        """Raises WrongPassword, or Overrun, in which case the attempt does not count."""
        try:
            is_right = await self.passwords.match(stored, password)
        except Overrun:
            await self._throttle.give_back(attempt)
            raise
        if not is_right:
            raise WrongPassword
        await self._throttle.succeeded(attempt)

    async def _hashed(self, player: str, password: str, address: str) -> str:
        """The hash of a new password. Hashing is the expensive part of a request, so it comes last. Raises TooOften."""
        attempt = await self._throttle.new_password(player, address)
        try:
            return await self.passwords.hashed(password)
        except Overrun:
            await self._throttle.give_back(attempt)
            raise

    async def _check_free(self, player: str, name: str) -> None:
        """Raises NameTaken for a name that cannot be taken, before anything expensive is done."""
        account = folded(name)
        if not account or account in _RESERVED or not await self.names.is_free(account, player):
            raise NameTaken

    async def _profile(self, player: str) -> Profile:
        profile = await self._people.credentials.profile(player)
        if profile is None:
            raise ChangedMeanwhile
        return profile

    async def _take(self, player: str, profile: Profile, name: str, **more: Any) -> Profile:
        """Make `name` the name of the account, in the steps of account_names.py; `more` changes with the last one."""
        account = folded(name)
        if not account or account in _RESERVED:
            raise NameTaken
        claims = tuple(dict.fromkeys((*profile.claims, account)))
        claiming = await self._changed(player, profile, claims=claims, claimed=self._clock())
        if not await self.names.claim(account, player):
            await self._changed(player, claiming, claims=tuple(claim for claim in claims if claim != account))
            raise NameTaken
        holding = await self._changed(player, claiming, name=name, account=account, claims=(account,), **more)
        for released in set(claims) - {account}:
            await self.names.release(released, player)
        return holding

    async def _changed(self, player: str, before: Profile, **changes: Any) -> Profile:
        after = msgspec.structs.replace(before, **changes)
        if not await self._people.credentials.change(player, before, after):
            raise ChangedMeanwhile
        self._people.forget(player)
        return after

    async def _rehashed(self, player: str, profile: Profile, stored: str, password: str) -> Profile:
        """The profile with a hash of today's strength; as it is while others wait for hashes."""
        if not self.passwords.is_outdated(stored):
            return profile
        try:
            hashed = await self.passwords.hashed(password)
        except Overrun:
            return profile
        return await self._changed(player, profile, password=hashed)
