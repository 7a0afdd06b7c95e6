"""The sentences of reasons in the language of the reader.

The English templates are part of the reasons. `languages/reasons.*.json` hold the templates of the other languages by
code, with the same placeholders, and for every language the words for placeholders that `words` does not have.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias, cast

import msgspec

from domain.errors import Reason
from projections.words import LANGUAGES, WORDS, Language, in_all_languages

_Step: TypeAlias = Literal["claim", "place", "fire", "totem", "draft", "recruit"]
_Piece: TypeAlias = Literal["domino", "chief", "caveman"]


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    due: dict[_Step, str]  # what the player has to do first
    pieces: dict[_Piece, str]
    reasons: dict[str, str]


def reason_text(reason: Reason, language: Language) -> str:
    """The sentence for `reason`, in English if the language lacks it."""
    template = VOCABULARIES[language].reasons.get(reason.code, reason.template)
    return template.format(**{name: _worded(name, value, language) for name, value in reason.details})


def _worded(name: str, value: object, language: Language) -> object:
    """The word for a detail whose name says what it is (a caveman, a variant, the step due); others unchanged."""
    if isinstance(value, tuple):
        items = cast(tuple[object, ...], value)
        return WORDS[language].listed([str(_worded(name, item, language)) for item in items])
    return _KINDS[language].get(name, {}).get(value, value)


def _kinds(language: Language) -> dict[str, Mapping[Any, str]]:
    words, vocabulary = WORDS[language], VOCABULARIES[language]
    return {
        "due": vocabulary.due,
        "what": vocabulary.pieces,
        "totem": words.totems,
        "caveman": {caveman: noun.name for caveman, noun in words.cavemen.items()},
        "variant": words.variants,
        "game": {game: box.name for game, box in words.boxes.items()},
        "level": words.levels,
        "levels": words.levels,
    }


VOCABULARIES: Final = in_all_languages(Vocabulary, "reasons")
_KINDS: Final = {language: _kinds(language) for language in LANGUAGES}
