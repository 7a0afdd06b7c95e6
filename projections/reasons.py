"""Why something is refused, in the reader's language.

The English templates stand where the reasons do. `languages/reasons.*.json` have those of the other languages by code,
with the same placeholders, and for each language the words that may fill them and stand nowhere else.
"""

from collections.abc import Mapping
from importlib import resources
from typing import Any, Final, Literal, TypeAlias

import msgspec

from domain.errors import Reason
from projections.words import LANGUAGES, WORDS, Language

_Step: TypeAlias = Literal["claim", "place", "fire", "totem", "draft", "recruit"]
_Piece: TypeAlias = Literal["domino", "chief", "caveman"]


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    due: dict[_Step, str]  # what to do first
    pieces: dict[_Piece, str]
    reasons: dict[str, str]


def reason_text(reason: Reason, language: Language) -> str:
    """The sentence; in English where the language does not have it."""
    template = VOCABULARIES[language].reasons.get(reason.code, reason.template)
    return template.format(**{name: _worded(name, value, language) for name, value in reason.details})


def _worded(name: str, value: object, language: Language) -> object:
    """The word for a detail whose name says that it is one of a kind: a caveman, a variant, what is due."""
    if isinstance(value, tuple):
        return WORDS[language].listed([str(_worded(name, one, language)) for one in value])
    return _KINDS[language].get(name, {}).get(value, value)


def _read(language: Language) -> Vocabulary:
    data = resources.files("projections").joinpath("languages", f"reasons.{language}.json").read_bytes()
    return msgspec.json.decode(data, type=Vocabulary)


def _kinds(language: Language) -> dict[str, Mapping[Any, str]]:
    words, vocabulary = WORDS[language], VOCABULARIES[language]
    return {
        "due": vocabulary.due,
        "what": vocabulary.pieces,
        "totem": words.totems,
        "caveman": {caveman: noun.one for caveman, noun in words.cavemen.items()},
        "variant": words.variants,
        "game": {game: box.name for game, box in words.boxes.items()},
        "level": words.levels,
        "levels": words.levels,
    }


VOCABULARIES: Final[dict[Language, Vocabulary]] = {language: _read(language) for language in LANGUAGES}
_KINDS: Final = {language: _kinds(language) for language in LANGUAGES}
