"""Every sentence of the pages is there in every language, with the same gaps and forms, and none is left over."""

import json
import re
from importlib import resources
from pathlib import Path
from typing import TypeAlias, get_args

import pytest

from domain.rules import Variant
from projections.notices import KINDS, WAYS
from projections.words import LANGUAGES, WORDS, Language, plural
from puzzles.puzzle import Theme

Sentence: TypeAlias = str | dict[str, str]

WEB = Path(str(resources.files("service") / "web"))
SCRIPTS = {str(path.relative_to(WEB)): path.read_text() for path in sorted(WEB.rglob("*.js"))}
EVERYTHING = "\n".join(SCRIPTS.values())

NAMED = re.compile(r'(?<![\w.])t\(\s*"(\w+)"')  # t("name")
EITHER = re.compile(r'(?<![\w.])t\([^"`()]*\?\s+"(\w+)"\s+:\s+"(\w+)"')  # t(isSo ? "name" : "other")
BARE = re.compile(r'(?<![\w.])t\("(\w+)"\)')  # t("name"), without anything to fill gaps with
BUILT = re.compile(r"(?<![\w.])t\([^`)]*`(\w*)\$\{")  # t(`begin_${…}`): all sentences that begin so are in use
QUOTED = re.compile(r'"(\w+)"')  # a name may also be chosen elsewhere, and come to t() in a variable
GAP = re.compile(r"\{(\w+)\}")
FORMS = {language: {plural(count, language) for count in range(200)} for language in LANGUAGES}


def sentences(language: str) -> dict[str, Sentence]:
    by_name: dict[str, Sentence] = json.loads((WEB / "languages" / f"{language}.json").read_text())
    return by_name


def templates(sentence: Sentence) -> list[str]:
    return [sentence] if isinstance(sentence, str) else list(sentence.values())


def gaps(sentence: Sentence) -> set[str]:
    return {gap for template in templates(sentence) for gap in GAP.findall(template)}


ENGLISH = sentences("en")


def test_what_the_scripts_say_is_in_english() -> None:
    said = {
        (script, name)
        for script, text in SCRIPTS.items()
        for name in [*NAMED.findall(text), *(name for pair in EITHER.findall(text) for name in pair)]
    }
    assert len(said) > len(SCRIPTS)
    assert {(script, name) for script, name in said if name not in ENGLISH} == set()


def test_no_gap_is_left_empty() -> None:
    bare = {(script, name) for script, text in SCRIPTS.items() for name in BARE.findall(text)}
    assert {(script, name) for script, name in bare if gaps(ENGLISH[name])} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same(language: Language) -> None:
    said = sentences(language)
    assert said.keys() - ENGLISH.keys() == set()
    assert ENGLISH.keys() - said.keys() == set()
    for name, sentence in said.items():
        assert gaps(sentence) == gaps(ENGLISH[name]), name
        assert isinstance(sentence, str) == isinstance(ENGLISH[name], str), name
        assert isinstance(sentence, str) or sentence.keys() == FORMS[language], name
        assert all(template.strip() for template in templates(sentence)), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_deletes_the_account_reads_the_name_that_others_will_read(language: Language) -> None:
    assert WORDS[language].somebody in str(sentences(language)["leave_stays"])


def test_no_sentence_is_left_over() -> None:
    quoted, begun = set(QUOTED.findall(EVERYTHING)), tuple(BUILT.findall(EVERYTHING))
    assert {name for name in ENGLISH if name not in quoted and not name.startswith(begun)} == set()


def test_sentences_that_are_built_are_there() -> None:
    """A beginning that nothing begins with is a slip; and none is empty, or everything would count as in use."""
    for beginning in BUILT.findall(EVERYTHING):
        assert beginning.endswith("_"), "a sentence's name begins with a word written out"
        assert any(name.startswith(beginning) for name in ENGLISH), beginning


def test_every_theme_of_puzzles_has_its_name_and_its_reason() -> None:
    assert {f"{about}_{theme}" for theme in get_args(Theme) for about in ("theme", "why")} <= ENGLISH.keys()


def test_every_variant_can_be_chosen_and_is_explained() -> None:
    offered = re.findall(r'{ name: "(\w+)"', SCRIPTS["ui/game_kinds.js"])
    assert sorted(offered) == sorted(get_args(Variant))
    assert {f"about_{variant}" for variant in get_args(Variant)} <= ENGLISH.keys()


def test_every_kind_of_notice_can_be_chosen_by_every_way() -> None:
    for name, values in (("KINDS", KINDS), ("WAYS", WAYS)):
        [listed] = re.findall(rf"export const {name} = [^[]*\[([^\]]*)\]", SCRIPTS["notices/notices.js"])
        assert QUOTED.findall(listed) == [*values]
    assert {f"notice_kind_{kind}" for kind in KINDS} | {f"way_{way}" for way in WAYS} <= ENGLISH.keys()


def test_every_language_can_be_chosen() -> None:
    [chosen] = re.findall(r"export const LANGUAGES = {([^}]*)};", SCRIPTS["core/words.js"])
    assert re.findall(r"(\w+):", chosen) == list(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_stands_once_in_its_file(language: str) -> None:
    def once(pairs: list[tuple[str, Sentence]]) -> dict[str, Sentence]:
        names = [name for name, _ in pairs]
        assert len(names) == len(set(names)), {name for name in names if names.count(name) > 1}
        return dict(pairs)

    json.loads((WEB / "languages" / f"{language}.json").read_text(), object_pairs_hook=once)
