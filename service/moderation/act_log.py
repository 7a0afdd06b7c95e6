"""The log of acts, and what follows from it, which every process keeps in memory and brings up to date each second.

So the standing of a person costs a request no trip to the store, and there is no second record that could contradict
the log. A ban holds at once in the process that was asked for it, and within a second in the others.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Final, Protocol, TypeVar

import msgspec

from service.moderation.acts import Entry, Numbered, SuspicionClosed
from service.moderation.standing import NOTHING, History, State, after, standing, state
from service.people.identity import Person
from service.people.standing import GOOD, Standing
from service.runtime.clock import Clock
from service.runtime.repeats import Once
from service.store.event_store import EventStore
from service.store.followed_record import FollowedRecord
from service.store.log_names import acts_log
from service.store.typed_log import LogKind, TypedLog

_MOST_ABOUT: Final = 100  # of the entries about a person that are shown


class HasPlayer(Protocol):
    @property
    def player(self) -> str: ...


P = TypeVar("P", bound=HasPlayer)


class Acts:
    """What follows from all acts so far."""

    def __init__(self) -> None:
        self.version = 0
        self.histories: dict[str, History] = {}
        self.numbers: dict[str, list[int]] = {}  # by player: the numbers of all entries about them
        self.removed_games: Counter[str] = Counter()
        self.closed: dict[tuple[str, str], int] = {}  # by suspicious pair: when a moderator has closed it

    def with_next(self, entry: Entry) -> "Acts":
        """Changes these acts, because they are as many as there ever were."""
        self.version += 1
        about, before = entry.about, self.histories.get(entry.about, NOTHING)
        history = self.histories[about] = after(before, Numbered(self.version, entry))
        self.removed_games.update(history.removed_games)
        self.removed_games.subtract(before.removed_games)
        self.numbers.setdefault(about, []).append(self.version)
        if isinstance(entry.act, SuspicionClosed):
            self.closed[about, entry.act.other] = entry.at
        return self


ACT_LOGS: Final = LogKind(acts_log, Entry, Acts, Acts.with_next)


class ActLog(FollowedRecord):
    def __init__(self, store: EventStore, clock: Clock) -> None:
        super().__init__(clock)
        self._store = store
        self._log = TypedLog(store, ACT_LOGS, acts_log())

    async def _read_on(self) -> None:
        await self._log.read()

    async def with_standing(self, person: Person) -> Person:
        """The person as they stand now. Raises Unavailable only if the log was never read before."""
        now = await self.standing(person.player)
        return person if now is GOOD else msgspec.structs.replace(person, standing=now)

    async def standing(self, player: str) -> Standing:
        if self.is_stale:
            await self.refresh_if_stale()
        return standing(self.known_history(player), self._clock())

    async def history(self, player: str) -> History:
        await self.refresh_if_stale()
        return self.known_history(player)

    async def append(self, entry: Callable[[], Entry], once: Once | None = None) -> Numbered:
        """Adds what `entry` returns, which is called again if others were faster; it raises Refused if it may not be.

        A request that is repeated adds nothing, and gets what it got before; raises KeyReused.
        """
        command_id, content = once or (None, "")

        async def decide(_: Acts) -> list[Entry]:
            return [entry()]

        appended = await self._log.change(decide, command_id, content)
        assert appended is not None
        act = await self.find(appended.first)
        assert act is not None
        return act

    def known_history(self, player: str) -> History:
        """As far as the log was read."""
        return self._log.state.histories.get(player, NOTHING)

    def state(self, act: Numbered) -> State | None:
        return state(self.known_history(act.entry.about), act, self._clock())

    def is_replaced(self, player: str | None, name: str | None) -> bool:
        """Whether moderators have replaced this name of the player."""
        history = self._log.state.histories.get(player or "")
        return history is not None and name in history.replaced_names

    def concerns_any(self, players: Collection[str | None]) -> bool:
        """Whether there is any act about one of these players."""
        return not self._log.state.histories.keys().isdisjoint(players)

    def is_removed(self, player: str | None) -> bool:
        """Whether public lists leave this player out."""
        history = self._log.state.histories.get(player or "")
        return history is not None and standing(history, self._clock()).limit("remove") is not None

    async def listed(self, places: Sequence[P]) -> list[P]:
        """The places of a public list, without those of removed players."""
        await self.refresh_if_stale()
        return [place for place in places if not self.is_removed(place.player)]

    async def is_banned(self, player: str) -> bool:
        return (await self.standing(player)).limit("ban") is not None

    def is_removed_game(self, game: str) -> bool:
        return self._log.state.removed_games[game] > 0

    @property
    def closed_suspicions(self) -> dict[tuple[str, str], int]:
        return dict(self._log.state.closed)

    async def find(self, number: int) -> Numbered | None:
        if number > self._log.version:
            await self.refresh()
        entries = await self._store.read(self._log.name, number - 1, number) if 0 < number <= self._log.version else []
        return Numbered(number, ACT_LOGS.decode(entries[0].data)) if entries else None

    async def newest(self, before: int | None, count: int) -> list[Numbered]:
        """`count` entries before this number, the newest first."""
        await self.refresh()
        last = self._log.version if before is None else min(self._log.version, before - 1)
        entries = await self._store.read(self._log.name, max(0, last - count), last) if last > 0 else []
        return [Numbered(entry.seq, ACT_LOGS.decode(entry.data)) for entry in reversed(entries)]

    async def about(self, player: str) -> list[Numbered]:
        """The entries about a player, the newest first: at most a hundred."""
        await self.refresh()
        numbers = self._log.state.numbers.get(player, [])[-_MOST_ABOUT:]
        acts = await asyncio.gather(*(self.find(number) for number in reversed(numbers)))
        return [act for act in acts if act is not None]
