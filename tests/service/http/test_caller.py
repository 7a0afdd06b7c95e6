"""The caller and the table of a request are resolved once, however many parts of it need them."""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, get_args

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.http.problems import STATUSES
from service.runtime.refusal import RefusalKind
from service.services import Services
from tests.support.api_play import DISCOVERY, fine, started


def test_every_kind_of_refusal_has_its_status() -> None:
    assert set(STATUSES) == set(get_args(RefusalKind))


@pytest.fixture
def counts(client: AsyncTestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often tokens are resolved and tables read; both still happen."""
    counts: Counter[str] = Counter()

    def counted(name: str, method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def counting(*arguments: Any) -> Any:
            counts[name] += 1
            return await method(*arguments)

        return counting

    services: Services = client.app.state.services
    monkeypatch.setattr(services.people, "bearer", counted("callers", services.people.bearer))
    monkeypatch.setattr(services.tables, "seating", counted("tables", services.tables.seating))
    return counts


@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("GET", "/moves"), ("GET", "/steps"), ("POST", "/moves")])
async def test_caller_and_table_are_found_once(
    client: AsyncTestClient[Litestar], counts: Counter[str], method: str, path: str
) -> None:
    game, [first, second] = await started(client, DISCOVERY)
    choices = fine(await client.get(f"/api/games/{game}/moves", headers=first.headers))
    guest = (first, second)[choices["seat"]]
    body = {"json": choices["moves"][0]} if method == "POST" else {}
    counts.clear()
    fine(await client.request(method, f"/api/games/{game}{path}", headers=guest.headers, **body))
    assert counts == {"callers": 1, "tables": 1}


async def test_a_name_that_is_hidden_costs_no_second_look(
    client: AsyncTestClient[Litestar], counts: Counter[str]
) -> None:
    game, [stays, leaves] = await started(client, DISCOVERY)
    fine(await client.delete("/api/me", headers=leaves.headers))
    counts.clear()
    table = fine(await client.get(f"/api/games/{game}", headers=stays.headers))
    assert [seat["name"] for seat in table["seats"]] == [stays.name, "Somebody"]
    assert counts == {"callers": 1, "tables": 1}
