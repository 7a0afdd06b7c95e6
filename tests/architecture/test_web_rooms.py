"""The rooms of service/web: each says what it is for, and imports point one way, as its README shows them."""

import re
from posixpath import dirname, normpath

import pytest

from tests.architecture.test_web_words import SCRIPTS, WEB

MAP = (WEB / "README.md").read_text()
LAYERS = [re.findall(r"`(\w+)/`", row) for row in re.findall(r"^\| (`.*?) \|", MAP, re.MULTILINE)]
RANK = {room: -rank for rank, layer in enumerate(LAYERS) for room in layer}
IMPORTED = re.compile(r'from "(\.[^"]+)"')
ROOMS = sorted(path.name for path in WEB.iterdir() if path.is_dir())


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_it_is_for_and_is_on_the_map(room: str) -> None:
    assert (WEB / room / "README.md").read_text().startswith(f"# {room}\n\n")
    assert f"`{room}/`" in MAP


@pytest.mark.parametrize("room", ROOMS)
def test_imports_point_to_lower_rooms(room: str) -> None:
    for script in [script for script in SCRIPTS if script.startswith(f"{room}/")]:
        targets = [normpath(f"{dirname(script)}/{name}") for name in IMPORTED.findall(SCRIPTS[script])]
        rooms = {target.partition("/")[0] for target in targets} - {room}
        assert not {other for other in rooms if RANK[other] >= RANK[room]}, script


def test_views_do_not_talk_to_the_service() -> None:
    views = {script: text for script, text in SCRIPTS.items() if script.endswith("_view.js")}
    assert views
    talking = re.compile(r"client\.js|(?<!\.)\bfetch\(")
    assert [script for script, text in views.items() if talking.search(text)] == []
