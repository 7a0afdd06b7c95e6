"""What can be refused about accounts, in words."""

from typing import Final

from litestar import Response
from litestar.status_codes import (
    HTTP_401_UNAUTHORIZED,
    HTTP_409_CONFLICT,
    HTTP_422_UNPROCESSABLE_ENTITY,
    HTTP_429_TOO_MANY_REQUESTS,
)
from litestar.types import ExceptionHandlersMap

from domain.errors import Reason
from service.http.openapi import refusal
from service.http.problems import AnyRequest, refusing
from service.people.accounts import AccountThere, ChangedMeanwhile, NameTaken, NoAccount, WrongPassword
from service.people.login_throttle import TooOften
from service.people.passwords import BadPassword, Overrun

NAME_TAKEN: Final = Reason("name_taken", "", "Somebody has an account of this name: choose another.")
ACCOUNT_THERE: Final = Reason("account_there", "", "You have an account already.")
NO_ACCOUNT: Final = Reason("no_account", "", "You are a guest: make an account with POST /api/account.")
CHANGED: Final = Reason("changed_meanwhile", "", "This was changed at the same time: look again.")
WRONG_PASSWORD: Final = Reason("wrong_password", "", "The name or the password is wrong.")
TOO_MANY_ATTEMPTS: Final = Reason(
    "too_many_attempts", "", "There were too many attempts: wait {seconds} seconds, then try again."
)

_SAID: Final[dict[type[Exception], tuple[int, str, Reason]]] = {
    NameTaken: (HTTP_409_CONFLICT, "The name is taken", NAME_TAKEN),
    AccountThere: (HTTP_409_CONFLICT, "There is an account", ACCOUNT_THERE),
    NoAccount: (HTTP_409_CONFLICT, "There is no account", NO_ACCOUNT),
    ChangedMeanwhile: (HTTP_409_CONFLICT, "Changed meanwhile", CHANGED),
    WrongPassword: (HTTP_401_UNAUTHORIZED, "Not signed in", WRONG_PASSWORD),
}
WRONG: Final = refusal(401, "The name or the password is wrong", "The name or the password is wrong.")
NOT_YOURS: Final = refusal(403, "A personal token may not do this, nor a page of another site", "Sign in for it.")
TAKEN: Final = refusal(409, "The name is taken; or there is an account, or none", "You have an account already.")
NOT_FIT: Final = refusal(422, "Not a name or a password", "A password has 8 to 200 characters.")


def _said(request: AnyRequest, error: Exception) -> Response[bytes]:
    return refusing(request, *_SAID[type(error)])


def _bad_password(request: AnyRequest, error: BadPassword) -> Response[bytes]:
    return refusing(request, HTTP_422_UNPROCESSABLE_ENTITY, "Not a password", error.reason)


def _too_often(request: AnyRequest, error: TooOften) -> Response[bytes]:
    reason, wait = TOO_MANY_ATTEMPTS.about(seconds=error.seconds), {"Retry-After": str(error.seconds)}
    return refusing(request, HTTP_429_TOO_MANY_REQUESTS, "Too many attempts", reason, wait)


def _overrun(request: AnyRequest, error: Overrun) -> Response[bytes]:
    return _too_often(request, TooOften(2))


REFUSED: Final[ExceptionHandlersMap] = {
    **dict.fromkeys(_SAID, _said),
    BadPassword: _bad_password,
    TooOften: _too_often,
    Overrun: _overrun,
}
