"""Choosing the language of a reader."""

import pytest
from litestar.types import Scope

from projections.words import Language
from service.http.language import language_of, preferred


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fi-FI,fi;q=0.9,it;q=0.3,en;q=0.2", "it"),
        ("en;q=0.5, nl;q=0.6", "nl"),
        ("NL-BE", "nl"),
        ("de;q=0, it;q=0.1", "it"),
        ("de;q=0", "en"),
        ("fi, tlh", "en"),
        ("pt-BR, ja-JP;q=0.9", "ja"),
        ("*", "en"),
        ("de;q=many, it", "it"),
        ("de;q=nan", "en"),
        (";;;,=,q=1,-", "en"),
        ("x" * 10_000, "en"),
        ("de, it", "de"),
    ],
)
def test_the_preferred_supported_language_is_used(accepted: str, language: Language) -> None:
    assert preferred(accepted) == language


@pytest.mark.parametrize(
    ("cookie", "language"),
    [
        ("language=it", "it"),
        ("session=x; language=nl; colours=dark", "nl"),
        ("session=x;language=nl", "nl"),
        ("language=tlh", "de"),
        ("language=ital", "de"),
        ("my-language=it", "de"),
        ("session=language=it", "de"),
        ("", "de"),
    ],
)
def test_the_chosen_language_wins_over_that_of_the_browser(cookie: str, language: Language) -> None:
    headers = [(b"accept-language", b"de"), (b"cookie", cookie.encode())]
    for order in (headers, headers[::-1]):
        assert language_of(scope(order)) == language
    assert language_of(scope([])) == "en"


def scope(headers: list[tuple[bytes, bytes]]) -> Scope:
    request_scope: Scope = {"headers": headers}  # type: ignore[assignment]
    return request_scope
