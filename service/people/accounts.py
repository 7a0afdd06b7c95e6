"""Accounts: signing up and in, changing the name or the password.

An account is a unique name and a password. A guest who signs up stays the same player, with all games and tokens.
"""

from typing import Any, Final, NamedTuple

import msgspec

from domain.errors import Reason
from service.people.account_names import NOBODY, AccountNames, look_claim
from service.people.credentials import Kind, Profile
from service.people.identity import People, Person
from service.people.login_throttle import Attempt, LoginThrottle
from service.people.names import clean_name, folded, is_for_guests, is_reserved
from service.people.passkeys import Passkeys
from service.people.passwords import Overrun, Passwords, check_new
from service.people.second_factor import CodeNeeded, SecondFactors
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore

NAME_TAKEN: Final = Reason(
    "name_taken", "", "This name, or one that looks like it, belongs to somebody else: choose another."
)
ACCOUNT_THERE: Final = Reason("account_there", "", "You have an account already.")
NO_ACCOUNT: Final = Reason("no_account", "", "You are a guest: make an account with POST /api/account.")
CHANGED: Final = Reason("changed_meanwhile", "", "This was changed at the same time: look again.")
WRONG_PASSWORD: Final = Reason("wrong_password", "", "The name or the password is wrong.")
NO_SUCH_PLAYER: Final = Reason("no_such_player", "", "There is no such player, or they have left.")


class NoSuchPlayer(Refused):
    """Nobody has this id or this name."""

    def __init__(self) -> None:
        super().__init__(NO_SUCH_PLAYER, "not_found", title="No such player")


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


class Caller(NamedTuple):
    """Where a request comes from: wrong guesses are counted by it."""

    address: str  # of the network
    device: str = ""  # the secret of a device that may have signed in before


class SignedIn(NamedTuple):
    player: str
    profile: Profile
    is_known_device: bool
    by_recovery_code: bool


