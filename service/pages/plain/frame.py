"""What is around every page without JavaScript. It loads our style sheet, and nothing runs in it."""

from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib import resources
from typing import Any, Final

from litestar import MediaType, Response
from litestar.datastructures import Cookie

from domain.errors import Reason
from projections.reasons import reason_text
from service.http.language import language
from service.http.request import StrictRequest
from service.pages.assets import VERSION
from service.pages.plain.words import PLAIN_WORDS
from service.pages.shell import chosen_colours

_STYLE: Final = (resources.files("service.pages.plain") / "plain.css").read_text(encoding="utf-8")
_HASH: Final = b64encode(sha256(_STYLE.encode()).digest()).decode()
_HEADERS: Final = {
    "Content-Security-Policy": (
        f"default-src 'none'; style-src 'self' 'sha256-{_HASH}'; font-src 'self'; img-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    # Addresses from mails are secrets. Without any referrer, browsers would not say where a form comes from either.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Vary": "Accept-Language, Cookie",
}


def plain_page(
    request: StrictRequest, title: str, body: str, *, status: int = 200, cookies: list[Cookie] | None = None
) -> Response[str]:
    """`title` is text, `body` is HTML."""
    reader = language(request)
    html = (
        f'<!doctype html>\n<html lang="{reader}" data-colours="{chosen_colours(request)}">\n<head>\n'
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="robots" content="noindex">\n'
        f"<title>{escape(title)} · Firstfire</title>\n"
        f'<link rel="stylesheet" href="/assets/{VERSION}/styles/base.css">\n<style>{_STYLE}</style>\n</head>\n'
        f'<body>\n<header class="top"><a href="/" class="brand">Firstfire</a></header>\n'
        f"<main>\n<h1>{escape(title)}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )
    return Response(html, status_code=status, media_type=MediaType.HTML, headers=_HEADERS, cookies=cookies)


def refusal_page(request: StrictRequest, title: str, reason: Reason, status: int) -> Response[Any]:
    home = PLAIN_WORDS[language(request)].home
    return plain_page(request, title, f'{problem(request, reason)}<p><a href="/">{escape(home)}</a></p>', status=status)


def problem(request: StrictRequest, reason: Reason) -> str:
    return f'<p role="alert" class="problem">{escape(reason_text(reason, language(request)))}</p>\n'


def form(address: str, button: str, fields: str, *, is_main: bool = True) -> str:
    """A form that is sent by POST; `fields` is HTML."""
    kind = ' class="main"' if is_main else ""
    return (
        f'<form method="post" action="{escape(address)}">{fields}'
        f"<p><button{kind}>{escape(button)}</button></p></form>\n"
    )


def hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{name}" value="{escape(value)}">'
