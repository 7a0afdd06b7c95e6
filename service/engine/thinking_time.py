"""Limits how much searching a person, and a network, may ask for in a minute: in time, because that is what it costs.

A hint or a review is charged when it is asked for, with the time that its search takes at most or on average. One that
is stored already is free.
"""

from typing import Final

from domain.errors import Reason
from service.people.client_network import is_this_machine, shares
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.values import Counter

OF_A_PERSON: Final = 30_000  # milliseconds of searching in a minute
OF_A_NETWORK: Final = 4 * OF_A_PERSON  # of all persons in it
TOO_MANY_QUESTIONS: Final = Reason(
    "too_many_questions", "", "You ask for more hints than can be thought about: wait a minute, then go on."
)
TOO_MANY_AROUND_YOU: Final = Reason(
    "too_many_around_you",
    "",
    "From your network more hints are asked for than can be thought about: wait a minute, then go on.",
)
_MINUTE: Final = 60_000  # milliseconds


class ThinkingTime:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def spend(self, player: str, address: str, milliseconds: int) -> None:
        """Charges a search to a person and to their network; raises Refused when either has used up its time.

        Addresses of this machine are not limited: they belong to our own programs, or to a proxy that does not forward
        the client's address.
        """
        await self._spend(f"asked:{player}", milliseconds, OF_A_PERSON, TOO_MANY_QUESTIONS)
        if not is_this_machine(address):
            for network, times in shares(address):
                await self._spend(f"asked:from:{network}", milliseconds, times * OF_A_NETWORK, TOO_MANY_AROUND_YOU)

    async def _spend(self, who: str, milliseconds: int, most: int, reason: Reason) -> None:
        now = self._clock()
        counter = Counter(self._store, f"{who}:{now // _MINUTE}")
        if await counter.increment(milliseconds, milliseconds=_MINUTE) > most:
            raise Refused(reason, "too_many", retry_after=-(-(_MINUTE - now % _MINUTE) // 1000))
