"""Whole games played at random through the front door: for properties, fixtures, benchmarks and the soak."""

from random import Random

import msgspec

from domain.commands import Move, Play, Resign, StartGame, TimeOut, UndoTurn
from domain.decide import decide
from domain.events import Event, Player
from domain.game import INITIAL, Game
from domain.legal import legal
from domain.log import replay
from domain.rules import Rules
from domain.undo import undoable
from service.games.starting.shuffle import shuffled

NAMES = ("Ugh", "Nag", "Oona", "Brrk")


class Played(msgspec.Struct):
    """A game as it was played: its log, the game after each command, and the commands."""

    events: list[Event]
    games: list[Game]
    commands: list[StartGame | Play | Resign | TimeOut] = []

    @property
    def end(self) -> Game:
        return self.games[-1]


def start(rules: Rules, rng: Random) -> StartGame:
    players = tuple(Player(name) for name in NAMES[: rules.seats])
    return StartGame(rules, players, shuffled(rules, rng), f"{rng.getrandbits(256):064x}")


def random_game(rules: Rules, rng: Random, *, commands: int = 10_000, fickle: float = 0.0) -> Played:
    """A game of at most this many commands; a `fickle` table takes back turns and leaves seats."""
    played = Played([], [INITIAL])
    command: StartGame | Play | Resign | TimeOut = start(rules, rng)
    for _ in range(commands):
        events = decide(played.end, command)
        played.commands.append(command)
        played.events += events
        played.games.append(replay(events, played.end))
        if played.end.position.step == "over":
            break
        command = _next_command(played.end, rng, fickle)
    return played


def _next_command(game: Game, rng: Random, fickle: float) -> Play | Resign | TimeOut:
    seat = game.position.seat
    assert seat is not None
    if rng.random() < fickle and (turn := undoable(game)):
        return Play(turn.seat, UndoTurn())
    if rng.random() < fickle / 10 and game.position.players[seat].bot is None:
        return Resign(seat, "pebble") if rng.random() < 0.5 else TimeOut(seat, "flint")
    return Play(seat, random_move(game, rng))


def random_move(game: Game, rng: Random) -> Move:
    moves = legal(game.position)
    # Recruits are many and the pass is one: choose first whether, then whom.
    return moves[0] if game.position.step == "recruit" and rng.random() < 0.3 else rng.choice(moves)
