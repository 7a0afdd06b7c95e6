"""The next turn of a seat as if it came now: its domino and its fire, and nothing beyond."""

import pytest

from domain.commands import DraftDomino, PlaceDomino, ThrowFire
from domain.errors import IllegalMove
from domain.game import Game
from domain.legal import legal
from domain.rules import Rules
from projections.next_turn import NOT_TO_TRY, after, may_try, next_domino, next_turn
from tests.support.staged_tables import turn_of, until

DISCOVERY = Rules("origins", 3, "discovery")


def others_turn(least: int = 40) -> Game:
    """Seat 1 places, after at least this many events; seat 0 has its turn later in this round, or in the next."""
    return until(DISCOVERY, turn_of(1, "place", least)).end


def test_the_domino_is_the_first_one_that_the_seat_has_drafted() -> None:
    position = others_turn().position
    number = next_domino(position, 0)
    mine = [slot.domino for slot in (*position.line, *position.next_line) if slot.seat == 0]
    assert number == mine[0]


def test_who_has_just_placed_has_nothing_more_to_place_in_this_turn() -> None:
    game = until(DISCOVERY, turn_of(1, "draft", 40)).end
    assert next_domino(game.position, 1) is None
    assert next_turn(game, 1) is None


def test_who_is_to_place_has_that_domino() -> None:
    position = others_turn().position
    assert next_domino(position, 1) == position.line[0].domino


def test_the_turn_is_on_the_territory_as_it_is_now() -> None:
    game = others_turn()
    turn = next_turn(game, 0)
    assert turn is not None
    assert (turn.position.seat, turn.position.step, turn.version) == (0, "place", game.version)
    assert turn.position.territories == game.position.territories
    assert may_try(turn, 0)
    assert not may_try(game, 0)


def test_it_ends_when_the_domino_and_its_fire_are_laid() -> None:
    for least in range(10, 50, 10):
        game = others_turn(least)
        turn = next_turn(game, 0)
        assert turn is not None
        while may_try(turn, 0):
            step = legal(turn.position)[0]
            assert isinstance(step, PlaceDomino | ThrowFire)
            turn = after(turn, 0, [step])
        assert game.position.territories[0] != turn.position.territories[0]


def test_what_comes_later_cannot_be_tried() -> None:
    turn = next_turn(others_turn(), 0)
    assert turn is not None
    moves = []
    done = turn
    while may_try(done, 0):
        moves.append(legal(done.position)[0])
        done = after(turn, 0, moves)
    with pytest.raises(IllegalMove, match=NOT_TO_TRY.text):
        after(turn, 0, [*moves, DraftDomino(1)])
