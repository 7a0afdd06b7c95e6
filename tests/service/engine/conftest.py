"""The API over a server of its own, and where failed searches are saved."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from service.local_valkey.server import Embedded
from tests.support.api_server import lent_app, serving, unlimited


@pytest.fixture
async def client(own_server: Embedded) -> AsyncIterator[httpx.AsyncClient]:
    with lent_app(unlimited(own_server.url)) as app, serving(app) as url:
        async with httpx.AsyncClient(base_url=url, timeout=30) as client:
            yield client


@pytest.fixture
def failed(tmp_path: Path) -> Path:
    return tmp_path / "failed"
