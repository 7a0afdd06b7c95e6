"""One HTML shell for every page of the site, and the files it loads, under a path that changes when they do."""

import asyncio
import gzip
import mimetypes
import re
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable
from posixpath import dirname, normpath, splitext
from string import Template
from typing import Any, Final, NamedTuple

import msgspec
from litestar import MediaType, Response, get
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_404_NOT_FOUND
from litestar.types import ASGIApp

from projections.words import LANGUAGES, Language
from service.http.language import language
from service.http.problems import HANDLERS
from service.http.request import AnyRequest, StrictRequest
from service.http.responses import BROTLI, GZIP, PreparedResponse
from service.pages.own_sentences import own_sentences
from service.pages.previews import PAST, PLAYING, SITE, Preview, preview, sentences, tags
from service.runtime.compression import smallest

# Nothing is loaded from other sites, no inline scripts or styles run, and no site may put the page into a frame.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# Embeds may be framed: they are read-only, so clickjacking gains nothing.
_FRAMED_POLICY: Final = _POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
_SHELL_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
    "Vary": "Accept-Language, Cookie",
}
FRAMED_HEADERS: Final = {**_SHELL_HEADERS, "Content-Security-Policy": _FRAMED_POLICY}
_IMMUTABLE: Final = b"max-age=31536000, immutable"
_COLOURS: Final = ("light", "dark")
_MOTION: Final = ("calm", "lively")
_NOT_FOUND: Final = "lost"
# Types, explanations and indentation are for developers: a third of the bytes. Lines keep their numbers without them.
_EXPLANATIONS: Final = {
    ".js": re.compile(rb"^[ \t]*(?:/\*\*(?s:.*?)\*/|//.*$)?", re.MULTILINE),
    ".css": re.compile(rb"^[ \t]+|/\*(?s:.*?)\*/", re.MULTILINE),
    ".svg": re.compile(rb"<!--.*?-->", re.DOTALL),
}
_SERVED: Final = (".css", ".html", ".js", ".json", ".svg", ".txt", ".woff2")  # the rest is for developers


_FACE: Final = b"font/woff2"


class Asset(NamedTuple):
    kind: bytes
    body: bytes
    packed: bytes  # by gzip


def _files(folder: Traversable, path: str = "") -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.is_dir():
            yield from _files(file, f"{path}{file.name}/")
        elif file.name.endswith(_SERVED):
            yield f"{path}{file.name}", file.read_bytes()


def _asset(path: str, file: bytes) -> Asset:
    explanations = _EXPLANATIONS.get(splitext(path)[1])
    body = explanations.sub(_blank_lines, file) if explanations else file
    kind = mimetypes.guess_type(path)[0] or _FACE.decode()  # which not every Python knows
    if kind == "application/javascript":
        kind = "text/javascript"  # read as UTF-8, like the sheets of a page that is
    return Asset(kind.encode(), body, gzip.compress(body, 9, mtime=0))


def _blank_lines(comment: re.Match[bytes]) -> bytes:
    return b"\n" * comment[0].count(b"\n")


def _all_files() -> dict[str, bytes]:
    web = dict(_files(resources.files("service") / "web"))
    words = resources.files("projections") / "languages"
    return web | {f"words/{name}.json": (words / f"{name}.json").read_bytes() for name in LANGUAGES}


_FILES: Final = _all_files()
_SHELL: Final = Template(_FILES.pop("index.html").decode())
FRAMED_SHELL: Final = Template(_FILES.pop("embed.html").decode())
# By address: the module in web/pages that draws it.
PAGES: Final = msgspec.json.decode(_FILES.pop("pages.json"), type=dict[str, str])
# By style sheet, in the order of the cascade: the pages that need it, or the parts of pages that come on demand.
_SHEETS: Final = msgspec.json.decode(_FILES.pop("styles.json"), type=dict[str, list[str]])
VERSION: Final = sha256(
    b"\0".join(part for path in sorted(_FILES) for part in (path.encode(), _FILES[path]))
).hexdigest()[:12]
ASSETS: Final = {path: _asset(path, body) for path, body in _FILES.items()}
_IMPORTED: Final = re.compile(r'^(?:import|export) [^;]*?from "(\.[^"]+)";', re.MULTILINE)


def modules(path: str) -> dict[str, None]:
    """A JavaScript module and all that it imports, directly or not, each once and in order of discovery."""
    reached, remaining = dict[str, None](), [path]
    while remaining:
        module = remaining.pop()
        if module not in reached:
            reached[module] = None
            remaining += [normpath(f"{dirname(module)}/{name}").lstrip("/") for name in _imports(module)]
    return reached


@cache
def _imports(path: str) -> list[str]:
    return _IMPORTED.findall(ASSETS[path].body.decode())


def _reached(entries: Iterable[str]) -> dict[str, None]:
    return {path: None for entry in entries for path in modules(entry)}


@cache
def preloads(*entries: str) -> str:
    """Tags that make the browser fetch all modules at once, rather than discovering imports one after another."""
    return "\n".join(f'<link rel="modulepreload" href="/assets/{VERSION}/{path}">' for path in _reached(entries))


def _styles(page: str) -> str:
    """The sheets of all pages; the browser does not fetch those that are disabled until a page enables them."""
    return "\n".join(
        f'<link rel="stylesheet" href="/assets/{VERSION}/styles/{sheet}.css" data-for="{" ".join(pages)}"'
        f"{'' if page in pages else ' disabled'}>"
        for sheet, pages in _SHEETS.items()
    )


