"""All settings, read from environment variables once at the start."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, NamedTuple
from urllib.parse import quote, urlsplit, urlunsplit

import msgspec


class Settings(msgspec.Struct, frozen=True):
    redis_url: str | None = None  # REDIS_URL: server of the event logs; unless set, a private one is started
    redis_password_file: Path | None = None  # REDIS_PASSWORD_FILE: with its password, which then is not in REDIS_URL
    queue_url: str | None = None  # QUEUE_URL: server of the workers' jobs; needed only if REDIS_URL is a cluster
    replicas: int = 0  # REPLICAS that must have an event on disk before it is acknowledged
    patience: Annotated[float, msgspec.Meta(gt=0)] = 0.65  # PATIENCE: seconds to wait for a reply of that server
    host: str = "127.0.0.1"  # HOST
    port: int = 8000  # PORT
    data: Path = Path("data")  # DATA: data directory of the private server
    rate: float = 50.0  # RATE: sustained requests per second of one caller
    burst: int = 200  # BURST: requests of one caller at once
    guests: Annotated[int, msgspec.Meta(ge=1)] = 10  # GUESTS: new guests per minute from one address, and at once
    guest_days: Annotated[int, msgspec.Meta(ge=0)] = 90  # GUEST_DAYS until absent guests are forgotten; 0 is never
    feed_hours: Annotated[float, msgspec.Meta(ge=0)] = 24.0  # FEED_HOURS: how long feeds keep what is done
    games: Annotated[int, msgspec.Meta(ge=1)] = 100  # GAMES: open and running at a time, of an account; guests a fifth
    connections: Annotated[int, msgspec.Meta(ge=1)] = 2000  # CONNECTIONS of one API process
    request_seconds: Annotated[float, msgspec.Meta(gt=0)] = 20.0  # REQUEST_SECONDS for headers, and again for a body
    streams_per_network: Annotated[int, msgspec.Meta(ge=1)] = 20  # STREAMS_PER_NETWORK open at a time
    streams_per_person: Annotated[int, msgspec.Meta(ge=1)] = 8  # STREAMS_PER_PERSON open at a time
    metrics_token: str | None = None  # METRICS_TOKEN for /metrics and /health/ready from outside the own network

    public_url: str | None = None  # PUBLIC_URL: the site's address for people, in mails and feeds; else HOST and PORT
    smtp_url: str | None = (
        None  # SMTP_URL: smtps://user@host, smtp:// (with STARTTLS) or smtp+insecure://; else no mail
    )
    smtp_password_file: Path | None = None  # SMTP_PASSWORD_FILE: with its password, which then is not in SMTP_URL
    mail_from: str = "Firstfire <firstfire@localhost>"  # MAIL_FROM
    mail: str | None = (
        None  # MAIL: `catch` for `run` to show all mails in a page on this machine; login shells set it to a path
    )
    mail_port: int = 8025  # MAIL_PORT of that page
    private_targets: bool = False  # PRIVATE_TARGETS: webhooks may lead into the own network; for tests only

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"  # LOG_LEVEL
    log_format: Literal["auto", "json", "text"] = "auto"  # LOG_FORMAT: auto is text at a terminal, json elsewhere
    log_requests: bool = False  # LOG_REQUESTS: log every request, not only failures
    metrics_port: int = 0  # METRICS_PORT where a worker serves its metrics; 0 disables them
    metrics_host: str = "127.0.0.1"  # METRICS_HOST

    modules: Literal["joined", "apart"] = "joined"  # MODULES of the pages: in few files, or as they are in the tree

    thinkers: int | None = None  # THINKERS: search processes of a worker; unless set, one less than cores
    reviews: Literal["all", "asked"] = "all"  # REVIEWS: of every finished game, or only on request
    puzzles: int = 500  # PUZZLES: number to make for practice, besides those for coming weeks; 0 makes none
    failed_positions: Path | None = None  # FAILED_POSITIONS: directory for failed searches; unless set, inside DATA


def settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Raises ValueError naming the variable that is wrong."""
    values = {name: environment[name.upper()] for name in Settings.__struct_fields__ if environment.get(name.upper())}
    try:
        given = msgspec.convert(values, Settings, strict=False, dec_hook=lambda kind, text: kind(text))
    except msgspec.ValidationError as error:
        raise ValueError(f"invalid environment variable: {error}") from error
    return msgspec.structs.replace(
        given,
        redis_url=_with_password("REDIS", given.redis_url, given.redis_password_file),
        smtp_url=_with_password("SMTP", given.smtp_url, given.smtp_password_file),
    )


class Outside(NamedTuple):
    """How the service is seen from outside, and what it can reach there."""

    url: str = "http://127.0.0.1:8000"
    has_mail: bool = False
    private_targets: bool = False


def outside(settings: Settings) -> Outside:
    return Outside(public_url(settings), settings.smtp_url is not None, settings.private_targets)


def public_url(settings: Settings) -> str:
    """The address of the site, without a slash at its end. Never taken from a request: its Host header may lie."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return (settings.public_url or f"http://{host}:{settings.port}").rstrip("/")


def require_server(settings: Settings) -> None:
    """Raises ValueError if no server is named."""
    if settings.redis_url is None:
        raise ValueError("REDIS_URL must name the server of the event store")


def _with_password(server: str, url: str | None, file: Path | None) -> str | None:
    """The URL with the password that stands in a file, as secrets of containers do."""
    if url is None or file is None:
        return url
    parts = urlsplit(url)
    if parts.password is not None:
        raise ValueError(f"{server}_URL has a password already: leave out {server}_PASSWORD_FILE")
    password = quote(file.read_text().strip(), safe="")
    return urlunsplit(parts._replace(netloc=f"{parts.username or ''}:{password}@{parts.netloc.rpartition('@')[2]}"))
