"""O10: Tribe mode, recruiting cavemen."""

from hashlib import sha256

import pytest
from msgspec.structs import replace

from domain.commands import ClaimDomino, DraftDomino, PassRecruit, Play, RecruitCaveman
from domain.events import CavemanRecruited, CaveRevealed, DominoDrafted, LineRevealed, RecruitPassed
from domain.grid import Cell
from domain.legal import legal
from domain.log import replay
from domain.pieces import Caveman
from domain.position import Slot
from domain.rules import Rules
from domain.scoring import score
from domain.tribe import Source
from tests.support.boards import territory
from tests.support.spec import SALT, TRIBE, Outcome, after, deal, play, started, table

CAVE: tuple[Caveman, ...] = ("hunter", "shaman", "small_warrior", "small_warrior")
PILE: tuple[Caveman, ...] = ("fisher", "painter")
BOARD = """
    D   hut  Gr         Lr
    V1  Gr   Jr         Qr
    D1  G*1  D+painter  .
"""
MAMMOTH, FISH, OTHER_MAMMOTH, MUSHROOM, FLINT = (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)
FREE = (-1, 0)
ALL_FOUR = (MAMMOTH, FISH, MUSHROOM, FLINT)


def recruiting(*spend: Cell, source: Source = "cave", caveman: Caveman = "hunter", at: Cell = FREE) -> Outcome:
    game = table(TRIBE, BOARD, step="recruit", cave=CAVE, pile=PILE)
    return after(game).when(Play(0, RecruitCaveman(caveman, source, spend, at)))


# The price


@pytest.mark.parametrize("spend", [(MAMMOTH, FISH), (FISH, OTHER_MAMMOTH), (FLINT, MUSHROOM)])
def test_two_resources_of_different_kinds_buy_a_caveman_of_the_cave(spend: tuple[Cell, Cell]) -> None:
    recruiting(*spend).then(CavemanRecruited(0, "hunter", "cave", spend, FREE))


def test_two_resources_of_one_kind_buy_nothing() -> None:
    recruiting(MAMMOTH, OTHER_MAMMOTH).refused("price_of_cave")


@pytest.mark.parametrize("spend", [(), (MAMMOTH,), (MAMMOTH, MAMMOTH), (MAMMOTH, FISH, FLINT), ALL_FOUR])
def test_a_caveman_of_the_cave_costs_just_two_resources(spend: tuple[Cell, ...]) -> None:
    recruiting(*spend).refused("price_of_cave")


def test_one_resource_of_each_kind_buys_any_caveman_of_the_pile() -> None:
    recruiting(*ALL_FOUR, source="pile", caveman="fisher").then(CavemanRecruited(0, "fisher", "pile", ALL_FOUR, FREE))


@pytest.mark.parametrize("spend", [(), (MAMMOTH, FISH), (MAMMOTH, OTHER_MAMMOTH, FISH, FLINT), (*ALL_FOUR, (0, 1))])
def test_a_caveman_of_the_pile_costs_one_of_each_kind_and_no_more(spend: tuple[Cell, ...]) -> None:
    recruiting(*spend, source="pile", caveman="fisher").refused("price_of_pile")


@pytest.mark.parametrize("cell", [(-1, 0), (0, 0), (2, 2), (1, 2)])
def test_only_resources_that_lie_in_the_own_territory_can_be_spent(cell: Cell) -> None:
    recruiting(MAMMOTH, cell).refused("no_resource")


def test_the_seat_chooses_which_of_its_resources_to_spend() -> None:
    board = recruiting(OTHER_MAMMOTH, FISH).position.territories[0]
    assert [board.squares[cell].resource for cell in (MAMMOTH, OTHER_MAMMOTH)] == ["mammoth", None]


def test_resources_spent_are_gone() -> None:
    board = recruiting(MAMMOTH, FISH).position.territories[0]
    assert [board.squares[cell].resource for cell in (MAMMOTH, FISH)] == [None, None]


# Who is to be had


def test_a_caveman_who_is_not_face_up_costs_four() -> None:
    recruiting(MAMMOTH, FISH, caveman="fisher").refused("not_in_cave")


def test_a_caveman_who_is_not_in_the_pile_cannot_be_found_there() -> None:
    recruiting(*ALL_FOUR, source="pile", caveman="hunter").refused("not_in_pile")


def test_a_caveman_of_the_cave_leaves_it_and_the_cave_stays_short() -> None:
    assert recruiting(MAMMOTH, FISH, caveman="small_warrior").position.cave == ("hunter", "shaman", "small_warrior")


def test_a_caveman_of_the_pile_leaves_it() -> None:
    position = recruiting(*ALL_FOUR, source="pile", caveman="fisher").position
    assert (position.pile, position.cave) == (("painter",), CAVE)


def test_when_the_pile_is_empty_the_four_resource_way_is_closed() -> None:
    game = table(TRIBE, BOARD, step="recruit", cave=CAVE)
    recruits = [move for move in legal(game.position) if isinstance(move, RecruitCaveman)]
    assert {move.source for move in recruits} == {"cave"}


