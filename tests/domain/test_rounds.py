"""O2: twelve lines, twelve rounds, and the chiefs' turns in them."""

from itertools import pairwise

import pytest

from domain.commands import ClaimDomino, DraftDomino, PassRecruit, PlaceDomino, Play
from domain.events import (
    CaveRevealed,
    DominoDiscarded,
    DominoDrafted,
    DominoPlaced,
    Event,
    GameFinished,
    LineRevealed,
    RecruitPassed,
)
from domain.legal import legal
from domain.log import replay
from domain.position import Slot
from domain.rules import Rules
from tests.support.spec import DISCOVERY, TRIBE, after, play, played, started, table

RIGHT, FAR_RIGHT = (1, 0), (2, 0)


def claimed() -> list[Event]:
    """Seat 0 stands on domino 4, seat 1 on 1, seat 2 on 3, seat 3 on 2."""
    return play(started(DISCOVERY), *(ClaimDomino(domino=number) for number in (4, 1, 3)))


def test_the_chiefs_act_in_the_order_of_the_line() -> None:
    assert replay(claimed()).position.line == (Slot(1, 1), Slot(2, 3), Slot(3, 2), Slot(4, 0))


def test_a_chief_places_and_then_drafts() -> None:
    placed = after(claimed()).when(Play(1, PlaceDomino(1, RIGHT, FAR_RIGHT)))
    assert placed.then(DominoPlaced(1, 1, RIGHT, FAR_RIGHT)).position.step == "draft"


def test_after_drafting_it_is_the_next_chiefs_turn() -> None:
    log = play(claimed(), PlaceDomino(1, RIGHT, FAR_RIGHT))
    drafted = after(log).when(Play(1, DraftDomino(7))).then(DominoDrafted(1, 7))
    assert (drafted.position.seat, drafted.position.step) == (3, "place")


def test_a_chief_cannot_draft_before_placing() -> None:
    after(claimed()).when(Play(1, DraftDomino(5))).refused("wrong_step")


def test_a_domino_already_drafted_is_not_free() -> None:
    log = play(claimed(), PlaceDomino(1, RIGHT, FAR_RIGHT), DraftDomino(7), PlaceDomino(2, RIGHT, FAR_RIGHT))
    after(log).when(Play(3, DraftDomino(7))).refused("domino_not_free")


def test_a_chief_drafts_from_the_next_line_only() -> None:
    log = play(claimed(), PlaceDomino(1, RIGHT, FAR_RIGHT))
    after(log).when(Play(1, DraftDomino(2))).refused("domino_not_free")


def test_the_next_line_is_revealed_when_all_chiefs_have_acted() -> None:
    log = claimed()
    for number, drafted in ((1, 7), (2, 6), (3, 5)):
        log = play(log, PlaceDomino(number, RIGHT, FAR_RIGHT), DraftDomino(drafted))
    after(log).when(Play(0, PlaceDomino(4, RIGHT, FAR_RIGHT))).then(
        DominoPlaced(0, 4, RIGHT, FAR_RIGHT), DominoDrafted(0, 8), LineRevealed(3, (9, 10, 11, 12))
    )


def test_the_order_of_drafting_does_not_matter_for_the_order_of_the_next_round() -> None:
    log = claimed()
    for number, drafted in ((1, 7), (2, 6), (3, 5)):
        log = play(log, PlaceDomino(number, RIGHT, FAR_RIGHT), DraftDomino(drafted))
    position = replay(play(log, PlaceDomino(4, RIGHT, FAR_RIGHT))).position
    assert position.line == (Slot(5, 2), Slot(6, 3), Slot(7, 1), Slot(8, 0))


def test_in_tribe_mode_a_chief_may_recruit_after_drafting() -> None:
    game = table(TRIBE, "hut Gr Lr", step="draft", cave=("hunter",))
    assert after(game).when(Play(0, DraftDomino(45))).then(DominoDrafted(0, 45)).position.step == "recruit"


