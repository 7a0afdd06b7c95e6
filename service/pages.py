"""The browser's pages: one shell for every page, and the files it needs under an address that changes with them."""

import gzip
import mimetypes
import re
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable
from posixpath import dirname, normpath
from string import Template
from typing import Any, Final, NamedTuple

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_404_NOT_FOUND
from litestar.types import ASGIApp

from projections.words import LANGUAGES
from service.answers import Ready
from service.bodies import StrictRequest
from service.language import language
from service.previews import SITE, Preview, preview, sentences, tags
from service.problems import HANDLERS

# Nothing is loaded from elsewhere, nothing is written into the page, and nobody puts it into a frame.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# Pages made for it are in frames; they change nothing, so nobody can be tricked into pressing something there.
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
_FOR_EVER: Final = b"public, max-age=31536000, immutable"
_COLOURS: Final = ("light", "dark")
_MOTION: Final = ("calm", "lively")
_LOST: Final = "lost"
# Types and descriptions in modules are for developers: a quarter of the bytes. Lines keep their numbers without them.
_DOCUMENTATION: Final = re.compile(rb"^[ \t]*/\*\*.*?\*/", re.MULTILINE | re.DOTALL)
_SERVED: Final = (".css", ".html", ".js", ".json", ".svg", ".txt")  # the rest is for developers


class Asset(NamedTuple):
    kind: bytes
    body: bytes
    packed: bytes  # by gzip; as long as the body where that gains nothing


def _files(folder: Traversable, path: str = "") -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.is_dir():
            yield from _files(file, f"{path}{file.name}/")
        elif file.name.endswith(_SERVED):
            yield f"{path}{file.name}", file.read_bytes()


def _asset(path: str, file: bytes) -> Asset:
    body = _DOCUMENTATION.sub(_blank_lines, file) if path.endswith(".js") else file
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    if kind in ("text/javascript", "application/javascript", "text/css"):
        kind = f"{kind.replace('application', 'text')}; charset=utf-8"
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
VERSION: Final = sha256(
    b"\0".join(part for path in sorted(_FILES) for part in (path.encode(), _FILES[path]))
).hexdigest()[:12]
ASSETS: Final = {path: _asset(path, body) for path, body in _FILES.items()}
_IMPORTED: Final = re.compile(r'^(?:import|export) [^;]*?from "(\.[^"]+)";', re.MULTILINE)


def modules(path: str) -> dict[str, None]:
    """A module and all that it names, directly or not, each once."""
    found, ahead = dict[str, None](), [path]
    while ahead:
        one = ahead.pop()
        if one not in found:
            found[one] = None
            ahead += [normpath(f"{dirname(one)}/{name}").lstrip("/") for name in _imports(one)]
    return found


def _imports(path: str) -> list[str]:
    return _IMPORTED.findall(ASSETS[path].body.decode())


def preloads(*entries: str) -> str:
    """Modules name each other by address; told of all at once, the browser does not fetch them one after another."""
    wanted = {path: None for entry in entries for path in modules(entry)}
    return "\n".join(f'<link rel="modulepreload" href="/assets/{VERSION}/{path}">' for path in wanted)


_PRELOADS: Final = {page: preloads("main.js", f"pages/{page}.js") for page in {*PAGES.values(), _LOST}}
# The router in the browser reads the same table, from the shell: it costs no request.
_INLINE_TABLE: Final = escape(msgspec.json.encode(PAGES).decode())
_TEMPLATES: Final = {re.sub(r":\w+}", "}", address): page for address, page in PAGES.items()}  # as a request names them


_SENTENCES: Final = {
    name: sentences(ASSETS[f"languages/{name}.json"].body, ASSETS[f"words/{name}.json"].body) for name in LANGUAGES
}


@get(list(PAGES), include_in_schema=False)
async def page(request: StrictRequest) -> Response[str]:
    """The same shell for every page: which one it is, the browser sees from the address."""
    shown = await preview(request, _SENTENCES)
    return shell(request, HTTP_200_OK, _TEMPLATES[request.scope["path_template"]], shown)


@get("/assets/{version:str}/{path:path}", include_in_schema=False)
async def asset(request: StrictRequest, version: FromPath[str], path: FromPath[str]) -> ASGIApp:
    """A page that was loaded before an update gets today's file, which is then not kept under yesterday's address."""
    found = ASSETS.get(path.removeprefix("/"))
    if found is None:
        raise NotFoundException
    kept = _FOR_EVER if version == VERSION else b"no-store"
    headers = [(b"cache-control", kept), (b"vary", b"accept-encoding"), (b"x-content-type-options", b"nosniff")]
    if "gzip" in (request.header(b"accept-encoding") or ""):
        return Ready(found.packed, (b"content-encoding", b"gzip"), *headers, kind=found.kind)
    return Ready(found.body, *headers, kind=found.kind)


@get("/favicon.ico", include_in_schema=False)
async def favicon(request: StrictRequest) -> ASGIApp:
    """For those who ask without looking at the page."""
    return Ready(ASSETS["favicon.svg"].body, kind=ASSETS["favicon.svg"].kind)


def lost(request: Request[Any, Any, Any], error: NotFoundException) -> Response[Any]:
    """No such address: a person gets a page that says so, a program the problem."""
    assert isinstance(request, StrictRequest)
    is_api = request.url.path.startswith(("/api/", "/assets/"))
    if not is_api and request.method == "GET" and "text/html" in (request.header(b"accept") or ""):
        return shell(request, HTTP_404_NOT_FOUND, _LOST)
    return HANDLERS[HTTPException](request, error)


def shell(request: StrictRequest, status: int, page: str, shown: Preview = SITE) -> Response[str]:
    spoken = language(request)
    filled = _SHELL.substitute(
        language=spoken,
        title=escape(shown.title),
        tags=tags(request, shown, _SENTENCES[spoken]["text"]),
        colours=_chosen(request, "colours", _COLOURS),
        motion=_chosen(request, "motion", _MOTION),
        assets=f"/assets/{VERSION}",
        preloads=_PRELOADS[page],
        pages=_INLINE_TABLE,
    )
    return Response(filled, status_code=status, media_type=MediaType.HTML, headers=_SHELL_HEADERS)


def _chosen(request: StrictRequest, name: str, known: tuple[str, ...]) -> str:
    value = request.cookies.get(name)
    return value if value in known else "auto"
