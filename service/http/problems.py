"""Every error as application/problem+json, with a detail that a player can read, in the player's language.

What the application refuses has a kind; the table here gives each kind its status.
"""

import logging
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import (
    HTTP_422_UNPROCESSABLE_ENTITY,
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
)
from litestar.types import ExceptionHandlersMap

from domain.errors import BrokenRecord, DamagedLog, IllegalMove, Reason
from projections.reasons import reason_text
from puzzles.solving.attempt import IllegalAttempt
from service.games.handle import GameMoved
from service.http.language import language
from service.http.request import AnyRequest
from service.runtime.logging_setup import CURRENT_REQUEST
from service.runtime.refusal import RefusalKind, Refused
from service.store.errors import Unavailable

MEDIA_TYPE: Final = "application/problem+json"

UNAVAILABLE: Final = Reason(
    "unavailable", "", "The log of games cannot be reached at the moment. Nothing is lost: try again in a moment."
)
ON_LINE: Final = Reason("on_line", "", "Line {line}: {problem}")
ON_MOVE: Final = Reason("on_move", "", "Move {move}: {problem}")
DAMAGED: Final = Reason(
    "damaged", "", "The log of this game is damaged. It is left as it is; the operator has been told."
)
OUR_MISTAKE: Final = Reason(
    "our_mistake", "", "Something went wrong on our side. It has been noted; nothing was changed."
)
NO_SUCH_ADDRESS: Final = Reason("no_such_address", "", "There is nothing at this address.")
NO_SUCH_METHOD: Final = Reason("no_such_method", "", "This address does not answer to this method.")
BODY_TOO_LARGE: Final = Reason("body_too_large", "", "A body has at most 64 KB.")

STATUSES: Final[dict[RefusalKind, HTTPStatus]] = {
    "malformed": HTTPStatus.BAD_REQUEST,
    "unauthenticated": HTTPStatus.UNAUTHORIZED,
    "unconfirmed": HTTPStatus.UNAUTHORIZED,
    "forbidden": HTTPStatus.FORBIDDEN,
    "not_found": HTTPStatus.NOT_FOUND,
    "conflict": HTTPStatus.CONFLICT,
    "invalid": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too_many": HTTPStatus.TOO_MANY_REQUESTS,
}
_PLAINLY: Final = {
    HTTPStatus.NOT_FOUND: NO_SUCH_ADDRESS,
    HTTPStatus.METHOD_NOT_ALLOWED: NO_SUCH_METHOD,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: BODY_TOO_LARGE,
}

log = logging.getLogger(__name__)


