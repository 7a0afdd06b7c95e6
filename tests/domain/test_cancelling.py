"""Calling a game off before anybody has moved."""

import pytest

from domain.commands import CancelGame, ClaimDomino, ClaimVictory, Play, Resign, UndoTurn
from domain.events import GameCancelled
from domain.fork import hidden
from domain.game import INITIAL
from domain.legal import legal
from domain.log import audit, replay
from domain.notation.reading import read_record
from domain.notation.records import write_record
from domain.rules import Rules
from tests.support.spec import DISCOVERY, NEOLITHIC, TRIBE, after, play, started

CLAIM = ClaimDomino(dominoes=(1, 4))


@pytest.mark.parametrize("rules", [DISCOVERY, NEOLITHIC, TRIBE, Rules("kingdomino", 3)])
def test_a_game_is_called_off_before_the_first_move(rules: Rules) -> None:
    over = after(started(rules)).when(CancelGame(1)).then(GameCancelled(1))
    assert over.position.is_cancelled
    assert (over.position.seat, over.position.winners) == (None, None)


def test_after_a_move_it_is_not() -> None:
    after(play(started(NEOLITHIC), CLAIM)).when(CancelGame(1)).refused("moved_already")


def test_a_move_that_was_taken_back_does_not_count() -> None:
    log = started(DISCOVERY)
    seat = replay(log).position.seat
    assert seat is not None
    begun = after(log).when(Play(seat, legal(replay(log).position)[0]))
    begun.when(Play(seat, UndoTurn())).when(CancelGame(0)).then(GameCancelled(0))


def test_nothing_can_follow() -> None:
    off = after(started(NEOLITHIC)).when(CancelGame(0))
    for command in (CancelGame(1), Play(0, CLAIM), Play(1, CLAIM), Resign(0, "flint"), ClaimVictory(0)):
        off.when(command).refused("cancelled")
    off.when(Play(0, UndoTurn())).refused("nothing_to_undo")


def test_only_a_game_with_such_a_seat_that_has_started_is_called_off() -> None:
    after(INITIAL).when(CancelGame(0)).refused("not_started")
    after(started(NEOLITHIC)).when(CancelGame(2)).refused("no_seat")


def test_a_game_that_was_called_off_can_be_written_read_and_audited() -> None:
    log = started(NEOLITHIC)
    log += after(log).when(CancelGame(1)).events
    assert audit(log).position.is_cancelled
    assert read_record(write_record(log)) == log
    assert "\ncancelled 1\n" in write_record(log)
    assert len(hidden(log).dominoes) == len(hidden(log[:-1]).dominoes)
