"""Stored bytes keep their meaning: codes, the order of fields, names of fields and defaults.

If a test here fails, the change is wrong: stored bytes cannot be changed. The samples are in tests/fixtures/stored, one
file for each family, one line `name hexadecimal` for each sample; a line is never changed, only added.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any, Final, get_args

import msgspec
import pytest

import domain
import projections
import service
from domain.events import Event
from service.engine.queues import Job
from service.games.codec import CODES
from service.ops.log_kinds import KINDS
from tests.support.stored_samples import FAMILIES, LOGS, Family

_WHERE: Final = Path(__file__).parents[2] / "fixtures" / "stored"
_OLD: Final = ".old"
_SAMPLES: Final = [(family, name) for family, form in FAMILIES.items() for name in form.samples]


def stored(family: str) -> dict[str, bytes]:
    lines = (_WHERE / f"{family}.txt").read_text(encoding="ascii").splitlines()
    return {name: bytes.fromhex(data) for name, data in (line.split(" ") for line in lines)}


def by_name(samples: list[tuple[str, str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("family", "name"), [pytest.param(*sample, id=sample[1]) for sample in samples])


@by_name(_SAMPLES)
def test_stored_bytes_are_read_as_before(family: str, name: str) -> None:
    form: Family = FAMILIES[family]
    assert form.read(stored(family)[name]) == form.samples[name], f"stored {name} entries are now read differently"


@by_name([sample for sample in _SAMPLES if not sample[1].endswith(_OLD)])
def test_the_same_bytes_are_written(family: str, name: str) -> None:
    form: Family = FAMILIES[family]
    assert form.write(form.samples[name]).hex() == stored(family)[name].hex(), f"{name} is now written differently"


def test_every_line_of_the_fixtures_is_tested() -> None:
    assert {path.stem for path in _WHERE.iterdir()} == set(FAMILIES)
    assert [(family, name) for family in FAMILIES for name in stored(family)] == _SAMPLES


# Every kind of entry has a sample


def test_every_game_event_has_a_code_and_a_sample() -> None:
    assert set(CODES) == set(get_args(Event))
    assert len(set(CODES.values())) == len(CODES)
    assert {type(event) for _, event in FAMILIES["game_events"].samples.values()} == set(CODES)


def test_every_kind_of_log_has_samples() -> None:
    assert {kind.names.form for kind, _ in LOGS.values()} == {kind.names.form for kind in KINDS}


@pytest.mark.parametrize("family", LOGS)
def test_everything_that_a_log_may_hold_has_a_sample(family: str) -> None:
    kind, samples = LOGS[family]
    sampled = {type(value) for sample in samples.values() for value in _records(sample)}
    assert set(_held(msgspec.inspect.type_info(kind.form))) <= sampled


def _held(form: object) -> Iterator[type]:
    """The structs inside a type, at any depth."""
    if isinstance(form, msgspec.inspect.StructType):
        yield form.cls
        parts: list[object] = [field.type for field in form.fields]
    elif isinstance(form, msgspec.inspect.UnionType):
        parts = list(form.types)
    elif isinstance(form, msgspec.inspect.TupleType):
        parts = list(form.item_types)
    else:
        parts = [getattr(form, "item_type", None)]
    for part in parts:
        if isinstance(part, msgspec.inspect.Type):
            yield from _held(part)


def test_every_record_stored_without_names_of_fields_has_a_sample() -> None:
    kinds = set(_array_like())
    assert len(kinds) >= 6
    assert kinds <= set(_instances())


def test_every_field_with_a_default_is_missing_in_an_old_sample() -> None:
    """So that a default that is removed, or changed, is noticed."""
    old = _instances(only_old=True)
    for kind in _instances():
        optional = [field for field in msgspec.structs.fields(kind) if not field.required]
        if optional:
            assert any(_has_defaults(value, optional) for value in old.get(kind, [])), kind


def test_no_two_fields_can_be_exchanged_unnoticed() -> None:
    instances = _instances()
    for kind in (*CODES, *_array_like()):
        for first, second in combinations(kind.__struct_fields__, 2):
            values = [(getattr(value, first), getattr(value, second)) for value in instances[kind]]
            assert any((type(a), a) != (type(b), b) for a, b in values), f"{kind.__name__}: {first}, {second}"


def _has_defaults(value: msgspec.Struct, fields: list[msgspec.structs.FieldInfo]) -> bool:
    return all(
        getattr(value, field.name)
        == (field.default if field.default is not msgspec.NODEFAULT else field.default_factory())
        for field in fields
    )


def _instances(*, only_old: bool = False) -> dict[type[msgspec.Struct], list[msgspec.Struct]]:
    """All records in the samples, those inside others too, by their types."""
    instances = dict[type[msgspec.Struct], list[msgspec.Struct]]()
    for form in FAMILIES.values():
        for name, sample in form.samples.items():
            if name.endswith(_OLD) or not only_old:
                for value in _records(sample):
                    instances.setdefault(type(value), []).append(value)
    return instances


def _records(value: Any) -> Iterator[msgspec.Struct]:
    if isinstance(value, msgspec.Struct):
        yield value
        value = msgspec.structs.astuple(value)
    if isinstance(value, tuple | list):
        for part in value:
            yield from _records(part)


def _array_like() -> Iterator[type[msgspec.Struct]]:
    for module in _modules(domain, projections, service):
        for value in vars(module).values():
            is_record = isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not Job
            if is_record and value.__struct_config__.array_like:
                yield value


def _modules(*packages: ModuleType) -> Iterator[ModuleType]:
    for package in packages:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                yield importlib.import_module(module.name)
