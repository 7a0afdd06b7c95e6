"""Languages are complete in every file, and each speaks in the plural forms that CLDR has for it."""

import pytest

from projections.words import LANGUAGES, Counted, Language, plural
from tests.tools.languages import gaps, languages, leaves


def test_the_files_are_those_of_the_languages() -> None:
    assert languages() == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing(language: str) -> None:
    assert [*gaps(language)] == []


def test_a_phrase_with_forms_is_one_text() -> None:
    assert dict(leaves({"a": {"one": "x", "many": "y"}, "b": ["z"]})) == {"a": "y", "b.0": "z"}


@pytest.mark.parametrize(
    ("language", "count", "form"),
    [
        *[("en", 1, "one"), ("en", 0, "many"), ("de", 21, "many")],
        *[("fr", 0, "one"), ("fr", 1, "one"), ("fr", 2, "many")],
        *[("pl", 1, "one"), ("pl", 3, "few"), ("pl", 5, "many"), ("pl", 13, "many"), ("pl", 21, "many")],
        *[("pl", 22, "few"), ("pl", 112, "many"), ("ja", 1, "many")],
    ],
)
def test_a_number_chooses_the_form(language: Language, count: int, form: str) -> None:
    assert plural(count, language) == form


def test_a_form_that_a_language_does_not_have_is_said_as_many() -> None:
    assert Counted(many="火{count}個").of(1, "ja") == "火1個"
    assert Counted(singular="{count} płytka", few="{count} płytki", many="{count} płytek").of(22, "pl") == "22 płytki"
