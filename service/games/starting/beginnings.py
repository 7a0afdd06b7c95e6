"""The first events of a game: a new deal, that of a day, or those that lead to the position from which it continues."""

import secrets
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Final

from domain.commands import StartGame
from domain.decide import decide
from domain.events import Deal, Event
from domain.fork import fork, hidden
from domain.game import INITIAL
from domain.rules import Rules
from service.games.codec import GAME_LOGS, decode_all
from service.games.seating import Seating
from service.games.starting.day_deals import DayDeals
from service.games.starting.guided import SALT, guided_deal
from service.games.starting.shuffle import reshuffled, shuffled
from service.runtime.clock import Clock
from service.store.event_store import EventStore
from service.store.typed_log import TypedLog

_RNG: Final = SystemRandom()


class Beginnings:
    """`shuffle` deals the new games."""

    def __init__(self, store: EventStore, clock: Clock, shuffle: Callable[[Rules, Random], Deal] = shuffled) -> None:
        self._store = store
        self._clock = clock
        self._shuffle = shuffle
        self.days = DayDeals(store, clock, shuffle)

    async def events(self, table: Seating) -> list[Event]:
        """How the game of a table begins; nothing if the game that it was to continue is gone."""
        origin, day, salt = table.opened.forked_from, table.of_day, secrets.token_hex(32)
        if table.guide is not None:
            return decide(INITIAL, StartGame(table.rules, table.seats(), guided_deal(table.guide), SALT))
        if day is not None:
            drawn = await self.days.of(day)
            return decide(INITIAL, StartGame(table.rules, table.seats(), drawn.deal, drawn.salt)) if drawn else []
        if origin is None:
            deal = self._shuffle(table.rules, _RNG)
            return decide(INITIAL, StartGame(table.rules, table.seats(), deal, salt))
        before = [stamped.event for stamped in decode_all(await self._store.read(origin.game, 0, origin.at))]
        return fork(before, table.seats(), reshuffled(hidden(before), _RNG), salt) if before else []

    async def write(self, game: str, events: list[Event], command_id: str) -> None:
        """Append the first events of a game, unless it has begun already."""
        now = self._clock()
        await TypedLog(self._store, GAME_LOGS, game).begin([(now, event) for event in events], command_id)
