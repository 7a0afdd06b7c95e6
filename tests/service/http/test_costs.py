"""What requests cost: by the end of their address."""

from typing import Final

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from service.app import create_app
from service.http.limits.costs import DEAREST, READING, WRITING, cost
from service.runtime.settings import Settings

SAFE: Final = ("GET", "HEAD")


@pytest.fixture(scope="module")
def app() -> Litestar:
    return create_app(Settings(redis_url="redis://127.0.0.1:1"))


@pytest.mark.parametrize(
    ("method", "path", "price"),
    [
        ("GET", "/api/games/abc", 1),
        ("GET", "/api/games/abc/film", DEAREST),
        ("GET", "/api/games/abc/film/", DEAREST),
        ("GET", "/api/me/games", 3),
        ("GET", "/api/follows/games", 30),
        ("PUT", "/api/blocks/pl4y3r1d", 5),
        ("POST", "/api/games", 20),
        ("POST", "/api/games/abc/moves", 1),
        ("DELETE", "/api/me", 50),
        ("GET", "", 1),
        ("GET", "/", 1),
    ],
)
def test_prices(method: str, path: str, price: int) -> None:
    assert cost(method, path) == price


def test_each_price_is_one_of_a_route(app: Litestar) -> None:
    """A price under a wrong word is asked of nobody."""
    routes = [route for route in app.routes if isinstance(route, HTTPRoute)]
    for prices, is_reading in ((READING, True), (WRITING, False)):
        paths = [
            f"/{route.path_format}".split("/")
            for route in routes
            if any((method in SAFE) is is_reading for method in route.methods if method != "OPTIONS")
        ]
        ends = {end for *_, parent, last in paths for end in (f"{parent}/{last}", last)}
        ends |= {f"{parent}/*" for *_, parent, last in paths if last.startswith("{")}
        assert prices.keys() <= ends, prices.keys() - ends
