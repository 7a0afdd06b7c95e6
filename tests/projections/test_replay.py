"""Stepping through a game: sentences, turns and totals of every event."""

from itertools import groupby, pairwise
from random import Random

import pytest

from domain.events import DominoDiscarded, DominoDrafted, DominoPlaced, Event, LineRevealed, TotemMoved, TurnUndone
from domain.rules import Rules
from domain.scoring import scores
from projections.chronicle import whose
from projections.frames import Frame, frames
from projections.replay import ReplayStep, Turn, next_turn, replay_step
from projections.words import LANGUAGES, Language
from tests.support.configurations import CONFIGURATIONS, name
from tests.support.play import random_game
from tests.support.telling import chronicle


def replayed(events: list[Event], language: Language = "en") -> list[ReplayStep]:
    turn, before, steps = Turn(), list[Frame | None]([None]), []
    for event, after in zip(events, frames(events), strict=True):
        turn = next_turn(turn, before[-1], event, after)
        steps.append(replay_step(before[-1], event, after, turn, language))
        before.append(after)
    return steps


@pytest.mark.parametrize("rules", CONFIGURATIONS[::7], ids=name)
def test_every_event_has_a_sentence_and_the_totals_as_they_stand(rules: Rules) -> None:
    played = random_game(rules, Random(5), fickle=0.05)
    for language in LANGUAGES:
        steps = replayed(played.events, language)
        assert [step.text for step in steps] == chronicle(played.events, language)
        assert [(step.seq, step.seat) for step in steps] == [
            (seq, whose(event)) for seq, event in enumerate(played.events, 1)
        ]
        for step, frame in zip(steps, frames(played.events), strict=True):
            assert step.round == frame.game.position.round
            assert list(step.totals) == [score.total for score in scores(frame.game.position)]


def test_an_event_names_its_type_and_the_domino_it_is_about() -> None:
    played = random_game(Rules("origins", 3, "totem"), Random(2))
    for step, event in zip(replayed(played.events), played.events, strict=True):
        assert step.type == type(event).__struct_config__.tag
        about = event.domino if isinstance(event, DominoDrafted | DominoPlaced | DominoDiscarded) else None
        assert step.domino == about


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=name)
def test_turns_are_numbered_as_the_chiefs_act(rules: Rules) -> None:
    played = random_game(rules, Random(9))
    steps = replayed(played.events)
    chiefs = 2 if rules.claims_in_pairs else rules.seats * (2 if rules.seats == 2 else 1)
    count = chiefs + rules.rounds * rules.seats * (2 if rules.seats == 2 else 1)
    assert [number for number, _ in groupby(step.turn for step in steps)] == list(range(count + 1))
    for _, turn in groupby(steps[:-1], key=lambda step: step.turn):
        assert len({step.seat for step in turn if step.seat is not None and step.type != "totem_moved"}) <= 1


def test_what_follows_a_move_by_itself_belongs_to_its_turn() -> None:
    played = random_game(Rules("origins", 4, "totem"), Random(4))
    steps = replayed(played.events)
    for before, event, step in zip(steps, played.events[1:], steps[1:], strict=False):
        if isinstance(event, LineRevealed | TotemMoved):
            assert step.turn == before.turn


@pytest.mark.parametrize("seed", range(20))
def test_numbers_only_grow_when_turns_are_taken_back(seed: int) -> None:
    played = random_game(Rules("origins", 2, "tribe"), Random(seed), fickle=0.2)
    numbers = [step.turn for step in replayed(played.events)]
    assert all(after - before in (0, 1) for before, after in pairwise(numbers))


def test_a_turn_that_is_played_again_at_once_is_the_same_and_else_a_new_one() -> None:
    seen = set()
    for seed in range(10):
        played = random_game(Rules("kingdomino", 4, None, ("must_place",)), Random(seed), fickle=0.3)
        steps = replayed(played.events)
        for number, event in enumerate(played.events):
            if isinstance(event, TurnUndone):
                others_acted = any(step.seat != event.seat for step in steps[event.to : number])
                assert (steps[number].turn > steps[number - 1].turn) == others_acted
                assert isinstance(played.events[number + 1], TurnUndone) or steps[number + 1].turn == steps[number].turn
                seen.add(others_acted)
    assert seen == {True, False}
