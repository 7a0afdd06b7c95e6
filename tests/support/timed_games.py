"""Games with a clock, and workers that warn and hand over seats in them, or die while they do."""

import asyncio
from contextlib import suppress
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any, cast

import msgspec

from domain.commands import Play, UndoTurn
from domain.events import SeatTimedOut, VictoryClaimed
from domain.rules import Rules
from domain.undo import undoable
from projections.timing import TimeControl, Timing, timing
from service.assembly import assemble
from service.games.clocks.rests import ALWAYS, Terms
from service.games.codec import decode_all, steps_of
from service.games.outages import Outages
from service.games.seating import SeatingEvent, TableOpened, TimeWarned
from service.lists.recorded_tables import read_table
from service.people.identity import Person
from service.services import Services
from service.store.client.servers import Servers
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.feeds.entries import START, FeedEntry
from service.store.keys import bucket_of, feed_key
from service.store.log_names import seats_log
from service.worker.deadlines import Sweeper
from tests.support.api_persons import ManualClock
from tests.support.play import random_move

OONA = Person("oona", "Oona")
DUEL = Rules("kingdomino", 2, None, ("must_place",))
SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY
STEP = 30 * MINUTE


def patient_outages(store: EventStore, time: ManualClock) -> Outages:
    """Days go by in steps of half an hour: only more than that is an outage."""
    return Outages(store, time, threshold=STEP)


def patient_services(store: EventStore, time: ManualClock) -> Services:
    return replace(assemble(store, time), outages=patient_outages(store, time))


class Mortal:
    """The servers of a worker that dies at a certain call: before it, or after it and before the answer."""

    def __init__(self, servers: Any, rng: Random) -> None:
        self._servers = servers
        self._left, self._is_done = rng.randrange(25), rng.random() < 0.5

    async def call(self, key: str, *args: Any) -> Any:
        self._left -= 1
        if self._left < 0 and not self._is_done:
            raise Unavailable("killed")
        answer = await self._servers.call(key, *args)
        if self._left < 0:
            raise Unavailable("killed")
        return answer

    read = call


def mortal(servers: Servers, rng: Random) -> Servers:
    return cast(Servers, Mortal(servers, rng))


class World:
    """Games, their players, and workers that come and go; checks after each sweep that all that was due is done."""

    def __init__(self, store: EventStore, time: ManualClock) -> None:
        self.store, self.time = store, time
        self.services = patient_services(store, time)
        self.games: list[str] = []
        self.outages: list[tuple[int, int]] = []
        self.warned: dict[str, list[TimeWarned]] = {}
        self.timed_out: dict[str, int] = {}
        self._beat: int | None = None
        self._positions: dict[int, str] = {}

    async def open(self, control: TimeControl | None, rules: Rules = DUEL, rests: Terms | None = None) -> str:
        table = TableOpened(rules, (None,) * rules.seats, clock=control, successor="pebble")
        game, _ = await self.services.tables.open(table, OONA, rests=rests or ALWAYS)
        for number in range(1, rules.seats):
            await self.services.tables.join(game, Person(f"guest {number}", "Guest"))
        self.games.append(game)
        self.warned[game], self.timed_out[game] = [], 0
        return game

    async def move(self, game: str, rng: Random, fickle: float = 0.0) -> None:
        state = await self.services.live.current(game)
        turn = undoable(state)
        if turn is not None and rng.random() < fickle and state.position.players[turn.seat].bot is None:
            await self.services.commands.handle(game, Play(turn.seat, UndoTurn()))
        elif state.position.seat is not None:
            await self.services.commands.handle(game, Play(state.position.seat, random_move(state, rng)))

    def worker(self, rng: Random | None = None) -> Sweeper:
        """A new worker; with `rng`, it will die."""
        store = copy(self.store)
        if rng is not None:
            store.servers = mortal(store.servers, rng)
        services = patient_services(store, self.time)
        return Sweeper(services.store, services.tables, services.commands, services.outages, self.time)

    async def entries(self, after: dict[int, str]) -> list[FeedEntry]:
        entries = []
        for bucket in {bucket_of(log) for game in self.games for log in (game, seats_log(game))}:
            key = feed_key(bucket)
            for number, fields in await self.store.servers.call(
                key, "XRANGE", key, f"({after.get(bucket, START)}", "+"
            ):
                _, game, _, first, _, last = fields
                entries.append(FeedEntry(bucket, number.decode(), game.decode(), int(first), int(last)))
        return entries

    async def work(self, *sweepers: Sweeper, again: bool = False) -> None:
        """Each reads the feeds, perhaps again from their starts, and sweeps; all at once. Some may die."""

        async def work(sweeper: Sweeper) -> None:
            with suppress(Unavailable):
                await sweeper.consider(entries)
                await sweeper.sweep()

        entries = await self.entries({} if again else self._positions)
        if self._beat is not None and self.time.now - self._beat > STEP:
            self.outages.append((self._beat, self.time.now))
        await asyncio.gather(*(work(sweeper) for sweeper in sweepers))
        self._positions |= {entry.bucket: entry.id for entry in entries}
        self._beat = self.time.now
        for game in self.games:
            await self._check(game)

    async def turn(self, game: str, upto: int | None = None) -> Timing | None:
        """The turn of the seat to move, computed from the whole log."""
        steps = steps_of(await self.store.read(game, 0, upto))
        table = await read_table(self.store, game)
        assert table is not None
        assert table.opened.clock is not None
        return timing(table.opened.clock, steps, self.outages, table.time)

    async def _check(self, game: str) -> None:
        warnings = await warnings_of(self.store, game)
        assert len({warning.seq for warning in warnings}) == len(warnings), "somebody was warned twice"
        log = decode_all(await self.store.read(game))
        ends = [
            (entry.seq, entry.event.seat) for entry in log if isinstance(entry.event, SeatTimedOut | VictoryClaimed)
        ]
        for seq, seat in ends[self.timed_out[game] :]:
            turn = await self.turn(game, seq - 1)
            assert turn is not None
            assert turn.seat == seat
            assert turn.due <= self.time.now, "a seat was handed over early"
        turn = await self.turn(game)
        new = warnings[len(self.warned[game]) :]
        assert len(new) <= 1
        if new:
            assert turn is not None
            assert (new[0].seat, new[0].seq, new[0].due) == (turn.seat, turn.turn, turn.due)
            assert turn.warn <= self.time.now, "a seat was warned early"
        if turn is not None:
            assert self.time.now < turn.due, "a seat should have been handed over"
            is_warned = any(warning.seq == turn.turn for warning in warnings)
            assert self.time.now < turn.warn or is_warned, "a seat should have been warned"
        self.warned[game], self.timed_out[game] = warnings, len(ends)


async def warnings_of(store: EventStore, game: str) -> list[TimeWarned]:
    events = [msgspec.msgpack.decode(entry.data, type=SeatingEvent) for entry in await store.read(seats_log(game))]
    return [event for event in events if isinstance(event, TimeWarned)]
