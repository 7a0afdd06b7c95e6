"""Rules of the house that no tool knows."""

import ast
import re
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "projections", "puzzles", "service")
MOST_MODULES = 15  # in a room; about a dozen is better
MOST_LINES = 330  # of a module; from 250 on it deserves a second look
_LISTED = re.compile(r"^([a-z_]+(?:/|\.\w+)?)  ", re.MULTILINE)  # what the map of a room names, at the margin
PATCH_BY_PATH = re.compile(r"""(?:setattr|delattr|patch)\(\s*["'][a-z_]+\.[\w.]+["']""")


def test_no_room_of_the_service_has_too_many_modules() -> None:
    rooms = {path.parent for path in (ROOT / "service").rglob("__init__.py")}
    assert len(rooms) > 20
    sizes = {str(room.relative_to(ROOT)): len(list(room.glob("*.py"))) - 1 for room in rooms}
    assert not {room: size for room, size in sizes.items() if size > MOST_MODULES}


def test_no_module_is_too_long() -> None:
    folders = (ROOT / name for name in (*PACKAGES, "tests"))
    modules = [
        *chain.from_iterable(folder.rglob(f"*.{kind}") for folder in folders for kind in ("py", "js", "css", "lua"))
    ]
    assert len(modules) > 1000
    sizes = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in modules}
    assert not {path: size for path, size in sizes.items() if size > MOST_LINES}


def _rooms() -> list[Path]:
    return sorted(path.parent for name in PACKAGES for path in (ROOT / name).rglob("__init__.py"))


@pytest.mark.parametrize("room", _rooms(), ids=lambda room: str(room.relative_to(ROOT)))
def test_the_map_of_a_room_names_what_is_there(room: Path) -> None:
    modules = {path.stem for path in room.glob("*.py") if not path.stem.startswith("__")}
    rooms = {f"{path.parent.name}/" for path in room.glob("*/__init__.py")}
    text = ast.get_docstring(ast.parse((room / "__init__.py").read_text()))
    assert text, "a room says what it is for"
    listed = _LISTED.findall(text)
    assert len(listed) == len(set(listed))
    scripts = {name for name in listed if name.endswith(".lua")}
    assert {*listed} - scripts == modules | rooms
    assert scripts <= {path.name for path in room.glob("*.lua")}


def test_tests_patch_objects_and_not_paths() -> None:
    """A path in a string is followed by no tool, neither when a module moves nor when a name is gone."""
    tests = set((ROOT / "tests").rglob("*.py")) - {Path(__file__)}
    patched = [path.name for path in tests if PATCH_BY_PATH.search(path.read_text())]
    assert not patched


@pytest.mark.parametrize("code", ["setattr('a_package.module.NAME', 1)", 'patch(\n    "package.module.name")'])
def test_patches_by_path_are_noticed(code: str) -> None:
    assert PATCH_BY_PATH.search(code)
