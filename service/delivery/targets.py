"""Where people get pushes, or webhooks: a limited number of targets for each person, by id."""

from typing import Generic, Protocol, TypeVar

import msgspec

from domain.errors import Reason
from service.delivery.outbox import Outbox
from service.delivery.parcels import Way
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash


class Target(Protocol):
    @property
    def created(self) -> int: ...  # milliseconds


T = TypeVar("T", bound=Target)


class StoredTargets(Generic[T]):
    """Those of one way. What the outbox knows of a target goes with it."""

    way: Way
    most: int  # of one person
    too_many: Reason
    unknown: Reason

    def __init__(self, store: EventStore, outbox: Outbox, name: str, form: type[T]) -> None:
        """`name` begins the keys under which they are stored."""
        self._store = store
        self._outbox = outbox
        self._name = name
        self._decoder = msgspec.msgpack.Decoder(form)

    async def of(self, person: str) -> dict[str, T]:
        """By id, the oldest first."""
        stored = {id: self._decoder.decode(data) for id, data in (await self._hash(person).all()).items()}
        return dict(sorted(stored.items(), key=lambda target: (target[1].created, target[0])))

    async def since(self, person: str) -> dict[str, int]:
        """When each was added."""
        return {id: target.created for id, target in (await self.of(person)).items()}

    async def get(self, person: str, id: str) -> T | None:
        data = await self._hash(person).get(id)
        return None if data is None else self._decoder.decode(data)

    async def existing(self, person: str, id: str) -> T:
        """Raises Refused."""
        target = await self.get(person, id)
        if target is None:
            raise Refused(self.unknown, "not_found")
        return target

    async def put(self, person: str, id: str, target: T) -> None:
        """Add one, or replace the one with this id. Raises Refused."""
        if not await self._hash(person).set_within(self.most, id, msgspec.msgpack.encode(target)):
            raise Refused(self.too_many.about(most=self.most), "conflict")

    async def remove(self, person: str, id: str) -> None:
        await self._hash(person).remove(id)
        await self._outbox.forget(person, self.way, id)

    async def erase(self, person: str) -> None:
        await self._hash(person).delete()

    def _hash(self, person: str) -> Hash:
        return Hash(self._store, f"{self._name}:{person}", durable=True)
