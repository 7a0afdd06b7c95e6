"""All attacks, and the run that prints their figures. `ATTACKS="C2 M1"` chooses some of them."""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.support.stack import stack
from tests.tools.soak.hostile import (
    abandoned_games,
    cancel_races,
    dead_master,
    hanging_webhooks,
    longest_record,
    many_guests,
    many_hints,
    many_workers,
    searching_plans,
    sign_ups,
    table_flood,
)
from tests.tools.soak.hostile.attack import Attack, Figure

ATTACKS: Final[tuple[Attack, ...]] = (
    abandoned_games.ATTACK,
    longest_record.ATTACK,
    many_hints.ATTACK,
    table_flood.ATTACK,
    many_guests.ATTACK,
    sign_ups.ATTACK,
    cancel_races.ATTACK,
    many_workers.ATTACK,
    dead_master.ATTACK,
    hanging_webhooks.ATTACK,
    searching_plans.ATTACK,
)
# The limits on requests are those of a real service; a part that must see past them sets them itself.
_USUAL: Final = {"RATE": "50", "BURST": "200", "GUESTS": "1000"}


async def run(attack: Attack, directory: Path) -> list[Figure]:
    async with stack(directory, attack.workers, **{**_USUAL, **attack.environment}) as service:
        return await attack.measure(service)


def main(numbers: Sequence[str] = ()) -> None:
    """Raises AssertionError after the last attack if any of them missed its target."""
    missed = []
    for attack in ATTACKS:
        if numbers and attack.number not in numbers:
            continue
        print(f"{attack.number}: {attack.target}", flush=True)
        with tempfile.TemporaryDirectory() as directory:
            figures = asyncio.run(run(attack, Path(directory)))
        print(*figures, sep="\n", flush=True)
        missed += [f"{attack.number} {figure.what}" for figure in figures if not figure.is_met]
    assert not missed, f"targets missed: {missed}"
