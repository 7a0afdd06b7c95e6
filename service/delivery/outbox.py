"""The durable queue of parcels, shared by all workers.

What waits is ordered by target: a worker takes a target under a lease and sends its first parcel. So each target has at
most one request at a time whatever the number of workers, its parcels keep their order, and a receiver that hangs holds
up nobody else. If a worker dies, its lease ends and the parcel is sent again, with the same id.

Receivers that hang still fill slots, and anybody can make many of them. So one person has a few attempts at a time,
however quickly they remove targets and add others, and targets that have not proved themselves leave some slots to
those that have.

A parcel is added once: its id is remembered for three days after it was sent, withdrawn or given up, so that a caller
that does not know whether it was added can add it again.
"""

import logging
from typing import Any, Final, NamedTuple

import msgspec

from service.delivery.outcomes import NEW, Gone, TargetState, consequence
from service.delivery.parcels import Parcel, Way, packed, unpacked
from service.runtime.clock import Clock
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.sorted_sets import SortedSet

MOST_WAITING: Final = 200  # parcels of one person
LEASE: Final = 30_000  # milliseconds; longer than any attempt takes
_KEY: Final = "{outbox}"
_SEPARATOR: Final = "\x1f"
_STATES: Final = msgspec.msgpack.Decoder(TargetState)

log = logging.getLogger(__name__)


class Taken(NamedTuple):
    """A parcel to be sent now, and how sending to its target went so far."""

    parcel: Parcel
    state: TargetState


class Outbox:
    """All methods raise Unavailable."""

    def __init__(self, store: EventStore, clock: Clock, *, lease: int = LEASE) -> None:
        self._store = store
        self.clock = clock
        self._lease = lease

    async def put(self, parcel: Parcel, *, is_trial: bool = False) -> bool:
        """Add a parcel; False if it was added before. If the person has too many, the oldest one for the target with
        most of them is dropped. By a trial, how sending to the target went is forgotten. Raises ValueError."""
        data, kind = packed(parcel), "trial" if is_trial else ""
        names = (parcel.id, parcel.person, parcel.way, parcel.target, parcel.tag)
        added: int = await self._call("put", self.clock(), *names, parcel.due, data, MOST_WAITING, kind)
        return added == 1

    async def withdraw(
        self, person: str, *, tag: str = "", id: str = "", way: Way | None = None, target: str = ""
    ) -> int:
        """Remove parcels that are not sent yet and match all that is given, and return how many there were."""
        removed: int = await self._call("withdraw", self.clock(), person, way or "", target, tag, id)
        return removed

    async def take(
        self, way: Way, count: int, *, of_person: int = MOST_WAITING, new: int = MOST_WAITING
    ) -> list[Taken]:
        """Parcels that are due, for as many targets; each has to be settled before its lease ends.

        With them a person has at most `of_person` attempts at a time; at most `new` are for targets that failed last,
        or were never sent anything. What cannot be read is removed.
        """
        taken = list[Taken]()
        args = way, self.clock(), self._lease, count, of_person, new
        for person, id, data, state in await self._call("take_fairly", *args):
            try:
                taken.append(Taken(unpacked(data), _STATES.decode(state) if state else NEW))
            except msgspec.DecodeError as error:
                log.error("a parcel of another version is dropped: %r", error)
                await self.withdraw(person.decode(), id=id.decode())
        return taken

    async def settle(self, parcel: Parcel, state: TargetState, until: int | None = None) -> bool:
        """The parcel is done with, or if `until` is given, its target is left alone until then and it is tried again.
        False if it was withdrawn meanwhile."""
        names = (parcel.way, parcel.person, parcel.target, parcel.id)
        stored = msgspec.msgpack.encode(state)
        return bool(await self._call("settle", self.clock(), *names, stored, "" if until is None else until))

    async def states(self, person: str, way: Way) -> dict[str, TargetState]:
        """How sending to each target of a person went."""
        stored = (await self._states(person).all()).items()
        split = ((*field.partition(_SEPARATOR), state) for field, state in stored)
        return {target: _STATES.decode(state) for a_way, _, target, state in split if a_way == way}

    async def reopen(self, person: str, way: Way, target: str) -> None:
        """Forget how sending to a target went, so that a target that was given up is tried again."""
        await self._states(person).remove(f"{way}{_SEPARATOR}{target}")

    async def end(self, person: str, way: Way, target: str, answer: str) -> None:
        """Give a target up, because of an answer that came by another way."""
        ended = consequence(NEW, Gone(answer), self.clock()).state
        await self._states(person).set({f"{way}{_SEPARATOR}{target}": msgspec.msgpack.encode(ended)})
        await self.withdraw(person, way=way, target=target)

    async def forget(self, person: str, way: Way, target: str) -> None:
        """The person has no such target any more."""
        await self.withdraw(person, way=way, target=target)
        await self.reopen(person, way, target)

    async def waiting(self, way: Way) -> int:
        """The number of targets that something waits for."""
        sets = [SortedSet(self._store, f"{_KEY}:{kind}:{way}") for kind in ("due", "new")]
        return sum([await targets.size() for targets in sets])

    async def waiting_for(self, person: str) -> int:
        return await SortedSet(self._store, _of(person)).size()

    async def erase(self, person: str) -> None:
        await self.withdraw(person)
        await self._states(person).delete()

    async def _call(self, name: str, *args: str | bytes | int) -> Any:
        return await self._store.function(_KEY, f"firstfire_outbox_{name}", [_KEY], *args)

    def _states(self, person: str) -> Hash:
        return Hash(self._store, f"{_KEY}:states:{person}", durable=True)


def _of(person: str) -> str:
    return f"{_KEY}:of:{person}"
