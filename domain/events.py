"""What has happened in a game. Events are stored permanently (docs/events.md): their fields never change meaning.

The order of the fields of an event, and its code in `service/games/codec.py`, are the stored contract: fields are never
reordered or removed, and a new field goes to the end and has a default.
"""

from typing import Literal, TypeAlias

import msgspec

from domain.grid import Cell
from domain.pieces import Caveman, Level, Resource
from domain.rules import Rules
from domain.tribe import Source


class Player(msgspec.Struct, frozen=True):
    """The player of a seat: a person, or a bot of some level."""

    name: str
    bot: Level | None = None


class Deal(msgspec.Struct, frozen=True):
    """The hidden orders, shuffled once before the game begins."""

    dominoes: tuple[int, ...]
    cavemen: tuple[Caveman, ...] | None
    chiefs: tuple[int, ...]


class GameStarted(msgspec.Struct, frozen=True, tag="game_started", omit_defaults=True):
    rules: Rules
    seats: tuple[Player, ...]
    commitment: str
    deal: Deal | None = None  # hidden from players until the game is over, as is the salt
    salt: str | None = None


class ChiefsDrawn(msgspec.Struct, frozen=True, tag="chiefs_drawn"):
    order: tuple[int, ...]


class LineRevealed(msgspec.Struct, frozen=True, tag="line_revealed"):
    line: int
    dominoes: tuple[int, ...]


class CaveRevealed(msgspec.Struct, frozen=True, tag="cave_revealed"):
    cavemen: tuple[Caveman, ...]


class DominoDrafted(msgspec.Struct, frozen=True, tag="domino_drafted"):
    seat: int
    domino: int


class DominoPlaced(msgspec.Struct, frozen=True, tag="domino_placed"):
    seat: int
    domino: int
    a: Cell
    b: Cell


class DominoDiscarded(msgspec.Struct, frozen=True, tag="domino_discarded"):
    seat: int | None
    domino: int
    reason: Literal["no_room", "declined", "unclaimed"]


class FireLanded(msgspec.Struct, frozen=True, tag="fire_landed"):
    seat: int
    volcano: Cell
    at: Cell
    fires: int
    burned: Resource | Caveman | None


class FireLost(msgspec.Struct, frozen=True, tag="fire_lost"):
    seat: int
    volcano: Cell
    fires: int


class TotemMoved(msgspec.Struct, frozen=True, tag="totem_moved"):
    resource: Resource
    giver: int | None = msgspec.field(name="from")
    to: int


class CavemanRecruited(msgspec.Struct, frozen=True, tag="caveman_recruited"):
    seat: int
    caveman: Caveman
    source: Source
    spent: tuple[Cell, ...]
    at: Cell


class RecruitPassed(msgspec.Struct, frozen=True, tag="recruit_passed"):
    seat: int


class SeatResigned(msgspec.Struct, frozen=True, tag="seat_resigned"):
    seat: int
    successor: Level


class SeatTimedOut(msgspec.Struct, frozen=True, tag="seat_timed_out"):
    seat: int
    successor: Level


class VictoryClaimed(msgspec.Struct, frozen=True, tag="victory_claimed"):
    seat: int


class GameCancelled(msgspec.Struct, frozen=True, tag="game_cancelled", omit_defaults=True):
    seat: int
    agreed: tuple[int, ...] = ()  # after the first move: all other seats, in the order in which they agreed


class TurnUndone(msgspec.Struct, frozen=True, tag="turn_undone", omit_defaults=True):
    seat: int
    to: int
    agreed: tuple[int, ...] = ()  # the seats that moved or learned something since, in the order in which they agreed


class BotDrawn(msgspec.Struct, frozen=True, tag="bot_drawn"):
    """Another bot plays on for a player who has left."""

    seat: int  # whose player has left
    successor: Level
    by: int  # the seat that asked for it
    agreed: tuple[int, ...]  # all other seats, in the order in which they agreed


class GameFinished(msgspec.Struct, frozen=True, tag="game_finished"):
    winners: tuple[int, ...]


Event: TypeAlias = (
    GameStarted
    | ChiefsDrawn
    | LineRevealed
    | CaveRevealed
    | DominoDrafted
    | DominoPlaced
    | DominoDiscarded
    | FireLanded
    | FireLost
    | TotemMoved
    | CavemanRecruited
    | RecruitPassed
    | SeatResigned
    | SeatTimedOut
    | VictoryClaimed
    | TurnUndone
    | GameFinished
    | GameCancelled
    | BotDrawn
)
