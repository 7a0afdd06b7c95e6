"""A short version of the kills in `make soak`."""

from pathlib import Path

from tests.tools.soak.stack_kills import service_survives_kills


async def test_killed_parts_lose_and_double_nothing(tmp_path: Path) -> None:
    print(await service_survives_kills(rounds=1, directory=tmp_path))