def test_two_cavemen_of_a_kind_are_offered_once() -> None:
    game = table(TRIBE, "hut Gr Lr", step="recruit", cave=("small_warrior", "small_warrior"))
    spend = ((1, 0), (2, 0))
    offered = [RecruitCaveman("small_warrior", "cave", spend, at) for at in spend]
    assert legal(game.position) == [PassRecruit(), *offered]


# Where he stands


@pytest.mark.parametrize("at", [MAMMOTH, FISH])
def test_a_caveman_may_stand_where_a_resource_was_just_spent(at: Cell) -> None:
    board = recruiting(MAMMOTH, FISH, at=at).position.territories[0]
    assert board.squares[at].caveman == "hunter"


@pytest.mark.parametrize(
    ("what", "at"),
    [
        ("a resource", FLINT),
        ("printed fire", (-1, 2)),
        ("a token", (0, 2)),
        ("another caveman", (1, 2)),
        ("a volcano", (-1, 1)),
        ("the hut", (0, 0)),
        ("nothing of one's own", (2, 2)),
    ],
)
def test_a_caveman_does_not_stand_on(what: str, at: Cell) -> None:
    recruiting(MAMMOTH, FISH, at=at).refused("not_free")


# One recruit per chief's turn


def test_after_one_recruit_the_turn_is_over() -> None:
    assert recruiting(MAMMOTH, FISH).position.seat == 1


def test_a_seat_that_cannot_pay_passes_by_itself() -> None:
    game = table(TRIBE, "hut Gr Gr", step="draft", cave=CAVE)
    after(game).when(Play(0, DraftDomino(45))).then(DominoDrafted(0, 45), RecruitPassed(0))


def test_with_two_seats_each_chief_may_recruit() -> None:
    line = (Slot(1, 0), Slot(2, 0), Slot(3, 1))
    game = table(Rules("origins", 2, "tribe"), BOARD, step="recruit", cave=CAVE, line=line)
    recruited = after(game).when(Play(0, RecruitCaveman("hunter", "cave", (MAMMOTH, FISH), FREE)))
    assert (recruited.position.seat, recruited.position.step) == (0, "place")


# The cave and the pile


def test_the_pile_is_known_as_a_set_but_not_in_its_order() -> None:
    first = started(TRIBE, cavemen=("hunter", "shaman", "painter", "fisher", "oafish_warrior"))
    second = started(TRIBE, cavemen=("hunter", "shaman", "painter", "fisher", "gatherer"))
    assert replay(first).position.pile == replay(second).position.pile


def test_an_empty_pile_leaves_the_cave_short() -> None:
    game = table(TRIBE, step="recruit", cave=("hunter",), line=(Slot(1, 0),), next_line=(Slot(45, 1), Slot(46, 0)))
    game = after(game).when(Play(0, PassRecruit())).game
    revealed = replay([LineRevealed(5, (5, 6, 7, 8))], game)
    assert (revealed.position.cave, revealed.position.step) == (("hunter",), "place")


def test_a_caveman_searched_out_of_the_pile_does_not_come_up_again() -> None:
    game = table(TRIBE, BOARD, step="recruit", cave=CAVE, pile=PILE)
    dealt = replace(game, deal=deal(TRIBE), salt=SALT, pile=("painter", "fisher"))
    outcome = after(dealt).when(Play(0, RecruitCaveman("fisher", "pile", ALL_FOUR, FREE)))
    assert outcome.game.pile == ("painter",)


def test_which_of_two_alike_leaves_the_pile_is_drawn_from_the_salt() -> None:
    game = table(TRIBE, BOARD, step="recruit", cave=CAVE, pile=("fisher", "fisher", "painter", "shaman"))
    dealt = replace(game, deal=deal(TRIBE), pile=("shaman", "fisher", "painter", "fisher"))
    search = Play(0, RecruitCaveman("fisher", "pile", ALL_FOUR, FREE))
    for salt in ("5a17", "5a18", "5a19", "5a1a"):
        left = after(replace(dealt, salt=salt)).when(search).game.pile
        drawn = int(sha256(f"{salt}:4".encode()).hexdigest(), 16) % 2
        assert left == (("shaman", "painter", "fisher"), ("shaman", "fisher", "painter"))[drawn]


def test_the_cave_is_refilled_from_the_top_of_the_pile() -> None:
    log = started(TRIBE, cavemen=("hunter", "shaman", "painter", "fisher", "oafish_warrior"))
    assert log[2] == CaveRevealed(("hunter", "shaman", "painter", "fisher"))
    assert replay(play(log, ClaimDomino(domino=1))).pile[0] == "oafish_warrior"


def test_in_tribe_mode_resources_score_nothing() -> None:
    assert score(TRIBE, territory("hut Gr Lr Jr Qr"), {}, 0).total == 0