def test_recruiting_is_optional() -> None:
    game = table(TRIBE, "hut Gr Lr", step="recruit", cave=("hunter",))
    assert after(game).when(Play(0, PassRecruit())).then(RecruitPassed(0)).position.seat == 1


def test_the_cave_is_refilled_to_four() -> None:
    assert {len(event.cavemen) for event in played(TRIBE) if isinstance(event, CaveRevealed)} == {4}


def test_the_cave_is_refilled_only_when_a_line_has_been_revealed() -> None:
    before = [event for event, following in pairwise(played(TRIBE)) if isinstance(following, CaveRevealed)]
    assert {type(event) for event in before} == {LineRevealed}


def test_with_three_seats_the_unclaimed_domino_of_every_line_leaves_the_game() -> None:
    log = played(Rules("origins", 3, "discovery"))
    unclaimed = [event for event in log if isinstance(event, DominoDiscarded) and event.seat is None]
    assert [event.reason for event in unclaimed] == ["unclaimed"] * 12


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_twelve_lines(seats: int) -> None:
    log = played(Rules("origins", seats, "discovery"))
    assert [event.line for event in log if isinstance(event, LineRevealed)] == list(range(1, 13))


def test_in_the_last_round_nothing_is_drafted() -> None:
    game = table(DISCOVERY, round=12, holding=1, next_line=(), line=(Slot(1, 0), Slot(2, 1)))
    placed = after(game).when(Play(0, PlaceDomino(1, RIGHT, FAR_RIGHT)))
    assert placed.then(DominoPlaced(0, 1, RIGHT, FAR_RIGHT)).position.seat == 1


def test_in_the_last_round_nobody_recruits() -> None:
    game = table(TRIBE, "Gr Lr hut", round=12, next_line=(), line=(Slot(1, 0), Slot(2, 1)), cave=("hunter",))
    placed = after(game).when(Play(0, PlaceDomino(1, RIGHT, FAR_RIGHT)))
    assert (placed.position.seat, placed.position.step) == (1, "place")


def test_in_the_last_round_the_unclaimed_domino_leaves_and_nothing_is_revealed() -> None:
    rules = Rules("origins", 3, "tribe")
    line = (Slot(45, 0), Slot(46, 1), Slot(47), Slot(48))
    game = table(rules, round=11, step="draft", line=(Slot(1, 2),), next_line=line, pile=("hunter",))
    drafted = after(game).when(Play(2, DraftDomino(48)))
    drafted.then(DominoDrafted(2, 48), RecruitPassed(2), DominoDiscarded(None, 47, "unclaimed"))
    assert (drafted.position.step, drafted.position.seat) == ("place", 0)


def test_the_game_ends_when_the_last_chief_has_placed() -> None:
    game = table(DISCOVERY, "L1 L hut", round=12, next_line=(), line=(Slot(1, 0),))
    ended = after(game).when(Play(0, PlaceDomino(1, RIGHT, FAR_RIGHT)))
    ended.then(DominoPlaced(0, 1, RIGHT, FAR_RIGHT), GameFinished((0,)))


def test_the_game_also_ends_when_the_last_domino_is_discarded() -> None:
    full = """
        J  J  J   J  J
        J  J  J   J  J
        J  J  hut J  J
        J  J  J   J  J
        J  J  J1  .  J
    """
    game = table(DISCOVERY, "hut", full, round=12, next_line=(), line=(Slot(1, 0), Slot(2, 1)))
    after(game).when(Play(0, PlaceDomino(1, RIGHT, FAR_RIGHT))).then(
        DominoPlaced(0, 1, RIGHT, FAR_RIGHT), DominoDiscarded(1, 2, "no_room"), GameFinished((1,))
    )


def test_when_the_game_is_over_there_is_nothing_left_to_choose() -> None:
    position = replay(played(DISCOVERY)).position
    assert (position.seat, legal(position)) == (None, [])


def test_while_a_line_waits_to_be_revealed_there_is_nothing_to_choose() -> None:
    position = table(DISCOVERY, step="reveal").position
    assert (position.seat, legal(position)) == (None, [])