class Problem(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """RFC 9457, with what programs need to react."""

    status: int
    title: str
    detail: str
    code: str | None = None  # why it is refused, for programs: the same in every language
    rule: str | None = None  # the number of the game's rule in docs/rules.md
    seq: int | None = None  # where the game is now
    line: int | None = None  # of a record
    move: int | None = None  # of an attempt at a puzzle
    request: str | None = None  # of our own mistakes: the name under which they are noted


def _refusing(
    asked: AnyRequest, status: int, title: str, reason: Reason, headers: dict[str, str] | None = None, **more: Any
) -> Response[bytes]:
    """The answer to somebody who is refused: the reason as they can read it."""
    detail = reason_text(reason, language(asked))
    found = Problem(status=status, title=title, detail=detail, code=reason.code, rule=reason.rule or None, **more)
    return _problem(asked, found, headers)


def _problem(asked: AnyRequest, found: Problem, headers: dict[str, str] | None = None) -> Response[bytes]:
    spoken = {"Content-Language": language(asked), "Vary": "accept-language, cookie"}
    body = msgspec.json.encode(found)
    return Response(body, status_code=found.status, media_type=MEDIA_TYPE, headers={**(headers or {}), **spoken})


def _illegal(request: AnyRequest, error: IllegalMove) -> Response[bytes]:
    return _refusing(request, HTTP_422_UNPROCESSABLE_ENTITY, "The rules forbid this", error.reason)


def _unavailable(request: AnyRequest, error: Unavailable) -> Response[bytes]:
    log.warning("503: %s", error.reason)
    status = HTTP_503_SERVICE_UNAVAILABLE
    return _refusing(request, status, "Try again shortly", UNAVAILABLE, {"Retry-After": "1"})


def _broken(request: AnyRequest, error: BrokenRecord) -> Response[bytes]:
    reason, spoken = error.reason, language(request)
    rule = f" ({reason.rule})" if reason.rule else ""
    problem = f"{reason_text(reason, spoken)}{rule}"
    found = Problem(
        status=HTTP_422_UNPROCESSABLE_ENTITY,
        title="This is not a record of a game",
        detail=reason_text(ON_LINE.about(line=error.line, problem=problem), spoken),
        code=reason.code,
        rule=reason.rule or None,
        line=error.line,
    )
    return _problem(request, found)


def _illegal_attempt(request: AnyRequest, error: IllegalAttempt) -> Response[bytes]:
    reason, spoken = error.reason, language(request)
    told = ON_MOVE.about(move=error.number, problem=reason_text(reason, spoken))
    found = Problem(
        status=HTTP_422_UNPROCESSABLE_ENTITY,
        title="The rules forbid this",
        detail=reason_text(told, spoken),
        code=reason.code,
        rule=reason.rule or None,
        move=error.number,
    )
    return _problem(request, found)


def _damaged(request: AnyRequest, error: DamagedLog) -> Response[bytes]:
    log.critical("%s: damaged log: %s", request.url.path, error)
    return _refusing(request, HTTP_500_INTERNAL_SERVER_ERROR, "Damaged log", DAMAGED, request=_noted_as())


def _refused(request: AnyRequest, error: Refused) -> Response[bytes]:
    status = STATUSES[error.kind]
    seq = error.seq if isinstance(error, GameMoved) else None
    return _refusing(request, status, error.title or status.phrase, error.reason, _headers(error), seq=seq)


def _headers(error: Refused) -> dict[str, str]:
    headers = {"WWW-Authenticate": "Bearer"} if error.kind == "unauthenticated" else {}
    return headers if error.retry_after is None else {**headers, "Retry-After": str(error.retry_after)}


def _http(request: AnyRequest, error: HTTPException) -> Response[bytes]:
    """What the framework refuses: in our words where they are known, and else in its own, for programmers."""
    status, headers = HTTPStatus(error.status_code), dict(error.headers or {})
    if error.detail == status.phrase and status in _PLAINLY:
        return _refusing(request, status, status.phrase, _PLAINLY[status], headers)
    detail = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        detail = "; ".join(_told(extra) for extra in error.extra) or detail
    return _problem(request, Problem(status=status, title=status.phrase, detail=detail), headers)


def _told(extra: Any) -> str:
    if not isinstance(extra, dict):
        return str(extra)
    where, what = extra.get("key", "body"), extra.get("message", "")
    if where == "data":  # the framework's name for the body, which it also gives as the message when there is none
        where, what = "body", "It is missing." if what == "'data'" else what
    return f"{where}: {what}"


def _mistake(request: AnyRequest, error: Exception) -> Response[bytes]:
    log.exception("%s %s failed", request.method, request.url.path, exc_info=error)
    return _refusing(request, HTTP_500_INTERNAL_SERVER_ERROR, "Our mistake", OUR_MISTAKE, request=_noted_as())


def _noted_as() -> str | None:
    request = CURRENT_REQUEST.get()
    return request.id if request else None


HANDLERS: Final[ExceptionHandlersMap] = {
    IllegalMove: _illegal,
    IllegalAttempt: _illegal_attempt,
    Unavailable: _unavailable,
    BrokenRecord: _broken,
    DamagedLog: _damaged,
    Refused: _refused,
    HTTPException: _http,
    Exception: _mistake,
}
