"""What makes the site an app on a device: its manifest, its service worker, and its shell without a network."""

import re
from functools import cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec
from litestar import Response, get
from litestar.params import FromQuery
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp

from projections.words import LANGUAGES, Language
from service.http.request import StrictRequest
from service.http.responses import BROTLI, VARY, PreparedResponse, not_modified
from service.pages.assets import ASSETS, FOLDER, JOINED, NOT_FOUND, needs
from service.pages.joining import START
from service.pages.previews import NAME
from service.pages.shell import DESCRIPTIONS, shell
from service.runtime.compression import smallest

SHELL_PATH: Final = "/offline"
_KIND: Final = b"application/manifest+json"
_BY_DAY: Final = "#f4ecdf"  # as in index.html
_BY_NIGHT: Final = "#191512"
_HEADERS: Final = ((b"cache-control", b"no-cache"), (b"x-content-type-options", b"nosniff"), VARY)
# The service worker asks this site only.
_WORKER_POLICY: Final = (b"content-security-policy", b"default-src 'none'; connect-src 'self'; img-src 'self'")


class _Shortcut(NamedTuple):
    sentence: str
    address: str


_SHORTCUTS: Final = (
    _Shortcut("embed_daily", "/puzzles/daily"),
    _Shortcut("my_games", "/games"),
    _Shortcut("new_game", "/new"),
)


def _icon(name: str, size: int, purpose: str = "any") -> dict[str, str]:
    address = f"{FOLDER}/icons/{name}-{size}.png"
    return {"src": address, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def _manifest(language: Language) -> dict[str, Any]:
    sentences = msgspec.json.decode(ASSETS[f"languages/{language}.json"].body)
    return {
        "id": "/",
        "name": NAME,
        "short_name": NAME,
        "description": DESCRIPTIONS[language]["front"],
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": _BY_NIGHT,
        "background_color": _BY_DAY,
        "categories": ["games"],
        "icons": [_icon("app", 192), _icon("app", 512), _icon("maskable", 512, "maskable")],
        "shortcuts": [
            {"name": sentences[sentence], "url": address, "icons": [_icon("app", 192)]}
            for sentence, address in _SHORTCUTS
        ],
        # Posted, because a record is too long for an address; the service worker hands it to the page.
        "share_target": {
            "action": "/record",
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"text": "text", "files": [{"name": "file", "accept": ["text/plain", ".txt"]}]},
        },
    }


_MANIFESTS: Final = {language: msgspec.json.encode(_manifest(language)) for language in LANGUAGES}


def _revalidated(request: StrictRequest, body: bytes, kind: bytes, *headers: tuple[bytes, bytes]) -> PreparedResponse:
    """Browsers ask for these again and again, the worker with every page: nothing is sent that they have."""
    tag, packed = _prepared(body)
    if (unchanged := not_modified(request, tag)) is not None:
        return unchanged
    own = (*_HEADERS, *headers, (b"etag", tag.encode()))
    if "br" in re.findall(r"\w+", request.header(b"accept-encoding") or ""):
        return PreparedResponse(packed, BROTLI, *own, kind=kind)
    return PreparedResponse(body, *own, kind=kind)


@cache
def _prepared(body: bytes) -> tuple[str, bytes]:
    """The tag, and the body packed by brotli."""
    return f'"{sha256(body).hexdigest()[:24]}"', smallest(body)


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(request: StrictRequest, language: FromQuery[Language] = "en") -> ASGIApp:
    """In the language that the address names: browsers send no cookies with it."""
    return _revalidated(request, _MANIFESTS[language], _KIND)


_PAGES: Final = ("front", "mine", "game", "puzzles", "puzzle", NOT_FOUND)
# Whose parts that come on demand do something without the service.
_ROOMS: Final = ("board", "core", "drawing", "effects", "ending", "offline", "puzzle", "replay", "table", "ui")
_SHEETS: Final = re.findall(
    rf'href="{FOLDER}/([^"]+)"', needs(NOT_FOUND, "en", is_joined=True, is_kept=True).styles
)  # those that the shell names
_LOADED: Final = (".svg", ".woff2", "icons/app-192.png")


def _is_kept(path: str) -> bool:
    if path.startswith(JOINED):
        entry = path.removeprefix(JOINED)
        return entry == START or entry in {f"pages/{page}.js" for page in _PAGES} or entry.startswith(_ROOMS)
    return path in _SHEETS or (path.endswith(_LOADED) and "-polish" not in path)


# Those of a language are added by the worker.
_KEPT: Final = [path for path in sorted(ASSETS) if _is_kept(path)]
_WORKER: Final = b"const ASSETS = %b;\nconst FILES = %b;\n%b" % (
    msgspec.json.encode(FOLDER),
    msgspec.json.encode(_KEPT),
    ASSETS["sw.js"].body,
)


@get("/sw.js", include_in_schema=False)
async def service_worker(request: StrictRequest) -> ASGIApp:
    """At the root, because a service worker serves what lies below it. A browser that finds other bytes takes the new
    one; the version is among them, so every release brings one."""
    return _revalidated(request, _WORKER, ASSETS["sw.js"].kind, _WORKER_POLICY)


@get(SHELL_PATH, include_in_schema=False)
async def offline_shell(request: StrictRequest) -> Response[str]:
    """The shell for every page without a network: it has no answers, and all it names is kept by the worker."""
    return shell(request, HTTP_200_OK, NOT_FOUND, is_kept=True)
