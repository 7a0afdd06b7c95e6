"""Position: everything that players may know. Unseen dominoes are a set, without their order."""

from typing import Literal, NamedTuple, TypeAlias

import msgspec

from domain.dominoes import Domino, dominoes
from domain.events import Player
from domain.grid import Cell
from domain.pieces import Caveman
from domain.rules import Rules
from domain.territory import Territory
from domain.totems import Totems

# What is due: a choice by a seat, a reveal, or nothing once the game is over.
Due: TypeAlias = Literal["claim", "place", "fire", "totem", "draft", "recruit", "reveal", "over"]


class Slot(msgspec.Struct, frozen=True, gc=False):
    """A domino of a line and the seat whose chief stands on it, if any."""

    domino: int
    seat: int | None = None


class Chief(NamedTuple):
    """Identifies the turn of one chief.

    The seat is part of it: when the last draft of a round is taken back and made differently, the same domino may begin
    the next round with another seat.
    """

    seat: int
    round: int
    place: int  # the domino the chief stands on; in the set-up, the number of turns left in it


class Position(msgspec.Struct, frozen=True, gc=False):
    rules: Rules
    players: tuple[Player, ...]
    territories: tuple[Territory, ...]
    unseen: frozenset[int]  # with two or three seats of Kingdomino, some of these are never revealed
    pile: tuple[Caveman, ...] = ()  # sorted, because its contents are public and its order is hidden
    cave: tuple[Caveman, ...] = ()
    totems: Totems = {}
    discarded: tuple[int, ...] = ()
    round: int = 0  # 0 is the set-up
    step: Due = "reveal"
    chiefs: tuple[int, ...] = ()  # in the set-up: the seats that claim next, in order
    line: tuple[Slot, ...] = ()  # the dominoes of this round not yet played, the acting chief's first
    next_line: tuple[Slot, ...] = ()  # the dominoes to draft from
    volcano: Cell | None = None  # the volcano whose fire must be thrown next
    winners: tuple[int, ...] | None = None
    left: tuple[int, ...] = ()  # the seats whose players left, and for which a bot plays on
    is_called_off: bool = False  # all have agreed to end the game without a result

    @property
    def seat(self) -> int | None:
        """The seat to move."""
        if self.step == "claim":
            return self.chiefs[0]
        return None if self.step in ("reveal", "over") else self.line[0].seat

    @property
    def chief(self) -> Chief | None:
        """The chief that acts now; None while nobody is to move."""
        seat = self.seat
        if seat is None:
            return None
        if not self.chiefs:
            return Chief(seat, self.round, self.line[0].domino)
        claims = len(self.chiefs)
        # O1: a pair is claimed in one turn, although it is stored as two events.
        return Chief(seat, self.round, (claims + 1) // 2 if self.rules.claims_in_pairs else claims)

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
        """The slots of both lines whose domino is still there: the acting chief's domino leaves when it is played."""
        played = self.step in ("fire", "totem", "draft", "recruit")
        return (*self.line[played:], *self.next_line)

    def may_claim(self, seat: int | None) -> bool:
        """Whether this seat may end the game as its winner: the other player of two has left."""
        if seat is None or self.rules.seats != 2 or self.step == "over" or self.players[seat].bot is not None:
            return False
        return 1 - seat in self.left

    @property
    def is_untouched(self) -> bool:
        """Whether no domino has a chief yet: nobody has moved, or every move was taken back."""
        return self.round == 0 and all(slot.seat is None for slot in self.next_line)

    @property
    def is_cancelled(self) -> bool:
        """Whether the game was called off: before anybody has moved, or later by all."""
        return self.is_called_off or (self.step == "over" and self.is_untouched and self.winners is None)

    @property
    def free(self) -> tuple[int, ...]:
        """The dominoes of the next line without a chief, in ascending order."""
        return tuple(slot.domino for slot in self.next_line if slot.seat is None)
