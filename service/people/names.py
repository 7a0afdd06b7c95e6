"""Names of players and bots: which are allowed, and which count as the same."""

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
    """This cannot be the name of a player."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason, "invalid", title="Not a name")


def clean_name(name: str) -> str:
    """The name as it is stored and shown; raises BadName."""
    cleaned = " ".join(word for word in unicodedata.normalize("NFC", name).split(" ") if word)
    if not cleaned or cleaned.isspace() or len(cleaned) > _LONGEST_NAME:
        raise BadName(NAME_LENGTH.about(longest=_LONGEST_NAME))
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for letter in cleaned):
        raise BadName(NAME_UNSEEN)
    return cleaned


def folded(name: str) -> str:
    """The form in which names are compared: without differences of case, width and spaces."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(plain.split())


def bot_names(bots: Sequence[Level | None]) -> Iterator[str | None]:
    """By seat, None for a player. Several bots of one level are numbered: Flint, Flint 2, Flint 3."""
    for seat, bot in enumerate(bots):
        count = bots[: seat + 1].count(bot)
        yield None if bot is None else bot.capitalize() if count == 1 else f"{bot.capitalize()} {count}"
