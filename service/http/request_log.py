"""The id of a request, and its line in the log."""

import logging
import re
from typing import Final

from litestar.types import Scope

from service.http.headers import header

HEADER: Final = b"x-request-id"
_SAFE_ID: Final = re.compile(rb"[\w.:~/+=-]{1,100}")
_PROBES: Final = frozenset({"/health/live", "/health/ready", "/metrics"})  # requested all the time by machines
_KEPT: Final = "/assets/"  # for a year: an id would be that of somebody's request long ago

log = logging.getLogger(__name__)


def id_of(scope: Scope) -> str | None:
    """The client's own id for the request, if it is safe to log."""
    given = header(scope, HEADER)
    return given.decode("latin-1") if given is not None and _SAFE_ID.fullmatch(given) else None


def has_id(path: str) -> bool:
    """Whether the response carries the id of its request."""
    return not path.startswith(_KEPT)


def log_request(method: str, route: str | None, status: int, seconds: float) -> None:
    """Logs the route and not the path, which may contain secrets."""
    level = logging.WARNING if status >= 500 else logging.DEBUG if route in _PROBES else logging.INFO
    if log.isEnabledFor(level):
        shown = route or "(no route)"
        fields = {"method": method[:10], "route": shown, "status": status, "ms": round(seconds * 1000, 2)}
        # Made by hand: the logger would search the stack for the calling line.
        record = logging.LogRecord(__name__, level, "", 0, "answered", None, None)
        record.fields = fields
        log.handle(record)
