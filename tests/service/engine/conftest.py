"""The API over a server of its own, and where failed searches are saved."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from service.app import create_app
from service.local_valkey.server import Embedded
from tests.support.api_server import serving, unlimited


@pytest.fixture
async def client(own_server: Embedded) -> AsyncIterator[httpx.AsyncClient]:
    with serving(create_app(unlimited(own_server.url))) as url:
        async with httpx.AsyncClient(base_url=url, timeout=30) as client:
            yield client


@pytest.fixture
def failed(tmp_path: Path) -> Path:
    return tmp_path / "failed"
