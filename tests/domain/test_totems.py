"""O9: Totem mode."""

import pytest

from domain.commands import DraftDomino, GiveTotem, PlaceDomino, Play, Resign, ThrowFire
from domain.events import DominoPlaced, Event, FireLanded, FireLost, GameFinished, SeatResigned, TotemMoved
from domain.legal import legal
from domain.pieces import Resource
from domain.position import Slot
from domain.scoring import score
from tests.support.boards import territory
from tests.support.spec import TOTEM, after, table

DESERT_DESERT, DESERT_LAKE, LAKE_LAKE, GRASSLAND_LAKE = 1, 6, 15, 19
GRASSLAND_VOLCANO, LAKE_VOLCANO = 38, 40
A, B = (1, 0), (2, 0)


def moved(*drawings: str, holding: int, **totems: int) -> list[Event]:
    """The totems that move when seat 0, whose hut has nothing to its right, places there."""
    outcome = after(table(TOTEM, *drawings, holding=holding, totems=totems)).when(Play(0, PlaceDomino(holding, A, B)))
    assert outcome.refusal is None
    return [event for event in outcome.events if isinstance(event, TotemMoved)]


def test_who_alone_has_the_most_takes_the_totem() -> None:
    assert moved("hut", holding=DESERT_LAKE) == [TotemMoved("fish", None, 0)]


def test_who_alone_has_the_most_takes_the_totem_from_another() -> None:
    assert moved("hut", "hut Lr", holding=LAKE_LAKE, fish=1) == [TotemMoved("fish", 1, 0)]


def test_a_tie_leaves_the_totem_where_it_is() -> None:
    assert moved("hut", "hut Lr", holding=DESERT_LAKE, fish=1) == []


def test_a_tie_leaves_the_totem_in_the_middle() -> None:
    assert moved("hut", "hut Lr", holding=DESERT_LAKE) == []


def test_who_has_fewer_takes_nothing() -> None:
    assert moved("hut", "hut Lr Lr", holding=DESERT_LAKE, fish=1) == []


def test_who_holds_the_totem_and_leads_keeps_it() -> None:
    assert moved("Lr hut", "hut Lr", holding=DESERT_LAKE, fish=0) == []


def test_two_totems_may_be_taken_at_once() -> None:
    expected = [TotemMoved("mammoth", 3, 0), TotemMoved("fish", None, 0)]
    assert moved("hut", holding=GRASSLAND_LAKE, mammoth=3) == expected


def test_a_totem_that_nobody_ever_led_stays_in_the_middle_for_a_bystander() -> None:
    # Seat 1 leads alone, but it is seat 0 that has just placed.
    assert moved("hut", "hut Lr", holding=DESERT_DESERT) == []


def test_a_totem_held_by_a_bystander_does_not_move_to_another_bystander() -> None:
    assert moved("hut", "hut Lr", "hut Lr Lr", holding=DESERT_DESERT, fish=1) == []


# The fire belongs to placing: totems are compared after it.


def in_the_air(*drawings: str, **totems: int) -> list[Event]:
    """What happens when seat 0's volcano at (1, 0) throws its fire on (2, 0)."""
    game = table(TOTEM, *drawings, step="fire", volcano=A, totems=totems)
    return after(game).when(Play(0, ThrowFire(B))).events


def test_totems_are_not_compared_before_the_fire_has_landed() -> None:
    placed = after(table(TOTEM, "Gr hut", holding=GRASSLAND_VOLCANO)).when(
        Play(0, PlaceDomino(GRASSLAND_VOLCANO, B, A))
    )
    placed.then(DominoPlaced(0, GRASSLAND_VOLCANO, B, A))


def test_a_majority_that_burns_at_once_takes_no_totem() -> None:
    assert in_the_air("G hut V1 Lr", "hut Lr") == [FireLanded(0, A, B, 1, "fish")]


def test_a_majority_that_outlasts_the_fire_takes_the_totem() -> None:
    expected = [FireLanded(0, A, B, 1, None), TotemMoved("fish", 1, 0)]
    assert in_the_air("Lr hut V1 D", fish=1) == expected


def test_a_lost_fire_is_followed_by_the_totems_too() -> None:
    game = table(TOTEM, "Lr*1 hut V3 D1", step="fire", volcano=A)
    after(game).when(Resign(2, "pebble")).then(
        SeatResigned(2, "pebble"), FireLost(0, A, 3), TotemMoved("fish", None, 0)
    )


# Falling behind


def test_who_falls_behind_gives_the_totem_to_the_one_with_the_most() -> None:
    expected = [FireLanded(0, A, B, 1, "fish"), TotemMoved("fish", 0, 2)]
    assert in_the_air("Lr hut V1 Lr", "hut Lr", "hut Lr Lr", fish=0) == expected


def test_who_falls_back_to_a_tie_keeps_the_totem() -> None:
    assert in_the_air("Lr hut V1 Lr", "hut Lr", fish=0) == [FireLanded(0, A, B, 1, "fish")]


