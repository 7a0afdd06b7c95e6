"""Leaving the table: a seat that resigns or runs out of time is played on by a bot."""

import pytest

from domain.commands import Command, DraftDomino, PlaceDomino, Play, Resign, TimeOut
from domain.events import DominoPlaced, Event, Player, SeatResigned, SeatTimedOut
from domain.game import INITIAL
from domain.log import audit
from tests.support.spec import DISCOVERY, after, played, started, table

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
