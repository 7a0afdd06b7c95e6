"""What the documents say must stay true: events, notation, rule numbers, the map and links are checked here."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from domain.dominoes import dominoes
from domain.errors import BrokenRecord
from domain.events import Event
from domain.notation.moves import read_move, write_move
from domain.notation.positions import read_position, write_position
from domain.notation.reading import read_record
from domain.notation.records import write_record
from domain.notation.territories import read_territory, write_territory
from domain.rules import Rules
from service.api.games.stream import StreamController
from service.games.codec import CODES
from tests.fixtures.make import HERE, tag

ROOT = Path(__file__).parents[2]
README, RULES, EVENTS, NOTATION = (
    (ROOT / name).read_text(encoding="utf-8")
    for name in ("README.md", "docs/rules.md", "docs/events.md", "docs/notation.md")
)
DOCUMENTS = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not any(part.startswith(".") or part in ("data", "node_modules") for part in path.relative_to(ROOT).parts)
)
PLACES = ("domain", "projections", "puzzles", "service", "tests", "docs", "deploy")
API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
RULE = r"\b(?:O\d+a?|K\d+)\b"


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def under(text: str, heading: str) -> str:
    """What stands under a heading, up to the next one of any level."""
    section = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", text, re.MULTILINE | re.DOTALL)
    assert section, f"there is no heading {heading!r}"
    return section[1]


def table_rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in text.splitlines() if row.startswith("| ")]


# Events


@pytest.mark.parametrize("kind", get_args(Event), ids=tag)
def test_every_event_is_described_with_just_its_fields_and_an_example(kind: type[msgspec.Struct]) -> None:
    section = under(EVENTS, f"`{tag(kind)}`")
    fields = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert fields == [field.encode_name for field in msgspec.structs.fields(kind)]
    assert blocks(section, "json")


@pytest.mark.parametrize("example", blocks(EVENTS, "json"))
def test_every_example_of_an_event_is_one(example: str) -> None:
    event = msgspec.json.decode(example, type=Event)
    assert json.loads(msgspec.json.encode(event)) == json.loads(example)


def test_the_table_of_codes_is_the_one_by_which_events_are_stored() -> None:
    table = re.findall(r"\| (\d+) \| `(\w+)`(?= \|)", under(EVENTS, "The stored form"))
    assert {name: int(code) for code, name in table} == {tag(kind): code for kind, code in CODES.items()}


def test_the_promise_of_a_deal_is_checked_by_the_program_in_the_document(tmp_path: Path) -> None:
    [program] = blocks(EVENTS, "python")
    kept = HERE / "games" / "origins-tribe-3.ndjson"
    broken = tmp_path / "broken.ndjson"
    broken.write_text(re.sub(r'"dominoes":\[(\d+),(\d+)', r'"dominoes":[\2,\1', kept.read_text(), count=1))
    for path, verdict in ((kept, "kept"), (broken, "broken")):
        done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == verdict


# Notation


@pytest.mark.parametrize("record", blocks(NOTATION, "record"))
def test_every_example_of_a_record_is_read_and_written_back(record: str) -> None:
    assert write_record(read_record(record)) == record


@pytest.mark.parametrize("position", blocks(NOTATION, "position"))
def test_every_example_of_a_position_is_read_and_written_back(position: str) -> None:
    assert write_position(read_position(position)) == position


@pytest.mark.parametrize("territory", [*blocks(NOTATION, "territory"), *blocks(README, "territory")])
def test_every_example_of_a_territory_is_read_and_written_back(territory: str) -> None:
    box = dominoes(Rules("origins", 4, "tribe"))
    assert write_territory(box, read_territory(box, 5, territory.split())) == territory.split()


def test_every_word_for_a_move_is_one() -> None:
    words = [row[0].strip("`") for row in table_rows(under(NOTATION, "Moves"))][1:]
    moves = words[: words.index("undo") + 1]
    assert len(moves) == 10
    for word in moves:
        assert write_move(read_move(word)) == word


def test_a_reader_refuses_what_the_document_says_in_the_words_it_says() -> None:
    examples = {"record": blocks(NOTATION, "record")[0], "position": blocks(NOTATION, "position")[0]}
    refusals = [row for row in table_rows(under(NOTATION, "What a reader refuses")) if row[0] != "change"]
    assert len(refusals) > 10
    for change, error in refusals:
        old, *new = re.findall(r"`([^`]+)`", change)
        kind = "record" if old in examples["record"] else "position"
        altered = examples[kind].replace(old, new[0] if new else "", 1)
        with pytest.raises(BrokenRecord) as broken:
            (read_record if kind == "record" else read_position)(altered)
        assert str(broken.value) == error.strip("`")


# Rules


def test_every_rule_cited_in_the_domain_has_its_entry() -> None:
    cited = {
        rule for path in (ROOT / "domain").rglob("*.py") for rule in re.findall(RULE, path.read_text(encoding="utf-8"))
    }
    entries = re.findall(rf"^#+ ({RULE}) \w", RULES, re.MULTILINE)
    assert len(entries) == len(set(entries))
    assert cited <= set(entries)


def test_no_document_cites_a_rule_that_is_not_there() -> None:
    entries = set(re.findall(rf"^#+ ({RULE}) \w", RULES, re.MULTILINE))
    for path in DOCUMENTS:
        assert set(re.findall(RULE, path.read_text(encoding="utf-8"))) <= entries, path


# The map and links


def test_everything_on_the_map_exists() -> None:
    [drawn] = blocks(under(README, "The map"), "")
    folders = [ROOT]  # each two columns further in
    for line in drawn.splitlines():
        name, depth = line.split()[0], (len(line) - len(line.lstrip())) // 2
        path = folders[depth] / name
        assert path.is_dir() if name.endswith("/") else path.is_file(), f"{path.relative_to(ROOT)} is gone"
        folders[depth + 1 :] = [path]


def test_the_map_is_short_and_has_every_package_of_the_service() -> None:
    [drawn] = blocks(under(README, "The map"), "")
    assert len(drawn.splitlines()) <= 42
    packages = {path.parent.name for path in (ROOT / "service").glob("*/__init__.py")}
    packages |= {path.parent.name for path in (ROOT / "puzzles").glob("*/__init__.py")}
    assert {f"{name}/" for name in packages} <= {line.split()[0] for line in drawn.splitlines()}


def test_every_package_says_what_it_is_for() -> None:
    for name in ("domain", "projections", "puzzles", "service"):
        for path in (ROOT / name).rglob("__init__.py"):
            assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path.relative_to(ROOT)


def test_every_relative_link_leads_somewhere() -> None:
    for path in DOCUMENTS:
        for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
            target = link.partition("#")[0]
            if target and not re.match(r"[a-z]+:", target):
                assert (path.parent / target).exists(), f"{path.relative_to(ROOT)} links to {link}"


def test_every_file_that_a_document_names_is_there() -> None:
    """Not so in decisions, which stay as they were, and in what is stored or made."""
    files = [f"/{path.relative_to(ROOT)}" for top in PLACES for path in (ROOT / top).rglob("*.*")]
    for path in DOCUMENTS:
        if path.parent.name not in ("decisions", "experiments"):
            for name in re.findall(r"`([\w./-]+/[\w.-]+\.(?:py|js|lua|json))`", path.read_text(encoding="utf-8")):
                assert any(file.endswith(f"/{name}") for file in files), f"{path.relative_to(ROOT)} names {name}"


def test_every_message_of_a_stream_of_a_game_is_in_the_guide() -> None:
    said = set(re.findall(r"`event: (\w+)`", str(StreamController.stream.fn.__doc__)))
    assert len(said) > 5
    assert said <= set(re.findall(r"`event: (\w+)`", API))


def test_every_test_that_a_table_of_findings_names_is_there() -> None:
    for document in ("stage.md", "browsers.md"):
        named = re.findall(r"`((?:tests/[\w/]+/)?test_\w+)`", (ROOT / "docs" / document).read_text(encoding="utf-8"))
        assert len(named) > 20
        for name in named:
            path = Path(name if "/" in name else f"tests/browser/{name}").with_suffix(".py")
            assert (ROOT / path).is_file(), f"docs/{document} names {path}"
