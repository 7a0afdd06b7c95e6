"""O2a: taking back."""

from random import Random

import pytest
from msgspec.structs import replace

from domain.commands import (
    ClaimDomino,
    DeclineDomino,
    DraftDomino,
    GiveTotem,
    PassRecruit,
    PlaceDomino,
    Play,
    RecruitCaveman,
    Resign,
    ThrowFire,
    UndoTurn,
)
from domain.decide import advance
from domain.errors import Reason
from domain.events import DominoDiscarded, DominoDrafted, DominoPlaced, Event, TotemMoved, TurnUndone
from domain.game import INITIAL
from domain.log import audit, replay
from domain.position import Slot
from domain.rules import Rules
from domain.undo import LAST_UNDO, LONGEST, MOST_UNDOS, offered_undo, undo_limit
from tests.support.long_games import long_game
from tests.support.play import random_move, start
from tests.support.spec import (
    DISCOVERY,
    NEOLITHIC,
    SALT,
    TOTEM,
    TRIBE,
    after,
    deal,
    play,
    played,
    started,
    table,
)

RIGHT, FAR_RIGHT, BELOW, FAR_BELOW = (1, 0), (2, 0), (0, 1), (0, 2)

# With two seats: the first round, in which seat 0 stands on dominoes 1 and 4 of the line, seat 1 on 2 and 3.
FIRST = (PlaceDomino(1, RIGHT, FAR_RIGHT), DraftDomino(5))
SECOND = (PlaceDomino(2, RIGHT, FAR_RIGHT), DraftDomino(6))
THIRD = (PlaceDomino(3, BELOW, FAR_BELOW), DraftDomino(7))


def claimed() -> list[Event]:
    return play(started(NEOLITHIC), ClaimDomino(dominoes=(1, 4)))


# Until somebody else moves


def test_a_seat_takes_back_its_steps_to_the_start_of_its_turn() -> None:
    log = claimed()
    undone = after(play(log, FIRST[0])).when(Play(0, UndoTurn())).then(TurnUndone(0, len(log)))
    assert undone.position == replay(log).position


def test_a_turn_can_be_taken_back_when_it_is_over() -> None:
    log = claimed()
    undone = after(play(log, *FIRST)).when(Play(0, UndoTurn())).then(TurnUndone(0, len(log)))
    assert undone.position == replay(log).position


def test_a_turn_cannot_be_taken_back_when_somebody_else_has_moved() -> None:
    after(play(claimed(), *FIRST, SECOND[0])).when(Play(0, UndoTurn())).refused("nothing_to_undo")


def test_nobody_takes_back_the_turn_of_another() -> None:
    after(play(claimed(), *FIRST)).when(Play(1, UndoTurn())).refused("nothing_to_undo")


def test_there_is_nothing_to_take_back_before_the_first_step() -> None:
    after(started(NEOLITHIC)).when(Play(0, UndoTurn())).refused("nothing_to_undo")


def test_a_turn_is_taken_back_once() -> None:
    log = play(claimed(), *FIRST)
    after(log).when(Play(0, UndoTurn())).when(Play(0, UndoTurn())).refused("nothing_to_undo")


def test_who_has_taken_everything_back_has_not_moved() -> None:
    log = play(claimed(), *FIRST)
    undone = after(play(log, SECOND[0])).when(Play(1, UndoTurn())).when(Play(0, UndoTurn()))
    assert undone.position == replay(claimed()).position


def test_after_taking_back_the_turn_is_played_again() -> None:
    undone = after(play(claimed(), *FIRST)).when(Play(0, UndoTurn()))
    undone.when(Play(0, PlaceDomino(1, BELOW, FAR_BELOW))).then(DominoPlaced(0, 1, BELOW, FAR_BELOW))


def test_the_turn_played_again_can_be_taken_back_too() -> None:
    undone = after(play(claimed(), *FIRST)).when(Play(0, UndoTurn()))
    again = undone.when(Play(0, PlaceDomino(1, BELOW, FAR_BELOW))).when(Play(0, UndoTurn()))
    assert again.position == replay(claimed()).position


def test_the_log_keeps_both() -> None:
    first = play(claimed(), *FIRST)
    undone = after(first).when(Play(0, UndoTurn()))
    log = [*first, *undone.events, *undone.when(Play(0, PlaceDomino(1, BELOW, FAR_BELOW))).events]
    assert audit(log).position == replay(play(claimed(), PlaceDomino(1, BELOW, FAR_BELOW))).position


# Turn by turn


def test_of_two_own_turns_in_a_row_the_later_is_taken_back_first() -> None:
    log = play(claimed(), *FIRST, *SECOND)
    undone = after(play(log, *THIRD)).when(Play(1, UndoTurn())).then(TurnUndone(1, len(log)))
    assert undone.position == replay(log).position


