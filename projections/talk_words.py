"""Phrases that players say to each other by a press. They are stored by their keys: each reads their own language."""

from typing import Final

from projections.words import Language, in_all_languages

PHRASES: Final = (
    "hello",
    "good_luck",
    "have_fun",
    "nice_move",
    "well_played",
    "lucky",
    "oops",
    "thinking",
    "sorry_slow",
    "no_hurry",
    "thanks",
    "good_game",
    "rematch",
    "bye",
)


_WORDS: Final = in_all_languages(dict[str, str], "talk")

for _language, _phrases in _WORDS.items():
    if tuple(_phrases) != PHRASES:
        raise ValueError(f"talk.{_language}.json: other phrases, or in another order")


def phrase_text(phrase: str, language: Language) -> str:
    """Empty for a phrase that a later release has stored."""
    return _WORDS[language].get(phrase, "")


def phrases(language: Language) -> dict[str, str]:
    """All phrases by their keys, in the order in which they are offered."""
    return dict(_WORDS[language])
