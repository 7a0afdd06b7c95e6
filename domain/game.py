"""Game = Position + the hidden orders. Players, hints and puzzles get the Position and cannot leak the rest."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.events import Deal
from domain.pieces import Caveman
from domain.position import Position
from domain.rules import Rules


class Game(msgspec.Struct, frozen=True):
    position: Position
    version: int = 0  # how many events have been folded
    deal: Deal | None = None  # unknown when the log is a public one of a running game
    salt: str | None = None
    pile: tuple[Caveman, ...] = ()  # the face-down cavemen in drawing order
    before: Game | None = None  # one event earlier, back to the last thing revealed: what may be undone (O2a)


INITIAL: Final = Game(Position(Rules("origins", 0), (), (), frozenset(), step="over"))
