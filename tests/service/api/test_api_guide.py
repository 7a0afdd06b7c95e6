"""docs/api.md names every route, and its examples work."""

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx

from service.app import create_app
from service.runtime.settings import Settings
from tests.support.api_play import KINGDOMINO, Json, fine, play, started, welcome

GUIDE = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")


def test_every_route_is_in_the_guide() -> None:
    paths: Json = create_app(Settings(redis_url="redis://127.0.0.1:1")).openapi_schema.to_schema()["paths"]
    for path, methods in paths.items():
        for method in methods:
            assert re.search(rf"`{method.upper()} {re.escape(path)}[`?]", GUIDE), f"{method} {path}"


async def test_the_walk_works(client: httpx.AsyncClient) -> None:
    """The request bodies of its commands, sent as curl sends them."""
    guest, game, claim = [json.loads(body) for body in re.findall(r"-d '(.*)'", GUIDE)]
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    token = fine(await client.post("/api/guests", content=json.dumps(guest), headers=form))["token"]
    headers = {"Authorization": f"Bearer {token}", **form}
    table = fine(await client.post("/api/games", content=json.dumps(game), headers=headers))
    offered = fine(await client.get(f"/api/games/{table['id']}/moves"))
    assert {tuple(move) for move in offered["moves"]} == {tuple(claim)}


async def test_the_program_that_checks_a_deal_says_whether_the_promise_was_kept(remote: httpx.AsyncClient) -> None:
    [program] = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    game, guests = await started(remote, KINGDOMINO)
    await play(remote, game, guests)
    url = str(remote.base_url).rstrip("/")
    done = subprocess.run([sys.executable, "-c", program, url, game], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "kept"
    assert await welcome(remote, "Still there")
