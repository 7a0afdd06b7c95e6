"""Notices in sentences, in our languages. `languages/notices.*.json` have the same keys and placeholders."""

from collections.abc import Sequence
from typing import Final

import msgspec

from domain.rules import Rules
from projections.notices import KINDS, Kind
from projections.words import WORDS, Counted, Language, check_complete, in_all_languages


class NoticeText(msgspec.Struct, frozen=True):
    title: str
    text: str


class _Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    by: str  # if it is known who caused it
    alone: str


class MailWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every mail says."""

    move: str
    open: str
    once: str  # what a link to a move is good for
    choose: str
    end: str
    picture: str


class _Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    private_table: str
    waiting: Counted
    news: str
    moments_left: str
    hours_left: str
    days_left: str
    trial: NoticeText
    mail: MailWords
    notices: dict[Kind, _Sentences]

    def __post_init__(self) -> None:
        check_complete("notices", self.notices, KINDS)


def notice_text(kind: Kind, language: Language, by: str | None = None) -> NoticeText:
    """`by` is the name of the player who caused it."""
    sentences = VOCABULARIES[language].notices[kind]
    if by is None:
        return NoticeText(sentences.title, sentences.alone)
    return NoticeText(sentences.title, sentences.by.format(who=WORDS[language].called(by)))


def table_text(rules: Rules, others: Sequence[str], language: Language) -> str:
    """What is played, and with whom."""
    words = WORDS[language]
    mode = [words.modes[rules.mode]] if rules.mode else []
    game = words.between.join([words.boxes[rules.game].name, *mode])
    if not others:
        return game
    return VOCABULARIES[language].table.format(game=game, names=words.listed([words.called(name) for name in others]))


def mail_words(language: Language) -> MailWords:
    return VOCABULARIES[language].mail


def private_table_text(language: Language) -> str:
    """In place of `table_text` where nothing private may be said."""
    return VOCABULARIES[language].private_table


def trial_text(language: Language) -> NoticeText:
    """By which somebody tries whether notices arrive."""
    return VOCABULARIES[language].trial


class DigestText(msgspec.Struct, frozen=True):
    subject: str
    language: Language

    def left(self, hours: int) -> str:
        """How much time is left for a turn."""
        words = VOCABULARIES[self.language]
        if hours < 2:
            return words.moments_left
        return words.days_left.format(count=hours // 24) if hours >= 48 else words.hours_left.format(count=hours)


def digest_text(waiting: int, language: Language) -> DigestText:
    """The digest of a person for whom this number of games wait."""
    words = VOCABULARIES[language]
    return DigestText(words.waiting.of(waiting, language) if waiting else words.news, language)


VOCABULARIES: Final = in_all_languages(_Vocabulary, "notices")
