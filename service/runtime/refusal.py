"""Why the service refuses a request, without a word of HTTP: service/http/problems.py gives each kind its status."""

from typing import Literal, TypeAlias

from domain.errors import Reason

RefusalKind: TypeAlias = Literal[
    "malformed",  # the request cannot be read
    "unauthenticated",  # who is asking is not known
    "unconfirmed",  # a password is wrong or missing
    "forbidden",
    "not_found",
    "conflict",  # with how things stand at the moment
    "invalid",  # it can be read, but no such thing can be
    "too_many",  # requests: `retry_after` says when to try again
]


class Refused(Exception):
    """The service refuses a request; the reason is shown to each reader in their language.

    `title` is a short English name of the problem, for programmers; without one, its kind is named.
    """

    def __init__(
        self, reason: Reason, kind: RefusalKind, *, title: str | None = None, retry_after: int | None = None
    ) -> None:
        super().__init__(reason.text)
        self.reason = reason
        self.kind = kind
        self.title = title
        self.retry_after = retry_after  # seconds