class Accounts:
    def __init__(self, store: EventStore, people: People, clock: Clock) -> None:
        self.names = AccountNames(store, people.credentials, clock)
        self.passwords = Passwords()
        self.factors = SecondFactors(people.credentials, clock)
        self.passkeys = Passkeys(store, people.credentials, clock)
        self._people = people
        self._throttle = LoginThrottle(store, clock)
        self._clock = clock

    async def welcome(self, name: str | None, kind: Kind = "guest") -> tuple[Person, str]:
        """Create a guest, with their secret. Raises BadName, or NameTaken for the name of an account or a bot."""
        if name is not None:
            await self._check_free(NOBODY, clean_name(name))
        return await self._people.welcome(name, kind)

    async def sign_up(self, player: str, name: str, password: str, address: str) -> Profile:
        """Give a guest an account. Raises BadName, BadPassword, NameTaken, AccountThere, TooOften."""
        profile, cleaned = await self._profile(player), clean_name(name)
        check_new(password, cleaned)
        if profile.account is not None:
            raise AccountThere
        _check_unlike_guests(cleaned)
        await self._check_free(player, cleaned)
        return await self._take(player, profile, cleaned, password=await self._hashed(player, password, address))

    async def sign_in(self, name: str, password: str, caller: Caller, code: str | None = None) -> SignedIn:
        """Raises WrongPassword or TooOften, after the same time whether or not the account exists: the caller does not
        learn which names are taken. Raises CodeNeeded or WrongCode for an account with a second factor."""
        account = folded(name)
        player = await self.names.holder(account) or NOBODY
        device = await self._people.known_device(player, caller.device)
        attempt = await (self._throttle.known(device) if device else self._throttle.stranger(account, caller.address))
        profile = await self._people.credentials.profile(player)
        stored = profile.password if profile is not None and profile.account == account else None
        await self._check(attempt, stored, password)
        if profile is None or stored is None:
            raise WrongPassword
        is_recovered = await self._confirm_by_code(player, code, caller, device)
        profile = await self._with_look(player, await self._rehashed(player, profile, stored, password))
        return SignedIn(player, profile, device is not None, is_recovered)

    async def find(self, text: str) -> str:
        """The player with this id, or whose account has this name; raises NoSuchPlayer."""
        if await self._people.credentials.profile(text) is not None:
            return text
        player = await self.names.holder(folded(text))
        profile = await self._people.credentials.profile(player) if player is not None else None
        if player is None or profile is None or profile.account != folded(text):
            raise NoSuchPlayer
        return player

    async def check_name(self, player: str, name: str) -> str:
        """The name as it is shown, if `rename` would accept it. Raises BadName, NameTaken."""
        cleaned = clean_name(name)
        await self._check_free(player, cleaned)
        if (await self._profile(player)).account is not None:
            _check_unlike_guests(cleaned)
        return cleaned

    async def rename(self, player: str, name: str) -> Profile:
        """Raises BadName, NameTaken. Several guests may have the same name, but none has that of an account."""
        profile, cleaned = await self._profile(player), await self.check_name(player, name)
        if profile.account is not None:
            return await self._take(player, profile, cleaned)
        return await self._changed(player, profile, name=cleaned)

    async def change_password(
        self, player: str, current: str, password: str, address: str, name: str | None = None
    ) -> Profile:
        """If a name is given too, both change or neither does.

        Raises NoAccount, WrongPassword, TooOften, BadPassword, and what `rename` raises.
        """
        cleaned = None if name is None else clean_name(name)
        profile = await self.confirmed(player, current)
        check_new(password, cleaned or profile.name)
        if cleaned is None:
            return await self._changed(player, profile, password=await self._hashed(player, password, address))
        _check_unlike_guests(cleaned)
        await self._check_free(player, cleaned)
        return await self._take(player, profile, cleaned, password=await self._hashed(player, password, address))

    async def reset_password(self, player: str, password: str, address: str) -> Profile:
        """For somebody who has proved by mail who they are. Raises BadPassword, TooOften."""
        profile = await self._profile(player)
        check_new(password, profile.name)
        return await self._changed(player, profile, password=await self._hashed(player, password, address))

    async def void_password(self, player: str) -> None:
        """Nobody signs in by password until it is reset."""
        await self._changed(player, await self._profile(player), password=None)

    async def confirmed(self, player: str, password: str) -> Profile:
        """The profile, if the password is right. Raises NoAccount, WrongPassword, TooOften."""
        profile = await self._profile(player)
        if profile.account is None:
            raise NoAccount
        await self._check(await self._throttle.known(player), profile.password, password)
        return profile

    async def turn_factor_on(self, player: str, code: str) -> list[str]:
        """The recovery codes. Raises WrongCode, TooOften, or Refused."""
        attempt = await self._throttle.known(f"code of {player} by {player}")
        codes = await self.factors.turn_on(player, code)
        await self._throttle.succeeded(attempt)
        return codes

    async def confirmed_by_code(self, player: str, code: str) -> None:
        """Raises WrongCode or TooOften; CodeNeeded never, because nothing is asked of an account without a factor."""
        await self._confirm_by_code(player, code, Caller(""), player)

    async def _confirm_by_code(self, player: str, code: str | None, caller: Caller, device: str | None) -> bool:
        """Whether a recovery code was used. Wrong codes are counted as wrong passwords are, apart from them."""
        factor = await self._people.credentials.factor(player)
        if factor is None or not factor.is_on:
            return False
        if not code:
            raise CodeNeeded
        subject = f"code of {player}"
        attempt = await (
            self._throttle.known(f"{subject} by {device}")
            if device
            else self._throttle.stranger(subject, caller.address)
        )
        is_recovery = await self.factors.use(player, factor, code)
        await self._throttle.succeeded(attempt)
        return is_recovery

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
        """Raises NameTaken for a name that `player` cannot take, before anything expensive is done."""
        if not folded(name) or is_reserved(name):
            raise NameTaken
        for claim in (folded(name), look_claim(name)):
            if not await self.names.is_free(claim, player):
                raise NameTaken

    async def _profile(self, player: str) -> Profile:
        profile = await self._people.credentials.profile(player)
        if profile is None:
            raise ChangedMeanwhile
        return profile

    async def _take(self, player: str, profile: Profile, name: str, **more: Any) -> Profile:
        """Make `name` the name of the account, in the steps of account_names.py; `more` changes with the last one."""
        wanted = (folded(name), look_claim(name))
        claims = tuple(dict.fromkeys((*profile.claims, *wanted)))
        claiming = await self._changed(player, profile, claims=claims, claimed=self._clock())
        for claim in wanted:
            if not await self.names.claim(claim, player):
                await self._give_up(player, claiming, {*wanted} - {*_held(profile)})
                raise NameTaken
        account, look = wanted
        holding = await self._changed(player, claiming, name=name, account=account, look=look, claims=wanted, **more)
        for released in set(claims) - {*wanted}:
            await self.names.release(released, player)
        return holding

    async def _give_up(self, player: str, profile: Profile, names: set[str]) -> None:
        await self._changed(player, profile, claims=tuple(claim for claim in profile.claims if claim not in names))
        for name in names:
            await self.names.release(name, player)

    async def _changed(self, player: str, before: Profile, **changes: Any) -> Profile:
        after = msgspec.structs.replace(before, **changes)
        if not await self._people.credentials.change(player, before, after):
            raise ChangedMeanwhile
        self._people.forget(player)
        return after

    async def _with_look(self, player: str, profile: Profile) -> Profile:
        """The profile, also of an account that was made before names were compared by their looks. Of two that look
        alike, the first to sign in holds the look; both keep their names."""
        if profile.look is not None:
            return profile
        look = look_claim(profile.name)
        claiming = await self._changed(player, profile, claims=(*profile.claims, look), claimed=self._clock())
        if await self.names.claim(look, player):
            return await self._changed(player, claiming, look=look)
        return await self._changed(player, claiming, claims=profile.claims, look="")

    async def _rehashed(self, player: str, profile: Profile, stored: str, password: str) -> Profile:
        """The profile with a hash of today's strength; as it is while others wait for hashes."""
        if not self.passwords.is_outdated(stored):
            return profile
        try:
            hashed = await self.passwords.hashed(password)
        except Overrun:
            return profile
        return await self._changed(player, profile, password=hashed)


def _check_unlike_guests(name: str) -> None:
    if is_for_guests(name):
        raise NameTaken


def _held(profile: Profile) -> tuple[str, ...]:
    return tuple(name for name in (profile.account, profile.look) if name is not None)
