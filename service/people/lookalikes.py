"""Names that look alike: "Oona" with a Latin and with a Cyrillic O.

Two names look alike if their skeletons are equal, as Unicode defines them (UTS 39, section 4). The table of confusable
characters comes with the package confusable-homoglyphs; there each character names the one it is confused with, and
that one names all of its own.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

EMOJI_STYLE: Final = "\ufe0f"  # after a symbol: shows it in colour
_MARK: Final = "\u200e"  # the table has it around characters that are written from right to left


class _Confusable(msgspec.Struct):
    c: str  # one or more characters


def look(name: str) -> str:
    """What a name looks like, regardless of case."""
    plain = unicodedata.normalize("NFKC", name).replace(EMOJI_STYLE, "")
    return " ".join(_skeleton(_skeleton(plain).casefold()).split())


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    parts = (prototypes.get(letter, letter) for letter in unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", "".join(parts))


@cache
def _prototypes() -> dict[str, str]:
    """What stands for each character in a skeleton."""
    text = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    without_marks = text.replace(_MARK, "").replace(r"\u200e", "")
    return dict(_pairs(msgspec.json.decode(without_marks, type=dict[str, list[_Confusable]])))


def _pairs(table: dict[str, list[_Confusable]]) -> Iterator[tuple[str, str]]:
    """Of two that are confused with each other only, the later one stands for both."""
    for text, [first, *others] in table.items():
        is_prototype = bool(others) or (len(table[first.c]) == 1 and text > first.c)
        if len(text) == 1 and not is_prototype:
            yield text, first.c
