"""What a search process answers: legal steps, the same ones again, nobody's names, and cases that failed before."""

import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from domain.commands import DraftDomino
from domain.errors import IllegalMove
from domain.events import Player
from domain.legal import legal
from domain.notation.positions import read_position, write_position
from domain.rules import Rules
from puzzles.search.precompile import warm
from service.engine import search_process
from service.engine.questions import Case, Choose, Chosen, Compare, Rank, Ranked, TimedQuestion, shown
from service.engine.search_process import answer
from tests.service.engine.test_search_pool import LONG, POSITION
from tests.support.play import random_game


@pytest.fixture(scope="module")
def engine() -> None:
    """Compiled, so that it has its time for thinking."""
    warm()


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("mode", ["totem", "tribe", None])
def test_the_engine_answers_a_question_and_the_same_question_again(mode: str | None) -> None:
    rules = Rules("origins", 3, mode) if mode else Rules("kingdomino", 3)  # type: ignore[arg-type]
    position = random_game(rules, Random(2), commands=12).end.position
    played = legal(position)[-1]
    for question in (Rank(shown(position), 50, 1), Compare(shown(position), 50, 1, played)):
        first, second = (answer(TimedQuestion(question, LONG), lambda: False) for _ in range(2))
        assert isinstance(first, Ranked)
        assert isinstance(second, Ranked)
        assert first.choices == second.choices
        assert isinstance(question, Rank) or played in [choice.step for choice in first.choices]
        assert all(choice.step in legal(position) for choice in first.choices)
        leads = [choice.lead for choice in first.choices]
        assert leads == sorted(leads, reverse=True)


@pytest.mark.usefixtures("engine")
def test_bots_that_search_choose_a_legal_step() -> None:
    answered = answer(TimedQuestion(Choose(POSITION, "mammoth", 3), LONG), lambda: False)
    assert isinstance(answered, Chosen)
    assert answered.step in legal(read_position(POSITION))


@pytest.mark.usefixtures("engine")
def test_a_stopped_search_answers_at_once() -> None:
    answered = answer(TimedQuestion(Rank(POSITION, 10_000_000, 1), 1000.0), lambda: True)
    assert isinstance(answered, Ranked)
    assert answered.choices


def test_a_step_that_the_rules_refuse_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_process, "choose", lambda *_: DraftDomino(99))
    with pytest.raises(IllegalMove):
        answer(TimedQuestion(Choose(POSITION, "volcano", 1), 1.0), lambda: False)


@pytest.mark.usefixtures("engine")
def test_a_saved_case_can_be_searched_again(tmp_path: Path) -> None:
    path = tmp_path / "case.json"
    path.write_bytes(msgspec.json.encode(Case(Rank(POSITION, 10, 1), 5.0, "ValueError('once')")))
    done = subprocess.run(
        [sys.executable, "-m", "service.engine.search_process", path], capture_output=True, text=True, check=True
    )
    assert "It failed with ValueError('once')" in done.stdout
    assert "Ranked(" in done.stdout


def test_a_question_contains_no_names() -> None:
    position = read_position(POSITION)
    named = msgspec.structs.replace(position, players=(Player("Oona"), Player("Ugh", "flint")))
    assert "Oona" not in shown(named)
    assert "Oona" in write_position(named)
    assert read_position(shown(named)).players == (Player(""), Player("", "flint"))
