"""What notices cost: a digest for everybody at the same hour, and a push after a move (a move itself:
cost_of_notices.py).

PEOPLE=, MOVES= and RATE= choose smaller numbers.
"""

import asyncio
import os
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any, Final, NamedTuple

import msgspec

from domain.commands import Play
from projections.listing import ListedSeat, Listing
from service.assembly import assemble
from service.games.codec import encode
from service.games.seating import SeatTaken, TableOpened
from service.lists.index import ListIndex
from service.local_valkey.server import Embedded
from service.notices.follower import begin_notices
from service.notices.preferences import Preferences
from service.notices.records import Noticed
from service.people.credentials import new_player
from service.people.identity import Person
from service.runtime.clock import wall_clock
from service.services import Services
from service.store.event_store import EventStore
from service.store.log_names import seats_log
from tests.support.api_persons import ManualClock
from tests.support.digest_process import OUTSIDE
from tests.support.notice_worlds import DUEL, NoticeWorld
from tests.support.play import random_game, random_move
from tests.support.receivers import Browser, Receiver, http, receiving
from tests.tools.bench.measure import Figure, Ratio

PEOPLE: Final = int(os.environ.get("PEOPLE", "10000"))
MOVES: Final = int(os.environ.get("MOVES", "1000"))
RATE: Final = float(os.environ.get("RATE", "100"))  # moves a second
GAMES: Final = 10  # of each person
_WARMING: Final = 20  # moves
_PATIENCE: Final = 20.0  # seconds
_CALM: Final = 15.0  # seconds of moves before the digests
_HOUR: Final = 60 * 60 * 1000
_DIGEST: Final = Preferences(choices={"turn": {"mail": "digest"}})


async def figures() -> list[object]:
    with tempfile.TemporaryDirectory() as directory:
        async with Embedded(Path(directory)) as server:
            return [*await _digests(server.url), *await _moves(server.url)]


async def _digests(url: str) -> list[object]:
    """The processor time for everybody whose hour has come, the mails themselves not included, and moves meanwhile."""
    store, clock = EventStore(url, patience=60), ManualClock(wall_clock())
    await store.prepare()
    services = assemble(store, clock, outside=OUTSIDE)
    opening = [encode(event, clock()) for event in random_game(DUEL, Random(1)).events[:9]]
    for begin in range(0, PEOPLE, 100):
        numbers = range(begin, min(begin + 100, PEOPLE))
        await asyncio.gather(*(_with_games(services, number, opening) for number in numbers))
    clock.pass_days(1)
    world = NoticeWorld(store, ManualClock(wall_clock()))
    games = await _games(world, round(5 * RATE))
    calm = await _waits(world, games, asyncio.create_task(asyncio.sleep(_CALM)))
    words = (sys.executable, "-m", "tests.support.digest_process", url, str(clock()))
    process = await asyncio.create_subprocess_exec(*words, stdout=PIPE)
    packing = asyncio.create_task(process.communicate())
    busy = await _waits(world, games, packing)
    waiting = await services.outbox.waiting("mail")
    assert waiting == PEOPLE, f"{waiting} digests for {PEOPLE} people"
    await store.aclose()
    what = f"processor time of digests for {PEOPLE:,} people with {GAMES} games each"
    return [
        Figure(what, float((await packing)[0]), 60.0 * PEOPLE / 10_000),
        Ratio(f"p99 of moves meanwhile, {RATE:g} a second", _p99(busy), _p99(calm), unit="s", at_most=2.0),
    ]


async def _waits(world: NoticeWorld, games: list[str], task: asyncio.Task[Any]) -> list[float]:
    """How long moves take, at a steady rate until the task is done."""
    waits, rng = list[float](), Random(1)
    while not task.done():
        waits += (await _played(world, games, round(RATE), rng)).waits
    return waits


def _p99(seconds: list[float]) -> float:
    return quantiles(seconds, n=100)[98]


