"""`make bench`: every figure this project claims, measured now, on this machine.

`python -m tests.tools.bench api` measures one part.
"""

import asyncio
import sys
from collections.abc import Callable, Iterable

from tests.tools.bench import (
    api,
    browser,
    clients,
    cost_of_notices,
    exact,
    followers,
    generator,
    hints,
    levels,
    lighthouse,
    lists,
    network,
    notices,
    playouts,
    processor,
    rules,
    storage,
    streams,
    visits,
)

PARTS: dict[str, Callable[[], Iterable[object]]] = {
    "rules": rules.figures,
    "playouts": playouts.figures,
    "levels": levels.figures,
    "exact": exact.figures,
    "generator": generator.figures,
    "api": lambda: asyncio.run(api.figures()),
    "processor": processor.figures,
    "streams": lambda: asyncio.run(streams.figures()),
    "hints": lambda: asyncio.run(hints.figures()),
    "followers": lambda: asyncio.run(followers.figures()),
    "lists": lambda: asyncio.run(lists.figures()),
    "notices": lambda: asyncio.run(notices.figures()),
    "cost_of_notices": lambda: asyncio.run(cost_of_notices.figures()),
    "clients": lambda: asyncio.run(clients.figures()),
    "storage": lambda: asyncio.run(storage.figures()),
    "browser": lambda: asyncio.run(browser.figures()),
    "network": lambda: asyncio.run(network.figures()),
    "visits": lambda: asyncio.run(visits.figures()),
    "lighthouse": lambda: asyncio.run(lighthouse.figures()),
}

for part in sys.argv[1:] or PARTS:
    for figure in PARTS[part]():
        print(figure, flush=True)
