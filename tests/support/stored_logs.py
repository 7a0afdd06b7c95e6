"""Played games in a store: some over, some going on, one kept from a record, with their tables."""

from random import Random
from typing import Final

import msgspec

from domain.rules import Rules
from service.games.codec import encode
from service.games.seating import SeatingEvent, SeatTaken, TableOpened
from service.store.event_store import EventStore
from tests.support.play import random_game

NOW: Final = 1_763_259_000_123
_RULES: Final = (
    Rules("origins", 4, "tribe"),
    Rules("kingdomino", 2, None, ("must_place",)),
    Rules("origins", 2, "totem"),
    Rules("origins", 3, "discovery"),
)


async def store_sample_games(store: EventStore, count: int = 8) -> list[str]:
    """The names of the games, which are the same each time. The first is short."""
    names = []
    for number, rules in enumerate((_RULES * 2)[:count]):
        played = random_game(rules, Random(number), commands=12 if number % 3 == 0 else 10_000, fickle=0.1)
        name = f"game{number}"
        seats = [SeatTaken(seat, f"player{seat}", f"Näme {seat}") for seat in range(rules.seats)]
        table: list[SeatingEvent] = [TableOpened(rules, (None,) * rules.seats, "an-invite"), *seats]
        await store.append(f"{name}.seats", 0, [msgspec.msgpack.encode(event) for event in table])
        events = [encode(event, NOW + at) for at, event in enumerate(played.events)]
        await store.append(name, 0, events[:5], "start")
        await store.append(name, 5, events[5:], "somebody:the rest")
        names.append(name)
    return names
