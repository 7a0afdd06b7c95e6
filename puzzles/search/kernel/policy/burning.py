"""The value of a fire on each square of a territory, and what it would burn."""

from puzzles.search.kernel.policy.stores import counted
from puzzles.search.kernel.policy.survey import Sketch
from puzzles.search.kernel.policy.weights import CAVEMAN, CROWN
from puzzles.search.kernel.rules.bits import HUT_BOARD, STRIDE, either, first, has, is_empty, number, rest, without
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import VOLCANO
from puzzles.search.kernel.rules.layout import (
    GOODS,
    MARGIN,
    MARK_HIGH,
    MARK_LOW,
    TAKEN,
    TRIBAL,
    State,
    land,
)
from puzzles.search.kernel.rules.regions import region_of
from puzzles.search.kernel.rules.scoring import men_board


@compiled
def list_targets(state: State, seat: int, sketch: Sketch) -> None:
    """Lists every square on which a fire may land, near or far, with its gain and what would burn."""
    marked = either(land(state, seat, MARK_LOW), land(state, seat, MARK_HIGH))
    barred = either(either(marked, land(state, seat, VOLCANO)), HUT_BOARD)
    waiting = without(land(state, seat, TAKEN), barred)
    goods, target_count = land(state, seat, GOODS), 0
    men = men_board(state, seat) if state.mode == TRIBAL else HUT_BOARD
    while not is_empty(waiting):
        cell = first(waiting)
        waiting = rest(waiting)
        square = number(state.label[seat, MARGIN + cell])
        region, terrain = region_of(state, seat, square), number(state.kind[seat, square])
        sketch.target[target_count] = cell
        sketch.target_size[target_count] = state.region_size[seat, region] + _promise(
            state, seat, sketch, region, terrain
        )
        cost = 0.0
        if has(goods, cell):
            cost = -sketch.goods[terrain, 0]
            if state.mode == TRIBAL:
                cost += counted(sketch, terrain, cell)
        elif has(men, cell):
            cost = sketch.weights[CAVEMAN]
        sketch.target_cost[target_count] = cost
        target_count += 1
    sketch.target_count = target_count


@compiled
def _promise(state: State, seat: int, sketch: Sketch, region: int, terrain: int) -> float:
    """What a fire in this region promises beyond its points: squares still to come."""
    is_best = state.region_marks[seat, region] >= state.most_marks[seat, terrain]
    return float(sketch.weights[CROWN] * sketch.squares_due[terrain]) if is_best else 0.0


@compiled
def fire_worth(sketch: Sketch, volcano: int, fires: int) -> float:
    """The gain of a volcano there when its fire lands on the best target; it must land if it can."""
    best = best_target(sketch, volcano, fires)
    if best < 0:
        return 0.0
    return float(fires * sketch.target_size[best] - sketch.target_cost[best])


@compiled
def best_target(sketch: Sketch, volcano: int, fires: int) -> int:
    """The number of the best target within reach in the list, or -1."""
    reach, chosen, best = 4 - fires, -1, -1e9
    x, y = volcano % STRIDE, volcano // STRIDE
    for place in range(sketch.target_count):
        cell = number(sketch.target[place])
        if max(abs(cell % STRIDE - x), abs(cell // STRIDE - y)) <= reach:
            worth = fires * sketch.target_size[place] - sketch.target_cost[place]
            if worth > best:
                best, chosen = worth, place
    return chosen
