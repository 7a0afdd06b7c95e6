"""The browser's session: its cookie, and that no other site may use it behind a person's back."""

from typing import Final
from urllib.parse import urlsplit

from litestar.datastructures import Cookie

from domain.errors import Reason
from service.http.request import StrictRequest
from service.runtime.refusal import Refused

COOKIE: Final = "session"
_LONGEST: Final = 400 * 24 * 60 * 60  # seconds, as long as browsers keep one; the store says when a session has ended
_HARMLESS: Final = ("GET", "HEAD", "OPTIONS")
# What a page of another site may send in a form. Anything else it may not send without asking us first.
_FORMS: Final = ("", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain")

FOREIGN: Final = Reason(
    "foreign_page", "", "This was asked by a page of another site, and your session is not theirs to use."
)
FORM: Final = Reason("form", "", "With a session send the body as JSON, with Content-Type: application/json.")


def changes_something(method: str) -> bool:
    return method not in _HARMLESS


def session_cookie(request: StrictRequest, secret: str) -> Cookie:
    """Out of reach of scripts, and never sent along by other sites, nor in the clear where we are reached by TLS."""
    return Cookie(COOKIE, value=secret, max_age=_LONGEST, httponly=True, samesite="lax", secure=_is_safe(request))


def ended_cookie(request: StrictRequest) -> Cookie:
    return Cookie(COOKIE, value="", max_age=0, httponly=True, samesite="lax", secure=_is_safe(request))


def refuse_foreign(request: StrictRequest) -> None:
    """For what makes or ends a session: a browser must say that it is on a page of ours; a script need not."""
    if not _is_ours(request, unsaid=True):
        raise Refused(FOREIGN, "forbidden")


def refuse_forged(request: StrictRequest) -> None:
    """For what is asked with a session: it comes from a page of ours, and not from a form."""
    if not _is_ours(request, unsaid=False):
        raise Refused(FOREIGN, "forbidden")
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    if has_body and request.headers.get("content-type", "").partition(";")[0].strip().lower() in _FORMS:
        raise Refused(FORM, "forbidden")


def _is_ours(request: StrictRequest, *, unsaid: bool) -> bool:
    """Browsers say where a request comes from, in one header or the other; `unsaid` is what to think without both."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    if site is not None and site != "same-origin":
        return False
    if origin is None:
        return site is not None or unsaid
    said = urlsplit(origin)
    is_here = bool(said.netloc) and said.netloc.lower() == request.headers.get("host", "").lower()
    return is_here and (said.scheme == "https" or not _is_safe(request))


def _is_safe(request: StrictRequest) -> bool:
    return request.url.scheme == "https"
