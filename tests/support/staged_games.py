"""Games put into a store as the service would have stored them, without playing them over HTTP."""

from itertools import pairwise
from random import Random

import msgspec

from domain.events import SeatResigned, SeatTimedOut
from domain.pieces import Level
from domain.rules import Rules
from service.games.codec import encode
from service.games.seating import SeatingEvent, SeatTaken, TableOpened
from service.store.event_store import EventStore
from service.store.log_names import seats_log
from tests.support.play import Played, random_game

PEOPLE = ("ann", "ben", "cleo", "dora", "emil")
HOUR = 3_600_000


def opened(rules: Rules, rng: Random, *, rated: bool = True, private: bool = False) -> list[SeatingEvent]:
    """A table with a few people and perhaps a bot, all of whom have sat down."""
    people = rng.sample(PEOPLE, rules.seats)
    bots: tuple[Level | None, ...] = tuple(
        "flint" if seat and rng.random() < 0.3 else None for seat in range(rules.seats)
    )
    table = TableOpened(rules, bots, "secret" if private else None, rated=rated, at=rng.randrange(HOUR))
    seats = [SeatTaken(seat, people[seat], people[seat].title()) for seat, bot in enumerate(bots) if bot is None]
    return [table, *seats]


async def store_game(store: EventStore, game: str, table: list[SeatingEvent], played: Played, begin: int = 0) -> None:
    """Store a game with its table, a command at a time, a minute apart.

    All that comes after somebody has left is stored at once: a worker that is running would move for them in between.
    The last player sits down when the game is there: a process that reads a full table starts its game.
    """
    seats = [number for number, event in enumerate(table) if isinstance(event, SeatTaken)]
    before_last = seats[-1] if seats else len(table)
    stored_table = [msgspec.msgpack.encode(event) for event in table]
    await store.append(seats_log(game), 0, stored_table[:before_last])
    rest: list[bytes] = []
    for number, (before, after) in enumerate(pairwise(played.games)):
        events = played.events[before.version : after.version]
        stored = [encode(event, begin + number * 60_000) for event in events]
        if rest or any(isinstance(event, SeatResigned | SeatTimedOut) for event in events):
            rest += stored
        else:
            await store.append(game, before.version, stored, f"command {number}")
    if rest:
        await store.append(game, len(played.events) - len(rest), rest, "the rest")
    if before_last < len(table):
        await store.append(seats_log(game), before_last, stored_table[before_last:])


async def store_random_games(store: EventStore, rng: Random, count: int) -> list[str]:
    """This many games of all kinds, finished and not, open and private."""
    rules = [
        Rules("origins", 2, "discovery"),
        Rules("origins", 3, "totem"),
        Rules("origins", 4, "tribe"),
        Rules("kingdomino", 2, None, ("must_place",)),
        Rules("kingdomino", 4, None, ("must_place",)),
    ]
    games = []
    for number in range(count):
        chosen = rng.choice(rules)
        commands = 10_000 if rng.random() < 0.6 else rng.randint(1, 30)
        played = random_game(chosen, rng, commands=commands, fickle=0.02)
        table = opened(chosen, rng, rated=rng.random() < 0.8, private=rng.random() < 0.2)
        name = f"game{rng.getrandbits(32):08x}{number}"
        if rng.random() < 0.1:
            await store.append(seats_log(name), 0, [msgspec.msgpack.encode(event) for event in table[:2]])
        else:
            await store_game(store, name, table, played, begin=rng.randrange(100 * HOUR))
        games.append(name)
    return games
