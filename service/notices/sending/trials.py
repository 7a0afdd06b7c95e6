"""A message by which somebody tries a way out: it goes through the outbox as every notice does.

How the way went so far is forgotten first, so what is known of it afterwards came of the trial.
"""

from hashlib import blake2b
from typing import Final

import msgspec

from domain.errors import Reason
from projections.notice_words import trial_text
from projections.words import Language
from service.delivery.outbox import Outbox
from service.delivery.parcels import Content, HookContent, MailContent, Parcel, PushContent
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.values import Counter

PAGE: Final = "/settings/notices"
TOO_SOON: Final = Reason("tested_just_now", "", "You have tried this just now: wait {seconds} seconds.")
TRIED_OFTEN: Final = Reason(
    "tested_often", "", "You have tried this {most} times in an hour: go on in {minutes} minutes."
)
MOST: Final = 60  # of one person in an hour: the outbox remembers each for days
_USEFUL_FOR: Final = 10 * 60 * 1000  # milliseconds, as all below
_HOUR: Final = 60 * 60 * 1000
_PAUSE: Final = 5_000
_PAUSE_OF_MAIL: Final = 30_000


class Trials:
    """All methods raise Refused and Unavailable."""

    def __init__(self, store: EventStore, outbox: Outbox, origin: str) -> None:
        """`origin` is the address of the site, as others see it."""
        self._store = store
        self._outbox = outbox
        self._link = f"{origin}{PAGE}"

    async def push(self, player: str, device: str, language: Language) -> None:
        text = trial_text(language)
        shown = {"tag": "test", "title": text.title, "body": text.text, "address": PAGE}
        await self._send(player, device, PushContent(msgspec.json.encode(shown), "high"))

    async def mail(self, player: str, address: str, language: Language) -> None:
        text = trial_text(language)
        await self._send(player, address, MailContent(text.title, f"{text.text}\n\n{self._link}"), _PAUSE_OF_MAIL)

    async def webhook(self, player: str, hook: str, language: Language) -> None:
        text = trial_text(language)
        await self._send(player, hook, HookContent("test", b"{}", f"{text.title}: {text.text}", self._link))

    async def _send(self, player: str, target: str, content: Content, pause: int = _PAUSE) -> None:
        await self._count(player)
        now = self._outbox.clock()
        # The outbox takes each id once, so there is one trial in each pause.
        name = blake2b(f"{target} {now // pause}".encode(), digest_size=8).hexdigest()
        parcel = Parcel(f"test:{player}:{name}", player, target, content, now, now + _USEFUL_FOR, tag="test")
        if not await self._outbox.put(parcel, is_trial=True):
            raise Refused(TOO_SOON.about(seconds=pause // 1000), "too_many", retry_after=pause // 1000)

    async def _count(self, player: str) -> None:
        """Raises Refused. The person is hashed, because nothing of them may stay when they leave."""
        hour, since = divmod(self._outbox.clock(), _HOUR)
        person = blake2b(player.encode(), digest_size=8).hexdigest()
        if await Counter(self._store, f"quota:trials:{hour}:{person}").increment(milliseconds=_HOUR) > MOST:
            seconds = -(-(_HOUR - since) // 1000)
            reason = TRIED_OFTEN.about(most=MOST, minutes=-(-seconds // 60))
            raise Refused(reason, "too_many", retry_after=seconds)
