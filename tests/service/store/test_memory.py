"""The memory that a stored game needs; pytest -rP shows the figures."""

import asyncio

from service.store.event_store import EventStore

GAMES = 400  # enough to make the fixed cost of the 256 feeds negligible


async def used(store: EventStore) -> int:
    info: bytes = await store.servers.call("", "INFO", "memory")
    return int(info.partition(b"used_memory:")[2].partition(b"\r")[0])


async def test_a_game_stays_small(own_store: EventStore) -> None:
    """150 events of 40 bytes, two in each command, including command ids and feeds."""
    before = await used(own_store)
    for version in range(0, 150, 2):
        commands = (own_store.append(f"game{n:012}", version, [b"x" * 40] * 2, f"{n}/{version}") for n in range(GAMES))
        await asyncio.gather(*commands)
    each = (await used(own_store) - before) / GAMES
    print(f"{each:.0f} bytes for a game of 150 events, {each / 150:.0f} for an event of 40 bytes")
    assert each < 16_000
