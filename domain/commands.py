"""What can be requested. Players send moves; only the service composes `StartGame`, which holds the hidden orders."""

from typing import TypeAlias

import msgspec

from domain.events import Deal, Player
from domain.grid import Cell
from domain.pieces import Caveman, Level, Resource
from domain.rules import Rules
from domain.tribe import Source


class ClaimDomino(msgspec.Struct, frozen=True, tag="claim", forbid_unknown_fields=True, omit_defaults=True):
    """O1: put a chief on a free domino of the first line. Two-seat Origins claims `dominoes`, a pair, together."""

    domino: int | None = None
    dominoes: tuple[int, int] | None = None


class PlaceDomino(msgspec.Struct, frozen=True, tag="place", forbid_unknown_fields=True):
    domino: int
    a: Cell
    b: Cell


class DeclineDomino(msgspec.Struct, frozen=True, tag="decline", forbid_unknown_fields=True):
    domino: int


class ThrowFire(msgspec.Struct, frozen=True, tag="fire", forbid_unknown_fields=True):
    at: Cell


class GiveTotem(msgspec.Struct, frozen=True, tag="give_totem", forbid_unknown_fields=True):
    resource: Resource
    to: int


class DraftDomino(msgspec.Struct, frozen=True, tag="draft", forbid_unknown_fields=True):
    domino: int


class RecruitCaveman(msgspec.Struct, frozen=True, tag="recruit", forbid_unknown_fields=True):
    caveman: Caveman
    source: Source
    spend: tuple[Cell, ...]
    at: Cell


class PassRecruit(msgspec.Struct, frozen=True, tag="pass", forbid_unknown_fields=True):
    pass


class UndoTurn(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    pass


Step: TypeAlias = (
    ClaimDomino | PlaceDomino | DeclineDomino | ThrowFire | GiveTotem | DraftDomino | RecruitCaveman | PassRecruit
)
Move: TypeAlias = Step | UndoTurn


class Play(msgspec.Struct, frozen=True):
    """A move and the seat that makes it."""

    seat: int
    move: Move


class Resign(msgspec.Struct, frozen=True):
    seat: int
    successor: Level


class TimeOut(msgspec.Struct, frozen=True):
    seat: int
    successor: Level


class ClaimVictory(msgspec.Struct, frozen=True):
    """End the game as its winner, because the other player of two has left."""

    seat: int


class CancelGame(msgspec.Struct, frozen=True):
    """Call the game off: before anybody has moved, or because all others agree."""

    seat: int
    agreed: tuple[int, ...] = ()


class TakeBack(msgspec.Struct, frozen=True):
    """Take back one's last turn although others have moved since or something was revealed: they agree (O2a)."""

    seat: int
    agreed: tuple[int, ...]


class DrawBot(msgspec.Struct, frozen=True):
    """Let another bot play on for a player who has left: all others agree."""

    by: int
    seat: int
    successor: Level
    agreed: tuple[int, ...] = ()


class StartGame(msgspec.Struct, frozen=True):
    rules: Rules
    seats: tuple[Player, ...]
    deal: Deal
    salt: str


Command: TypeAlias = StartGame | Play | Resign | TimeOut | ClaimVictory | CancelGame | TakeBack | DrawBot
