"""The log of acts, and what follows from it, which every process keeps in memory and brings up to date each second.

So the standing of a person costs a request no trip to the store, and there is no second record that could contradict
the log. A ban holds at once in the process that was asked for it, and within a second in the others.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

import msgspec

from service.moderation.acts import Entry, Numbered, SuspicionClosed, decode, encode
from service.moderation.standing import NOTHING, History, State, after, standing, state
from service.people.identity import Person
from service.people.standing import GOOD, Standing
from service.runtime.clock import Clock
from service.runtime.repeats import KeyReused, Once
from service.store.errors import AnotherCommand, StreamMoved
from service.store.event_store import EventStore, Span
from service.store.followed_record import FollowedRecord
from service.store.log_names import ACTS_LOG

_AT_ONCE: Final = 1_000  # entries that are read in one step
_MOST_ABOUT: Final = 100  # of the entries about a person that are shown


class HasPlayer(Protocol):
    @property
    def player(self) -> str: ...


P = TypeVar("P", bound=HasPlayer)


class ActLog(FollowedRecord):
    def __init__(self, store: EventStore, clock: Clock) -> None:
        super().__init__(clock)
        self._store = store
        self._forget()

    def _forget(self) -> None:
        self._version = 0
        self._histories: dict[str, History] = {}
        self._numbers: dict[str, list[int]] = {}  # by player: the numbers of all entries about them
        self._removed_games: Counter[str] = Counter()
        self._closed: dict[tuple[str, str], int] = {}  # by suspicious pair: when a moderator has closed it

    async def with_standing(self, person: Person) -> Person:
        """The person as they stand now. Raises Unavailable only if the log was never read before."""
        now = await self.standing(person.player)
        return person if now is GOOD else msgspec.structs.replace(person, standing=now)

    async def standing(self, player: str) -> Standing:
        return standing(await self.history(player), self._clock())

    async def history(self, player: str) -> History:
        await self.refresh_if_stale()
        return self._histories.get(player, NOTHING)

    async def _read_on(self) -> None:
        while entries := await self._store.read(ACTS_LOG, self._version, self._version + _AT_ONCE):
            for entry in entries:
                if entry.seq == self._version + 1:  # another caller may have read it meanwhile
                    self._take_in(Numbered(entry.seq, decode(entry.data)))

    def _take_in(self, act: Numbered) -> None:
        about, self._version = act.entry.about, act.number
        before = self._histories.get(about, NOTHING)
        history = self._histories[about] = after(before, act)
        self._removed_games.update(history.removed_games)
        self._removed_games.subtract(before.removed_games)
        self._numbers.setdefault(about, []).append(act.number)
        if isinstance(act.entry.act, SuspicionClosed):
            self._closed[about, act.entry.act.other] = act.entry.at

    async def append(self, entry: Callable[[], Entry], once: Once | None = None) -> Numbered:
        """Adds what `entry` returns, which is called again if others were faster; it raises Refused if it may not be.

        A request that is repeated adds nothing, and gets what it got before; raises KeyReused.
        """
        command_id, content = once or (None, "")
        await self.refresh()
        while True:
            if command_id is not None and (before := await self._store.command(ACTS_LOG, command_id)) is not None:
                return await self._repeated(before, content)
            try:
                appended = await self._store.append(ACTS_LOG, self._version, [encode(entry())], command_id, content)
            except StreamMoved as moved:
                if moved.version < self._version:  # a log that was set back
                    self._forget()
                await self.refresh()
                continue
            except AnotherCommand as error:
                raise KeyReused from error
            await self.refresh()
            return await self._existing(appended.first)

    async def _repeated(self, before: Span, content: str) -> Numbered:
        if content and before.content not in ("", content):
            raise KeyReused
        return await self._existing(before.first)

    async def _existing(self, number: int) -> Numbered:
        act = await self.find(number)
        assert act is not None
        return act

    def known_history(self, player: str) -> History:
        """As far as the log was read."""
        return self._histories.get(player, NOTHING)

    def state(self, act: Numbered) -> State | None:
        return state(self.known_history(act.entry.about), act, self._clock())

    def is_replaced(self, player: str | None, name: str | None) -> bool:
        """Whether moderators have replaced this name of the player."""
        history = self._histories.get(player or "")
        return history is not None and name in history.replaced_names

    def is_removed(self, player: str | None) -> bool:
        """Whether public lists leave this player out."""
        history = self._histories.get(player or "")
        return history is not None and standing(history, self._clock()).limit("remove") is not None

    async def listed(self, places: Sequence[P]) -> list[P]:
        """The places of a public list, without those of removed players."""
        await self.refresh_if_stale()
        return [place for place in places if not self.is_removed(place.player)]

    async def is_banned(self, player: str) -> bool:
        return (await self.standing(player)).limit("ban") is not None

    def is_removed_game(self, game: str) -> bool:
        return self._removed_games[game] > 0

    @property
    def closed_suspicions(self) -> dict[tuple[str, str], int]:
        return dict(self._closed)

    async def find(self, number: int) -> Numbered | None:
        if number > self._version:
            await self.refresh()
        entries = await self._store.read(ACTS_LOG, number - 1, number) if 0 < number <= self._version else []
        return Numbered(number, decode(entries[0].data)) if entries else None

    async def newest(self, before: int | None, count: int) -> list[Numbered]:
        """`count` entries before this number, the newest first."""
        await self.refresh()
        last = self._version if before is None else min(self._version, before - 1)
        entries = await self._store.read(ACTS_LOG, max(0, last - count), last) if last > 0 else []
        return [Numbered(entry.seq, decode(entry.data)) for entry in reversed(entries)]

    async def about(self, player: str) -> list[Numbered]:
        """The entries about a player, the newest first: at most a hundred."""
        await self.refresh()
        numbers = self._numbers.get(player, [])[-_MOST_ABOUT:]
        acts = await asyncio.gather(*(self.find(number) for number in reversed(numbers)))
        return [act for act in acts if act is not None]
