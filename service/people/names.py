"""Names: how a person's is written, which look alike, and those of bots."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from domain.errors import Reason
from domain.pieces import Level
from service.runtime.refusal import Refused

NAME_LENGTH: Final = Reason("name_length", "", "A name has 1 to {longest} characters.")
NAME_UNSEEN: Final = Reason("name_unseen", "", "A name consists of characters one can see.")
_LONGEST_NAME: Final = 40


class BadName(Refused):
    """A name nobody can have."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason, "invalid", title="Not a name")


def clean_name(name: str) -> str:
    """The name as it is kept; raises BadName."""
    tidy = " ".join(word for word in unicodedata.normalize("NFC", name).split(" ") if word)
    if not tidy or tidy.isspace() or len(tidy) > _LONGEST_NAME:
        raise BadName(NAME_LENGTH.about(longest=_LONGEST_NAME))
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for letter in tidy):
        raise BadName(NAME_UNSEEN)
    return tidy


def folded(name: str) -> str:
    """Names that look alike but for case and width are the same name."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(plain.split())


def bot_names(bots: Sequence[Level | None]) -> Iterator[str | None]:
    """Several of one level are told apart: Flint, Flint 2, Flint 3."""
    for seat, bot in enumerate(bots):
        count = bots[: seat + 1].count(bot)
        yield None if bot is None else bot.capitalize() if count == 1 else f"{bot.capitalize()} {count}"
