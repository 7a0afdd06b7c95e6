"""Links that end a kind of mail without signing in (RFC 8058). They are signed: nobody can make them for others.

They stay valid: a mail may be years old when its reader has had enough. Nothing else can be done with one.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from domain.errors import Reason
from projections.notices import KINDS, Kind, Way
from service.notices.own_notices import OwnNotices
from service.notices.preferences import Preferences, Timing
from service.people.credentials import Credentials
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.values import Value

Digest: TypeAlias = Literal["digest"]
MailKind: TypeAlias = Kind | Digest
WRONG_LINK: Final = Reason("wrong_link", "", "This link is not complete: copy all of it from the mail.")
_MAIL_KINDS: Final[tuple[MailKind, ...]] = (*KINDS, *get_args(Digest))
_FORM: Final = re.compile(r"([\w-]{12})\.([a-z_]{1,20})\.[\w-]{32}", re.ASCII)
_KEY: Final = "mail-endings-key"


class MailEnding(NamedTuple):
    player: str
    kind: MailKind


class MailEndings:
    def __init__(self, store: EventStore, credentials: Credentials, notices: OwnNotices) -> None:
        self._value = Value(store, _KEY, durable=True)
        self._credentials = credentials
        self._notices = notices
        self._key: bytes | None = None

    async def token(self, player: str, kind: MailKind) -> str:
        """Raises Unavailable."""
        name = f"{player}.{kind}"
        digest = hmac.digest(await self._secret(), name.encode(), "sha256")
        return f"{name}.{urlsafe_b64encode(digest)[:32].decode()}"

    async def read(self, token: str) -> MailEnding:
        """What a link ends. Changes nothing; raises Refused."""
        form = _FORM.fullmatch(token)
        kind = next((kind for kind in _MAIL_KINDS if form and kind == form[2]), None)
        if form is None or kind is None or not hmac.compare_digest(token, await self.token(form[1], kind)):
            raise Refused(WRONG_LINK, "not_found")
        return MailEnding(form[1], kind)

    async def end(self, ending: MailEnding) -> None:
        """No more mails of this kind. Can be called again safely, also for somebody who has left."""
        player, kind = ending
        if await self._credentials.profile(player) is None:
            return
        await self._notices.prefer(player, lambda before: _without(before, kind))

    async def _secret(self) -> bytes:
        if self._key is None:
            fresh = secrets.token_bytes(32)
            self._key = await self._value.get_or_set(fresh) or fresh
        return self._key


def _without(before: Preferences, ended: MailKind) -> Preferences:
    kinds = [kind for kind in KINDS if kind == ended or _is_in_digest(before, kind, ended)]
    off: dict[Kind, dict[Way, Timing]] = {kind: {**before.choices.get(kind, {}), "mail": "off"} for kind in kinds}
    return msgspec.structs.replace(before, choices={**before.choices, **off})


def _is_in_digest(preferences: Preferences, kind: Kind, ended: MailKind) -> bool:
    return ended == "digest" and preferences.timing(kind, "mail") == "digest"
