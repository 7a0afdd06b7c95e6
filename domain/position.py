"""Position: everything players may know. What is unseen is a set, without order."""

from typing import Literal, TypeAlias

import msgspec

from domain.dominoes import Domino, dominoes
from domain.events import Player
from domain.grid import Cell
from domain.pieces import Caveman
from domain.rules import Rules
from domain.territory import Territory
from domain.totems import Totems

# What is due: a choice of a seat, something to be revealed, or nothing more.
Due: TypeAlias = Literal["claim", "place", "fire", "totem", "draft", "recruit", "reveal", "over"]


class Slot(msgspec.Struct, frozen=True):
    """A domino of a line, and the seat whose chief stands on it."""

    domino: int
    seat: int | None = None


class Position(msgspec.Struct, frozen=True):
    rules: Rules
    players: tuple[Player, ...]
    territories: tuple[Territory, ...]
    unseen: frozenset[int]  # with two or three seats of Kingdomino some of these never come
    pile: tuple[Caveman, ...] = ()  # in alphabetical order: what is in it anyone can work out
    cave: tuple[Caveman, ...] = ()
    totems: Totems = {}
    discarded: tuple[int, ...] = ()
    round: int = 0  # 0 is the set-up
    step: Due = "reveal"
    chiefs: tuple[int, ...] = ()  # in the set-up: whose chief claims next, and who after
    line: tuple[Slot, ...] = ()  # the dominoes of this round still to be played, the acting chief's first
    next_line: tuple[Slot, ...] = ()  # the dominoes to draft from
    volcano: Cell | None = None  # whose fire is in the air
    winners: tuple[int, ...] | None = None

    @property
    def seat(self) -> int | None:
        """The seat that is to choose."""
        if self.step == "claim":
            return self.chiefs[0]
        return None if self.step in ("reveal", "over") else self.line[0].seat

    @property
    def chief(self) -> tuple[int, int] | None:
        """Which chief acts: its round, and in the set-up how many are still to come, later the domino it stands on."""
        return None if self.seat is None else (self.round, len(self.chiefs) or self.line[0].domino)

    @property
    def territory(self) -> Territory:
        """The territory of the acting chief."""
        assert self.seat is not None
        return self.territories[self.seat]

    @property
    def domino(self) -> Domino:
        """The domino under the acting chief."""
        return dominoes(self.rules)[self.line[0].domino]

    @property
    def lying(self) -> tuple[Slot, ...]:
        """The slots of both lines whose domino still lies there: the acting chief's leaves when it is played."""
        played = self.step in ("fire", "totem", "draft", "recruit")
        return (*self.line[played:], *self.next_line)

    @property
    def free(self) -> tuple[int, ...]:
        """The dominoes of the next line without a chief on them, ascending."""
        return tuple(slot.domino for slot in self.next_line if slot.seat is None)
