"""The deal of each day (UTC), which everybody plays once against the same bots: one log, each day is added to it once.

Chance makes a deal when somebody first asks for the game of that day, so nobody can know it before. Two processes that
do so at once append at the same version: one of them is refused, and reads what the other wrote.

All games of a day have its salt as well. Bots choose by salt and position, and so does the search of the face-down
pile (O10): who moves alike sees alike. And as commitments are alike, everybody can check that the deals were.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time, timedelta
from random import Random, SystemRandom
from secrets import token_hex
from typing import Final

import msgspec

from domain.events import Deal, Event, LineRevealed
from domain.pieces import Level
from domain.rules import Rules
from domain.start import commitment
from service.runtime.clock import Clock, milliseconds, moment
from service.store.event_store import EventStore
from service.store.log_names import deals_log
from service.store.typed_log import LogKind, Timed, TypedLog

BOT: Final[Level] = "flint"  # chooses at once: never otherwise because time was short
KINDS: Final = (  # from Monday on
    Rules("kingdomino", 2, variants=("must_place",)),
    Rules("origins", 2, "discovery"),
    Rules("kingdomino", 3, variants=("must_place", "harmony")),
    Rules("origins", 3, "totem"),
    Rules("kingdomino", 4, variants=("must_place", "middle_kingdom")),
    Rules("origins", 2, "tribe"),
    Rules("kingdomino", 2, variants=("must_place", "mighty_duel")),
)
_PLAYED_FOR: Final = timedelta(days=2)  # a game that began late in its day can be finished on the next
_RNG: Final = SystemRandom()


class DealDrawn(msgspec.Struct, frozen=True, tag="deal_drawn"):
    day: date
    rules: Rules
    bot: Level  # on all seats but the first
    deal: Deal
    salt: str

    @property
    def commitment(self) -> str:
        return commitment(self.deal, self.salt)


def _drawn(deals: dict[date, DealDrawn], entry: Timed[DealDrawn]) -> dict[date, DealDrawn]:
    """A day keeps its first deal, whatever later entries say."""
    deals.setdefault(entry[1].day, entry[1])
    return deals


def _none() -> dict[date, DealDrawn]:
    return {}


DEAL_LOGS: Final = LogKind(deals_log, tuple[int, DealDrawn], _none, _drawn)


def end_of(day: date) -> int:
    """When the games of a day have to be finished, and everybody may see them."""
    return milliseconds(datetime.combine(day, time(), UTC) + _PLAYED_FOR)


class DayDeals:
    def __init__(self, store: EventStore, clock: Clock, shuffle: Callable[[Rules, Random], Deal]) -> None:
        self._clock = clock
        self._shuffle = shuffle
        self._log = TypedLog(store, DEAL_LOGS, deals_log())

    def today(self) -> date:
        return moment(self._clock()).date()

    def is_secret(self, day: date) -> bool:
        """Whether the games of this day can still be played."""
        return self._clock() < end_of(day)

    async def of(self, day: date) -> DealDrawn | None:
        """None if nobody has asked for the game of that day."""
        return self._log.state.get(day) or (await self._log.read()).get(day)

    async def of_today(self) -> DealDrawn:
        """Drawn now, if it was not before."""
        today = self.today()

        async def decide(deals: dict[date, DealDrawn]) -> list[Timed[DealDrawn]]:
            if today in deals:
                return []
            rules = KINDS[today.weekday()]
            drawn = DealDrawn(today, rules, BOT, self._shuffle(rules, _RNG), token_hex(32))
            return [(self._clock(), drawn)]

        if today not in self._log.state:
            await self._log.change(decide)
        return self._log.state[today]

    async def is_told_by(self, events: Iterable[Event]) -> bool:
        """Whether these events show the beginning of a deal that is still secret."""
        lines = [frozenset(event.dominoes) for event in events if isinstance(event, LineRevealed)]
        secret = [drawn.deal.dominoes for day, drawn in (await self._log.read()).items() if self.is_secret(day)]
        return bool(lines) and any(_lines(dominoes, lines) == lines for dominoes in secret)


def _lines(dominoes: tuple[int, ...], like: list[frozenset[int]]) -> list[frozenset[int]]:
    """The first lines of a deal, as many and as long as `like`."""
    ends = [sum(map(len, like[: number + 1])) for number in range(len(like))]
    return [frozenset(dominoes[end - len(line) : end]) for end, line in zip(ends, like, strict=True)]
