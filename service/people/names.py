"""Names of players and bots: which are allowed, and which count as the same; and labels of tokens and passkeys."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, get_args

from domain.errors import Reason
from domain.pieces import Level
from projections.anonymous import SOMEBODY
from projections.words import WORDS
from service.people.lookalikes import EMOJI_STYLE, look
from service.runtime.refusal import Refused

NAME_LENGTH: Final = Reason("name_length", "", "A name has 1 to {longest} characters.")
NAME_UNSEEN: Final = Reason("name_unseen", "", "A name consists of characters one can see.")
NAME_TOWER: Final = Reason("name_tower", "", "A letter of a name has at most two marks above or below it.")
BAD_LABEL: Final = Reason("bad_label", "", "A label has 1 to {longest} visible characters.")
_LONGEST_NAME: Final = 40
_LONGEST_LABEL: Final = 100
_TOWER: Final = "mmm"
_SPACES: Final = re.compile(r"[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
# Fillers, blanks and selectors that Unicode counts among letters, marks and symbols.
_BLANK: Final = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810)))
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
_GUEST: Final = re.compile(
    "|".join(re.escape(words.guest).replace(r"\{number\}", r"\d+") for words in WORDS.values()), re.I
)


class BadName(Refused):
    """This cannot be the name of a player."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason, "invalid", title="Not a name")


def clean_name(name: str) -> str:
    """The name as it is stored and shown; raises BadName."""
    cleaned = " ".join(word for word in plain_spaces(unicodedata.normalize("NFC", name)).split(" ") if word)
    if not cleaned or len(cleaned) > _LONGEST_NAME:
        raise BadName(NAME_LENGTH.about(longest=_LONGEST_NAME))
    if any(is_invisible(before, letter) for before, letter in pairwise(f" {cleaned}")):
        raise BadName(NAME_UNSEEN)
    if has_tower(cleaned):
        raise BadName(NAME_TOWER)
    return cleaned


def plain_spaces(text: str) -> str:
    """The text with usual spaces in place of wide, narrow and fixed ones."""
    return _SPACES.sub(" ", text)


def has_tower(text: str) -> bool:
    """Whether a letter has more than two marks above or below it."""
    return _TOWER in "".join("m" if unicodedata.category(letter) in ("Mn", "Me") else " " for letter in text)


def is_invisible(before: str, letter: str) -> bool:
    """Whether nobody sees this letter, which follows another one."""
    if letter == EMOJI_STYLE and unicodedata.category(before) == "So":
        return False
    return unicodedata.category(letter) in _INVISIBLE or letter in _BLANK


def folded(name: str) -> str:
    """The form in which names are compared: without differences of case, width and spaces."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(plain.split())


def is_reserved(name: str) -> bool:
    """Whether bots or players who have left are shown by this name, or one that looks like it, in any language."""
    return look(name) in _reserved()


def is_for_guests(name: str) -> bool:
    """Whether the service gives such names to guests who have not chosen one."""
    return _GUEST.fullmatch(folded(name)) is not None


@cache
def _reserved() -> frozenset[str]:
    given = {SOMEBODY, *(name for level in get_args(Level) for name in bot_names([level] * 4) if name)}
    return frozenset(look(words.called(name)) for words in WORDS.values() for name in given)


def bot_names(bots: Sequence[Level | None]) -> Iterator[str | None]:
    """By seat, None for a player. Several bots of one level are numbered: Flint, Flint 2, Flint 3."""
    for seat, bot in enumerate(bots):
        count = bots[: seat + 1].count(bot)
        yield None if bot is None else bot.capitalize() if count == 1 else f"{bot.capitalize()} {count}"


def label_of(text: str) -> str:
    """What somebody calls a token or passkey of theirs; raises Refused."""
    tidy = text.strip()
    if not 0 < len(tidy) <= _LONGEST_LABEL or any(unicodedata.category(letter)[0] == "C" for letter in tidy):
        raise Refused(BAD_LABEL.about(longest=_LONGEST_LABEL), "malformed")
    return tidy
