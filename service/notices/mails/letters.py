"""How mails look: as text, and as HTML that leaves colours to the reader's program, which may be dark. Pure."""

import re
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from projections.notice_words import MailWords, mail_words
from projections.words import Language
from service.delivery.parcels import MailContent, Scene

PLAY_LINK: Final = "play:link"  # stands for a link that is made when the mail leaves
PICTURE: Final = re.compile(r'<p><img src="cid:picture"[^>]*></p>')  # to be removed if there is none after all
_IMAGE: Final = '<p><img src="cid:picture" alt="{}" width="600" style="width:100%;height:auto;border-radius:8px"></p>'
_BUTTON: Final = "display:inline-block;padding:10px 18px;border-radius:8px;background:#a4441b;color:#ffffff"
_HEAD: Final = (
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">'
    "<style>:root{color-scheme:light dark}</style>"
)
_BODY: Final = "max-width:600px;margin:0 auto;padding:16px;font:16px/1.5 system-ui,sans-serif"


class Entry(NamedTuple):
    """One thing that a mail is about."""

    text: str
    detail: str  # may be empty
    link: str


class Footer(NamedTuple):
    """Links at the end of each mail."""

    settings: str
    unsubscribe: str


def letter(
    subject: str, entries: Sequence[Entry], footer: Footer, language: Language, scene: Scene | None = None
) -> MailContent:
    words = mail_words(language)
    return MailContent(
        subject,
        _text(entries, footer, words, scene),
        _html(subject, entries, footer, language, scene),
        unsubscribe=footer.unsubscribe,
        scene=scene,
    )


def _is_playable(scene: Scene | None) -> bool:
    return scene is not None and scene.is_playable


def _text(entries: Sequence[Entry], footer: Footer, words: MailWords, scene: Scene | None) -> str:
    parts = ["\n".join(filter(None, [entry.text, entry.detail, entry.link])) for entry in entries]
    if _is_playable(scene):
        parts.append(words.once)
    parts += ["-- ", f"{words.choose}:\n{footer.settings}", f"{words.end}:\n{footer.unsubscribe}"]
    return "\n\n".join(parts) + "\n"


def _html(subject: str, entries: Sequence[Entry], footer: Footer, language: Language, scene: Scene | None) -> str:
    words = mail_words(language)
    label = words.move if _is_playable(scene) else words.open
    blocks = [_block(entry, label, is_only=len(entries) == 1) for entry in entries]
    if scene is not None and scene.is_painted:
        blocks.append(_IMAGE.format(escape(words.picture)))
    if _is_playable(scene):
        blocks.append(f"<p><small>{escape(words.once)}</small></p>")
    links = ((footer.settings, words.choose), (footer.unsubscribe, words.end))
    blocks += ["<hr>", f"<p><small>{' · '.join(_link(*link) for link in links)}</small></p>"]
    return (
        f'<!doctype html><html lang="{language}"><head>{_HEAD}<title>{escape(subject)}</title></head>'
        f'<body><div style="{_BODY}">\n' + "\n".join(blocks) + "\n</div></body></html>"
    )


def _block(entry: Entry, label: str, *, is_only: bool) -> str:
    detail = f"<br>{escape(entry.detail)}" if entry.detail else ""
    if is_only:
        button = f'<a href="{escape(entry.link)}" style="{_BUTTON}">{escape(label)}</a>'
        return f"<p>{escape(entry.text)}{detail}</p>\n<p>{button}</p>"
    return f"<p>{_link(entry.link, entry.text)}{detail}</p>"


def _link(address: str, text: str) -> str:
    return f'<a href="{escape(address)}">{escape(text)}</a>'
