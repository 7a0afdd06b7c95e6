"""The games that this process has in memory, folded once for reading and writing.

A live game is read from the log only if something may have happened since it was last read. The feeds announce that.
What this process has appended itself is added at once, and its announcement is recognised by the entry of the feed; the
number of an event would say too little, because a log that was set back (by a fail-over or from a backup) reaches the
same numbers again. For the same reason a read begins with the last event that is already here, and checks that it is
still the same. Games of feeds that nobody follows in this process are read each time.

The cache is bounded by events, never by the number of games: one game may be as long as twenty others. It may be out of
date at any moment, so it never decides anything (commands.py).
"""

from collections.abc import Awaitable, Callable, Collection
from typing import Final

from domain.game import Game
from service.games.codec import Stamped, decode_all
from service.games.view import View
from service.runtime.prepared import Prepared
from service.runtime.recent import Recent
from service.store.event_store import Entry, EventStore
from service.store.feeds.entries import FeedEntry
from service.store.keys import bucket_of

_CACHED_EVENTS: Final = 40_000  # of all games together; an event takes 1.5 to 3 KB
_LEAST_WEIGHT: Final = 20  # events: what a game takes by itself
_CACHED_BYTES: Final = 24 * 1024 * 1024  # of what is encoded for all games together
_DOUBT: Final = ""  # in place of the entry of a feed: the log may have changed, for another reason


class LiveGame:
    """One game as far as it has been read or written."""

    def __init__(self, name: str) -> None:
        self.view = View(name)
        self.bucket = bucket_of(name)
        self.last: Entry | None = None  # the last event as it is stored
        self.unread: set[str] = set()  # entries of the feed whose events may be missing here
        self._neutral: View | None = None  # the same game with neutral names, if they were asked for

    @property
    def name(self) -> str:
        return self.view.game

    @property
    def seq(self) -> int:
        return self.view.seq

    @property
    def weight(self) -> int:
        return _LEAST_WEIGHT + self.seq * (1 if self._neutral is None else 2)

    def append(self, entries: list[Entry], events: list[Stamped], games: list[Game]) -> None:
        """Add entries of the log; `games` are the game after each of them, if they are folded already."""
        self.view.note_marks([entry.data for entry in entries])
        self.view.extend(events, games)
        self.last = entries[-1]

    def doubt(self) -> None:
        """The log may have changed: it is read before the next look."""
        self.unread.add(_DOUBT)

    def shown(self, neutral: frozenset[int]) -> View:
        """The game with the names of these seats replaced."""
        if not neutral:
            return self.view
        if self._neutral is None or self._neutral.neutral != neutral:
            self._neutral = self.view.with_neutral(neutral)
        if self._neutral.seq < self.seq:
            self._neutral.extend(self.view.stamped[self._neutral.seq :])
        return self._neutral


def _weight(live: LiveGame) -> int:
    return live.weight


async def _none(_: str) -> frozenset[int]:
    return frozenset()


class LiveGames:
    def __init__(
        self,
        store: EventStore,
        neutral: Callable[[str], Awaitable[frozenset[int]]] = _none,
        *,
        cached_events: int = _CACHED_EVENTS,
    ) -> None:
        self.store = store
        self._neutral = neutral  # the seats whose names must not be shown
        self._followed: Collection[int] = ()  # the feeds whose entries are announced here
        self._games: Recent[str, LiveGame] = Recent(cached_events, _weight)
        self._own: set[tuple[str, str]] = set()  # games and entries of feeds that this process has appended
        self._encoded: Prepared[tuple[object, ...]] = Prepared(_CACHED_BYTES)

    @property
    def cached_events(self) -> int:
        """How many events all cached games weigh."""
        return self._games.weight

    @property
    def is_following(self) -> bool:
        return bool(self._followed)

    def follow(self, feeds: Collection[int]) -> None:
        """From now on every new entry of these feeds is announced, and no other."""
        self._followed = feeds
        self._own.clear()
        for _, live in self._games.items():  # what happened until now may not have been announced
            live.doubt()

    def announce(self, entry: FeedEntry) -> None:
        """The feeds have a new entry."""
        own = (entry.game, entry.id)
        if own in self._own:
            self._own.remove(own)
        elif (live := self._games.get(entry.game)) is not None:
            live.unread.add(entry.id)

    async def view(self, game: str, at: int = 0, nameless: frozenset[int] | None = None) -> View:
        """The game up to the last announced event, and at least up to event `at` if it exists.

        `nameless` are the seats whose names are replaced; a caller without the table leaves it out.
        """
        neutral = await self._neutral(game) if nameless is None else nameless
        return (await self.live(game, at)).shown(neutral)

    async def current(self, game: str, at: int = 0) -> Game:
        """The game after its newest event, hidden orders included; as `view`."""
        return (await self.live(game, at)).view.newest

    async def live(self, game: str, at: int = 0) -> LiveGame:
        """As `view`, for commands. It grows while the caller waits for something else."""
        live = self._games.get(game)
        if live is None:
            live = self._games[game] = LiveGame(game)
        is_due = live.bucket not in self._followed or live.seq < max(at, 1)
        while is_due or live.unread:  # more may be announced during the read
            live, is_due = await self.read_on(live), False
        return live

    async def read_on(self, live: LiveGame) -> LiveGame:
        """The game with all events of the log; another object if the log was set back."""
        unread = {*live.unread}
        entries = await self.store.read_on(live.name, live.last)
        if entries is None:
            return await self.read_on(self._begin_again(live))
        if tail := [entry for entry in entries if entry.seq > live.seq]:  # another request may have read some of them
            live.append(tail, decode_all(tail), [])
            self._weigh(live)
        live.unread -= unread
        return live

    def extend(self, live: LiveGame, entries: list[Entry], events: list[Stamped], games: list[Game], feed: str) -> None:
        """Add what this process has just appended, announced by the entry `feed`; empty if that is not known."""
        if not feed or self._games.get(live.name) is not live or live.seq != entries[0].seq - 1:
            return  # it is read when the feed announces it
        live.append(entries, events, games)
        self._games[live.name] = live  # weighed again
        if feed in live.unread:
            live.unread.remove(feed)  # the feed was quicker than the answer
        elif live.bucket in self._followed:
            self._own.add((live.name, feed))

    def _begin_again(self, live: LiveGame) -> LiveGame:
        """An empty game in place of `live`, whose log was set back."""
        current = self._games.get(live.name)
        if current is not None and current is not live:
            return current  # another request was quicker
        fresh = self._games[live.name] = LiveGame(live.name)
        return fresh

    def _weigh(self, live: LiveGame) -> None:
        if self._games.get(live.name) is live:
            self._games[live.name] = live

    def table(self, view: View, seq: int, viewer: int | None) -> bytes:
        """The table after event `seq` as JSON, cached for each viewer."""
        return self.kept(view, ("table", seq, viewer), seq, lambda: view.table(seq, viewer))

    def kept(self, view: View, name: tuple[object, ...], seq: int, make: Callable[[], bytes]) -> bytes:
        """As `encoded`, for what is made at once."""
        full = (view.game, view.neutral, view.mark(seq), *name)
        return self._encoded.kept(full) or self._encoded.keep(full, make())

    async def encoded(
        self, view: View, name: tuple[object, ...], seq: int, make: Callable[[], Awaitable[bytes]]
    ) -> bytes:
        """What is encoded from the log up to event `seq`, cached by `name`: past events never change."""
        return await self._encoded.get((view.game, view.neutral, view.mark(seq), *name), make)
