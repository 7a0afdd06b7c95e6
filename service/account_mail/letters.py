"""The mails about an account, in the language in which it entered its address."""

from functools import cache
from html import escape
from importlib.resources import files
from string import Formatter
from typing import Final, Literal, TypeAlias

import msgspec

from projections.words import Language
from service.delivery.parcels import MailContent

LetterKind: TypeAlias = Literal["confirm", "reset", "changed", "changed_again", "new_place"]
_LINK: Final = "{link}"


class Letter(msgspec.Struct, frozen=True):
    subject: str
    text: list[str]  # paragraphs


def letter(kind: LetterKind, language: Language, **details: str) -> MailContent:
    """The paragraph `{link}` is a link in the HTML. What people chose themselves, such as names, is text there."""
    form = _letters()[language][kind]
    paragraphs = [Formatter().vformat(paragraph, (), details) for paragraph in form.text]
    return MailContent(form.subject, "\n\n".join(paragraphs) + "\n", _html(form, paragraphs))


def _html(form: Letter, paragraphs: list[str]) -> str:
    lines = [
        f'<p><a href="{escape(paragraph)}">{escape(paragraph)}</a></p>'
        if plain == _LINK
        else f"<p>{escape(paragraph)}</p>"
        for plain, paragraph in zip(form.text, paragraphs, strict=True)
    ]
    return "\n".join(["<!doctype html>", '<html><body style="font:16px/1.5 sans-serif">', *lines, "</body></html>"])


@cache
def _letters() -> dict[Language, dict[LetterKind, Letter]]:
    data = files("service.account_mail").joinpath("letters.json").read_bytes()
    return msgspec.json.decode(data, type=dict[Language, dict[LetterKind, Letter]])
