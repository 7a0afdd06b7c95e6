"""How much one person may have at a time, and store in an hour: guests a fifth of what an account may.

Tables and games are counted in the lists, which follow the logs by a moment; within that moment the limit on requests
holds, because opening a table costs more than looking at one.
"""

from typing import Final, NamedTuple

from domain.errors import Reason
from service.lists.index import ListIndex
from service.people.client_network import is_this_machine, network
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.values import Counter

TOO_MANY_OPEN: Final = Reason(
    "too_many_open",
    "",
    "You have {most} open tables, and no more are allowed: wait until somebody sits down, or call one off.",
)
TOO_MANY_GAMES: Final = Reason(
    "too_many_games", "", "You have {most} games, and no more are allowed at a time: finish one first."
)
TOO_MANY_KEPT: Final = Reason(
    "too_many_kept", "", "You may import or continue {most} games in an hour: go on in {minutes} minutes."
)
TOO_MANY_ACTS: Final = Reason(
    "too_many_acts", "", "A moderator may do {most} things in an hour: go on in {minutes} minutes."
)
TOO_MANY_INVITATIONS: Final = Reason(
    "too_many_invitations", "", "You may invite {most} people in an hour: go on in {minutes} minutes."
)
INVITED_OFTEN: Final = Reason(
    "invited_often", "", "{name} was invited {most} times in this hour: go on in {minutes} minutes."
)
GAMES: Final = 100
INVITATIONS: Final = 30
INVITED: Final = 50  # how often all together may invite one person
ACTS: Final = 200
_GUESTS: Final = 5  # a guest has this fraction of what an account has
_HOUR: Final = 60 * 60 * 1000
_NETWORK: Final = 4  # persons' worth of records and forks that one network may store


class Limits(NamedTuple):
    """Of one account."""

    open_tables: int
    games: int  # open and running
    kept: int  # records and forks in an hour

    @classmethod
    def for_games(cls, games: int) -> "Limits":
        """The limits that go with this many games at a time."""
        return cls(open_tables=max(1, games // 10), games=games, kept=max(1, games * 3 // 10))

    def of(self, person: Person) -> "Limits":
        return self if person.has_account else Limits(*(max(1, limit // _GUESTS) for limit in self))


class Quotas:
    def __init__(self, store: EventStore, index: ListIndex, clock: Clock, limits: Limits) -> None:
        self._store = store
        self._index = index
        self._clock = clock
        self._limits = limits

    async def check_table(self, person: Person) -> None:
        """Raises Refused if `person` may not open another table."""
        limits = self._limits.of(person)
        lines, total = await self._index.page(f"mine:{person.player}", count=limits.games)
        if total >= limits.games:
            raise Refused(TOO_MANY_GAMES.about(most=limits.games), "conflict")
        opened = sum(line.status == "open" and line.seats[0].player == person.player for line in lines)
        if opened >= limits.open_tables:
            raise Refused(TOO_MANY_OPEN.about(most=limits.open_tables), "conflict")

    async def check_game(self, person: Person) -> None:
        """Raises Refused if `person` may not sit down at another table."""
        limits = self._limits.of(person)
        if (await self._index.page(f"mine:{person.player}", count=1)).total >= limits.games:
            raise Refused(TOO_MANY_GAMES.about(most=limits.games), "conflict")

    async def room(self, person: Person) -> int:
        """At how many more tables `person` may sit down."""
        total = (await self._index.page(f"mine:{person.player}", count=1)).total
        return max(0, self._limits.of(person).games - total)

    async def take_kept(self, person: Person, address: str) -> None:
        """Count a game that is imported or continued; raises Refused."""
        limits = self._limits.of(person)
        await self._take("kept", f"person:{person.player}", limits.kept, TOO_MANY_KEPT)
        if not is_this_machine(address):
            await self._take("kept", f"network:{network(address)}", _NETWORK * self._limits.kept, TOO_MANY_KEPT)

    async def take_invitation(self, person: Person, other: str, name: str) -> None:
        """Count an invitation of somebody called `name`; raises Refused. Guests, who are many, are counted apart: what
        they do keeps no account from inviting."""
        kind, share = ("accounts", 1) if person.has_account else ("guests", _GUESTS)
        await self._take("invitations", person.player, INVITATIONS // share, TOO_MANY_INVITATIONS)
        await self._take("invited", f"{kind}:{other}", INVITED // share, INVITED_OFTEN, name=name)

    async def take_act(self, moderator: str) -> None:
        """Count an act of a moderator; raises Refused."""
        await self._take("acts", moderator, ACTS, TOO_MANY_ACTS)

    async def _take(self, what: str, who: str, most: int, reason: Reason, **about: str) -> None:
        hour, since = divmod(self._clock(), _HOUR)
        if await Counter(self._store, f"quota:{what}:{hour}:{who}").increment(milliseconds=_HOUR) > most:
            minutes = -(-(_HOUR - since) // 60_000)
            raise Refused(reason.about(most=most, minutes=minutes, **about), "too_many", retry_after=60 * minutes)
