"""Titles of feeds, in four languages. `languages/feeds.*.json` have the same keys and placeholders."""

from importlib import resources
from typing import Final

import msgspec

from projections.words import LANGUAGES, Language


class FeedWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    puzzles: str
    puzzle: str
    games: str
    finished: str


def feed_words(language: Language) -> FeedWords:
    return _WORDS[language]


def _read(language: Language) -> FeedWords:
    data = resources.files("projections").joinpath("languages", f"feeds.{language}.json").read_bytes()
    return msgspec.json.decode(data, type=FeedWords)


_WORDS: Final[dict[Language, FeedWords]] = {language: _read(language) for language in LANGUAGES}
