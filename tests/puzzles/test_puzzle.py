"""The stored form of a puzzle, and its public form."""

import msgspec
import pytest

from domain.errors import Unreadable
from puzzles.puzzle import Puzzle, from_json, stored, to_json
from puzzles.shipped.public_form import dump
from tests.support.position_samples import samples


@pytest.mark.parametrize("puzzle", samples(), ids=lambda puzzle: puzzle.id)
def test_the_stored_form_reads_back_equal(puzzle: Puzzle) -> None:
    assert from_json(to_json(puzzle)) == puzzle


def test_the_origin_of_a_puzzle_is_stored() -> None:
    puzzle = msgspec.structs.replace(samples()[0], source="game", game="abc", seat=2, seq=40)
    assert from_json(to_json(puzzle)) == puzzle


def test_a_puzzle_is_one_line() -> None:
    assert all(b"\n" not in to_json(puzzle) for puzzle in samples())


@pytest.mark.parametrize("change", [{"territory": "1@f7f9"}, {"territory": "99@f7e7"}, {"territory": "west"}])
def test_an_impossible_territory_is_refused(change: dict[str, object]) -> None:
    fields = msgspec.to_builtins(stored(samples()[0]))
    with pytest.raises(Unreadable):
        from_json(msgspec.json.encode({**fields, **change}))


def test_a_line_without_an_answer_is_refused() -> None:
    fields = msgspec.to_builtins(stored(samples()[0]))
    del fields["answer"]
    with pytest.raises(msgspec.ValidationError):
        from_json(msgspec.json.encode(fields))


# The dump


def dumped(puzzle: Puzzle, *, is_public: bool) -> dict[str, object]:
    [line] = dump([(puzzle, is_public)])
    assert line.endswith(b"\n")
    fields = msgspec.json.decode(line)
    assert isinstance(fields, dict)
    return fields


@pytest.mark.parametrize("puzzle", samples()[::5], ids=lambda puzzle: puzzle.id)
def test_a_public_puzzle_is_dumped_with_its_answer_and_reads_back(puzzle: Puzzle) -> None:
    fields = dumped(puzzle, is_public=True)
    assert fields.pop("answer_is_public") is True
    assert from_json(msgspec.json.encode(fields)) == puzzle


@pytest.mark.parametrize("puzzle", samples()[::5], ids=lambda puzzle: puzzle.id)
def test_a_puzzle_that_is_not_public_is_dumped_without_answer_and_themes(puzzle: Puzzle) -> None:
    fields = dumped(puzzle, is_public=False)
    question = {"id", "rules", "territory", "dominoes", "cave", "recruits", "difficulty", "source", "answer_is_public"}
    assert set(fields) <= question
    assert fields["answer_is_public"] is False


def test_the_dump_does_not_name_the_game() -> None:
    puzzle = msgspec.structs.replace(samples()[0], source="game", game="abc", seat=2, seq=40)
    assert not {"game", "seat", "seq"} & set(dumped(puzzle, is_public=True))
