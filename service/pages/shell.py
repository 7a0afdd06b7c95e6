"""One HTML shell for every page of the site."""

import asyncio
import re
from hashlib import sha256
from html import escape
from importlib import resources
from typing import Any, Final, NamedTuple

import msgspec
from litestar import MediaType, Response, get
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, NotFoundException
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED, HTTP_404_NOT_FOUND

from projections.words import LANGUAGES, Language
from service.http.language import COOKIE, language
from service.http.problems import HANDLERS
from service.http.request import AnyRequest, StrictRequest
from service.pages.ahead import answers_ahead
from service.pages.assets import (
    ASSETS,
    ENTRIES,
    FOLDER,
    JOINED,
    NOT_FOUND,
    PAGES,
    SHELL,
    VERSION,
    joined_preloads,
    link_header,
    needs,
    preloads,
)
from service.pages.feed_links import feed_links
from service.pages.joining import START
from service.pages.previews import SITE, Preview, preview, sentences, tags

# Nothing is loaded from other sites, no inline scripts run, no styles within a page but those whose hash is added, and
# no site may put the page into a frame.
_STYLES_ALLOWED: Final = "style-src 'self'"
_POLICY: Final = (
    f"default-src 'none'; script-src 'self'; {_STYLES_ALLOWED}; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
# Embeds may be framed: they are read-only, so clickjacking gains nothing.
_FRAMED_POLICY: Final = _POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
_SHELL_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
    "Vary": "Accept-Language, Cookie",
}
FRAMED_HEADERS: Final = {**_SHELL_HEADERS, "Content-Security-Policy": _FRAMED_POLICY}
_COLOURS: Final = ("light", "dark")
_MOTION: Final = ("calm", "lively")
_YEAR: Final = 365 * 24 * 60 * 60  # seconds, as long as scripts save a choice
_KEPT: Final = "kept"  # a cookie: the version of our files that the browser has
# The router in the browser reads the same table from the shell: it costs no request.
_INLINE_TABLE: Final = escape(msgspec.json.encode(PAGES).decode())
# By the `path_template` of a request, which has no types of parameters.
_TEMPLATES: Final = {re.sub(r":\w+}", "}", path): page for path, page in PAGES.items()}
_SENTENCES: Final = {
    name: sentences(ASSETS[f"languages/{name}.json"].body, ASSETS[f"words/{name}.json"].body) for name in LANGUAGES
}


# What search engines show of a page.
DESCRIPTIONS: Final = msgspec.json.decode(
    (resources.files("service.pages") / "descriptions.json").read_bytes(), type=dict[Language, dict[str, str]]
)


class _NoScriptWords(NamedTuple):
    text: str
    table: str
    missing: str  # when a script, or what it needs, has not come
    again: str


_NO_SCRIPT: Final = {
    name: _NoScriptWords(**words)
    for name, words in msgspec.json.decode(
        (resources.files("service.pages") / "no_script.json").read_bytes(), type=dict[Language, dict[str, str]]
    ).items()
}


@get(list(PAGES), include_in_schema=False)
async def page(request: StrictRequest) -> Response[str]:
    """The same shell for every page; the browser's router draws the page of the address."""
    name = _TEMPLATES[request.scope["path_template"]]
    shown, ahead = await asyncio.gather(preview(request, _SENTENCES), answers_ahead(request, name))
    return shell(request, HTTP_200_OK, name, shown, ahead)


def lost(request: AnyRequest, error: NotFoundException) -> Response[Any]:
    """Handles unknown paths: a person gets a page that says so, a program gets the problem as JSON."""
    assert isinstance(request, StrictRequest)
    is_api = request.url.path.startswith(("/api/", "/assets/"))
    if not is_api and request.method == "GET" and "text/html" in (request.header(b"accept") or ""):
        return shell(request, HTTP_404_NOT_FOUND, NOT_FOUND)
    return HANDLERS[HTTPException](request, error)


def shell(
    request: StrictRequest,
    status: int,
    page: str,
    shown: Preview = SITE,
    ahead: str = "{}",
    *,
    is_kept: bool = False,
) -> Response[str]:
    """`is_kept`: the browser has our files, even if its cookie does not say so."""
    entries, is_joined = (*ENTRIES[page], *shown.parts), request.app.state.joins_modules
    reader_language, has_files = language(request), is_kept or request.cookies.get(_KEPT) == VERSION
    drawn_with = needs(page, reader_language, is_joined=is_joined, is_kept=has_files)
    html = SHELL.substitute(
        language=reader_language,
        title=escape(shown.title),
        description=escape(DESCRIPTIONS[reader_language][page]),
        tags=tags(request, shown, _SENTENCES[reader_language]["text"]) + feed_links(request, page, reader_language),
        colours=chosen_colours(request),
        motion=_chosen(request, "motion", _MOTION),
        assets=FOLDER,
        page=page,
        without=_without_scripts(request, page, reader_language),
        coming=escape(_SENTENCES[reader_language]["coming"]),
        missing=escape(_NO_SCRIPT[reader_language].missing),
        again=escape(_NO_SCRIPT[reader_language].again),
        styles=drawn_with.styles,
        pieces=drawn_with.pieces,
        sentences=drawn_with.sentences,
        start=JOINED + START if is_joined else START,
        preloads=(joined_preloads if is_joined else preloads)(*entries),
        ahead=ahead,
        pages=_INLINE_TABLE,
    )
    headers = {
        **_SHELL_HEADERS,
        "Content-Security-Policy": _POLICY.replace(_STYLES_ALLOWED, _STYLES_ALLOWED + drawn_with.hashes),
        "ETag": f'"{sha256(html.encode()).hexdigest()[:24]}"',
        **({"Link": link_header(*entries)} if is_joined else {}),
    }
    if request.header(b"if-none-match") == headers["ETag"]:
        return Response("", status_code=HTTP_304_NOT_MODIFIED, headers=headers)
    return Response(
        html, status_code=status, media_type=MediaType.HTML, headers=headers, cookies=_renewed_choices(request)
    )


def _renewed_choices(request: StrictRequest) -> list[Cookie]:
    """Scripts saved these, and Safari forgets what scripts saved after a week without a visit."""
    valid = {"colours": _COLOURS, "motion": _MOTION, COOKIE: tuple(LANGUAGES)}
    return [
        Cookie(name, value=request.cookies[name], max_age=_YEAR, samesite="lax")
        for name, choices in valid.items()
        if request.cookies.get(name) in choices
    ]


def _without_scripts(request: StrictRequest, page: str, reader_language: Language) -> str:
    """What a browser shows that runs no scripts."""
    words, game = _NO_SCRIPT[reader_language], request.path_params.get("game")
    if page != "game" or game is None:
        return escape(words.text)
    query = f"?{request.url.query}" if "invite" in request.query_params else ""
    return f'{escape(words.text)} <a href="/game/{escape(game)}/plain{escape(query)}">{escape(words.table)}</a>'


def chosen_colours(request: StrictRequest) -> str:
    return _chosen(request, "colours", _COLOURS)


def _chosen(request: StrictRequest, name: str, choices: tuple[str, ...]) -> str:
    """The reader's choice, from a cookie."""
    value = request.cookies.get(name)
    return value if value in choices else "auto"
