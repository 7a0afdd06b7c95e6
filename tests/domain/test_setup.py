"""O1: setting up Origins."""

from random import Random

import pytest

from domain.commands import ClaimDomino, Play, Resign
from domain.dominoes import dominoes
from domain.events import (
    CaveRevealed,
    ChiefsDrawn,
    DominoDiscarded,
    DominoDrafted,
    GameStarted,
    LineRevealed,
    SeatResigned,
)
from domain.legal import legal
from domain.log import replay
from domain.position import Slot
from domain.rules import Rules
from domain.territory import Territory
from tests.support.play import random_game
from tests.support.spec import DISCOVERY, NEOLITHIC, TRIBE, after, play, started

THREE = Rules("origins", 3, "discovery")


def test_there_are_48_dominoes_numbered_from_1() -> None:
    assert sorted(dominoes(DISCOVERY)) == list(range(1, 49))


@pytest.mark.parametrize(("seats", "size"), [(2, 7), (3, 5), (4, 5)])
def test_each_seat_begins_with_nothing_but_its_hut(seats: int, size: int) -> None:
    position = replay(started(Rules("origins", seats, "discovery"))).position
    assert position.territories == (Territory(size),) * seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_line_is_always_four_dominoes_also_with_three_seats(seats: int) -> None:
    _, line, *_ = started(Rules("origins", seats, "discovery"), 40, 3, 22, 9)
    assert line == LineRevealed(1, (3, 9, 22, 40))


def test_the_first_line_is_revealed_before_the_chiefs_are_drawn() -> None:
    log = started(DISCOVERY, chiefs=(2, 0, 3, 1))
    assert [type(event) for event in log] == [GameStarted, LineRevealed, ChiefsDrawn]


def test_tribe_mode_opens_with_four_cavemen_in_the_cave() -> None:
    log = started(TRIBE, cavemen=("hunter", "shaman", "hunter", "oafish_warrior"))
    assert log[2] == CaveRevealed(("hunter", "shaman", "hunter", "oafish_warrior"))


def test_the_chief_drawn_first_claims_first() -> None:
    assert replay(started(DISCOVERY, chiefs=(2, 0, 3, 1))).position.seat == 2


def test_a_chief_claims_any_free_domino() -> None:
    assert legal(replay(started(DISCOVERY)).position) == [ClaimDomino(domino=number) for number in (1, 2, 3, 4)]


def test_the_chief_drawn_next_claims_next() -> None:
    log = started(DISCOVERY, chiefs=(2, 0, 3, 1))
    claimed = after(log).when(Play(2, ClaimDomino(domino=3))).then(DominoDrafted(2, 3))
    assert claimed.position.seat == 0


def test_a_domino_with_a_chief_on_it_is_not_free() -> None:
    log = play(started(DISCOVERY), ClaimDomino(domino=3))
    after(log).when(Play(1, ClaimDomino(domino=3))).refused("domino_not_free")


def test_with_four_seats_the_last_chief_has_no_choice_and_line_2_follows() -> None:
    log = play(started(DISCOVERY), ClaimDomino(domino=4), ClaimDomino(domino=2))
    after(log).when(Play(2, ClaimDomino(domino=1))).then(
        DominoDrafted(2, 1), DominoDrafted(3, 3), LineRevealed(2, (5, 6, 7, 8))
    )


def test_with_three_seats_the_unclaimed_domino_leaves_before_line_2_comes() -> None:
    log = play(started(THREE), ClaimDomino(domino=4), ClaimDomino(domino=2))
    after(log).when(Play(2, ClaimDomino(domino=1))).then(
        DominoDrafted(2, 1), DominoDiscarded(None, 3, "unclaimed"), LineRevealed(2, (5, 6, 7, 8))
    )


def test_with_three_seats_the_last_chief_still_chooses_between_two() -> None:
    log = play(started(THREE), ClaimDomino(domino=4), ClaimDomino(domino=2))
    assert legal(replay(log).position) == [ClaimDomino(domino=1), ClaimDomino(domino=3)]


def test_with_two_seats_the_first_drawn_chooses_the_outer_or_the_inner_dominoes() -> None:
    position = replay(started(NEOLITHIC, 40, 3, 22, 9)).position
    assert legal(position) == [ClaimDomino(dominoes=(3, 40)), ClaimDomino(dominoes=(9, 22))]


def test_with_two_seats_the_other_seat_gets_the_rest() -> None:
    log = started(NEOLITHIC, 40, 3, 22, 9, chiefs=(1, 0))
    after(log).when(Play(1, ClaimDomino(dominoes=(9, 22)))).then(
        DominoDrafted(1, 9),
        DominoDrafted(1, 22),
        DominoDrafted(0, 3),
        DominoDrafted(0, 40),
        LineRevealed(2, (1, 2, 4, 5)),
    )


@pytest.mark.parametrize("pair", [(1, 2), (1, 3), (2, 4), (4, 1), (1, 1)])
def test_with_two_seats_no_other_pair_can_be_claimed(pair: tuple[int, int]) -> None:
    after(started(NEOLITHIC)).when(Play(0, ClaimDomino(dominoes=pair))).refused("pairs")


def test_between_the_two_events_of_a_pair_nobody_is_asked() -> None:
    log = play(started(NEOLITHIC), ClaimDomino(dominoes=(1, 4)))
    for claims in (1, 3):
        half = replay(log[: len(started(NEOLITHIC)) + claims])
        assert legal(half.position) == []
        assert half.position.seat is not None
        after(half).when(Play(half.position.seat, ClaimDomino(dominoes=(1, 4)))).refused("pairs")
        after(half).when(Resign(0, "pebble")).then(SeatResigned(0, "pebble"))


def test_with_two_seats_both_chiefs_of_each_stand_on_line_1() -> None:
    position = replay(play(started(NEOLITHIC), ClaimDomino(dominoes=(1, 4)))).position
    assert position.line == (Slot(1, 0), Slot(2, 1), Slot(3, 1), Slot(4, 0))


def test_every_resource_lies_on_its_terrain_where_no_fire_is_printed() -> None:
    kinds = {"grassland": "mammoth", "lake": "fish", "jungle": "mushroom", "quarry": "flint"}
    for domino in dominoes(TRIBE).values():
        for square in (domino.a, domino.b):
            assert square.resource == (None if square.marks else kinds.get(square.terrain))


def test_the_two_events_of_a_claimed_pair_are_one_turn_of_a_chief() -> None:
    events = random_game(Rules("origins", 2, "discovery"), Random(1), commands=2).events
    drafts = [number for number, event in enumerate(events) if isinstance(event, DominoDrafted)]
    first, half_first, second, half_second = (replay(events[:number]).position.chief for number in drafts)
    assert first == half_first
    assert second == half_second
    assert first != second
