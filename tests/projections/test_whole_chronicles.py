"""Whole games in sentences, and the words of the languages, of which none may be missing."""

import re
from collections.abc import Iterator
from random import Random
from string import Formatter
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.commands import ClaimDomino, Play, UndoTurn
from domain.decide import decide
from domain.events import GameStarted, TotemMoved
from domain.log import replay
from domain.rules import Rules
from projections.chronicle import whose
from projections.words import LANGUAGES, WORDS, Language, Words
from tests.support.configurations import name
from tests.support.play import random_game
from tests.support.spec import DISCOVERY, KINGDOMINO, TOTEM, TRIBE, played, started
from tests.support.telling import chronicle

MODES = [
    DISCOVERY,
    TOTEM,
    TRIBE,
    KINGDOMINO,
    Rules("origins", 2, "tribe"),
    Rules("origins", 3, "totem"),
    Rules("kingdomino", 3),
]


@pytest.mark.parametrize("rules", MODES, ids=name)
def test_the_public_log_has_the_same_sentences_as_the_whole_one(rules: Rules) -> None:
    first, *others = played(rules)
    assert isinstance(first, GameStarted)
    public = [replace(first, deal=None, salt=None), *others]
    for language in LANGUAGES:
        assert chronicle(public, language) == chronicle(played(rules), language)


def test_a_turn_that_was_taken_back_stays_in_the_chronicle_and_so_does_its_taking_back() -> None:
    log = started(TRIBE, 1, 2, 3, 4, chiefs=(2, 0, 3, 1))
    [claimed] = decide(replay(log), Play(2, ClaimDomino(domino=1)))
    log = [*log, claimed, *decide(replay([*log, claimed]), Play(2, UndoTurn()))]
    assert chronicle(log, "en")[-3:] == [
        "The tribe chiefs are drawn in this order: Cyril, Ayla, Durc, Bruno.",
        "Cyril puts a tribe chief on domino 1 (desert/desert).",
        "Cyril takes back the turn.",
    ]
    assert [whose(event) for event in log[-3:]] == [None, 2, 2]


def test_a_totem_that_moves_is_the_doing_of_the_seat_that_gets_it() -> None:
    moved = [event for event in played(TOTEM) if isinstance(event, TotemMoved)]
    assert moved
    assert [whose(event) for event in moved] == [event.to for event in moved]


@pytest.mark.parametrize("rules", MODES, ids=name)
@settings(max_examples=3, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(rng=st.randoms(use_true_random=True))
def test_any_game_has_sentences_to_its_end(rules: Rules, rng: Random) -> None:
    log = random_game(rules, rng, fickle=0.05).events
    for language in LANGUAGES:
        sentences = chronicle(log, language)
        assert len(sentences) == len(log)
        assert all(text.endswith((".", "。")) and not {"{", "}"}.intersection(text) for text in sentences)


def test_languages_share_keys_and_placeholders() -> None:
    english = shape(WORDS["en"])
    for language in LANGUAGES:
        assert shape(WORDS[language]) == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_empty(language: Language) -> None:
    assert all(text.strip() for _, text in texts(msgspec.to_builtins(WORDS[language])))


def test_a_missing_word_is_refused() -> None:
    whole = msgspec.to_builtins(WORDS["en"])
    for table_of_words in tables(whole):
        for key, value in list(table_of_words.items()):
            del table_of_words[key]
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert(whole, Words)
            table_of_words[key] = value
    assert msgspec.convert(whole, Words) == WORDS["en"]


@pytest.mark.parametrize("key", ["volcano", "mine", "tide"])
def test_a_word_out_of_place_is_refused(key: str) -> None:
    for at, table_of_words in enumerate(tables(msgspec.to_builtins(WORDS["en"]))):
        if key in table_of_words:
            continue
        spoiled = msgspec.to_builtins(WORDS["en"])
        list(tables(spoiled))[at][key] = "a word"
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(spoiled, Words)


def shape(words: Words) -> set[tuple[str, str]]:
    """Every key with the placeholders of its text; the forms of a phrase, in which languages differ, are one key."""
    return {
        (
            re.sub(r"\.(one|few)$", ".many", key),
            " ".join(sorted(field for _, field, _, _ in Formatter().parse(text) if field is not None)),
        )
        for key, text in texts(msgspec.to_builtins(words))
    }


def texts(tree: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in sorted(tree.items()):
        if isinstance(value, dict):
            yield from texts(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def tables(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield tree
    for value in tree.values():
        if isinstance(value, dict):
            yield from tables(value)
