"""Games brought to a certain moment beforehand: dealt and played by a fixed seed, stored as the service stores them."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from time import time
from typing import Final

from msgspec.structs import replace

from domain.events import GameStarted, Player
from domain.game import Game
from domain.rules import Rules
from projections.timing import TimeControl
from service.games.seating import SeatingEvent, SeatTaken, TableOpened
from service.store.event_store import EventStore
from tests.support.play import NAMES, Played, random_game
from tests.support.staged_games import store_game

DISCOVERY: Final = Rules("origins", 2, "discovery")
TOTEM: Final = Rules("origins", 3, "totem")
TRIBE: Final = Rules("origins", 2, "tribe")
KINGDOMINO: Final = Rules("kingdomino", 2, None, ("must_place",))
INVITE: Final = "the-secret-of-this-table"
_SEEDS: Final = 100


async def stage(
    store: EventStore,
    game: str,
    played: Played,
    player: str,
    *,
    private: bool = False,
    hints: bool = False,
    names: tuple[str, ...] = NAMES,
    clock: TimeControl | None = None,
    agreed: Sequence[SeatingEvent] = (),
) -> None:
    """Puts this player on seat 0 of a game as far as it is played, and others who never move on the rest.

    `agreed` is what else is in the log of the table.
    """
    rules = played.end.position.rules
    now = int(time() * 1000)
    opened = TableOpened(rules, (None,) * rules.seats, INVITE if private else None, hints=hints, clock=clock, at=now)
    people = [player, *(f"nobody{seat}" for seat in range(1, rules.seats))]
    seats: list[SeatingEvent] = [SeatTaken(seat, name, names[seat]) for seat, name in enumerate(people)]
    began = now - len(played.games) * 60_000
    await store_game(store, game, [opened, *seats, *agreed], _renamed(played, names), begin=began)


def _renamed(played: Played, names: tuple[str, ...]) -> Played:
    started = played.events[0]
    assert isinstance(started, GameStarted)
    players = tuple(Player(name) for name in names[: len(started.seats)])
    return Played([replace(started, seats=players), *played.events[1:]], played.games, played.commands)


@cache
def finished(rules: Rules, seed: int = 1) -> Played:
    return random_game(rules, Random(seed))


def until(rules: Rules, is_there: Callable[[Game], bool], then: Callable[[Game], bool] = lambda _: True) -> Played:
    """The first random game that comes to such a moment, and a command later to `then`, up to the first of them."""
    for seed in range(_SEEDS):
        played = finished(rules, seed)
        for number, (game, after) in enumerate(pairwise(played.games)):
            if is_there(game) and then(after):
                return cut(played, number)
    raise LookupError("no game comes to such a moment")


def cut(played: Played, number: int) -> Played:
    """The game after this many commands."""
    games = played.games[: number + 1]
    return Played(played.events[: games[-1].version], games, played.commands[:number])


def turn_of(seat: int, step: str, least: int = 0) -> Callable[[Game], bool]:
    """Whether this seat is to take this step, after at least this many events."""
    return lambda game: game.position.seat == seat and game.position.step == step and game.version >= least


def can_recruit(game: Game) -> bool:
    """The moment when seat 0 may recruit, and can pay."""
    squares = game.position.territory.squares.values() if turn_of(0, "recruit", 40)(game) else ()
    return len({square.resource for square in squares if square.resource}) > 1
