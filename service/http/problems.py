"""Errors as application/problem+json, with a detail for players in their language.

The application refuses with a kind and knows nothing of HTTP; `STATUSES` maps each kind to a status.
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
from service.games.commands import GameMoved
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
_REASONS: Final = {
    HTTPStatus.NOT_FOUND: NO_SUCH_ADDRESS,
    HTTPStatus.METHOD_NOT_ALLOWED: NO_SUCH_METHOD,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: BODY_TOO_LARGE,
}

log = logging.getLogger(__name__)


class Problem(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A problem of RFC 9457, with members for programs."""

    status: int
    title: str
    detail: str
    code: str | None = None  # the reason for programs, the same in every language
    rule: str | None = None  # the number of the game's rule in docs/rules.md
    seq: int | None = None  # the newest event of the game
    line: int | None = None  # the wrong line of a record
    move: int | None = None  # the wrong move of an attempt at a puzzle
    request: str | None = None  # the id of the request in the log, for errors of the service


def _refusal(
    to: AnyRequest, status: int, title: str, reason: Reason, headers: dict[str, str] | None = None, **members: Any
) -> Response[bytes]:
    """A problem with the reason in the caller's language; `members` are further ones of the problem."""
    detail = reason_text(reason, language(to))
    problem = Problem(status=status, title=title, detail=detail, code=reason.code, rule=reason.rule or None, **members)
    return _response(to, problem, headers)


def _response(to: AnyRequest, problem: Problem, headers: dict[str, str] | None = None) -> Response[bytes]:
    about_language = {"Content-Language": language(to), "Vary": "accept-language, cookie"}
    all_headers = {**(headers or {}), **about_language}
    return Response(
        msgspec.json.encode(problem), status_code=problem.status, media_type=MEDIA_TYPE, headers=all_headers
    )


def _illegal_move(request: AnyRequest, error: IllegalMove) -> Response[bytes]:
    return _refusal(request, HTTP_422_UNPROCESSABLE_ENTITY, "The rules forbid this", error.reason)


def _unavailable(request: AnyRequest, error: Unavailable) -> Response[bytes]:
    log.warning("503: %s", error.reason)
    status = HTTP_503_SERVICE_UNAVAILABLE
    return _refusal(request, status, "Try again shortly", UNAVAILABLE, {"Retry-After": "1"})


def _broken_record(request: AnyRequest, error: BrokenRecord) -> Response[bytes]:
    reason, reader = error.reason, language(request)
    rule = f" ({reason.rule})" if reason.rule else ""
    text = f"{reason_text(reason, reader)}{rule}"
    problem = Problem(
        status=HTTP_422_UNPROCESSABLE_ENTITY,
        title="This is not a record of a game",
        detail=reason_text(ON_LINE.about(line=error.line, problem=text), reader),
        code=reason.code,
        rule=reason.rule or None,
        line=error.line,
    )
    return _response(request, problem)


def _illegal_attempt(request: AnyRequest, error: IllegalAttempt) -> Response[bytes]:
    reason, reader = error.reason, language(request)
    on_move = ON_MOVE.about(move=error.number, problem=reason_text(reason, reader))
    problem = Problem(
        status=HTTP_422_UNPROCESSABLE_ENTITY,
        title="The rules forbid this",
        detail=reason_text(on_move, reader),
        code=reason.code,
        rule=reason.rule or None,
        move=error.number,
    )
    return _response(request, problem)


def _damaged_log(request: AnyRequest, error: DamagedLog) -> Response[bytes]:
    log.critical("%s: damaged log: %s", request.url.path, error)
    return _refusal(request, HTTP_500_INTERNAL_SERVER_ERROR, "Damaged log", DAMAGED, request=_request_id())


def _refused(request: AnyRequest, error: Refused) -> Response[bytes]:
    status = STATUSES[error.kind]
    seq = error.seq if isinstance(error, GameMoved) else None
    return _refusal(request, status, error.title or status.phrase, error.reason, _headers(error), seq=seq)


def _headers(error: Refused) -> dict[str, str]:
    headers = {"WWW-Authenticate": "Bearer"} if error.kind == "unauthenticated" else {}
    return headers if error.retry_after is None else {**headers, "Retry-After": str(error.retry_after)}


def _framework_error(request: AnyRequest, error: HTTPException) -> Response[bytes]:
    """An error raised by the framework: with our reason where we have one, otherwise with its text for programmers."""
    status, headers = HTTPStatus(error.status_code), dict(error.headers or {})
    if error.detail == status.phrase and status in _REASONS:
        return _refusal(request, status, status.phrase, _REASONS[status], headers)
    detail = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        detail = "; ".join(_text_of(extra) for extra in error.extra) or detail
    return _response(request, Problem(status=status, title=status.phrase, detail=detail), headers)


def _text_of(extra: Any) -> str:
    if not isinstance(extra, dict):
        return str(extra)
    where, what = extra.get("key", "body"), extra.get("message", "")
    if where == "data":  # the framework's name for the body, and also its message when the body is missing
        where, what = "body", "It is missing." if what == "'data'" else what
    return f"{where}: {what}"


def _internal_error(request: AnyRequest, error: Exception) -> Response[bytes]:
    log.exception("%s %s failed", request.method, request.url.path, exc_info=error)
    return _refusal(request, HTTP_500_INTERNAL_SERVER_ERROR, "Our mistake", OUR_MISTAKE, request=_request_id())


def _request_id() -> str | None:
    request = CURRENT_REQUEST.get()
    return request.id if request else None


HANDLERS: Final[ExceptionHandlersMap] = {
    IllegalMove: _illegal_move,
    IllegalAttempt: _illegal_attempt,
    Unavailable: _unavailable,
    BrokenRecord: _broken_record,
    DamagedLog: _damaged_log,
    Refused: _refused,
    HTTPException: _framework_error,
    Exception: _internal_error,
}
