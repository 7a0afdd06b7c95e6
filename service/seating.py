"""Who sits at a table before and while its game is played: a small log of its own beside each game's.

The game's own log begins when the table is full (docs/events.md); what concerns persons stays out of it.
"""

from collections.abc import Iterable
from functools import reduce
from typing import Final, TypeAlias

import msgspec

from domain.errors import Reason
from domain.events import Player
from domain.pieces import Level
from domain.rules import Rules

TAKEN: Final = Reason("table_full", "O1", "Every seat at this table is taken.")
SEATED_ALREADY: Final = Reason("seated_already", "O1", "You sit at this table already.")


class TableOpened(msgspec.Struct, frozen=True, tag="table_opened"):
    rules: Rules
    bots: tuple[Level | None, ...]  # of seats 0, 1, …: None is for a person
    invite: str | None = None  # the secret that opens a private table
    is_record: bool = False  # a game read from its notation: nobody plays it on


class SeatTaken(msgspec.Struct, frozen=True, tag="seat_taken"):
    seat: int
    player: str
    name: str


SeatingEvent: TypeAlias = TableOpened | SeatTaken


class Seating(msgspec.Struct, frozen=True):
    rules: Rules
    names: tuple[str | None, ...]  # of seats 0, 1, …: None is an open seat
    bots: tuple[Level | None, ...]
    players: tuple[str | None, ...]  # who holds each seat; None for bots and open seats
    invite: str | None
    is_record: bool
    version: int

    @property
    def is_full(self) -> bool:
        return None not in self.names

    @property
    def open_seat(self) -> int | None:
        return self.names.index(None) if None in self.names else None

    def seat_of(self, player: str | None) -> int | None:
        return self.players.index(player) if player is not None and player in self.players else None

    def seats(self) -> tuple[Player, ...]:
        """The players as the game's log names them, once the table is full."""
        return tuple(Player(name or "", bot) for name, bot in zip(self.names, self.bots, strict=True))


def seating(events: Iterable[SeatingEvent]) -> Seating:
    first, *rest = events
    assert isinstance(first, TableOpened)
    opened = Seating(
        rules=first.rules,
        names=tuple(bot.capitalize() if bot else None for bot in first.bots),
        bots=first.bots,
        players=(None,) * len(first.bots),
        invite=first.invite,
        is_record=first.is_record,
        version=1,
    )
    return reduce(_seated, rest, opened)


def _seated(table: Seating, event: SeatingEvent) -> Seating:
    assert isinstance(event, SeatTaken)
    return msgspec.structs.replace(
        table,
        names=_with(table.names, event.seat, event.name),
        players=_with(table.players, event.seat, event.player),
        version=table.version + 1,
    )


def _with(values: tuple[str | None, ...], at: int, value: str) -> tuple[str | None, ...]:
    return (*values[:at], value, *values[at + 1 :])
