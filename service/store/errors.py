"""What can go wrong between us and the log, sorted by what the caller should do about it."""


class StreamMoved(Exception):
    """The game is no longer at the expected version: read the tail and decide again. Nothing was appended."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the game is at version {version} by now")
        self.version = version


class Unavailable(Exception):
    """The log cannot take or give anything at the moment. What was asked may or may not have happened:
    asking again with the same command id is safe."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ErrorReply(Exception):
    """The server refused a command for a reason that waiting does not cure, or sent us elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.code, _, self.detail = text.partition(" ")


class CannotStart(Exception):
    """A private server cannot be started here; the message says why, and what to do about it."""


# Answers that a healthy server stops giving by itself, or once its operator has helped it.
_PASSING = {
    "LOADING": "the log is still being read from disk",
    "OOM": "the log's server has used all the memory it may use",
    "MISCONF": "the log's server cannot write to its disk",
    "READONLY": "the log's server is a replica at the moment",
    "MASTERDOWN": "the log's server has lost its master",
    "NOREPLICAS": "the log's server misses its replicas",
    "CLUSTERDOWN": "a part of the cluster is down",
    "TRYAGAIN": "a part of the cluster is moving house",
    "UNBLOCKED": "the log's server has just changed its role",
    "BUSY": "the log's server is busy with a long script",
    "NOAUTH": "the log's server wants a password: put it into the URL",
    "WRONGPASS": "the log's server does not accept our password",
    "NOPERM": "the log's server does not let our user do this",
}


def translated(error: ErrorReply) -> Exception:
    """`error` as Unavailable where trying again later makes sense."""
    if error.code in _PASSING:
        return Unavailable(_PASSING[error.code])
    if "max number of clients" in error.detail:
        return Unavailable("the log's server has too many clients")
    return error
