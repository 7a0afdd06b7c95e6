"""How much one person may have at a time, and store in an hour or a day: guests a fifth of what an account may.

Tables and games are counted in the lists, which follow the logs by a moment; within that moment the limit on requests
holds, because opening a table costs more than looking at one.
"""

from typing import Final, NamedTuple

from domain.errors import Reason
from service.lists.index import ListIndex
from service.people.client_network import is_this_machine, shares
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
TOO_MUCH_WRITTEN: Final = Reason(
    "too_much_written", "", "You may write {most} notes and plans in an hour: go on in {minutes} minutes."
)
OPENED_TODAY: Final = Reason(
    "opened_today",
    "",
    "{most} tournaments were opened today by you or in your network, and no more are allowed: go on in {hours} hours.",
)
GAMES: Final = 100
WRITTEN: Final = 600  # notes, thoughts and plans
OPENED_A_DAY: Final = 4  # tournaments
OPENED_OF_NETWORK: Final = 8
INVITATIONS: Final = 30
INVITED: Final = 50  # how often all together may invite one person
ACTS: Final = 200
_GUESTS: Final = 5  # a guest has this fraction of what an account has
_HOUR: Final = 60 * 60 * 1000
_DAY: Final = 24 * _HOUR
_NETWORK: Final = 4  # persons' worth of what one network may store in an hour


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
        await self._take("kept", f"person:{person.player}", self._limits.of(person).kept, TOO_MANY_KEPT)
        await self._take_of_networks("kept", address, _NETWORK * self._limits.kept, TOO_MANY_KEPT)

    async def take_written(self, person: Person, address: str) -> None:
        """Count a note, a thought or a plan, whose logs never become shorter; raises Refused."""
        most = WRITTEN if person.has_account else WRITTEN // _GUESTS
        await self._take("written", f"person:{person.player}", most, TOO_MUCH_WRITTEN)
        await self._take_of_networks("written", address, _NETWORK * WRITTEN, TOO_MUCH_WRITTEN)

    async def take_tournament(self, person: Person, address: str) -> None:
        """Count a tournament that is opened; raises Refused. All share a number of them, so that a network may open
        few, however many accounts it has."""
        await self._take("tournaments", f"person:{person.player}", OPENED_A_DAY, OPENED_TODAY, _DAY)
        await self._take_of_networks("tournaments", address, OPENED_OF_NETWORK, OPENED_TODAY, _DAY)

    async def take_invitation(self, person: Person, other: str, name: str) -> None:
        """Count an invitation of somebody called `name`; raises Refused. Guests, who are many, are counted apart: what
        they do keeps no account from inviting."""
        kind, share = ("accounts", 1) if person.has_account else ("guests", _GUESTS)
        await self._take("invitations", person.player, INVITATIONS // share, TOO_MANY_INVITATIONS)
        await self._take("invited", f"{kind}:{other}", INVITED // share, INVITED_OFTEN, name=name)

    async def take_act(self, moderator: str) -> None:
        """Count an act of a moderator; raises Refused."""
        await self._take("acts", moderator, ACTS, TOO_MANY_ACTS)

    async def _take_of_networks(self, what: str, address: str, most: int, reason: Reason, period: int = _HOUR) -> None:
        if not is_this_machine(address):
            for network, times in shares(address):
                await self._take(what, f"network:{network}", times * most, reason, period)

    async def _take(self, what: str, who: str, most: int, reason: Reason, period: int = _HOUR, **about: str) -> None:
        number, since = divmod(self._clock(), period)
        if await Counter(self._store, f"quota:{what}:{number}:{who}").increment(milliseconds=period) > most:
            left = period - since
            ends = {"hours": -(-left // _HOUR)} if period == _DAY else {"minutes": -(-left // 60_000)}
            raise Refused(reason.about(most=most, **ends, **about), "too_many", retry_after=-(-left // 1000))