def test_who_burns_the_last_resource_of_all_keeps_the_totem() -> None:
    assert in_the_air("G hut V1 Lr", fish=0) == [FireLanded(0, A, B, 1, "fish")]


def test_who_falls_behind_without_holding_the_totem_gives_nothing() -> None:
    burned = in_the_air("Lr hut V1 Lr", "hut Lr Lr", "hut Lr Lr", fish=1)
    assert burned == [FireLanded(0, A, B, 1, "fish")]


def test_anothers_fire_gives_nobody_a_totem_from_the_middle() -> None:
    # Seats 0 and 1 were level; now seat 1 leads alone, but has not placed.
    assert in_the_air("Lr hut V1 Lr", "hut Lr Lr") == [FireLanded(0, A, B, 1, "fish")]


THREE_LEVEL = ("Lr hut V1 Lr", "hut Lr Lr", "hut Lr", "hut Lr Lr")


def test_who_falls_behind_several_chooses_who_gets_the_totem() -> None:
    game = table(TOTEM, *THREE_LEVEL, step="fire", volcano=A, totems={"fish": 0})
    burned = after(game).when(Play(0, ThrowFire(B))).then(FireLanded(0, A, B, 1, "fish"))
    assert (burned.position.step, burned.position.seat) == ("totem", 0)
    assert legal(burned.position) == [GiveTotem("fish", 1), GiveTotem("fish", 3)]


BEHIND = ("Lr Gr hut V1 D", "hut Lr Lr Gr Gr", "hut Lr Lr", "hut Lr Lr Gr Gr")


def test_the_giver_gives_the_totem_before_drafting() -> None:
    game = table(TOTEM, *BEHIND, step="totem", totems={"fish": 0})
    after(game).when(Play(0, DraftDomino(45))).refused("wrong_step")


def test_after_giving_the_giver_drafts() -> None:
    game = table(TOTEM, *BEHIND, step="totem", totems={"fish": 0})
    given = after(game).when(Play(0, GiveTotem("fish", 2))).then(TotemMoved("fish", 0, 2))
    assert (given.position.step, given.position.seat) == ("draft", 0)
    assert given.position.totems == {"fish": 2}


@pytest.mark.parametrize(("kind", "to"), [("mammoth", 2), ("mammoth", 0), ("fish", 1), ("flint", 1)])
def test_a_totem_goes_only_to_one_of_those_tied_in_front(kind: Resource, to: int) -> None:
    boards = ("Lr hut", "hut Gr Gr", "hut Gr", "hut Gr Gr")
    game = table(TOTEM, *boards, step="totem", totems={"mammoth": 0, "fish": 0})
    after(game).when(Play(0, GiveTotem(kind, to))).refused("not_owed")


def test_two_totems_are_given_one_after_the_other() -> None:
    game = table(TOTEM, *BEHIND, step="totem", totems={"fish": 0, "mammoth": 0})
    given = after(game).when(Play(0, GiveTotem("mammoth", 3))).then(TotemMoved("mammoth", 0, 3))
    assert legal(given.position) == [GiveTotem("fish", seat) for seat in (1, 2, 3)]


def test_one_totem_may_be_taken_and_another_owed_by_the_same_fire() -> None:
    boards = ("Lr Gr hut V1 Lr", "hut Lr Lr", "hut Lr Lr")
    game = table(TOTEM, *boards, step="fire", volcano=A, totems={"fish": 0, "mammoth": 1})
    burned = after(game).when(Play(0, ThrowFire(B)))
    burned.then(FireLanded(0, A, B, 1, "fish"), TotemMoved("mammoth", 1, 0))
    assert legal(burned.position) == [GiveTotem("fish", 1), GiveTotem("fish", 2)]


def test_in_the_last_round_giving_ends_the_turn() -> None:
    game = table(TOTEM, *BEHIND, step="totem", totems={"fish": 0}, round=12, line=(Slot(40, 0),), next_line=())
    after(game).when(Play(0, GiveTotem("fish", 1))).then(TotemMoved("fish", 0, 1), GameFinished((1,)))


# The score


def test_every_resource_left_is_worth_a_point() -> None:
    assert score(TOTEM, territory("hut Lr Gr L Q Jr"), {}, 0).total == 3


@pytest.mark.parametrize(("kind", "points"), [("mammoth", 3), ("fish", 4), ("mushroom", 5), ("flint", 6)])
def test_every_totem_has_its_worth(kind: Resource, points: int) -> None:
    assert score(TOTEM, territory("hut"), {kind: 2}, 2).total == points


def test_the_totem_of_another_is_worth_nothing() -> None:
    assert score(TOTEM, territory("hut"), {"flint": 1}, 2).total == 0


def test_regions_resources_and_totems_add_up() -> None:
    drawn = territory("hut L1 Lr Gr")
    assert score(TOTEM, drawn, {"fish": 0, "mammoth": 0, "flint": 1}, 0).total == 2 + 2 + 4 + 3
