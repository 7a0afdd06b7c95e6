"""Headers of a request by name, and the token among them."""

from typing import Any, Final, NamedTuple

from litestar.types import Scope

from service.people.credentials import digest

_BY_NAME: Final = "firstfire.headers"
_TOKEN: Final = "firstfire.token"


class Token(NamedTuple):
    scheme: str
    secret: str
    proof: str  # the hash of the secret


def header(scope: Scope, name: bytes) -> bytes | None:
    """The value of a header, the first if there are several. `name` is in lower case, as all names in a scope.

    Eight headers are looked up in a request that has nothing to do, so the list is made a dictionary once.
    """
    extended: dict[str, Any] = scope  # type: ignore[assignment]
    by_name: dict[bytes, bytes] | None = extended.get(_BY_NAME)
    if by_name is None:
        by_name = extended[_BY_NAME] = dict(reversed([*scope["headers"]]))
    return by_name.get(name)


def token(scope: Scope) -> Token | None:
    """What the header Authorization says. Two parts of a request ask for it, so it is hashed once."""
    value = header(scope, b"authorization")
    if value is None:
        return None
    extended: dict[str, Any] = scope  # type: ignore[assignment]
    presented: Token | None = extended.get(_TOKEN)
    if presented is None:
        scheme, _, rest = value.decode("latin-1").partition(" ")
        secret = rest.strip()
        presented = extended[_TOKEN] = Token(scheme.lower(), secret, digest(secret))
    return presented
