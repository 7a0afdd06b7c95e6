"""A second factor for signing in: codes from an app on the owner's phone (TOTP, RFC 6238), and recovery codes."""

import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import Final

import msgspec
import pyotp

from domain.errors import Reason
from service.people.credentials import Credentials, Factor
from service.runtime.clock import Clock
from service.runtime.refusal import Refused

CODE_NEEDED: Final = Reason(
    "code_needed", "", "This account has a second factor: also send `code`, from your app or a recovery code."
)
WRONG_CODE: Final = Reason("wrong_code", "", "This code is wrong, or it was used already.")
FACTOR_ON: Final = Reason("factor_on", "", "You have a second factor already: turn it off first.")
FACTOR_OFF: Final = Reason("factor_off", "", "You have no second factor: set one up first.")
RECOVERY_CODES: Final = 10
_STEP: Final = 30  # seconds for which a code is shown
_TOLERATED: Final = (0, -1, 1)  # steps by which the clock of a phone may be wrong
_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without those that look alike on paper
_LENGTH: Final = 12  # 60 random bits


class CodeNeeded(Refused):
    """The password was right, but the account also asks for a code."""

    def __init__(self) -> None:
        super().__init__(CODE_NEEDED, "unconfirmed", title="A code is needed")


class WrongCode(Refused):
    def __init__(self) -> None:
        super().__init__(WRONG_CODE, "unconfirmed", title="Not signed in")


class SecondFactors:
    def __init__(self, credentials: Credentials, clock: Clock) -> None:
        self._credentials = credentials
        self._clock = clock

    async def prepare(self, player: str) -> str:
        """A new secret for the app, which counts only after `turn_on`. Raises Refused if there is a second factor."""
        before, secret = await self._credentials.factor(player), pyotp.random_base32()
        if before is not None and before.is_on:
            raise Refused(FACTOR_ON, "conflict")
        if not await self._credentials.change_factor(player, before, Factor(secret)):
            raise WrongCode
        return secret

    async def turn_on(self, player: str, code: str) -> list[str]:
        """The recovery codes, which are never shown again. Raises Refused, or WrongCode."""
        factor = await self._credentials.factor(player)
        if factor is None:
            raise Refused(FACTOR_OFF, "conflict")
        if factor.is_on:
            raise Refused(FACTOR_ON, "conflict")
        step = self._step_of(factor, code)
        codes = ["".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)) for _ in range(RECOVERY_CODES)]
        after = Factor(factor.secret, True, self._clock(), step or 0, tuple(map(_hash, codes)))
        if step is None or not await self._credentials.change_factor(player, factor, after):
            raise WrongCode
        return [f"{code[:4]}-{code[4:8]}-{code[8:]}" for code in codes]

    async def use(self, player: str, factor: Factor, code: str) -> bool:
        """Accept a code, once; returns whether it was a recovery code. Raises WrongCode."""
        step, recovery = self._step_of(factor, code), _hash(code)
        if step is not None:
            after = msgspec.structs.replace(factor, step=step)
        elif recovery in factor.recovery:
            after = msgspec.structs.replace(factor, recovery=tuple(h for h in factor.recovery if h != recovery))
        else:
            raise WrongCode
        if not await self._credentials.change_factor(player, factor, after):
            raise WrongCode  # somebody else has used a code at the same time
        return step is None

    def _step_of(self, factor: Factor, code: str) -> int | None:
        """The half minute that this code belongs to; None if it is wrong or not newer than the last one."""
        app, now = pyotp.TOTP(factor.secret), self._clock() // 1000 // _STEP
        digits = "".join(code.split()).encode("utf-8", "surrogatepass")
        steps = (now + offset for offset in _TOLERATED)
        return next((s for s in steps if s > factor.step and compare_digest(app.at(s * _STEP).encode(), digits)), None)


def app_address(secret: str, name: str) -> str:
    """What an app reads from a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name, issuer_name="Firstfire")


def _hash(code: str) -> str:
    """Of a recovery code, as people type it. It is random and long enough to need no slow hash."""
    letters = "".join(letter for letter in code.upper() if letter.isalnum())
    return sha256(letters.encode("utf-8", "surrogatepass")).hexdigest()
