"""Requests that a client may repeat: the same key gets the same answer, and never that of another request."""

from hashlib import blake2b
from typing import Final, NamedTuple

from domain.errors import Reason
from service.runtime.refusal import Refused

KEY_REUSED: Final = Reason(
    "key_reused", "", "This idempotency key was sent with another request before: take a new key for each request."
)


class KeyReused(Refused):
    """The idempotency key stands for another request."""

    def __init__(self) -> None:
        super().__init__(KEY_REUSED, "invalid", title="Another request had this key")


class Once(NamedTuple):
    """A request that is carried out once: the id of its command, and a digest of its content."""

    command_id: str
    content: str


def digest_of(request: object) -> str:
    """A digest of what is requested, in eight digits: it is stored beside the id of the command."""
    return blake2b(repr(request).encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
