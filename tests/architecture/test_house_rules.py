"""Rules of the house that no tool knows."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_MODULES = 15  # in a room; about a dozen is better
PATCH_BY_PATH = re.compile(r"""(?:setattr|delattr|patch)\(\s*["'][a-z_]+\.[\w.]+["']""")


def test_no_room_of_the_service_has_too_many_modules() -> None:
    rooms = {path.parent for path in (ROOT / "service").rglob("__init__.py")}
    assert len(rooms) > 20
    sizes = {str(room.relative_to(ROOT)): len(list(room.glob("*.py"))) - 1 for room in rooms}
    assert not {room: size for room, size in sizes.items() if size > MOST_MODULES}


def test_tests_patch_objects_and_not_paths() -> None:
    """A path in a string is followed by no tool, neither when a module moves nor when a name is gone."""
    tests = set((ROOT / "tests").rglob("*.py")) - {Path(__file__)}
    patched = [path.name for path in tests if PATCH_BY_PATH.search(path.read_text())]
    assert not patched


@pytest.mark.parametrize("code", ["setattr('a_package.module.NAME', 1)", 'patch(\n    "package.module.name")'])
def test_patches_by_path_are_noticed(code: str) -> None:
    assert PATCH_BY_PATH.search(code)
