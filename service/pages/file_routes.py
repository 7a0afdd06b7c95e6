"""Routes of the files that pages load."""

import asyncio
import re
from typing import Final

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.types import ASGIApp

from service.http.request import StrictRequest
from service.http.responses import BROTLI, GZIP, PreparedResponse
from service.pages.assets import ASSETS, JOINED, PACKED, VERSION, whole
from service.runtime.compression import smallest

_IMMUTABLE: Final = b"max-age=31536000, immutable"
_BY_BROTLI: Final[dict[str, bytes]] = {}


@get("/assets/{version:str}/{path:path}", include_in_schema=False)
async def asset(request: StrictRequest, version: FromPath[str], path: FromPath[str]) -> ASGIApp:
    """A page loaded before an update gets the current file, but must not cache it under the old version."""
    name = path.removeprefix("/")
    file = ASSETS.get(name)
    if file is None:
        raise NotFoundException
    is_current = version == VERSION
    if not is_current and name.startswith(JOINED):
        file = whole(name.removeprefix(JOINED))
    caching = _IMMUTABLE if is_current else b"no-store"
    headers = [(b"cache-control", caching), (b"vary", b"accept-encoding"), (b"x-content-type-options", b"nosniff")]
    accepted = re.findall(r"\w+", request.header(b"accept-encoding") or "")
    if file.kind in PACKED:
        return PreparedResponse(file.body, *headers, kind=file.kind)
    if "br" in accepted and is_current:
        return PreparedResponse(await _by_brotli(name), BROTLI, *headers, kind=file.kind)
    if "gzip" in accepted:
        return PreparedResponse(file.packed, GZIP, *headers, kind=file.kind)
    return PreparedResponse(file.body, *headers, kind=file.kind)


async def _by_brotli(name: str) -> bytes:
    """Packed when first asked for: for all files it would take a second of the start."""
    if name not in _BY_BROTLI:
        _BY_BROTLI[name] = await asyncio.to_thread(smallest, ASSETS[name].body)
    return _BY_BROTLI[name]


@get("/favicon.ico", include_in_schema=False)
async def favicon(request: StrictRequest) -> ASGIApp:
    """For clients that ask for it without reading the page."""
    return PreparedResponse(ASSETS["favicon.svg"].body, kind=ASSETS["favicon.svg"].kind)