def test_of_two_own_turns_in_a_row_the_earlier_is_taken_back_next() -> None:
    log = play(claimed(), *FIRST)
    undone = after(play(log, *SECOND, *THIRD)).when(Play(1, UndoTurn())).when(Play(1, UndoTurn()))
    assert undone.then(TurnUndone(1, len(log))).position == replay(log).position


def test_beyond_the_two_own_turns_the_others_turn_stays() -> None:
    undone = after(play(claimed(), *FIRST, *SECOND, *THIRD)).when(Play(1, UndoTurn())).when(Play(1, UndoTurn()))
    undone.when(Play(1, UndoTurn())).refused("nothing_to_undo")


def test_a_claim_of_the_set_up_can_be_taken_back() -> None:
    log = started(DISCOVERY)
    undone = after(play(log, ClaimDomino(domino=3))).when(Play(0, UndoTurn())).then(TurnUndone(0, len(log)))
    assert undone.position == replay(log).position


def test_of_two_claims_in_a_row_the_first_can_be_taken_back() -> None:
    log = play(started(Rules("kingdomino", 2), chiefs=(1, 0)), ClaimDomino(domino=3))
    claims = play(log, ClaimDomino(domino=1))
    undone = after(claims).when(Play(0, UndoTurn())).then(TurnUndone(0, len(log)))
    assert undone.position == replay(log).position


# Nothing that was revealed


def test_nothing_is_taken_back_past_a_revealed_line() -> None:
    log = play(claimed(), *FIRST, *SECOND, *THIRD, PlaceDomino(4, BELOW, FAR_BELOW))
    after(log).when(Play(0, UndoTurn())).refused("nothing_to_undo")


def test_the_claims_before_line_2_stay() -> None:
    after(claimed()).when(Play(0, UndoTurn())).refused("nothing_to_undo")


def test_before_the_last_round_nothing_is_revealed_so_the_turn_can_be_taken_back() -> None:
    line = (Slot(45, 0), Slot(46, 1), Slot(47), Slot(48))
    game = table(Rules("origins", 3, "discovery"), round=11, step="draft", line=(Slot(1, 2),), next_line=line)
    undone = after(game).when(Play(2, DraftDomino(48))).when(Play(2, UndoTurn())).then(TurnUndone(2, 100))
    assert undone.position == game.position


def test_nothing_is_taken_back_when_the_game_is_over() -> None:
    for seat in range(2):
        after(played(NEOLITHIC)).when(Play(seat, UndoTurn())).refused("nothing_to_undo")


def test_when_a_seat_has_left_nothing_before_is_taken_back() -> None:
    left = after(play(claimed(), FIRST[0])).when(Resign(1, "flint"))
    left.when(Play(0, UndoTurn())).refused("nothing_to_undo")


# Steps that leave no choice are nobody's moves

FULL = """
    J  J  J   J  J
    J  J  J   J  J
    J  J  hut J  J
    J  J  J   J  J
    J  J  .   .  J
"""


def test_what_others_had_to_do_without_a_choice_is_taken_back_along() -> None:
    line = (Slot(2, 0), Slot(1, 1), Slot(12, 2))
    game = table(DISCOVERY, "hut", FULL, step="draft", line=line, next_line=(Slot(45), Slot(46), Slot(47, 3)))
    drafted = after(game).when(Play(0, DraftDomino(45)))
    drafted.then(DominoDrafted(0, 45), DominoDiscarded(1, 1, "no_room"), DominoDrafted(1, 46))
    assert drafted.when(Play(0, UndoTurn())).then(TurnUndone(0, 100)).position == game.position


def test_what_had_to_be_done_without_a_choice_at_the_start_of_the_turn_stays_done() -> None:
    # Grassland and quarry, domino 21, fits in one way only: seat 1 begins with its draft.
    game = table(DISCOVERY, "hut", FULL.replace("J  J  .", "J  Q  ."), step="draft", line=(Slot(2, 0), Slot(21, 1)))
    drafted = after(game).when(Play(0, DraftDomino(45)))
    drafted.then(DominoDrafted(0, 45), DominoPlaced(1, 21, (1, 2), (0, 2)))
    undone = drafted.when(Play(1, DraftDomino(46))).when(Play(1, UndoTurn())).then(TurnUndone(1, 102))
    assert undone.position == drafted.position


# Every kind of step


def test_fire_that_landed_is_taken_back_with_the_domino() -> None:
    game = table(TRIBE, "Gr Lr hut", holding=38)
    placed = after(game).when(Play(0, PlaceDomino(38, FAR_RIGHT, RIGHT))).when(Play(0, ThrowFire((-1, 0))))
    assert placed.when(Play(0, UndoTurn())).then(TurnUndone(0, 100)).position == game.position


