"""What can be refused about accounts, in words."""

from typing import Any, Final

from litestar import Request, Response
from litestar.status_codes import (
    HTTP_401_UNAUTHORIZED,
    HTTP_409_CONFLICT,
    HTTP_422_UNPROCESSABLE_ENTITY,
    HTTP_429_TOO_MANY_REQUESTS,
)
from litestar.types import ExceptionHandlersMap

from service.accounts import AccountThere, ChangedMeanwhile, NameTaken, NoAccount, WrongPassword
from service.attempts import TooOften
from service.openapi import refusal
from service.passwords import BadPassword, Overrun
from service.problems import Problem, problem

_SAID: Final[dict[type[Exception], tuple[int, str, str]]] = {
    NameTaken: (HTTP_409_CONFLICT, "The name is taken", "Somebody has an account of this name: choose another."),
    AccountThere: (HTTP_409_CONFLICT, "There is an account", "You have an account already."),
    NoAccount: (HTTP_409_CONFLICT, "There is no account", "You are a guest: make an account with POST /api/account."),
    ChangedMeanwhile: (HTTP_409_CONFLICT, "Changed meanwhile", "This was changed at the same time: look again."),
    WrongPassword: (HTTP_401_UNAUTHORIZED, "Not signed in", "The name or the password is wrong."),
}
WRONG: Final = refusal(401, "The name or the password is wrong", "The name or the password is wrong.")
NOT_YOURS: Final = refusal(403, "A personal token may not do this, nor a page of another site", "Sign in for it.")
TAKEN: Final = refusal(409, "The name is taken; or there is an account, or none", "You have an account already.")
NOT_FIT: Final = refusal(422, "Not a name or a password", "A password has 8 to 200 characters.")


def _said(_: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    status, title, detail = _SAID[type(error)]
    return problem(Problem(status=status, title=title, detail=detail))


def _bad_password(_: Request[Any, Any, Any], error: BadPassword) -> Response[bytes]:
    return problem(Problem(status=HTTP_422_UNPROCESSABLE_ENTITY, title="Not a password", detail=str(error)))


def _too_often(_: Request[Any, Any, Any], error: TooOften) -> Response[bytes]:
    detail = f"There were too many attempts: wait {error.seconds} seconds, then try again."
    found = Problem(status=HTTP_429_TOO_MANY_REQUESTS, title="Too many attempts", detail=detail)
    return problem(found, {"Retry-After": str(error.seconds)})


def _overrun(_: Request[Any, Any, Any], error: Overrun) -> Response[bytes]:
    return _too_often(_, TooOften(2))


REFUSED: Final[ExceptionHandlersMap] = {
    **dict.fromkeys(_SAID, _said),
    BadPassword: _bad_password,
    TooOften: _too_often,
    Overrun: _overrun,
}
