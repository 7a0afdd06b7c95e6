"""The line that somebody writes to those whom they invite to a table: each person's in one hash, which goes with them.

It is not in the log of the table, because logs are kept and what a person wrote must be erasable.
"""

from typing import Final

import msgspec

from domain.errors import Reason
from service.lists.expiry import OPEN_FOR
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.talk.channels import GUESTS_SAY_PHRASES
from service.talk.texts import clean_text

LONGEST: Final = 120
MOST: Final = 100
GREETING_LENGTH: Final = Reason("greeting_length", "", "A greeting has at most {longest} characters.")
TOO_MANY_GREETINGS: Final = Reason(
    "too_many_greetings", "", "You have written {most} greetings in two weeks: take one of them back first."
)


class Greeting(msgspec.Struct, frozen=True, array_like=True):
    """Stored without the names of its fields: a new one goes to the end and has a default."""

    text: str
    at: int  # in milliseconds


_DECODER: Final = msgspec.msgpack.Decoder(Greeting)


class Greetings:
    """A greeting ends with the time for which a table can be open."""

    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def put(self, person: Person, game: str, text: str) -> None:
        """Write it, in place of the one before; an empty one removes it. Raises Refused."""
        if not text.strip():
            await self._hash(person.player).remove(game)
            return
        if not person.has_account:
            raise Refused(GUESTS_SAY_PHRASES, "forbidden")
        person.standing.check_muted()
        cleaned = clean_text(text)
        if len(cleaned) > LONGEST:
            raise Refused(GREETING_LENGTH.about(longest=LONGEST), "invalid")
        ended = [game for game, greeting in (await self._stored(person.player)).items() if self._has_ended(greeting)]
        if ended:
            await self._hash(person.player).remove(*ended)
        packed = msgspec.msgpack.encode(Greeting(cleaned, self._clock()))
        if not await self._hash(person.player).set_within(MOST, game, packed):
            raise Refused(TOO_MANY_GREETINGS.about(most=MOST), "conflict")

    async def of(self, player: str, game: str) -> str | None:
        stored = await self._hash(player).get(game)
        greeting = None if stored is None else _DECODER.decode(stored)
        return None if greeting is None or self._has_ended(greeting) else greeting.text

    async def all(self, player: str) -> dict[str, str]:
        """By game."""
        return {game: greeting.text for game, greeting in (await self._stored(player)).items()}

    async def erase(self, player: str) -> None:
        await self._hash(player).delete()

    async def _stored(self, player: str) -> dict[str, Greeting]:
        return {game: _DECODER.decode(stored) for game, stored in (await self._hash(player).all()).items()}

    def _has_ended(self, greeting: Greeting) -> bool:
        return self._clock() - greeting.at >= OPEN_FOR

    def _hash(self, player: str) -> Hash:
        return Hash(self._store, f"greetings:{player}", durable=True)
