"""What is stored about seeks. Stored without the names of fields: a new one goes to the end and has a default."""

from typing import Final

import msgspec

from domain.rules import Rules
from projections.timing import TimeControl


class Seek(msgspec.Struct, frozen=True, array_like=True):
    """A game that somebody would like to play with people who look for the same. Times are in milliseconds."""

    id: str
    rules: Rules
    clock: TimeControl
    rated: bool
    since: int
    until: int
    at_once: int = 1  # how many games of it may go on at the same time
    stands: bool = False  # goes on after the first game
    lowest: float | None = None  # the rating of opponents, as leaderboards show it
    highest: float | None = None
    games: tuple[str, ...] = ()  # that it has led to, and that are not over as far as is known


class Reservation(msgspec.Struct, frozen=True, array_like=True):
    """A game whose players were found, until they are seated. The seeks are as they were before."""

    seeks: tuple[tuple[str, Seek], ...]  # by player: those who waited longest come first
    at: int
    joins: bool = False  # an open table, or a new one


OwnSeeks = tuple[Seek, ...]
OWN_SEEKS: Final = msgspec.msgpack.Decoder(OwnSeeks)
RESERVATIONS: Final = msgspec.msgpack.Decoder(Reservation)
