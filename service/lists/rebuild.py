"""Computes all lists again from the logs, as a new generation, while the old one is still served.

A rebuild notes where the feeds end, reads every stored game, catches up with the feeds, and then switches readers and
the follower to the new generation. The follower resumes where the rebuild stopped; entries that are processed twice do
no harm, because the index accepts only newer lines.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from service.lists.index import ListIndex, cursors, prefix
from service.lists.lines import Line, update_line
from service.lists.ratings import keep_order
from service.store.event_store import EventStore
from service.store.log_names import is_game, is_seating, table_of

_AT_ONCE: Final = 64  # games


async def rebuild(store: EventStore, progress: Callable[[int], object] = lambda _: None) -> int:
    """Fill a new generation, serve it, and return its number; `progress` is called with each game's count of events."""
    old = await ListIndex(store).generation()
    new = old + 1
    for unused in (new, old - 1):  # left by an interrupted rebuild; and the one before last, which has no readers
        await store.discard(f"{prefix(unused)}*")
    followed = cursors(store, new)
    await followed.register()  # feeds are not trimmed beyond where this rebuild has begun
    positions = await store.feeds.ends()
    await followed.save(positions)
    index, running = ListIndex(store, new), set[asyncio.Task[Line | None]]()
    async for name in store.games():
        if not is_seating(name):
            continue
        running.add(asyncio.create_task(update_line(store, index, table_of(name))))
        if len(running) >= _AT_ONCE:
            running = await _wait_for_some(running, progress)
    while running:
        running = await _wait_for_some(running, progress)
    await followed.save(await _catch_up(store, index, positions))
    await keep_order(store, old, new)
    await index.serve(new)
    await cursors(store, old).retire()
    return new


async def _catch_up(store: EventStore, index: ListIndex, positions: dict[int, str]) -> dict[int, str]:
    """Process what was appended since `positions`, and return the new ones: the follower continues from there."""
    reached = await store.feeds.ends()
    games: set[str] = set()
    for bucket, position in positions.items():
        appended = await store.feeds.between(bucket, position, reached[bucket])
        games |= {game for entry in appended if is_game(game := table_of(entry.game))}
    for game in games:
        await update_line(store, index, game)
    return reached


async def _wait_for_some(
    running: set[asyncio.Task[Line | None]], progress: Callable[[int], object]
) -> set[asyncio.Task[Line | None]]:
    """Wait until at least one task is done, and return the others."""
    done, pending = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        line = task.result()
        progress(line.events if line is not None else 0)
    return pending
