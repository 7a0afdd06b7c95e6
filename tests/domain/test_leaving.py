"""Leaving the table: a seat that resigns or runs out of time is played on by a bot."""

import pytest

from domain.commands import ClaimVictory, Command, DraftDomino, PlaceDomino, Play, Resign, TimeOut
from domain.events import DominoPlaced, Event, GameFinished, Player, SeatResigned, SeatTimedOut, VictoryClaimed
from domain.game import INITIAL
from domain.legal import legal
from domain.log import audit, replay
from domain.notation.positions import read_position, write_position
from domain.notation.reading import read_record
from domain.notation.records import write_record
from domain.rules import Rules
from domain.scoring import standings
from tests.support.spec import DISCOVERY, NEOLITHIC, after, play, played, started, table

LEAVING = pytest.mark.parametrize("leave", [Resign, TimeOut])
RIGHT, FAR_RIGHT = (1, 0), (2, 0)


@pytest.mark.parametrize(
    ("command", "event"),
    [(Resign(2, "mammoth"), SeatResigned(2, "mammoth")), (TimeOut(2, "mammoth"), SeatTimedOut(2, "mammoth"))],
)
def test_a_bot_of_the_named_level_takes_over(command: Command, event: Event) -> None:
    left = after(table(DISCOVERY)).when(command).then(event)
    assert left.position.players[2] == Player("Cyril", "mammoth")


@LEAVING
def test_everything_else_stays_as_it_was(leave: type[Resign | TimeOut]) -> None:
    game = table(DISCOVERY, "hut L L")
    left = after(game).when(leave(0, "flint")).position
    assert (left.territories, left.line, left.step, left.seat) == (
        game.position.territories,
        game.position.line,
        "place",
        0,
    )


@LEAVING
def test_the_successor_plays_on_from_the_same_seat(leave: type[Resign | TimeOut]) -> None:
    left = after(table(DISCOVERY)).when(leave(0, "flint"))
    left.when(Play(0, PlaceDomino(1, RIGHT, FAR_RIGHT))).then(DominoPlaced(0, 1, RIGHT, FAR_RIGHT))


@LEAVING
def test_a_seat_may_leave_while_another_is_to_move(leave: type[Resign | TimeOut]) -> None:
    assert after(table(DISCOVERY)).when(leave(3, "pebble")).position.seat == 0


@LEAVING
def test_a_seat_may_leave_in_the_middle_of_its_turn(leave: type[Resign | TimeOut]) -> None:
    placed = after(table(DISCOVERY)).when(Play(0, PlaceDomino(1, RIGHT, FAR_RIGHT)))
    left = placed.when(leave(0, "pebble"))
    assert left.when(Play(0, DraftDomino(46))).position.seat == 1


def test_a_log_in_which_seats_leave_stands_up_to_the_audit() -> None:
    log = started(DISCOVERY)
    left = after(log).when(Resign(1, "volcano"))
    timed_out = left.when(TimeOut(0, "pebble"))
    assert audit([*log, *left.events, *timed_out.events]) == timed_out.game


@LEAVING
def test_a_seat_leaves_once(leave: type[Resign | TimeOut]) -> None:
    after(table(DISCOVERY)).when(Resign(1, "pebble")).when(leave(1, "flint")).refused("a_bot_already")


@LEAVING
@pytest.mark.parametrize("seat", [-1, 4])
def test_only_a_seat_at_the_table_leaves(leave: type[Resign | TimeOut], seat: int) -> None:
    after(table(DISCOVERY)).when(leave(seat, "pebble")).refused("no_seat")


@LEAVING
def test_nobody_leaves_a_game_that_is_over(leave: type[Resign | TimeOut]) -> None:
    after(played(DISCOVERY)).when(leave(0, "pebble")).refused("over")


@LEAVING
def test_nobody_leaves_a_game_that_has_not_started(leave: type[Resign | TimeOut]) -> None:
    after(INITIAL).when(leave(0, "pebble")).refused("not_started")


@LEAVING
def test_in_a_game_of_two_the_one_who_stays_may_end_it_as_the_winner(leave: type[Resign | TimeOut]) -> None:
    behind = table(NEOLITHIC, "hut", "hut G1 G")
    left = after(behind).when(leave(1, "flint"))
    assert [left.position.may_claim(seat) for seat in (0, 1, None)] == [True, False, False]
    over = left.when(ClaimVictory(0)).then(VictoryClaimed(0), GameFinished((0,)))
    assert (over.position.step, over.position.seat, over.position.winners) == ("over", None, (0,))
    assert [(standing.seat, standing.rank) for standing in standings(over.position)] == [(0, 1), (1, 2)]


def test_the_one_who_stays_may_play_on_first() -> None:
    left = after(table(NEOLITHIC)).when(Resign(1, "flint"))
    placed = left.when(Play(0, PlaceDomino(1, RIGHT, FAR_RIGHT)))
    over = placed.when(ClaimVictory(0)).then(VictoryClaimed(0), GameFinished((0,)))
    assert [slot.domino for slot in over.position.line] == [48], "the domino that lies in the territory is in no line"


@pytest.mark.parametrize("rules", [DISCOVERY, NEOLITHIC])
def test_nobody_claims_a_victory_while_everybody_plays(rules: Rules) -> None:
    after(table(rules)).when(ClaimVictory(0)).refused("nobody_left")


def test_with_more_than_two_seats_the_game_goes_on() -> None:
    after(table(DISCOVERY)).when(Resign(1, "flint")).when(ClaimVictory(0)).refused("nobody_left")


def test_a_bot_that_was_there_from_the_beginning_has_not_left() -> None:
    against_a_bot = table(NEOLITHIC, players=(Player("Ayla"), Player("Flint", "flint")))
    after(against_a_bot).when(ClaimVictory(0)).refused("nobody_left")


def test_a_player_who_has_left_claims_nothing() -> None:
    left = after(table(NEOLITHIC)).when(Resign(1, "flint"))
    left.when(ClaimVictory(1)).refused("a_bot_already")
    left.when(Resign(0, "flint")).when(ClaimVictory(0)).refused("a_bot_already")
    left.when(ClaimVictory(0)).when(ClaimVictory(0)).refused("over")


def test_a_claimed_victory_can_be_written_read_and_audited() -> None:
    log = started(NEOLITHIC)
    for _ in range(7):
        log = play(log, legal(replay(log).position)[0])
    for command in (Resign(1, "flint"), ClaimVictory(0)):
        log += after(log).when(command).events
    game = audit(log)
    assert read_record(write_record(log)) == log
    assert read_position(write_position(game.position)) == game.position
