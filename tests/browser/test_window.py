"""Which cells a drawing of a territory shows, and what it tells: drawing/grid.js, drawing/rim.js, board/pinching.js."""

from itertools import product
from typing import Any

import pytest

from domain.commands import PlaceDomino
from domain.grid import Cell
from domain.legal import legal
from domain.rules import Rules
from tests.support.browser_person import Run
from tests.support.staged_tables import DISCOVERY, KINGDOMINO, finished

DUEL = Rules("kingdomino", 2, None, ("mighty_duel",))
AREAS = """({ extent, limits, isRoomy, overlap }, lands) => lands.map((land) => {
  const shown = extent(land, 2);
  return [shown, limits(land), isRoomy(shown, land), extent(land), overlap(limits(land), shown)];
})"""


def within(area: dict[str, int], cell: Cell) -> bool:
    x, y = cell[0] - area["left"], cell[1] - area["top"]
    return 0 <= x < area["width"] and 0 <= y < area["height"]


def still_possible(cells: list[Cell], size: int) -> set[Cell]:
    """Every square of full size that contains these cells, taken together."""
    reached: set[Cell] = set()
    for left, top in product(range(-size, size + 1), repeat=2):
        square = {(left + x, top + y) for x, y in product(range(size), repeat=2)}
        if square.issuperset(cells):
            reached |= square
    return reached


@pytest.mark.parametrize("rules", [DISCOVERY, KINGDOMINO, DUEL], ids=["origins", "kingdomino", "duel"])
async def test_a_board_always_shows_equally_many_cells_and_every_place_for_a_domino(run: Run, rules: Rules) -> None:
    moments = [game.position for game in finished(rules).games if game.position.step == "place"]
    lands = [
        {"size": rules.size, "squares": [{"at": cell} for cell in position.territory.squares]} for position in moments
    ]
    answers = await run("drawing/grid.js", AREAS, lands)
    for position, (shown, limits, is_roomy, tight, framed) in zip(moments, answers, strict=True):
        built = [(0, 0), *position.territory.squares]
        places = [cell for move in legal(position) if isinstance(move, PlaceDomino) for cell in (move.a, move.b)]
        assert (shown["width"], shown["height"]) == (rules.size + 2, rules.size + 2)
        assert (tight["width"], tight["height"]) == (rules.size, rules.size)
        assert all(within(shown, cell) and within(limits, cell) for cell in places)
        assert all(within(tight, cell) for cell in built)
        assert is_roomy
        possible = still_possible(built, rules.size)
        reach = range(-rules.size, rules.size + 1)
        assert {(x, y) for x in reach for y in reach if within(limits, (x, y))} == possible
        assert {(x, y) for x in reach for y in reach if within(framed, (x, y))} == {
            cell for cell in possible if within(shown, cell)
        }


PILLS = """({ pill }, [frames, labels]) => frames.flatMap(({ area, view }) => {
  const shown = [];
  for (let x = area.left; x < area.left + area.width - 1; x += 1) {
    for (let y = area.top; y < area.top + area.height - 1; y += 1) {
      for (const [other, label] of labels.flatMap((text) => [[[x + 1, y], text], [[x, y + 1], text]])) {
        const { props, children } = pill({ area, view }, [[x, y], other], label);
        const [left, top, size] = props.transform.match(/-?[\\d.]+(?:e-\\d+)?/g).map(Number);
        const { width, height } = children[0].props;
        const isWhole = children[1].children[0] === label;
        shown.push({ left, top, right: left + width * size, bottom: top + height * size, size, isWhole });
      }
    }
  }
  return shown;
})"""


def area(left: float, top: float, width: float) -> dict[str, float]:
    return {"left": left, "top": top, "width": width, "height": width}


async def test_what_is_told_beside_the_ghost_is_never_cut_off(run: Run) -> None:
    labels = ["+9", "+9 · grassland 5×3 → 6×4", "-12 · " + "very long words of a language with very long words " * 2]
    whole = area(-3, -2, 7)
    frames = [{"area": whole, "view": whole}, {"area": whole, "view": area(-1.5, 0.25, 2.5)}]
    pills: list[Any] = await run("drawing/rim.js", PILLS, [frames, labels])
    assert len(pills) == 2 * 36 * 2 * 3
    for pill in pills:
        assert pill["isWhole"]
        assert pill["left"] >= -0.01
        assert pill["top"] >= -0.01
        assert max(pill["right"], pill["bottom"]) <= 700.01
    assert {pill["size"] for pill in pills[::3]} == {1}


async def test_a_note_leaves_its_ghost_uncovered_and_lost_squares_are_hatched(run: Run) -> None:
    script = """({ hatched, pill }) => {
      const whole = { left: -3, top: -3, width: 7, height: 7 };
      const above = pill({ area: whole, view: whole }, [[0, 0], [1, 0]], "+9").props.transform;
      const below = pill({ area: whole, view: whole }, [[0, -3], [1, -3]], "+9").props.transform;
      return [above, below, hatched([[0, 1], [2, -1]]).children.map((path) => path.props.d.slice(0, 9))];
    }"""
    above, below, lost = await run("drawing/rim.js", script)
    assert above == "translate(372.5 242) scale(1)"
    assert below == "translate(372.5 112) scale(1)"
    assert lost == ["M0 100m5 ", "M200 -100"]


PINCH = """({ pinched }, [area, view, before, after]) => pinched(area, view, before, after)"""


async def test_two_fingers_look_closer_at_what_is_below_them(run: Run) -> None:
    whole = area(-3, -3, 7)
    near = await run("board/pinching.js", PINCH, [whole, whole, [[2, 2], [4, 4]], [[1, 1], [5, 5]]])
    assert near == area(-1.5, -1.5, 3.5)  # twice as large, around the middle between them
    moved = await run("board/pinching.js", PINCH, [whole, near, [[3, 3]], [[4, 3]]])
    assert moved == {**near, "left": -2}  # one finger moves it
    assert await run("board/pinching.js", PINCH, [whole, near, [[3, 3]], [[90, 90]]]) == area(-3, -3, 3.5)
    deep = await run("board/pinching.js", PINCH, [whole, near, [[2, 2], [3, 3]], [[0, 0], [7, 7]]])
    assert deep["width"] == pytest.approx(7 / 3)
    assert await run("board/pinching.js", PINCH, [whole, near, [[0, 0], [6, 6]], [[3, 3], [4, 4]]]) is None
