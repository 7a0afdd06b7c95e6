"""Everything that can be set, read from the environment once."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec


class Settings(msgspec.Struct, frozen=True):
    redis_url: str | None = None  # REDIS_URL; without one a private server is started
    queue_url: str | None = None  # QUEUE_URL: a plain server for the worker's jobs, needed beside a cluster
    replicas: int = 0  # REPLICAS that must have a move on disk before it is acknowledged
    host: str = "127.0.0.1"  # HOST
    port: int = 8000  # PORT
    data: Path = Path("data")  # DATA: directory of the private server
    rate: float = 50.0  # RATE: requests a second that one caller may make for long
    burst: int = 200  # BURST: and at once
    guests: Annotated[int, msgspec.Meta(ge=1)] = 10  # GUESTS: new ones a minute from one address, and at once

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"  # LOG_LEVEL: what is worth a line
    log_format: Literal["auto", "json", "text"] = "auto"  # LOG_FORMAT: auto is text at a terminal, json elsewhere
    log_requests: bool = False  # LOG_REQUESTS: a line for each request, not only for those that failed
    metrics_port: int = 0  # METRICS_PORT where a worker shows its counts; 0 is nowhere
    metrics_host: str = "127.0.0.1"  # METRICS_HOST

    thinkers: int | None = None  # THINKERS: processes that search for a worker; unless set, one less than cores
    reviews: Literal["all", "asked"] = "all"  # REVIEWS: of every finished game, or only of those that somebody opens
    puzzles: int = 500  # PUZZLES: for practice so many are made, for days to come some weeks ahead; 0 is none at all
    failed_positions: Path | None = None  # FAILED_POSITIONS: where searches that failed are saved; in DATA unless set


def settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Raises ValueError that names the variable which is wrong."""
    given = {name: environment[name.upper()] for name in Settings.__struct_fields__ if environment.get(name.upper())}
    try:
        return msgspec.convert(given, Settings, strict=False, dec_hook=lambda kind, text: kind(text))
    except msgspec.ValidationError as error:
        raise ValueError(f"the environment variables cannot be used: {error}") from error
