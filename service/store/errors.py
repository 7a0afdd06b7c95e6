"""Failures of the store, grouped by what the caller should do."""

from collections.abc import Iterator
from contextlib import contextmanager
from logging import Logger


class StreamMoved(Exception):
    """The game is no longer at the expected version: read the tail and decide again. Nothing was appended."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the game is at version {version} now")
        self.version = version


class Unavailable(Exception):
    """The log cannot be read or written at the moment. An append may or may not have happened: repeating it with the
    same command id is safe."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@contextmanager
def contained(log: Logger, words: str, *about: object) -> Iterator[None]:
    """For one item of many: whatever is wrong with it is logged, and the others go on. Raises Unavailable."""
    try:
        yield
    except Unavailable:
        raise
    except Exception:
        log.exception(words, *about)


class Interrupted(Unavailable):
    """The connection was lost before the reply came. Whatever changes nothing may be asked again at once."""


class ErrorReply(Exception):
    """The server refused a command for a lasting reason, or redirected it to another node."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.code, _, self.detail = text.partition(" ")


class CannotStart(Exception):
    """A private server cannot be started; the message says why, and what to do."""


# Error replies that a server stops giving after some time, or when its operator has fixed the cause.
_TEMPORARY = {
    "LOADING": "the log is still being read from disk",
    "OOM": "the log's server has used all the memory it may use",
    "MISCONF": "the log's server cannot write to its disk",
    "READONLY": "the log's server is a replica at the moment",
    "MASTERDOWN": "the log's server has lost its master",
    "NOREPLICAS": "the log's server has lost its replicas",
    "CLUSTERDOWN": "a part of the cluster is down",
    "TRYAGAIN": "a slot of the cluster is being migrated",
    "UNBLOCKED": "the log's server has just changed its role",
    "BUSY": "the log's server is busy with a long script",
    "NOAUTH": "the log's server requires a password: put it into the URL",
    "WRONGPASS": "the log's server does not accept our password",
    "NOPERM": "the log's server does not allow our user to do this",
}


def translated(error: ErrorReply) -> Exception:
    """`error` as Unavailable if trying again later may succeed."""
    if error.code in _TEMPORARY:
        return Unavailable(_TEMPORARY[error.code])
    if "max number of clients" in error.detail:
        return Unavailable("the log's server has too many clients")
    return error
