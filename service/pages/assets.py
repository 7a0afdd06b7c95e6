"""The files that pages load, as they are served: under a path that changes when one of them does."""

import gzip
import mimetypes
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from posixpath import dirname, normpath, splitext
from string import Template
from typing import Final

import msgspec

from projections.words import LANGUAGES, Language
from service.pages.enclosing import Files, Needs
from service.pages.joining import START, Modules
from service.pages.own_sentences import own_sentences
from service.pages.previews import PAST, PLAYING
from service.pages.sheets import joined_sheets, sheet_path

NOT_FOUND: Final = "lost"  # the page of unknown paths
# Types, explanations and indentation are for developers: a third of the bytes. Lines keep their numbers without them.
_EXPLANATIONS: Final = {
    ".js": re.compile(rb"^[ \t]*(?:/\*\*(?s:.*?)\*/|//.*$)?", re.MULTILINE),
    ".css": re.compile(rb"^[ \t]+|/\*(?s:.*?)\*/", re.MULTILINE),
    ".svg": re.compile(rb"<!--.*?-->", re.DOTALL),
}
_SERVED: Final = (".css", ".html", ".js", ".json", ".png", ".svg", ".txt", ".woff2")  # the rest is for developers


_FACE: Final = b"font/woff2"
PACKED: Final = (_FACE, b"image/png")  # already


@dataclass(frozen=True)
class Asset:
    kind: bytes
    body: bytes

    @cached_property
    def packed(self) -> bytes:
        """By gzip, when somebody first asks for it: few browsers do, and packing all would double the time to start."""
        return gzip.compress(self.body, 9, mtime=0)


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
    return Asset(kind.encode(), body)


def _blank_lines(comment: re.Match[bytes]) -> bytes:
    return b"\n" * comment[0].count(b"\n")


def _all_files() -> dict[str, bytes]:
    web = dict(_files(resources.files("service") / "web"))
    words = resources.files("projections") / "languages"
    return web | {f"words/{name}.json": (words / f"{name}.json").read_bytes() for name in LANGUAGES}


_FILES: Final = _all_files()
SHELL: Final = Template(_FILES.pop("index.html").decode())
FRAMED_SHELL: Final = Template(_FILES.pop("embed.html").decode())
# By address: the module in web/pages that draws it.
PAGES: Final = msgspec.json.decode(_FILES.pop("pages.json"), type=dict[str, str])
# By style sheet, in the order of the cascade: the pages that need it, or the parts of pages that come on demand.
_SHEETS: Final = msgspec.json.decode(_FILES.pop("styles.json"), type=dict[str, list[str]])
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


_NAMES: Final = {*PAGES.values(), NOT_FOUND}
_MODULES: Final = Modules(
    {path: file.decode() for path, file in _FILES.items() if path.endswith(".js")},
    (f"pages/{page}.js" for page in sorted(_NAMES)),
)
JOINED: Final = "joined/"
ASSETS.update(
    (path, _asset(path, _MODULES.joined(entry).encode())) for entry in _MODULES.entries for path in [JOINED + entry]
)


ASSETS.update(
    (path, _asset(path, b"\n".join(ASSETS[f"styles/{sheet}.css"].body for sheet in run)))
    for page in sorted(_NAMES)
    for run in joined_sheets(_SHEETS, page)
    for path in [sheet_path(run)]
    if path not in ASSETS
)


ENTRIES: Final = {page: (START, f"pages/{page}.js") for page in _NAMES}
_PARTS: Final = {"game": (PLAYING, PAST)}


def _said_at_first(name: Language, page: str) -> bytes:
    reached = _reached([*ENTRIES[page], *_PARTS.get(page, ())])
    sentences = own_sentences(ASSETS[f"languages/{name}.json"].body, (ASSETS[path].body for path in reached))
    return b'{"sentences":%b,"words":%b}' % (sentences, ASSETS[f"words/{name}.json"].body)


ASSETS.update(
    (path, _asset(path, _said_at_first(name, page)))
    for name in LANGUAGES
    for page in _NAMES
    for path in [f"languages/{name}/{page}.json"]
)
# Of what is served, so that a change of how it is made counts as well.
VERSION: Final = sha256(
    b"\0".join(part for path in sorted(ASSETS) for part in (path.encode(), ASSETS[path].body))
).hexdigest()[:12]
FOLDER: Final = f"/assets/{VERSION}"
_ENCLOSED: Final = Files(
    FOLDER, {path: file.body.decode() for path, file in ASSETS.items() if file.kind not in PACKED}, _SHEETS
)


@cache
def needs(page: str, name: Language, *, is_joined: bool, is_kept: bool) -> Needs:
    """What a page is drawn with. `is_kept`: the browser has these files already."""
    sentences = f"languages/{name}/{page}.json"
    if not is_joined:
        return _ENCLOSED.named(page, [[sheet] for sheet in _SHEETS])
    runs = joined_sheets(_SHEETS, page)
    return _ENCLOSED.named(page, runs) if is_kept else _ENCLOSED.enclosed(page, sentences, runs)


@cache
def preloads(*entries: str) -> str:
    """Tags that make the browser fetch all modules at once, rather than discovering imports one after another."""
    return _preloads(_reached(entries))


@cache
def joined_preloads(*entries: str) -> str:
    return _preloads(JOINED + entry for entry in entries)


@cache
def link_header(*entries: str) -> str:
    """The same as a header: the browser asks for them before it has read anything of the shell."""
    return ", ".join(f"<{FOLDER}/{JOINED}{entry}>; rel=modulepreload" for entry in entries)


def _preloads(paths: Iterable[str]) -> str:
    return "\n".join(f'<link rel="modulepreload" href="{FOLDER}/{path}">' for path in paths)


@cache
def whole(entry: str) -> Asset:
    """For a page from before an update, of which nobody knows what it has: it uses what it has not."""
    return _asset(entry, _MODULES.joined(entry, is_whole=True).encode())
