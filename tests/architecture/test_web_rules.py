"""The rules on the pages: every rule is explained, the same in every language, with the figures of the domain."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

import pytest

from domain.dominoes import NUMBERS
from domain.fire import fire_range
from domain.pieces import CAVEMEN, TOTEM_POINTS, WARRIOR_POWER
from domain.rules import MODES, GameName, Rules
from projections.trying import EXAMPLES, shown
from projections.words import LANGUAGES, WORDS
from tests.architecture.test_web_words import WEB

FOLDER: Final = WEB / "rules"
FIGURES_FOR_WORDS: Final = ("ja",)  # write "two" as 2
RULE: Final = r"[OK]\d+a?"
RULES: Final = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBERED: Final = re.findall(rf"^#+ ({RULE}) \w", RULES, re.MULTILINE)
OUTLINE: Final[list[Any]] = json.loads((FOLDER / "outline.json").read_text(encoding="utf-8"))
SECTIONS: Final = [section for chapter in OUTLINE for section in chapter["sections"]]
SAID: Final[dict[str, Any]] = {
    language: json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8")) for language in LANGUAGES
}
PIECES: Final = {
    name
    for file in ("pieces.svg", "kingdomino.svg", "totems.svg")
    for name in re.findall(r'<symbol id="([\w-]+)"', (WEB / file).read_text(encoding="utf-8"))
}


def leaves(texts: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every sentence, and where it stands."""
    if isinstance(texts, str):
        yield path, texts
    else:
        entries = texts.items() if isinstance(texts, dict) else enumerate(texts)
        for name, part in entries:
            yield from leaves(part, (*path, str(name)))


ENGLISH: Final = dict(leaves(SAID["en"]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_the_same_with_the_same_figures(language: str) -> None:
    sentences = dict(leaves(SAID[language]))
    assert sentences.keys() == ENGLISH.keys()
    for path, sentence in sentences.items():
        assert sentence.strip(), path
        for figures in (rf"\b{RULE}\b|\d+", r"\{\w+\}", "×"):
            said, wanted = (Counter(re.findall(figures, text)) for text in (sentence, ENGLISH[path]))
            assert wanted <= said if language in FIGURES_FOR_WORDS else wanted == said, path


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_nothing_is_left_in_english(language: str) -> None:
    sentences = dict(leaves(SAID[language]))
    assert not [text for path, text in sentences.items() if len(text) > 30 and text == ENGLISH[path]]


def test_every_rule_has_its_place_and_every_place_its_own_name() -> None:
    names = [section["id"] for section in SECTIONS]
    assert len(names) == len(set(names))
    assert {name for name in names if re.fullmatch(RULE, name)} == set(NUMBERED)
    assert set(names) == set(SAID["en"]["sections"])
    assert {chapter["chapter"] for chapter in OUTLINE} == set(SAID["en"]["chapters"])


def test_every_rule_that_is_cited_is_there() -> None:
    assert {rule for text in ENGLISH.values() for rule in re.findall(rf"\b{RULE}\b", text)} <= set(NUMBERED)


def test_every_mode_has_its_chapter() -> None:
    assert {*MODES, "kingdomino"} <= {chapter["chapter"] for chapter in OUTLINE}


def test_every_example_is_shown_once_with_its_question_and_its_tries() -> None:
    examples = [section["example"] for section in SECTIONS if "example" in section]
    assert sorted(examples) == sorted(EXAMPLES) == sorted(SAID["en"]["asks"])
    tries = {name: set(example.tries) for name, example in EXAMPLES.items() if example.tries}
    assert tries == {name: set(names) for name, names in SAID["en"]["tries"].items()}


def figures() -> Iterator[dict[str, Any]]:
    return (figure for section in SECTIONS for figure in section.get("figure", ()))


def test_every_piece_that_is_shown_is_drawn_and_named() -> None:
    assert {figure["piece"] for figure in figures()} | {chapter["picture"] for chapter in OUTLINE} <= PIECES
    assert {figure["note"] for figure in figures() if "note" in figure} == set(SAID["en"]["notes"])
    words: Any = json.loads((WEB.parents[1] / "projections" / "languages" / "en.json").read_text(encoding="utf-8"))
    for figure in figures():
        entry = words
        for step in figure.get("name", ()):
            entry = entry[step]


@pytest.mark.parametrize("section", ["O1", "K2"])
def test_what_changes_with_the_number_of_players_is_as_the_rules_have_it(section: str) -> None:
    [table] = [entry["table"] for entry in SECTIONS if entry["id"] == section]
    game = cast(GameName, table["game"])
    for seats, chiefs, dominoes, line, rounds, size in table["rows"]:
        rules = Rules(game, seats, "discovery" if game == "origins" else None)
        assert (line, rounds, size) == (rules.line_length, rules.rounds, rules.size)
        assert dominoes == line * rounds
        assert chiefs == (2 if seats == 2 else 1)


def test_the_figures_of_pieces_are_those_of_the_domain() -> None:
    notes = SAID["en"]["notes"]
    assert re.findall(r"\d+", SAID["en"]["sections"]["terrains"]["text"][0]) == [
        str(number) for number in (max(NUMBERS), min(NUMBERS), max(NUMBERS))
    ]
    totems = {figure["piece"]: figure.get("note") for figure in figures() if figure["piece"].startswith("totem")}
    assert totems == {f"totem-{kind}": f"points_{points}" for kind, points in TOTEM_POINTS.items()}
    for item in shown(EXAMPLES["gatherers"]).table.seats[0].score.cavemen:
        assert int(notes[item.caveman].split()[0]) * item.count == item.points
    for craters in (1, 2, 3):
        numbers = {int(number) for number in re.findall(r"\d+", notes[f"reach_{craters}"])}
        assert numbers == {craters, 1, fire_range(craters)}
    for warrior, power in WARRIOR_POWER.items():
        assert [int(number) for number in re.findall(r"\d+", notes[warrior])] == [power, CAVEMEN[warrior]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_modes_and_variants_are_called_by_their_names(language: str) -> None:
    said, words = SAID[language], WORDS[language]  # type: ignore[index]
    for mode in MODES:
        assert said["chapters"][mode]["title"] == words.modes[mode]
    variants = json.dumps([said["sections"][name] for name in ("O14", "K6", "K3", "mighty_duel")], ensure_ascii=False)
    for name in words.variants.values():
        assert name.lower() in variants.lower()
