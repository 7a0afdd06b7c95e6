"""A short run of what `make soak` runs for longer."""

from pathlib import Path

from tests.tools.soak.kills import store_survives_kills


async def test_killed_servers_lose_nothing_acknowledged(tmp_path: Path) -> None:
    await store_survives_kills(rounds=3, directory=tmp_path)