def test_totems_taken_and_given_are_taken_back() -> None:
    boards = ("Lr Gr hut V1 Lr", "hut Lr Lr", "hut Lr Lr")
    game = table(TOTEM, *boards, step="fire", volcano=RIGHT, totems={"fish": 0, "mammoth": 1})
    given = after(game).when(Play(0, ThrowFire(FAR_RIGHT))).when(Play(0, GiveTotem("fish", 2)))
    assert given.position.totems == {"fish": 2, "mammoth": 0}
    assert given.when(Play(0, UndoTurn())).then(TurnUndone(0, 100)).position == game.position


def test_in_the_last_round_a_totem_is_taken_back_with_the_domino_that_won_it() -> None:
    # There is no draft to come: the totem moves when the next chief is already to place.
    game = table(TOTEM, holding=6, round=12, next_line=())
    taken = after(game).when(Play(0, PlaceDomino(6, RIGHT, FAR_RIGHT)))
    taken.then(DominoPlaced(0, 6, RIGHT, FAR_RIGHT), TotemMoved("fish", None, 0))
    assert taken.when(Play(0, UndoTurn())).then(TurnUndone(0, 100)).position == game.position


def test_a_recruit_from_the_pile_is_taken_back_and_the_hidden_order_is_as_before() -> None:
    position = table(TRIBE, "hut Gr Lr Jr Qr", step="recruit", pile=("fisher", "painter"))
    game = replace(position, deal=deal(TRIBE), salt=SALT, pile=("painter", "fisher"))
    spend = ((1, 0), (2, 0), (3, 0), (4, 0))
    recruited = after(game).when(Play(0, RecruitCaveman("fisher", "pile", spend, RIGHT)))
    undone = recruited.when(Play(0, UndoTurn())).then(TurnUndone(0, 100))
    assert (undone.position, undone.game.pile) == (game.position, game.pile)


def test_a_pass_is_taken_back() -> None:
    game = table(TRIBE, "hut Gr Lr", step="recruit", cave=("hunter",))
    undone = after(game).when(Play(0, PassRecruit())).when(Play(0, UndoTurn()))
    assert undone.position == game.position


def test_a_declined_domino_is_taken_back() -> None:
    game = table(Rules("kingdomino", 4), holding=7)
    undone = after(game).when(Play(0, DeclineDomino(7))).when(Play(0, UndoTurn()))
    assert undone.position == game.position


# How often


def limit(log: list[Event]) -> str | None:
    reason: Reason | None = undo_limit(replay(log))
    return reason.code if reason else None


def to_and_fro(log: list[Event], times: int) -> list[Event]:
    for _ in range(times):
        log = play(log, FIRST[0])
        log = [*log, *after(log).when(Play(0, UndoTurn())).events]
    return log


def test_a_turn_is_taken_back_a_few_times_and_then_stands() -> None:
    log = play(to_and_fro(claimed(), MOST_UNDOS - 1), *FIRST)
    assert (limit(log), offered_undo(replay(log))) == (None, 0)
    log = play(to_and_fro(claimed(), MOST_UNDOS), *FIRST)
    assert (limit(log), offered_undo(replay(log))) == ("undone_too_often", None)


def test_the_next_turn_is_counted_by_itself() -> None:
    log = play(to_and_fro(claimed(), MOST_UNDOS), *FIRST, SECOND[0])
    assert (limit(log), offered_undo(replay(log))) == (None, 1)


def test_in_a_long_game_nothing_is_taken_back() -> None:
    game = replace(replay(play(claimed(), *FIRST)), version=LAST_UNDO)
    assert (undo_limit(game) or Reason("", "", "")).code == "too_long_to_undo"
    assert offered_undo(game) is None


def test_a_log_from_before_these_limits_is_read_as_it_was() -> None:
    log = long_game(LONGEST)
    assert len(log) > LAST_UNDO
    assert audit(log).position.winners is not None


@pytest.mark.parametrize("rules", [TRIBE, TOTEM, Rules("origins", 2, "tribe"), Rules("kingdomino", 4)])
def test_no_game_gets_longer_than_the_longest(rules: Rules) -> None:
    """Everybody takes back whatever can be taken back."""
    rng = Random(1)
    events, game = advance(INITIAL, start(rules, rng))
    length = len(events)
    while game.position.winners is None:
        seat = offered_undo(game)
        to_move = game.position.seat
        assert to_move is not None
        move = Play(to_move, random_move(game, rng)) if seat is None else Play(seat, UndoTurn())
        events, game = advance(game, move)
        length += len(events)
    assert LAST_UNDO < length <= LONGEST
