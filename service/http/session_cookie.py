"""The cookie of a browser's session, and protection against requests forged by other sites (CSRF)."""

from hmac import compare_digest
from typing import Final
from urllib.parse import urlsplit

from litestar.datastructures import Cookie

from domain.errors import Reason
from service.http.request import StrictRequest
from service.people.credentials import digest
from service.people.identity import VISIT_DAYS, Person
from service.runtime.refusal import Refused

COOKIE: Final = "session"
DEVICE: Final = "device"  # says that this browser has signed in before; stays when the session ends
GUEST: Final = "guest"  # the session of the guest that this browser was before it signed in
_GUEST_DAYS: Final = 7  # for which it may bring along what the guest has
_LONGEST: Final = 400 * 24 * 60 * 60  # seconds, the limit of browsers; the store decides when a session ends
_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
# The content types that forms of other sites can send. Any other type needs a preflight, which we do not grant.
_FORMS: Final = ("", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain")

FOREIGN: Final = Reason(
    "foreign_page", "", "This request came from a page of another site, which may not use your session."
)
FORM: Final = Reason("form", "", "With a session send the body as JSON, with Content-Type: application/json.")


def changes_state(method: str) -> bool:
    return method not in _SAFE_METHODS


def session_cookie(request: StrictRequest, secret: str) -> Cookie:
    """Not readable by scripts, not sent along by other sites, and not sent unencrypted if we are served over TLS."""
    return _cookie(request, COOKIE, secret, _LONGEST)


def device_cookie(request: StrictRequest, secret: str) -> Cookie:
    return _cookie(request, DEVICE, secret, _LONGEST)


def guest_cookie(request: StrictRequest, secret: str) -> Cookie:
    return _cookie(request, GUEST, secret, _GUEST_DAYS * 24 * 60 * 60)


def ended_guest_cookie(request: StrictRequest) -> Cookie:
    return _cookie(request, GUEST, "", 0)


def visit_cookie(request: StrictRequest, game: str, secret: str) -> Cookie:
    return _cookie(request, visit_name(game), secret, VISIT_DAYS * 24 * 60 * 60)


def visit_name(game: str) -> str:
    """One for each game, so that a browser can have several."""
    return f"visit_{game}"


def form_token(person: Person) -> str:
    """What a form of ours has, and no form of another site: text browsers do not say where a request comes from."""
    return digest(f"form {person.proof}")[:32]


def check_form(person: Person, given: str) -> None:
    if not compare_digest(given.encode(), form_token(person).encode()):
        raise Refused(FOREIGN, "forbidden")


def ended_cookie(request: StrictRequest) -> Cookie:
    return _cookie(request, COOKIE, "", 0)


def _cookie(request: StrictRequest, name: str, value: str, max_age: int) -> Cookie:
    return Cookie(name, value=value, max_age=max_age, httponly=True, samesite="lax", secure=_is_tls(request))


def refuse_cross_site(request: StrictRequest) -> None:
    """For requests that open a session: browsers must be on one of our pages; scripts send no origin and pass."""
    if not _is_same_origin(request, default=True):
        raise Refused(FOREIGN, "forbidden")


def refuse_forged(request: StrictRequest) -> None:
    """For requests that change something by a session: they must come from one of our pages, and not from a form."""
    if not _is_same_origin(request, default=False):
        raise Refused(FOREIGN, "forbidden")
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    if has_body and request.headers.get("content-type", "").partition(";")[0].strip().lower() in _FORMS:
        raise Refused(FORM, "forbidden")


def _is_same_origin(request: StrictRequest, *, default: bool) -> bool:
    """Browsers send the origin of a request in at least one of two headers; `default` applies without both."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    if site is not None and site != "same-origin":
        return False
    if origin is None:
        return site is not None or default
    parts = urlsplit(origin)
    is_our_host = bool(parts.netloc) and parts.netloc.lower() == request.headers.get("host", "").lower()
    return is_our_host and (parts.scheme == "https" or not _is_tls(request))


def _is_tls(request: StrictRequest) -> bool:
    return request.url.scheme == "https"
