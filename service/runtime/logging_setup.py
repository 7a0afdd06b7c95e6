"""Logging: one JSON object per line, or plain text at a terminal.

Every line carries the id of its request and of its game, so that the lines of one caller or one game can be filtered.
The code that logs keeps secrets out of its messages; `_without_secrets` is a second safeguard, for the texts of
libraries and exceptions.
"""

import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import msgspec

from service.runtime.settings import Settings

_NOISY: Final = ("asyncio", "httpcore", "httpx")
_SECRETS: Final = (
    (re.compile(r"\b(bearer|basic)\s+\S+", re.IGNORECASE), r"\1 …"),
    (re.compile(r"(?<=://)[^/\s@]*@"), "…@"),
    (re.compile(r"(?<=[\w/}])\?[\w%.~-]+=\S*"), "?…"),
    (re.compile(r"""\b(\w*(?:token|password|invite|salt|secret|cookie|deal))\b["']?\s*[=:]\s*[^\s,)]+"""), r"\1=…"),
)


class RequestContext(NamedTuple):
    """The request, or the job of a worker, that the current task works on; `scope` is the ASGI scope."""

    id: str
    scope: Any

    @property
    def game(self) -> str | None:
        game: str | None = self.scope.get("path_params", {}).get("game")
        return game


CURRENT_REQUEST: Final[ContextVar[RequestContext | None]] = ContextVar("current_request", default=None)


def set_job(job: str, game: str) -> None:
    """From now on, log lines of this task carry the job's name as their request, and the game."""
    CURRENT_REQUEST.set(RequestContext(job, {"path_params": {"game": game}}))


def configure_logging(settings: Settings) -> None:
    """Log to standard error. Libraries that log every step are limited to warnings."""
    is_text = sys.stderr.isatty() if settings.log_format == "auto" else settings.log_format == "text"
    handler = logging.StreamHandler()
    handler.setFormatter(Text() if is_text else JsonLines())
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # not shown, so not collected
    for name in _NOISY:
        logging.getLogger(name).setLevel(logging.WARNING)


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _message(record),
        }
        line.update(_context(record))
        line.update(record.__dict__.get("fields", ()))
        if record.exc_info:
            line["trace"] = _without_secrets(self.formatException(record.exc_info))
        return msgspec.json.encode(line).decode()


class Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields = {**_context(record), **record.__dict__.get("fields", {})}
        suffix = "".join(f" {name}={value}" for name, value in fields.items())
        time = datetime.fromtimestamp(record.created).isoformat(" ", "milliseconds")
        line = f"{time} {record.levelname} {record.name}: {_message(record)}{suffix}"
        trace = f"\n{_without_secrets(self.formatException(record.exc_info))}" if record.exc_info else ""
        return line + trace


def _context(record: logging.LogRecord) -> dict[str, str]:
    request = CURRENT_REQUEST.get()
    game = record.__dict__.get("game") or (request and request.game)
    context = {"request": request.id} if request else {}
    return {**context, "game": game} if game else context


def _message(record: logging.LogRecord) -> str:
    """The message. Messages with fields are our own and have no secrets; they are frequent, so skip the check."""
    return record.getMessage() if "fields" in record.__dict__ else _without_secrets(record.getMessage())


def _without_secrets(text: str) -> str:
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text.encode(errors="replace").decode()
