"""What the processes say about themselves: one JSON object a line, or plain lines when somebody sits at a terminal.

Every line carries the request it belongs to, and the game, so that what happened to one caller or in one game can be
picked out. Secrets are kept out where lines are written; `_without_secrets` is a net below that, for texts of
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

CHATTY: Final = ("arq", "asyncio", "httpcore", "httpx")
_SECRETS: Final = (
    (re.compile(r"\b(bearer|basic)\s+\S+", re.IGNORECASE), r"\1 …"),
    (re.compile(r"(?<=://)[^/\s@]*@"), "…@"),
    (re.compile(r"(?<=[\w/}])\?[\w%.~-]+=\S*"), "?…"),
    (re.compile(r"""\b(\w*(?:token|password|invite|salt|secret|cookie|deal))\b["']?\s*[=:]\s*[^\s,)]+"""), r"\1=…"),
)


class Asked(NamedTuple):
    """The request that is being answered; `scope` is the server's own description of it."""

    id: str
    scope: Any

    @property
    def game(self) -> str | None:
        found: str | None = self.scope.get("path_params", {}).get("game")
        return found


ASKED: Final[ContextVar[Asked | None]] = ContextVar("asked", default=None)


def about(job: str, game: str) -> None:
    """What follows in this task is for a job: its lines carry the job's name and the game."""
    ASKED.set(Asked(job, {"path_params": {"game": game}}))


def set_up(settings: Settings) -> None:
    """All lines to standard error. Libraries that tell every step are heard only when something is wrong."""
    is_text = sys.stderr.isatty() if settings.log_format == "auto" else settings.log_format == "text"
    handler = logging.StreamHandler()
    handler.setFormatter(Text() if is_text else JsonLines())
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # nobody reads them: do not look
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _told(record),
        }
        line.update(_context(record))
        line.update(record.__dict__.get("fields", ()))
        if record.exc_info:
            line["trace"] = _without_secrets(self.formatException(record.exc_info))
        return msgspec.json.encode(line).decode()


class Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        about = {**_context(record), **record.__dict__.get("fields", {})}
        words = "".join(f" {name}={value}" for name, value in about.items())
        time = datetime.fromtimestamp(record.created).isoformat(" ", "milliseconds")
        line = f"{time} {record.levelname} {record.name}: {_told(record)}{words}"
        trace = f"\n{_without_secrets(self.formatException(record.exc_info))}" if record.exc_info else ""
        return line + trace


def _context(record: logging.LogRecord) -> dict[str, str]:
    asked = ASKED.get()
    game = record.__dict__.get("game") or (asked and asked.game)
    about = {"request": asked.id} if asked else {}
    return {**about, "game": game} if game else about


def _told(record: logging.LogRecord) -> str:
    """The message; one with fields is ours and harmless, and there are many of them."""
    return record.getMessage() if "fields" in record.__dict__ else _without_secrets(record.getMessage())


def _without_secrets(text: str) -> str:
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text.encode(errors="replace").decode()
