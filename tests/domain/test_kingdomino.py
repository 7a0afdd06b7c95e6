"""K1 to K4 and K6: where Kingdomino differs from Origins."""

from collections import Counter

import pytest

from domain.commands import ClaimDomino, DeclineDomino, DraftDomino, PlaceDomino, Play
from domain.dominoes import dominoes
from domain.events import DominoDiscarded, DominoDrafted, DominoPlaced, GameFinished, LineRevealed
from domain.legal import legal
from domain.log import replay
from domain.position import Slot
from domain.rules import Rules, Variant
from domain.scoring import score
from domain.territory import misfit
from tests.support.boards import territory
from tests.support.spec import KINGDOMINO, after, play, played, started, table

FREE_TO_DECLINE = Rules("kingdomino", 4)
TWO = Rules("kingdomino", 2)
DUEL = Rules("kingdomino", 2, None, ("mighty_duel",))
RIGHT, FAR_RIGHT = (1, 0), (2, 0)

# K1: what is in the box


def test_there_are_six_terrains_and_no_volcanoes() -> None:
    squares = [square for domino in dominoes(KINGDOMINO).values() for square in (domino.a, domino.b)]
    terrains = Counter(square.terrain for square in squares)
    assert terrains == {"wheat": 26, "forest": 22, "lake": 18, "grassland": 14, "swamp": 10, "mine": 6}


def test_there_are_no_resources_and_no_cavemen() -> None:
    squares = [square for domino in dominoes(KINGDOMINO).values() for square in (domino.a, domino.b)]
    assert {(square.resource, square.caveman, square.craters) for square in squares} == {(None, None, 0)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_kingdoms_are_five_by_five(seats: int) -> None:
    assert {kingdom.size for kingdom in replay(started(Rules("kingdomino", seats))).position.territories} == {5}


# K2: set-up


@pytest.mark.parametrize(
    ("seats", "variants", "length", "lines"),
    [(4, (), 4, 12), (3, (), 3, 12), (2, (), 4, 6), (2, ("mighty_duel",), 4, 12)],
)
def test_lines_and_rounds(seats: int, variants: tuple[Variant, ...], length: int, lines: int) -> None:
    log = played(Rules("kingdomino", seats, None, variants))
    revealed = [event.dominoes for event in log if isinstance(event, LineRevealed)]
    assert [len(line) for line in revealed] == [length] * lines


@pytest.mark.parametrize(("seats", "unseen"), [(4, 0), (3, 12), (2, 24)])
def test_some_dominoes_leave_unseen(seats: int, unseen: int) -> None:
    assert len(replay(played(Rules("kingdomino", seats))).position.unseen) == unseen


def test_with_three_seats_nothing_is_left_unclaimed() -> None:
    log = play(started(Rules("kingdomino", 3)), ClaimDomino(domino=2))
    after(log).when(Play(1, ClaimDomino(domino=3))).then(
        DominoDrafted(1, 3), DominoDrafted(2, 1), LineRevealed(2, (4, 5, 6))
    )


@pytest.mark.parametrize("rules", [TWO, DUEL])
def test_with_two_seats_the_first_claims_are_in_the_order_a_b_b_a(rules: Rules) -> None:
    log = play(started(rules, chiefs=(1, 0)), ClaimDomino(domino=3), ClaimDomino(domino=1))
    after(log).when(Play(0, ClaimDomino(domino=4))).then(
        DominoDrafted(0, 4), DominoDrafted(1, 2), LineRevealed(2, (5, 6, 7, 8))
    )


def test_with_two_seats_the_second_seat_claims_twice_running() -> None:
    log = play(started(TWO, chiefs=(1, 0)), ClaimDomino(domino=3), ClaimDomino(domino=1))
    assert replay(log).position.seat == 0


def test_with_two_seats_kings_claim_one_domino_at_a_time() -> None:
    after(started(TWO)).when(Play(0, ClaimDomino(dominoes=(1, 4)))).refused("one_at_a_time")


def test_with_two_seats_the_game_ends_after_six_rounds() -> None:
    game = table(TWO, "castle", "castle L1", round=6, line=(Slot(1, 0),), next_line=())
    placed = after(game).when(Play(0, PlaceDomino(1, RIGHT, FAR_RIGHT)))
    placed.then(DominoPlaced(0, 1, RIGHT, FAR_RIGHT), GameFinished((1,)))


# K3: place


def test_the_castle_matches_everything() -> None:
    assert misfit(territory("castle"), dominoes(KINGDOMINO)[46], RIGHT, FAR_RIGHT) is None


def test_a_domino_must_meet_its_own_terrain() -> None:
    reason = misfit(territory("castle W W"), dominoes(KINGDOMINO)[46], (1, 1), (2, 1))
    assert reason is not None
    assert reason.code == "no_match"


def test_a_seat_may_decline_to_place() -> None:
    declined = after(table(FREE_TO_DECLINE, holding=7)).when(Play(0, DeclineDomino(7)))
    assert declined.then(DominoDiscarded(0, 7, "declined")).position.step == "draft"


def test_declining_is_among_the_legal_moves() -> None:
    assert DeclineDomino(7) in legal(table(FREE_TO_DECLINE, holding=7).position)


def test_with_must_place_nobody_declines() -> None:
    after(table(KINGDOMINO, holding=7)).when(Play(0, DeclineDomino(7))).refused("must_place")


def test_only_the_own_domino_can_be_declined() -> None:
    after(table(FREE_TO_DECLINE, holding=7)).when(Play(0, DeclineDomino(8))).refused("not_this_domino")


def test_a_single_placement_still_leaves_the_choice_to_decline() -> None:
    full = """
        F  F  F       F  F
        F  F  F       F  F
        F  F  castle  F  F
        F  F  F       F  F
        F  L  .       .  F
    """
    game = table(FREE_TO_DECLINE, "castle", full, step="draft", line=(Slot(1, 0), Slot(14, 1)))
    waiting = after(game).when(Play(0, DraftDomino(45))).then(DominoDrafted(0, 45)).position
    assert legal(waiting) == [DeclineDomino(14), PlaceDomino(14, (1, 2), (0, 2))]


@pytest.mark.parametrize("rules", [KINGDOMINO, FREE_TO_DECLINE])
def test_a_domino_that_fits_nowhere_leaves_no_choice(rules: Rules) -> None:
    full = """
        F  F  F       F  F
        F  F  F       F  F
        F  F  castle  F  F
        F  F  F       F  F
        F  F  .       .  F
    """
    game = table(rules, "castle", full, step="draft", line=(Slot(1, 0), Slot(14, 1)))
    after(game).when(Play(0, DraftDomino(45))).then(DominoDrafted(0, 45), DominoDiscarded(1, 14, "no_room"))


# K4: score


def test_a_region_scores_squares_times_crowns() -> None:
    assert score(KINGDOMINO, territory("castle W1 W W2 F"), {}, 0).total == 9


def test_a_region_without_crowns_is_worth_nothing() -> None:
    assert score(KINGDOMINO, territory("castle W W M1"), {}, 0).total == 1


# K6: mighty duel


def test_in_the_mighty_duel_kingdoms_are_seven_by_seven() -> None:
    assert DUEL.size == 7


def test_in_the_mighty_duel_all_48_dominoes_come() -> None:
    assert replay(played(DUEL)).position.unseen == frozenset()
