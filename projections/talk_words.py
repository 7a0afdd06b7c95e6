"""Phrases that players say to each other by a press. They are stored by their keys: each reads their own language."""

from importlib import resources
from typing import Final

import msgspec

from projections.words import LANGUAGES, Language

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


def _read(language: Language) -> dict[str, str]:
    data = resources.files("projections").joinpath("languages", f"talk.{language}.json").read_bytes()
    words = msgspec.json.decode(data, type=dict[str, str])
    if tuple(words) != PHRASES:
        raise ValueError(f"talk.{language}.json: other phrases, or in another order")
    return words


_WORDS: Final = {language: _read(language) for language in LANGUAGES}


def phrase_text(phrase: str, language: Language) -> str:
    """Empty for a phrase that a later release has stored."""
    return _WORDS[language].get(phrase, "")


def phrases(language: Language) -> dict[str, str]:
    """All phrases by their keys, in the order in which they are offered."""
    return dict(_WORDS[language])
