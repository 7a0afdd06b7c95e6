"""The examples of the rules: each try is answered as the rules want it, and the scores are those of the domain."""

from typing import Final

import pytest

from domain.commands import PlaceDomino
from domain.legal import legal
from domain.scoring import standings
from projections.trying import EXAMPLES, answer, shown
from projections.words import LANGUAGES, Language

ALLOWED: Final = None
# What the pages say about each try: the code of its refusal, or that it is allowed.
TRUTH: Final[dict[str, dict[str, str | None]]] = {
    "draft": {"low": ALLOWED, "taken": "domino_not_free", "high": ALLOWED},
    "pairs": {"outer": ALLOWED, "inner": ALLOWED, "mixed": "pairs"},
    "hut": {"beside": ALLOWED, "turned": ALLOWED, "corner": "no_match", "away": "no_match"},
    "matching": {
        "match": ALLOWED,
        "turned": "no_match",
        "corner": "no_match",
        "hut": ALLOWED,
        "covered": "occupied",
    },
    "size": {"inside": ALLOWED, "right": "too_large", "up": ALLOWED, "left": "too_large"},
    "must_place": {"decline": "must_place", "place": ALLOWED},
    "fire": {
        "beside": ALLOWED,
        "over": ALLOWED,
        "hut": "on_hut",
        "volcano": "on_volcano",
        "printed": "on_fire",
        "token": "on_fire",
        "far": "too_far",
        "outside": "off_territory",
    },
    "fire_far": {"three": ALLOWED, "beside": ALLOWED, "four": "too_far"},
    "fire_near": {"beside": ALLOWED, "corner": ALLOWED, "two": "too_far"},
    "burning": {"bare": ALLOWED, "mammoth": ALLOWED, "mushroom": ALLOWED, "hunter": ALLOWED},
    "totem_taken": {"four": ALLOWED},
    "totem_tied": {"three": ALLOWED},
    "totem_given": {"first": ALLOWED, "second": ALLOWED, "other": "not_owed"},
    "recruiting": {
        "different": ALLOWED,
        "paid": ALLOWED,
        "alike": "price_of_cave",
        "resource": "not_free",
        "burning": "not_free",
        "absent": "not_in_cave",
    },
    "searching": {"all": ALLOWED, "three": "price_of_pile", "twice": "price_of_pile"},
    "kingdomino": {"forest": ALLOWED, "lake": ALLOWED, "neither": "no_match", "decline": ALLOWED},
    "obliged": {"decline": "must_place", "forest": ALLOWED},
}
TRIED: Final = [(example, name) for example, tries in TRUTH.items() for name in tries]
FINISHED: Final = sorted(set(EXAMPLES) - set(TRUTH))


def test_every_try_of_an_example_is_spoken_of() -> None:
    assert {name: set(example.tries) for name, example in EXAMPLES.items() if example.tries} == {
        name: set(tries) for name, tries in TRUTH.items()
    }


@pytest.mark.parametrize(("example", "name"), TRIED)
def test_a_try_is_answered_as_the_rules_want_it(example: str, name: str) -> None:
    lesson, move = EXAMPLES[example], EXAMPLES[example].tries[name]
    ruling = answer(lesson, move, "en")
    assert ruling.code == TRUTH[example][name]
    assert ruling.allowed == (move in legal(lesson.game.position)) == (ruling.code is None)
    assert bool(ruling.rule) != ruling.allowed
    assert (ruling.table == shown(lesson).table) != ruling.allowed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("example", "name"), TRIED)
def test_an_answer_has_sentences_in_every_language(example: str, name: str, language: Language) -> None:
    lesson = EXAMPLES[example]
    sentences = answer(lesson, lesson.tries[name], language).sentences
    assert sentences
    assert all(sentence.strip() for sentence in sentences)
    assert language == "en" or sentences != answer(lesson, lesson.tries[name], "en").sentences


@pytest.mark.parametrize("name", FINISHED)
def test_a_finished_example_shows_the_points_of_every_item(name: str) -> None:
    table = shown(EXAMPLES[name]).table
    assert table.step == "over"
    for seat in table.seats:
        score = seat.score
        items = (score.regions, score.cavemen, score.hordes, score.resources, score.totems, score.bonuses)
        assert sum(item.points for group in items for item in group) == score.total


def test_nothing_can_be_tried_in_a_finished_example() -> None:
    assert answer(EXAMPLES["regions"], PlaceDomino(1, (1, 0), (2, 0)), "en").code == "over"


def score_of(name: str, seat: int = 0) -> int:
    return shown(EXAMPLES[name]).table.seats[seat].score.total


def test_fire_makes_a_region_worth_more_and_burns_what_earns_points() -> None:
    tries = {name: answer(EXAMPLES["burning"], move, "en") for name, move in EXAMPLES["burning"].tries.items()}
    totals = {name: ruling.table.seats[0].score.total for name, ruling in tries.items()}
    assert totals["bare"] > totals["mammoth"] > score_of("burning") > totals["hunter"]


def test_the_totem_moves_to_the_lead_and_not_to_a_tie() -> None:
    taken, tied = (
        answer(EXAMPLES[name], EXAMPLES[name].tries[move], "en").table.totems
        for name, move in (("totem_taken", "four"), ("totem_tied", "three"))
    )
    assert taken
    assert tied
    assert (taken["mammoth"], tied["mammoth"]) == (0, 1)


def test_every_kind_of_hunter_gatherer_scores_in_the_example_of_them() -> None:
    cavemen = shown(EXAMPLES["gatherers"]).table.seats[0].score.cavemen
    assert len({item.caveman for item in cavemen}) == len(cavemen) == 7
    assert all(item.points for item in cavemen)


def test_three_joined_warriors_and_a_lone_one() -> None:
    hordes = shown(EXAMPLES["warriors"]).table.seats[0].score.hordes
    assert sorted((horde.warriors, horde.power, horde.points) for horde in hordes) == [(1, 1, 1), (3, 4, 12)]


@pytest.mark.parametrize(("name", "decided_by"), [("tie", "largest_region"), ("tie_of_crowns", "crowns")])
def test_a_tie_is_decided_as_the_text_says(name: str, decided_by: str) -> None:
    first, second, _ = standings(EXAMPLES[name].game.position)
    assert first.total == second.total
    assert (first.rank, second.rank) == (1, 2)
    assert first.tie_break == second.tie_break == decided_by


def test_the_centre_needs_no_full_territory_and_a_full_territory_no_centre() -> None:
    centred, full, _ = shown(EXAMPLES["bonuses"]).table.seats
    assert [(bonus.variant, bonus.points) for bonus in centred.score.bonuses] == [("empire_of_fire", 10)]
    assert [(bonus.variant, bonus.points) for bonus in full.score.bonuses] == [("homo_habilis", 5)]
    both, neither, _ = shown(EXAMPLES["kingdom_bonuses"]).table.seats
    assert sorted(bonus.points for bonus in both.score.bonuses) == [5, 10]
    assert not neither.score.bonuses
