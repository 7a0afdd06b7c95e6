"""Game = Position + the hidden orders. Players, hints and puzzles receive only the Position, so nothing leaks."""

from __future__ import annotations

from typing import Final, NoReturn

import msgspec

from domain.errors import DamagedLog
from domain.events import Deal
from domain.pieces import Caveman
from domain.position import Position
from domain.rules import Rules


class Game(msgspec.Struct, frozen=True, gc=False):
    position: Position
    version: int = 0  # how many events have been folded
    deal: Deal | None = None  # None for the public log of a running game
    salt: str | None = None
    pile: tuple[Caveman, ...] = ()  # the face-down cavemen in drawing order
    before: Game | None = None  # the game before the last event, back to the last reveal: what can be undone (O2a)
    undone: int = 0  # how often the turn that begins here was taken back
    unrevealed: Game | None = None  # the game before the reveal that `before` reaches back to, unless somebody left

    @property
    def previous(self) -> Game | None:
        """The game before the last event, also if that was a reveal: what can be undone if all agree."""
        return self.before or self.unrevealed


INITIAL: Final = Game(Position(Rules("origins", 0), (), (), frozenset(), step="over"))


def damaged(game: Game, problem: str) -> NoReturn:
    """Refuses the next event of a log."""
    raise DamagedLog(game.version + 1, problem)
