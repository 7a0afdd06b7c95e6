"""Stored games always replay to the same fingerprints; a failure names the game and the event that differ."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from domain.events import Event
from domain.log import audit
from domain.notation.positions import read_position
from tests.fixtures.make import HERE, read_steps, stored_steps, tag
from tests.support.configurations import CONFIGURATIONS, name
from tests.support.perft import perft, read_perft, write_perft

GAMES = sorted((HERE / "games").glob("*.ndjson"))
PERFT = sorted((HERE / "perft").glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_stored_game_is_still_the_same_after_every_event(path: Path) -> None:
    stored = read_steps(path)
    for number, (was, now) in enumerate(zip(stored, stored_steps([step.event for step in stored]), strict=True), 1):
        assert now == was, f"{path.stem}: event {number} ({was.event}) gives another position or other scores"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_rules_still_make_the_same_of_every_stored_move(path: Path) -> None:
    assert audit([step.event for step in read_steps(path)]).position.winners is not None


def test_every_configuration_has_a_finished_game() -> None:
    assert {path.stem for path in GAMES} >= {name(rules) for rules in CONFIGURATIONS}


@pytest.mark.parametrize("kind", get_args(Event), ids=tag)
def test_the_public_json_form_of_every_event_still_decodes(kind: type[msgspec.Struct]) -> None:
    stored = (HERE / "events" / f"{tag(kind)}.json").read_bytes()
    event = msgspec.json.decode(stored, type=Event)
    assert type(event) is kind
    assert msgspec.json.decode(msgspec.json.encode(event)) == msgspec.json.decode(stored)


def test_an_event_with_fields_of_a_later_version_still_decodes() -> None:
    stored = {"type": "domino_drafted", "seat": 1, "domino": 17, "mood": "hopeful"}
    assert msgspec.convert(stored, Event) == msgspec.convert({**stored, "mood": None}, Event)


@pytest.mark.parametrize("path", PERFT, ids=lambda path: path.stem)
def test_a_position_has_as_many_continuations_as_were_counted(path: Path) -> None:
    text, counted = read_perft(path.read_text())
    result = perft(read_position(text), len(counted.counts))
    assert result.by_first_move == counted.by_first_move
    assert list(result.by_first_move) == list(counted.by_first_move), "the order of the moves has changed"
    assert write_perft(result) == write_perft(counted)
