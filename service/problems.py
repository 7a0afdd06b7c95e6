"""Every error as application/problem+json, with a detail that a player can read."""

import logging
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import (
    HTTP_404_NOT_FOUND,
    HTTP_409_CONFLICT,
    HTTP_422_UNPROCESSABLE_ENTITY,
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
)
from litestar.types import ExceptionHandlersMap

from domain.errors import BrokenRecord, DamagedLog, IllegalMove
from service.handle import GameMoved
from service.logs import ASKED
from service.people import BadName
from service.store.errors import Unavailable
from service.tables import UnknownGame

MEDIA_TYPE: Final = "application/problem+json"

log = logging.getLogger(__name__)


class Problem(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """RFC 9457, with what programs need to react."""

    status: int
    title: str
    detail: str
    code: str | None = None  # why the rules refuse a move, for programs
    rule: str | None = None  # the number of that rule in docs/rules.md
    seq: int | None = None  # where the game is now
    line: int | None = None  # of a record
    request: str | None = None  # of our own mistakes: the name under which they are noted


def problem(found: Problem, headers: dict[str, str] | None = None) -> Response[bytes]:
    body = msgspec.json.encode(found)
    return Response(body, status_code=found.status, media_type=MEDIA_TYPE, headers=headers)


def _illegal(_: Request[Any, Any, Any], error: IllegalMove) -> Response[bytes]:
    reason = error.reason
    return problem(
        Problem(
            status=HTTP_422_UNPROCESSABLE_ENTITY,
            title="The rules forbid this",
            detail=reason.text,
            code=reason.code,
            rule=reason.rule,
        )
    )


def _moved(_: Request[Any, Any, Any], error: GameMoved) -> Response[bytes]:
    detail = f"The game has moved on: it is at event {error.seq} now. Look at it again, then choose."
    return problem(Problem(status=HTTP_409_CONFLICT, title="The game has moved on", detail=detail, seq=error.seq))


def _unavailable(_: Request[Any, Any, Any], error: Unavailable) -> Response[bytes]:
    log.warning("503: %s", error.reason)
    detail = "The log of games cannot be reached at the moment. Nothing is lost: try again in a moment."
    return problem(
        Problem(status=HTTP_503_SERVICE_UNAVAILABLE, title="Try again shortly", detail=detail), {"Retry-After": "1"}
    )


def _unknown(_: Request[Any, Any, Any], error: UnknownGame) -> Response[bytes]:
    detail = "There is no such game, or it is private and needs its invite."
    return problem(Problem(status=HTTP_404_NOT_FOUND, title="No such game", detail=detail))


def _broken(_: Request[Any, Any, Any], error: BrokenRecord) -> Response[bytes]:
    return problem(
        Problem(
            status=HTTP_422_UNPROCESSABLE_ENTITY,
            title="This is not a record of a game",
            detail=f"Line {error.line}: {error.problem}",
            line=error.line,
        )
    )


def _bad_name(_: Request[Any, Any, Any], error: BadName) -> Response[bytes]:
    return problem(Problem(status=HTTP_422_UNPROCESSABLE_ENTITY, title="Not a name", detail=str(error)))


def _damaged(request: Request[Any, Any, Any], error: DamagedLog) -> Response[bytes]:
    log.critical("%s: damaged log: %s", request.url.path, error)
    detail = "The log of this game is damaged. It is left as it is; the operator has been told."
    status = HTTP_500_INTERNAL_SERVER_ERROR
    return problem(Problem(status=status, title="Damaged log", detail=detail, request=_noted_as()))


def _http(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    status = HTTPStatus(error.status_code)
    detail = _PLAINLY.get(status, error.detail) if error.detail == status.phrase else error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        detail = "; ".join(_told(extra) for extra in error.extra) or detail
    return problem(Problem(status=status, title=status.phrase, detail=detail), dict(error.headers or {}))


_PLAINLY: Final = {
    HTTPStatus.NOT_FOUND: "There is nothing at this address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address does not answer to this method.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "A body has at most 64 KB.",
}


def _told(extra: Any) -> str:
    if not isinstance(extra, dict):
        return str(extra)
    where, what = extra.get("key", "body"), extra.get("message", "")
    if where == "data":  # the framework's name for the body, which it also gives as the message when there is none
        where, what = "body", "It is missing." if what == "'data'" else what
    return f"{where}: {what}"


def _mistake(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    log.exception("%s %s failed", request.method, request.url.path, exc_info=error)
    detail = "Something went wrong on our side. It has been noted; nothing was changed."
    status = HTTP_500_INTERNAL_SERVER_ERROR
    return problem(Problem(status=status, title="Our mistake", detail=detail, request=_noted_as()))


def _noted_as() -> str | None:
    asked = ASKED.get()
    return asked.id if asked else None


HANDLERS: Final[ExceptionHandlersMap] = {
    IllegalMove: _illegal,
    GameMoved: _moved,
    Unavailable: _unavailable,
    UnknownGame: _unknown,
    BrokenRecord: _broken,
    BadName: _bad_name,
    DamagedLog: _damaged,
    HTTPException: _http,
    Exception: _mistake,
}
