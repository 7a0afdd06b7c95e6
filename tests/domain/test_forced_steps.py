"""The contract: a step that leaves no choice is taken at once, and logged with the move that led to it."""

from domain.commands import DraftDomino, PlaceDomino, Play
from domain.events import (
    DominoDiscarded,
    DominoDrafted,
    DominoPlaced,
    FireLanded,
    RecruitPassed,
    TotemMoved,
)
from domain.position import Position, Slot
from tests.support.spec import DISCOVERY, TOTEM, TRIBE, Outcome, after, table

RIGHT, FAR_RIGHT = (1, 0), (2, 0)
GRASSLAND_GRASSLAND, GRASSLAND_QUARRY, QUARRY_VOLCANO = 12, 21, 48

# Room for one domino is left, at (0, 2) and (1, 2).
NEARLY_FULL = """
    D  D  D   D  D
    D  D  D   D  D
    D  D  hut D  D
    D  D  D   D  D
    D  Q  .   .  J
"""


def drafting(board: str, domino: int) -> Outcome:
    """Seat 0 drafts domino 45; then it is the turn of seat 1, who has this board and this domino to place."""
    game = table(DISCOVERY, "hut", board, step="draft", line=(Slot(1, 0), Slot(domino, 1)))
    return after(game).when(Play(0, DraftDomino(45)))


def due(position: Position) -> tuple[str, int | None]:
    return position.step, position.seat


def test_the_last_free_domino_of_a_line_is_drafted() -> None:
    game = table(DISCOVERY, next_line=(Slot(45, 1), Slot(46)))
    placed = after(game).when(Play(0, PlaceDomino(1, RIGHT, FAR_RIGHT)))
    placed.then(DominoPlaced(0, 1, RIGHT, FAR_RIGHT), DominoDrafted(0, 46))


def test_a_domino_that_fits_nowhere_is_discarded() -> None:
    discarded = drafting(NEARLY_FULL, GRASSLAND_GRASSLAND)
    discarded.then(DominoDrafted(0, 45), DominoDiscarded(1, GRASSLAND_GRASSLAND, "no_room"))
    assert due(discarded.position) == ("draft", 1)


def test_a_domino_that_fits_in_one_way_only_is_placed() -> None:
    placed = drafting(NEARLY_FULL, GRASSLAND_QUARRY)
    placed.then(DominoDrafted(0, 45), DominoPlaced(1, GRASSLAND_QUARRY, (1, 2), (0, 2)))
    assert due(placed.position) == ("draft", 1)


def test_a_domino_that_fits_in_two_ways_is_a_choice() -> None:
    waiting = drafting(NEARLY_FULL.replace("J", "Q"), GRASSLAND_QUARRY).then(DominoDrafted(0, 45))
    assert due(waiting.position) == ("place", 1)


def test_fire_with_a_single_target_lands_there() -> None:
    game = table(DISCOVERY, "J1 hut", holding=QUARRY_VOLCANO)
    thrown = after(game).when(Play(0, PlaceDomino(QUARRY_VOLCANO, FAR_RIGHT, RIGHT)))
    thrown.then(DominoPlaced(0, QUARRY_VOLCANO, FAR_RIGHT, RIGHT), FireLanded(0, RIGHT, FAR_RIGHT, 3, None))


def test_totems_move_after_a_fire_that_left_no_choice() -> None:
    game = table(TOTEM, "Lr . hut", holding=QUARRY_VOLCANO)
    after(game).when(Play(0, PlaceDomino(QUARRY_VOLCANO, FAR_RIGHT, RIGHT))).then(
        DominoPlaced(0, QUARRY_VOLCANO, FAR_RIGHT, RIGHT),
        FireLanded(0, RIGHT, FAR_RIGHT, 3, "flint"),
        TotemMoved("fish", None, 0),
    )


def test_who_cannot_recruit_passes() -> None:
    game = table(TRIBE, "hut Gr Gr", step="draft", cave=("hunter",), pile=("fisher",))
    after(game).when(Play(0, DraftDomino(45))).then(DominoDrafted(0, 45), RecruitPassed(0))


def test_with_an_empty_cave_and_pile_everybody_passes() -> None:
    game = table(TRIBE, "hut Gr Lr Jr Qr", step="draft")
    after(game).when(Play(0, DraftDomino(45))).then(DominoDrafted(0, 45), RecruitPassed(0))
