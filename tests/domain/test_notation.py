"""The text notation: what is wrong, and on which line (round trips are among the properties)."""

from random import Random

import pytest

from domain.commands import ClaimDomino, DraftDomino, GiveTotem, Play, Resign
from domain.decide import decide
from domain.errors import BrokenRecord
from domain.log import replay
from domain.notation.cells import cell_name, read_cell
from domain.notation.moves import read_move, write_move
from domain.notation.positions import fingerprint, read_position, write_position
from domain.notation.reading import read_record
from domain.notation.records import Unit, unit_of, write_record
from domain.rules import Rules
from projections.table import public
from tests.support.play import random_game
from tests.support.spec import TOTEM, table

PLAYED = random_game(Rules("origins", 3, "tribe", ("empire_of_fire",)), Random(4), fickle=0.03)
RECORD = write_record(PLAYED.events)
RUNNING = random_game(Rules("origins", 3, "totem"), Random(2), commands=30)
PUBLIC = write_record(list(public(RUNNING.events, is_over=False)))
POSITION = write_position(
    next(game.position for game in PLAYED.games if game.position.round > 6 and game.position.step == "draft")
)


def line_of(text: str, start: str) -> int:
    """The number of the first line that begins like this."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(start))


def altered(text: str, start: str, new: str) -> str:
    lines = text.split("\n")
    lines[line_of(text, start) - 1] = new
    return "\n".join(lines)


def test_the_hut_stands_on_g7() -> None:
    assert cell_name((0, 0)) == "g7"
    assert read_cell("a1") == (-6, -6)
    assert read_cell("m13") == (6, 6)


def test_the_same_word_claims_in_the_set_up_and_drafts_later() -> None:
    assert read_move("=22") == DraftDomino(22)
    assert read_move("=22", claiming=True) == ClaimDomino(domino=22)
    assert write_move(ClaimDomino(dominoes=(3, 41))) == "=3,41"


@pytest.mark.parametrize("word", ["", "17", "17@f7", "17@z7e7", "*g14", "+chef@d5:c4c5", "=", ">bone:1", "17@f7e7e8"])
def test_a_word_that_is_no_move_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="is not a move"):
        read_move(word)


@pytest.mark.parametrize(
    ("start", "new", "problem"),
    [
        ("firstfire", "secondfire 1", "begins with the row 'firstfire 1'"),
        ("rules", "rules 1 origins tribe five", "rules are"),
        ("rules", "rules 1 origins tribe 7", "two, three or four seats"),
        ("rules", "rules 1 origins tribe 3 harmony", "does not belong to origins"),
        ("player 1", "player 1 boulder 'Nag'", "a player is"),
        ("player 2", "line 1: 2 3 4 5", "'player' is due"),
        ("dominoes", "dominoes 1 2 three", "whole numbers"),
        ("dominoes", f"dominoes 1 {'2' * 5000}", "whole numbers"),
        ("dominoes", "dominoes 1 2 3", "each domino of the box once"),
        ("cavemen", "cavemen hunter chef", "'chef' is not a caveman"),
        ("salt", "salt pepper", "hexadecimal"),
        ("commitment", "commitment 00", "do not give this commitment"),
        ("line 2", "line 2: 1 2 3 4", "is due"),
        ("chiefs", "chiefs 0 0 1", "is due"),
        ("1.", "1.9 nonsense", "is not a move"),
        ("1.", f"1.9 ={'9' * 5000}", "is not a move"),
        ("won", "won 0 1 2", "is due"),
        ("won", "drawn", "is due"),
    ],
)
def test_a_broken_record_names_the_line_and_what_is_wrong(start: str, new: str, problem: str) -> None:
    with pytest.raises(BrokenRecord, match=problem) as broken:
        read_record(altered(RECORD, start, new))
    assert broken.value.line == line_of(RECORD, "dominoes" if start == "commitment" else start)


def test_an_illegal_move_in_a_record_names_the_line_and_the_rule() -> None:
    first = next(line for line in RECORD.split("\n") if line.startswith("1."))
    turn, placed, *rest = first.split()
    number = placed.split("@")[0]
    with pytest.raises(BrokenRecord, match=r"side by side. \(O3\)") as broken:
        read_record(RECORD.replace(first, " ".join([turn, f"{number}@f7h7", *rest])))
    assert broken.value.line == line_of(RECORD, "1.")


def test_a_turn_under_a_wrong_number_is_refused() -> None:
    first = next(line for line in RECORD.split("\n") if line.startswith("2."))
    with pytest.raises(BrokenRecord, match="this is not turn 3"):
        read_record(RECORD.replace(first, "3." + first[2:]))


def test_a_record_cut_in_the_middle_of_a_move_is_refused() -> None:
    cut = RECORD[: RECORD.index("line 2")]
    with pytest.raises(BrokenRecord, match="ends in the middle of a move: 'line 2: "):
        read_record(cut)


def test_an_empty_text_is_no_record() -> None:
    with pytest.raises(BrokenRecord, match="line 1: "):
        read_record("")


def test_comments_and_blank_lines_do_not_count() -> None:
    spaced = RECORD.replace("\n", "   \n\n# and then\n").replace(" =", "    =")
    assert read_record(spaced) == PLAYED.events


@pytest.mark.parametrize(
    ("start", "new", "problem"),
    [
        ("line 2", "line two: 1 2 3 4", "its number"),
        ("line 2", "line 2: 4 3 2 1", "ascending"),
        ("line 2", "line 2: 1 2 3", "4 dominoes"),
        ("line 2", "cave hunter", "the cave is filled only"),
        ("line 1", "line 2: 1 2 3 4", "cannot be revealed here"),
        ("chiefs", "chiefs 0 0 1", "every seat's chief"),
        ("chiefs", "resigned 0 boulder", "cannot come here"),
        ("chiefs", f"undone {'0' * 5000}", "cannot come here"),
    ],
)
def test_a_record_without_its_deal_is_checked_as_well(start: str, new: str, problem: str) -> None:
    with pytest.raises(BrokenRecord, match=problem) as broken:
        read_record(altered(PUBLIC, start, new))
    assert broken.value.line == line_of(PUBLIC, start)


@pytest.mark.parametrize(
    ("start", "new", "problem"),
    [
        ("round", "round thirteen draft", "a round is"),
        ("round", f"round {'7' * 5000} draft", "a round is"),
        ("round", "round 4 dance", "a round is"),
        ("round", "round 7 fire", "a fire is due just when"),
        ("round", "round 7 claim", "a claim is due in round 0"),
        ("line", "line 3 4", "names the chiefs still to act"),
        ("line", "line 3:9", "is not a domino, or a domino and a seat"),
        ("line", "line 99:0", "is not a domino"),
        ("line", f"line {'3' * 5000}:0", "is not a domino"),
        ("discarded", "discarded 99", "there is no domino 99"),
        ("seat 0", "seat 3", "the row of seat 0 is due"),
        ("seat 0", "seat 0 17", "is not a move"),
        ("seat 0", "seat 0 *d6", "is not part of a territory"),
        ("seat 0", "seat 0 17@f7h7", "side by side"),
        ("seat 0", "seat 0 17@g7h7", "side by side"),
        ("seat 0", "seat 0 *1a1", "no square at a1"),
        ("seat 2", "# gone", "need 3 players"),
        ("cave", "cave shaman shaman shaman", "not so many of 'shaman'"),
        ("round", "mood 3", "'mood' does not belong here"),
        ("next", "round 3 place", "'round' stands twice"),
        ("next", "won 7", "numbered from 0 to 2"),
        ("next", "totems bone:1", "is not a totem"),
        ("player 0", 'player 1 - "Ugh"', "a player is: seat 0"),
    ],
)
def test_a_broken_position_names_what_is_wrong(start: str, new: str, problem: str) -> None:
    with pytest.raises(BrokenRecord, match=problem):
        read_position(altered(POSITION, start, new))


def test_a_domino_in_two_places_is_refused() -> None:
    lying = next(line for line in POSITION.split("\n") if line.startswith("next")).split()[1].split(":")[0]
    with pytest.raises(BrokenRecord, match=f"domino {lying} is in two places"):
        read_position(altered(POSITION, "discarded", f"discarded {lying}"))


def test_a_position_needs_its_rules() -> None:
    with pytest.raises(BrokenRecord, match="rules are"):
        read_position("round 1 place")


def test_names_are_kept_whatever_they_hold() -> None:
    name = 'Grüß "dich"\n  \u2028 \\ 🔥'
    odd = POSITION.replace('"Ugh"', '"Grüß \\"dich\\"\\n  \u2028 \\\\ 🔥"')
    assert read_position(odd).players[0].name == name
    assert read_position(write_position(read_position(odd))) == read_position(odd)


def test_a_fingerprint_does_not_know_who_plays() -> None:
    assert fingerprint(read_position(POSITION.replace("Ugh", "Somebody"))) == fingerprint(read_position(POSITION))
    other = POSITION.replace("round 7", "round 8")
    assert fingerprint(read_position(other)) != fingerprint(read_position(POSITION))


def test_a_gift_after_somebody_left_has_a_row_of_its_own() -> None:
    owing = table(TOTEM, "hut G", "hut Gr", "hut Gr", step="totem", totems={"mammoth": 0})
    left = replay(decide(owing, Resign(2, "pebble")), owing)
    given = decide(left, Play(0, GiveTotem("mammoth", 1)))
    assert unit_of(left, given) == Unit(">mammoth:1", "3.0")