async def _with_games(services: Services, number: int, opening: list[bytes]) -> None:
    """Somebody who wants digests, and games that wait for them."""
    store, player, index = services.store, f"player{number:06}", ListIndex(services.store)
    now = wall_clock()
    await services.mail.addresses.confirm(player, f"{player}@lake.example", 0)
    await services.notices.preferences.change(player, lambda _: _DIGEST)
    seats = (ListedSeat("Oona", player), ListedSeat("Jaro", "jaro"))
    for count in range(GAMES):
        game = f"g{number:06}{count}"
        table = [TableOpened(DUEL, (None, None)), SeatTaken(0, player, "Oona"), SeatTaken(1, "jaro", "Jaro")]
        await store.append(seats_log(game), 0, [msgspec.msgpack.encode(event) for event in table])
        await store.append(game, 0, opening)
        due = now + (count + 30) * _HOUR
        await index.put(Listing(game, "running", DUEL, seats, seq=9, turn=0, touched=now, due=due), 9)
        await services.notices.logs.add(player, Noticed(now, "turn", game, 9))
    await services.dispatcher.on_news(player)


async def _moves(url: str) -> list[object]:
    """Games at a steady rate, of people with devices."""
    store = EventStore(url, patience=60)
    world = NoticeWorld(store, ManualClock(wall_clock()))
    world.services = assemble(store, world.clock, outside=OUTSIDE)
    count = round(5 * RATE)  # so that nobody has moved before the push has left
    async with receiving() as pushes:
        arrivals = _Arrivals(pushes)
        busy = await _games(world, count, arrivals)
        await begin_notices(store)
        async with _worker(url):
            await _played(world, busy, _WARMING, Random(1))
            delays = await arrivals.delays((await _played(world, busy, MOVES, Random(2))).turns)
    await store.aclose()
    what = f"from a move to the push leaving, 95th percentile, {RATE:g} moves/s"
    return [
        Figure(what, quantiles(delays, n=20)[18], 1.0),
    ]


class _Turn(NamedTuple):
    device: str
    at: float


class _Played(NamedTuple):
    waits: list[float]  # from each move to its answer
    turns: list[_Turn]  # whose turn it was after which move


class _Arrivals:
    """When pushes about turns came, by device."""

    def __init__(self, pushes: Receiver) -> None:
        self.browser = Browser()
        self._pushes = pushes
        self._times: list[float] = []
        pushes.answer = self._answer

    def address(self, device: str) -> str:
        return f"{self._pushes.url}/{device}"

    async def delays(self, turns: list[_Turn]) -> list[float]:
        """Waits until the last one has come. One that never comes, because the turn has passed, counts as late."""
        deadline = perf_counter() + _PATIENCE
        while _PATIENCE in (delays := self._delays(turns)) and perf_counter() < deadline:
            await asyncio.sleep(0.5)
        return delays

    def _answer(self) -> bytes:
        self._times.append(perf_counter())
        return http("201 Created")

    def _delays(self, turns: list[_Turn]) -> list[float]:
        came: dict[str, list[float]] = {}
        for received, at in zip(self._pushes.requests, self._times, strict=False):
            if b"close" not in self.browser.read(received.body)[:9]:
                came.setdefault(received.path.removeprefix("/hook/"), []).append(at)
        return [next((at - turn.at for at in came.get(turn.device, []) if at >= turn.at), _PATIENCE) for turn in turns]


async def _games(world: NoticeWorld, count: int, arrivals: _Arrivals | None = None) -> list[str]:
    """With `arrivals`, the people have devices."""
    games = list[str]()
    for _ in range(count):
        people = [Person(new_player(), seat) for seat in ("a", "b")]
        games.append(await world.table(*people))
        for person in people if arrivals is not None else ():
            assert arrivals is not None
            address = arrivals.address(f"{games[-1]}/{person.player}")
            await world.services.devices.add(person.player, "phone", address, **arrivals.browser.keys)
    return games


async def _played(world: NoticeWorld, games: list[str], count: int, rng: Random) -> _Played:
    services, played, begin = world.services, _Played([], []), perf_counter()
    for number in range(count):
        await asyncio.sleep(max(0.0, begin + number / RATE - perf_counter()))
        game, world.clock.now = games[number % len(games)], wall_clock()
        state = await services.live.current(game)
        if state.position.seat is None:
            continue  # it is over
        player, play = await world.mover(game), Play(state.position.seat, random_move(state, rng))
        started = perf_counter()
        await services.commands.handle(game, play)
        played.waits.append(perf_counter() - started)
        after = (await services.live.current(game)).position
        if after.seat is not None and (mover := await world.mover(game)) != player:
            played.turns.append(_Turn(f"{game}/{mover}", perf_counter()))
    return played


@asynccontextmanager
async def _worker(url: str) -> AsyncIterator[Process]:
    command = (sys.executable, "-m", "tests.support.notice_process", url, "9")  # nobody has an address
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    try:
        yield process
    finally:
        process.kill()
        await process.communicate()
