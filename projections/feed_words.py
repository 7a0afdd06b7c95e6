"""Titles of feeds, in our languages. `languages/feeds.*.json` have the same keys and placeholders."""

from typing import Final

import msgspec

from projections.words import Language, in_all_languages


class FeedWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    puzzles: str
    puzzle: str
    games: str
    finished: str
    tournament_begins: str
    tournament_ends: str


def feed_words(language: Language) -> FeedWords:
    return _WORDS[language]


_WORDS: Final = in_all_languages(FeedWords, "feeds")
