"""Replaces the names of players in the events of a game."""

from collections.abc import Iterable
from typing import Final

import msgspec

from domain.events import Event, GameStarted

SOMEBODY: Final = "Somebody"


def nameless(events: Iterable[Event]) -> list[Event]:
    """The log of a game with the name of every player replaced."""
    everybody = frozenset(range(4))
    return [without_names(event, everybody) if isinstance(event, GameStarted) else event for event in events]


def without_names(started: GameStarted, seats: frozenset[int]) -> GameStarted:
    """The first event of a game with the names of these seats replaced."""
    named = (
        msgspec.structs.replace(player, name=SOMEBODY) if seat in seats else player
        for seat, player in enumerate(started.seats)
    )
    return msgspec.structs.replace(started, seats=tuple(named))