_NAMES: Final = {*PAGES.values(), _NOT_FOUND}
_STYLES: Final = {page: _styles(page) for page in _NAMES}
_ENTRIES: Final = {page: ("main.js", f"pages/{page}.js") for page in _NAMES}
_PARTS: Final = {"game": (PLAYING, PAST)}
# The router in the browser reads the same table from the shell: it costs no request.
_INLINE_TABLE: Final = escape(msgspec.json.encode(PAGES).decode())
# By the `path_template` of a request, which has no types of parameters.
_TEMPLATES: Final = {re.sub(r":\w+}", "}", path): page for path, page in PAGES.items()}
_SENTENCES: Final = {
    name: sentences(ASSETS[f"languages/{name}.json"].body, ASSETS[f"words/{name}.json"].body) for name in LANGUAGES
}


def _said_at_first(name: Language, page: str) -> bytes:
    reached = _reached([*_ENTRIES[page], *_PARTS.get(page, ())])
    sentences = own_sentences(ASSETS[f"languages/{name}.json"].body, (ASSETS[path].body for path in reached))
    return b'{"sentences":%b,"words":%b}' % (sentences, ASSETS[f"words/{name}.json"].body)


ASSETS.update(
    (path, _asset(path, _said_at_first(name, page)))
    for name in LANGUAGES
    for page in _NAMES
    for path in [f"languages/{name}/{page}.json"]
)


# What search engines show of a page.
_DESCRIPTIONS: Final = msgspec.json.decode(
    (resources.files("service.pages") / "descriptions.json").read_bytes(), type=dict[Language, dict[str, str]]
)


@get(list(PAGES), include_in_schema=False)
async def page(request: StrictRequest) -> Response[str]:
    """The same shell for every page; the browser's router draws the page of the address."""
    shown = await preview(request, _SENTENCES)
    return shell(request, HTTP_200_OK, _TEMPLATES[request.scope["path_template"]], shown)


@get("/assets/{version:str}/{path:path}", include_in_schema=False)
async def asset(request: StrictRequest, version: FromPath[str], path: FromPath[str]) -> ASGIApp:
    """A page loaded before an update gets the current file, but must not cache it under the old version."""
    name = path.removeprefix("/")
    file = ASSETS.get(name)
    if file is None:
        raise NotFoundException
    caching = _IMMUTABLE if version == VERSION else b"no-store"
    headers = [(b"cache-control", caching), (b"vary", b"accept-encoding"), (b"x-content-type-options", b"nosniff")]
    accepted = re.findall(r"\w+", request.header(b"accept-encoding") or "")
    if file.kind == _FACE:  # packed already
        return PreparedResponse(file.body, *headers, kind=file.kind)
    if "br" in accepted:
        return PreparedResponse(await _by_brotli(name), BROTLI, *headers, kind=file.kind)
    if "gzip" in accepted:
        return PreparedResponse(file.packed, GZIP, *headers, kind=file.kind)
    return PreparedResponse(file.body, *headers, kind=file.kind)


_BY_BROTLI: Final[dict[str, bytes]] = {}


async def _by_brotli(name: str) -> bytes:
    """Packed when first asked for: for all files it would take a second of the start."""
    if name not in _BY_BROTLI:
        _BY_BROTLI[name] = await asyncio.to_thread(smallest, ASSETS[name].body)
    return _BY_BROTLI[name]


@get("/favicon.ico", include_in_schema=False)
async def favicon(request: StrictRequest) -> ASGIApp:
    """For clients that ask for it without reading the page."""
    return PreparedResponse(ASSETS["favicon.svg"].body, kind=ASSETS["favicon.svg"].kind)


def lost(request: AnyRequest, error: NotFoundException) -> Response[Any]:
    """Handles unknown paths: a person gets a page that says so, a program gets the problem as JSON."""
    assert isinstance(request, StrictRequest)
    is_api = request.url.path.startswith(("/api/", "/assets/"))
    if not is_api and request.method == "GET" and "text/html" in (request.header(b"accept") or ""):
        return shell(request, HTTP_404_NOT_FOUND, _NOT_FOUND)
    return HANDLERS[HTTPException](request, error)


def shell(request: StrictRequest, status: int, page: str, shown: Preview = SITE) -> Response[str]:
    reader_language = language(request)
    html = _SHELL.substitute(
        language=reader_language,
        title=escape(shown.title),
        description=escape(_DESCRIPTIONS[reader_language][page]),
        tags=tags(request, shown, _SENTENCES[reader_language]["text"]),
        colours=_chosen(request, "colours", _COLOURS),
        motion=_chosen(request, "motion", _MOTION),
        assets=f"/assets/{VERSION}",
        page=page,
        coming=escape(_SENTENCES[reader_language]["coming"]),
        styles=_STYLES[page],
        preloads=preloads(*_ENTRIES[page], *shown.parts),
        pages=_INLINE_TABLE,
    )
    return Response(html, status_code=status, media_type=MediaType.HTML, headers=_SHELL_HEADERS)


def _chosen(request: StrictRequest, name: str, choices: tuple[str, ...]) -> str:
    """The reader's choice, from a cookie."""
    value = request.cookies.get(name)
    return value if value in choices else "auto"
