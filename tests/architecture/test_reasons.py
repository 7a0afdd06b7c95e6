"""Every refusal has a sentence in every language, with the same details in each."""

import importlib
import pkgutil
from collections.abc import Iterator
from string import Formatter
from typing import get_args

import pytest

import domain
import projections
import puzzles
import service
from domain.decide import NOT_YOUR_TURN, decide
from domain.errors import IllegalMove, Reason
from domain.pieces import Caveman, Level, Resource
from domain.position import Due
from domain.rules import FOREIGN_VARIANT, GameName, Variant
from domain.start import NOT_A_DEAL
from domain.step_events import NOT_OWED, WRONG_STEP
from domain.tribe import NOT_IN_CAVE
from projections.reasons import VOCABULARIES, reason_text
from projections.words import LANGUAGES, Language
from service.games.fair_play import BOT_WOULD_HELP
from tests.domain.test_refusals import CASES

TRANSLATED = [language for language in LANGUAGES if language != "en"]


def reasons() -> Iterator[Reason]:
    """Every reason that is written down anywhere."""
    for package in (domain, projections, puzzles, service):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                yield from (value for value in vars(importlib.import_module(module.name)).values() if is_reason(value))


def is_reason(value: object) -> bool:
    return isinstance(value, Reason)


def placeholders(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field is not None}


ALL = {reason.code: reason for reason in reasons()}


def test_no_two_reasons_share_a_code() -> None:
    for reason in reasons():
        assert ALL[reason.code] == reason


@pytest.mark.parametrize(
    "code",
    [
        *("table_full", "cancelled", "moved_already", "not_over", "seated_already", "too_many_seats", "a_bot_already"),
        *("no_such_days", "empty_bank", "negative_increment", "small_bank", "small_cap", "large_cap"),
    ],
)
def test_refusals_about_seats_and_clocks_cite_no_rule_of_the_games(code: str) -> None:
    assert ALL[code].rule == ""


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_reason_has_its_sentence_in_every_language_and_no_other_has(language: Language) -> None:
    assert set(VOCABULARIES[language].reasons) == set(ALL)


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_sentence_speaks_of_the_same_things_as_the_english_one(language: Language) -> None:
    for code, sentence in VOCABULARIES[language].reasons.items():
        english = ALL[code].template
        assert placeholders(sentence) == placeholders(english), code
        assert sentence != english, code
        assert sentence[-1:].replace("。", ".") == english[-1:] or english[-1:] not in ".!?", f"{code}: a sentence"


def test_english_stands_where_the_reasons_do() -> None:
    assert VOCABULARIES["en"].reasons == {}


@pytest.mark.parametrize("code", CASES)
def test_every_refusal_of_the_rules_has_a_sentence_without_gaps(code: str) -> None:
    game, command = CASES[code]
    with pytest.raises(IllegalMove) as refusal:
        decide(game, command)
    for language in LANGUAGES:
        sentence = reason_text(refusal.value.reason, language)
        assert not placeholders(sentence), language
        assert "_" not in sentence, f"{language}: a word of the program"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("reason", "detail", "values"),
    [
        (WRONG_STEP, "due", [due for due in get_args(Due) if due not in ("reveal", "over")]),
        (NOT_A_DEAL, "what", ["domino", "chief", "caveman"]),
        (NOT_OWED, "totem", get_args(Resource)),
        (NOT_IN_CAVE, "caveman", get_args(Caveman)),
    ],
)
def test_details_that_are_words_are_translated_too(
    language: Language, reason: Reason, detail: str, values: list[str]
) -> None:
    sentences = {reason_text(reason.about(**{detail: value}), language) for value in values}
    assert len(sentences) == len(values)
    assert not any("_" in sentence for sentence in sentences)
    if language != "en":
        assert sentences.isdisjoint(
            VOCABULARIES[language].reasons[reason.code].format(**{detail: value}) for value in values
        )


def test_every_level_variant_and_game_has_its_word() -> None:
    for variant in get_args(Variant):
        for game in get_args(GameName):
            assert "_" not in reason_text(FOREIGN_VARIANT.about(variant=variant, game=game), "it")
    sentence = reason_text(BOT_WOULD_HELP.about(level="volcano", levels=get_args(Level)), "nl")
    assert "alleen Kiezel, Vuursteen, Mammoet en Vulkaan" in sentence
    assert "wat Vulkaan speelt" in sentence


def test_a_name_is_never_taken_for_a_word() -> None:
    assert reason_text(NOT_YOUR_TURN.about(name="{fish} flint"), "de") == "{fish} flint ist am Zug."


def test_a_reason_that_a_language_does_not_have_is_shown_in_english() -> None:
    assert reason_text(Reason("brand_new", "", "A {colour} one.").about(colour="red"), "de") == "A red one."
