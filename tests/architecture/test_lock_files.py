"""requirements/*.txt: what `make lock` resolved from pyproject.toml, with hashes, and still in agreement with it."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ROOT / "requirements"
PROJECT: Any = tomllib.loads((ROOT / "pyproject.toml").read_text())
PYTHONS = ("3.11", "3.12", "3.13")


def locked(name: str) -> dict[str, Requirement]:
    text = (LOCKS / name).read_text().replace("\\\n", " ")
    lines = [line.partition(" --hash")[0] for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    return {canonicalize_name(pin.name): pin for pin in map(Requirement, lines)}


def group(name: str) -> Iterator[Requirement]:
    for item in PROJECT["dependency-groups"][name]:
        if isinstance(item, str):
            yield Requirement(item)
        else:
            yield from group(item["include-group"])


def requirements(items: list[str]) -> list[Requirement]:
    return [Requirement(text) for text in items]


RUN = requirements(PROJECT["project"]["dependencies"])
DEPENDENCIES = {
    "build.txt": [*group("build"), *requirements(PROJECT["build-system"]["requires"])],
    "dev.txt": [*RUN, *group("dev")],
    "run.txt": RUN,
}
NAMES = sorted(path.name for path in LOCKS.iterdir())


@pytest.mark.parametrize("name", NAMES)
def test_every_dependency_is_locked_within_its_range(name: str) -> None:
    pins = locked(name)
    for dependency in DEPENDENCIES[name]:
        pin = pins.get(canonicalize_name(dependency.name))
        assert pin is not None, f"{dependency} is not in {name}: run `make lock`"
        version = str(pin.specifier).removeprefix("==")
        assert dependency.specifier.contains(version), f"{name} has {pin.name} {version}: run `make lock`"


@pytest.mark.parametrize("name", NAMES)
def test_everything_locked_has_one_exact_version_and_hashes(name: str) -> None:
    text = (LOCKS / name).read_text()
    starts = [match.start() for match in re.finditer(r"^\w", text, re.MULTILINE)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        entry = text[start:end]
        assert re.match(r"[\w.-]+(\[[\w,-]+\])?==[\w.]+( ; [^\\]+)? \\\n    --hash=sha256:[0-9a-f]{64}\b", entry), (
            entry[:100]
        )
    assert len(starts) == len(locked(name)), "one version for all Pythons: a test on one of them speaks for the others"


def test_the_lock_files_agree_with_each_other() -> None:
    everything = {name: pin.specifier for name, pin in locked("dev.txt").items()}
    for lock in ("run.txt", "build.txt"):
        for name, pin in locked(lock).items():
            assert everything[name] == pin.specifier


@pytest.mark.parametrize("name", NAMES)
def test_a_lock_file_names_no_place_to_download_from(name: str) -> None:
    """Where packages come from is a setting of the machine."""
    assert not re.search(r"://|^--|index-url|find-links", (LOCKS / name).read_text(), re.MULTILINE)


def test_the_declared_pythons_are_those_that_are_locked() -> None:
    versions = SpecifierSet(PROJECT["project"]["requires-python"])
    assert [f"3.{minor}" for minor in range(30) if f"3.{minor}" in versions] == [*PYTHONS]
    language = "Programming Language :: Python :: "
    declared = [text.removeprefix(language) for text in PROJECT["project"]["classifiers"] if text.startswith(language)]
    assert declared == [*PYTHONS]
    assert f"--python-version {PYTHONS[0]} " in (ROOT / "Makefile").read_text()
