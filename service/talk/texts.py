"""Texts that people write to each other: which are allowed, and whom they mention. Pure."""

import unicodedata
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from domain.errors import Reason
from service.people.lookalikes import EMOJI_STYLE
from service.people.names import folded, has_tower, is_invisible, plain_spaces
from service.runtime.refusal import Refused

LONGEST: Final = 500
MESSAGE_LENGTH: Final = Reason("message_length", "", "A message has 1 to {longest} characters.")
MESSAGE_UNSEEN: Final = Reason("message_unseen", "", "A message consists of characters one can see.")
MESSAGE_TOWER: Final = Reason("message_tower", "", "A letter of a message has at most two marks above or below it.")
_JOINER: Final = "\u200d"  # of emoji that are made of several


def clean_text(text: str) -> str:
    """The text on one line, as it is stored and shown; raises Refused."""
    cleaned = " ".join(plain_spaces(unicodedata.normalize("NFC", text)).split())
    if not cleaned or len(cleaned) > LONGEST:
        raise Refused(MESSAGE_LENGTH.about(longest=LONGEST), "invalid")
    if any(is_invisible(before, letter) and not _joins(before, letter) for before, letter in pairwise(f" {cleaned}")):
        raise Refused(MESSAGE_UNSEEN, "invalid")
    if has_tower(cleaned):
        raise Refused(MESSAGE_TOWER, "invalid")
    return cleaned


def mentioned(text: str, names: Iterable[str]) -> set[str]:
    """Those of the names that the text calls by `@name`, in any case. `@Oona` does not call Oonagh."""
    line = folded(text)
    return {name for name in names if name and _is_called(line, f"@{folded(name)}")}


def _is_called(line: str, call: str) -> bool:
    _, *rests = f" {line} ".split(call)
    return any(not rest[:1].isalnum() for rest in rests)


def _joins(before: str, letter: str) -> bool:
    return letter == _JOINER and (before == EMOJI_STYLE or unicodedata.category(before) in ("So", "Sk"))
