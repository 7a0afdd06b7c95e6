"""The short form of what `make soak` does for longer."""

from pathlib import Path

import pytest

from tests.support.api_play import DISCOVERY
from tests.tools.soak.engine_kills import engine_survives_kills


@pytest.mark.long  # make test kills whole services, workers that send notices, and search processes
async def test_killed_workers_lose_neither_moves_nor_hints_nor_reviews(tmp_path: Path) -> None:
    await engine_survives_kills(rounds=1, directory=tmp_path, rules=DISCOVERY)  # the quickest to search
