"""Phrases in every language."""

import pytest

from projections.talk_words import PHRASES, phrase_text, phrases
from projections.words import LANGUAGES, Language


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_phrase(language: Language) -> None:
    assert tuple(phrases(language)) == PHRASES
    assert len({*phrases(language).values()}) == len(PHRASES)


def test_a_phrase_of_a_later_release_is_empty() -> None:
    assert phrase_text("hello", "de") == "Hallo!"
    assert phrase_text("of a later release", "de") == ""
