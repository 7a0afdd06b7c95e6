"""O5 and O6: where fire lands, and what it burns."""

import pytest

from domain.commands import PlaceDomino, Play, Resign, ThrowFire
from domain.dominoes import Square
from domain.events import DominoPlaced, FireLanded, FireLost, SeatResigned
from domain.fire import misfire, targets
from domain.grid import Cell
from domain.scoring import score
from tests.support.boards import territory
from tests.support.spec import DISCOVERY, TRIBE, after, table

# A wide field around a volcano at (1, 0): nothing of it is on fire.
FIELD = """
    D D D D   D D D D D
    D D D D   D D D D D
    D D D D   D D D D D
    D D D D   D D D D D
    D D D hut V D D D D
    D D D D   D D D D D
    D D D D   D D D D D
    D D D D   D D D D D
    D D D D   D D D D D
"""


def refusal(drawing: str, volcano: Cell, at: Cell) -> str | None:
    reason = misfire(territory(drawing), volcano, at)
    return reason.code if reason else None


# O5: volcano and fire


@pytest.mark.parametrize(("craters", "reach"), [(1, 3), (2, 2), (3, 1)])
def test_the_more_craters_the_shorter_the_throw(craters: int, reach: int) -> None:
    landing = set(targets(territory(FIELD.replace("V", f"V{craters}")), (1, 0)))
    columns, rows = range(1 - reach, 2 + reach), range(-reach, reach + 1)
    assert landing == {(x, y) for x in columns for y in rows} - {(0, 0), (1, 0)}


@pytest.mark.parametrize(("craters", "near"), [(1, (4, 3)), (2, (3, -2)), (3, (2, 1))])
def test_a_step_along_a_diagonal_is_one_step(craters: int, near: Cell) -> None:
    assert refusal(FIELD.replace("V", f"V{craters}"), (1, 0), near) is None


@pytest.mark.parametrize(("craters", "far"), [(1, (1, 4)), (2, (4, 1)), (3, (3, 0))])
def test_distance_is_the_larger_of_columns_and_rows(craters: int, far: Cell) -> None:
    assert refusal(FIELD.replace("V", f"V{craters}"), (1, 0), far) == "too_far"


def test_what_lies_between_does_not_matter() -> None:
    assert refusal("V1 V1 hut D", (-2, 0), (1, 0)) is None


def test_even_a_gap_between_does_not_matter() -> None:
    assert refusal("V1 . . D \n D D hut D", (-2, -1), (1, -1)) is None


def test_fire_never_lands_on_a_volcano() -> None:
    assert refusal("hut V1 V2 D", (1, 0), (2, 0)) == "on_volcano"


def test_fire_never_lands_on_its_own_volcano() -> None:
    assert refusal("hut V1 D", (1, 0), (1, 0)) == "on_volcano"


def test_fire_never_lands_on_a_printed_fire() -> None:
    assert refusal("hut V1 D1", (1, 0), (2, 0)) == "on_fire"


def test_fire_never_lands_on_another_token() -> None:
    assert refusal("hut V1 D*2", (1, 0), (2, 0)) == "on_fire"


def test_fire_never_lands_on_the_hut() -> None:
    assert refusal("hut V1 D", (1, 0), (0, 0)) == "on_hut"


def test_fire_lands_inside_the_territory() -> None:
    assert refusal("hut V1 D", (1, 0), (1, 1)) == "off_territory"


def test_placing_a_volcano_asks_where_its_fire_lands() -> None:
    placed = after(table(DISCOVERY, "D D hut", holding=38)).when(Play(0, PlaceDomino(38, (1, 0), (2, 0))))
    assert placed.then(DominoPlaced(0, 38, (1, 0), (2, 0))).position.step == "fire"


@pytest.mark.parametrize(("domino", "craters"), [(38, 1), (42, 2), (48, 3)])
def test_a_volcano_of_n_craters_throws_a_token_of_n_fires(domino: int, craters: int) -> None:
    game = table(DISCOVERY, "J J hut \n . J J", holding=domino)
    game = after(game).when(Play(0, PlaceDomino(domino, (2, 0), (1, 0)))).game
    after(game).when(Play(0, ThrowFire((0, 1)))).then(FireLanded(0, (1, 0), (0, 1), craters, None))


def test_the_square_just_placed_beside_the_volcano_is_a_target() -> None:
    game = after(table(DISCOVERY, "D D hut", holding=38)).when(Play(0, PlaceDomino(38, (2, 0), (1, 0)))).game
    after(game).when(Play(0, ThrowFire((2, 0)))).then(FireLanded(0, (1, 0), (2, 0), 1, None))


def test_the_thrown_fire_is_followed_by_the_draft() -> None:
    game = after(table(DISCOVERY, "D D hut", holding=38)).when(Play(0, PlaceDomino(38, (2, 0), (1, 0)))).game
    assert after(game).when(Play(0, ThrowFire((2, 0)))).position.step == "draft"


def test_a_token_must_land_even_where_it_burns_something_of_ones_own() -> None:
    game = table(TRIBE, holding=48)
    after(game).when(Play(0, PlaceDomino(48, (2, 0), (1, 0)))).then(
        DominoPlaced(0, 48, (2, 0), (1, 0)), FireLanded(0, (1, 0), (2, 0), 3, "flint")
    )


def test_a_token_without_any_target_is_lost() -> None:
    # No domino of the box ends like this, for the square beside its volcano is always a target. So the
    # board is drawn with the fire in the air, and another seat's leaving makes the forced step happen.
    game = table(DISCOVERY, "D1 V1 D1 D \n hut V3 L*3 L", step="fire", volcano=(1, 0))
    lost = after(game).when(Resign(2, "pebble")).then(SeatResigned(2, "pebble"), FireLost(0, (1, 0), 3))
    assert lost.position.step == "draft"
    assert lost.position.territories == game.position.territories


# O6: burning


def burn(square: str) -> tuple[FireLanded, Square]:
    """What happens when two fires land on this square, and how it looks afterwards."""
    game = table(TRIBE, f"hut V2 {square}", step="fire", volcano=(1, 0))
    thrown = after(game).when(Play(0, ThrowFire((2, 0))))
    [landed, *_] = thrown.events
    assert isinstance(landed, FireLanded)
    return landed, thrown.position.territories[0].squares[2, 0]


@pytest.mark.parametrize(
    ("square", "resource"), [("Gr", "mammoth"), ("Lr", "fish"), ("Jr", "mushroom"), ("Qr", "flint")]
)
def test_fire_destroys_the_resource_it_lands_on(square: str, resource: str) -> None:
    landed, burnt = burn(square)
    assert (landed.burned, burnt.resource) == (resource, None)


def test_fire_destroys_the_caveman_it_lands_on() -> None:
    landed, burnt = burn("D+shaman")
    assert (landed.burned, burnt.caveman) == ("shaman", None)


def test_nothing_burns_on_an_empty_square() -> None:
    landed, _ = burn("D")
    assert landed.burned is None


def test_the_token_stays_where_something_burned() -> None:
    _, burnt = burn("Gr")
    assert burnt.fire == 2


def test_a_square_whose_resource_burned_counts_as_no_resource() -> None:
    burnt = territory("hut V1 G*1 G+hunter")
    assert score(TRIBE, burnt, {}, 0).cavemen[0].points == 0
