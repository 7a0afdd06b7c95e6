"""Passkeys (WebAuthn): signing in by what unlocks one's device, without a password.

The device keeps the private key, we store the public one. Every ceremony begins with a challenge, which is stored for
five minutes and accepted once.
"""

import secrets
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from domain.errors import Reason
from service.people.credentials import Credentials, Passkey
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.values import Value

WRONG_PASSKEY: Final = Reason(
    "wrong_passkey", "", "This passkey was not accepted: it is unknown here, or it took too long. Try again."
)
TOO_MANY_PASSKEYS: Final = Reason("too_many_passkeys", "", "You have {most} passkeys: remove one first.")
NO_SUCH_PASSKEY: Final = Reason("no_such_passkey", "", "You have no such passkey.")
MOST: Final = 20
_SECONDS: Final = 5 * 60  # a challenge lives
_OPTIONS: Final = msgspec.json.Decoder(dict[str, Any])
_ANYBODY: Final = "?"  # signs in: the passkey itself says who


class WrongPasskey(Refused):
    def __init__(self) -> None:
        super().__init__(WRONG_PASSKEY, "unconfirmed", title="Not signed in")


class Site(NamedTuple):
    """Where the browser is: a passkey works on the site it was made for only."""

    host: str
    origin: str


class Passkeys:
    def __init__(self, store: EventStore, credentials: Credentials, clock: Clock) -> None:
        self._store = store
        self._credentials = credentials
        self._clock = clock

    async def all(self, player: str) -> dict[str, Passkey]:
        record = await self._credentials.load(player)
        return record.passkeys if record else {}

    async def begin_adding(self, player: str, name: str, site: Site) -> dict[str, Any]:
        """The options for the browser. Raises Refused if there are too many."""
        present = await self.all(player)
        if len(present) >= MOST:
            raise Refused(TOO_MANY_PASSKEYS.about(most=MOST), "conflict")
        options = generate_registration_options(
            rp_id=site.host,
            rp_name="Firstfire",
            user_name=name,
            user_id=player.encode(),
            challenge=await self._challenge(player),
            timeout=_SECONDS * 1000,
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(key)) for key in present],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
        )
        return _OPTIONS.decode(options_to_json(options))

    async def add(self, player: str, label: str, credential: dict[str, Any], site: Site) -> tuple[str, Passkey]:
        """Raises WrongPasskey, or Refused."""
        challenge = await self._answered(credential, player)
        try:
            verified = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise WrongPasskey from error
        key, now = bytes_to_base64url(verified.credential_id), self._clock()
        passkey = Passkey(label, verified.credential_public_key, verified.sign_count, now, now)
        if len(await self.all(player)) >= MOST:
            raise Refused(TOO_MANY_PASSKEYS.about(most=MOST), "conflict")
        if not await self._credentials.put_passkey(player, key, None, passkey):
            raise WrongPasskey
        return key, passkey

    async def remove(self, player: str, key: str) -> Passkey:
        passkey = await self._credentials.passkey(player, key)
        if passkey is None:
            raise Refused(NO_SUCH_PASSKEY, "not_found")
        await self._credentials.remove_passkey(player, key)
        return passkey

    async def begin_signing_in(self, site: Site) -> dict[str, Any]:
        options = generate_authentication_options(
            rp_id=site.host,
            challenge=await self._challenge(_ANYBODY),
            timeout=_SECONDS * 1000,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return _OPTIONS.decode(options_to_json(options))

    async def owner(self, credential: dict[str, Any], site: Site) -> str:
        """The player who signs in. Raises WrongPasskey."""
        challenge = await self._answered(credential, _ANYBODY)
        player, key = _text_of(credential, "response", "userHandle"), _text_of(credential, "id")
        try:
            owner = base64url_to_bytes(player).decode()
            passkey = await self._credentials.passkey(owner, key)
            if passkey is None:
                raise WrongPasskey
            verified = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.uses,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise WrongPasskey from error
        used = msgspec.structs.replace(passkey, uses=verified.new_sign_count, used=self._clock())
        if not await self._credentials.put_passkey(owner, key, passkey, used):
            raise WrongPasskey
        return owner

    async def _challenge(self, player: str) -> bytes:
        challenge = secrets.token_bytes(32)
        await Value(self._store, _key_of(challenge)).set(player, seconds=_SECONDS)
        return challenge

    async def _answered(self, credential: dict[str, Any], player: str) -> bytes:
        """The challenge that the browser signed, if it was given to this player and never answered before."""
        data = _text_of(credential, "response", "clientDataJSON")
        try:
            signed = msgspec.json.decode(base64url_to_bytes(data))
            challenge = base64url_to_bytes(signed["challenge"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise WrongPasskey from error
        if await Value(self._store, _key_of(challenge)).take() != player.encode():
            raise WrongPasskey
        return challenge


def _text_of(credential: Mapping[str, Any], *path: str) -> str:
    value: Any = credential
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    if not isinstance(value, str):
        raise WrongPasskey
    return value


def _key_of(challenge: bytes) -> str:
    return f"passkey-challenge:{challenge.hex()}"
