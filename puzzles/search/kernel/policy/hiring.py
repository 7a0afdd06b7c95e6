"""The recruit that pays best (O10): tried caveman by caveman and post by post, each with a cheap payment."""

from puzzles.search.kernel.policy.stores import COUNTS, around, list_shields, shield_of
from puzzles.search.kernel.policy.survey import Sketch, expect
from puzzles.search.kernel.policy.weights import HOPE, KEEP
from puzzles.search.kernel.rules.bits import (
    Board,
    both,
    count,
    either,
    first,
    group,
    has,
    is_empty,
    rest,
    single,
    without,
)
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import FIRE_LADY, PAINTER, WARRIOR
from puzzles.search.kernel.rules.layout import GOODS, MEN, NOBODY, OPEN, State, land
from puzzles.search.kernel.rules.moves import (
    CAVE,
    FROM_PILE,
    PASS,
    paying,
    price_of,
    recruit_move,
    recruited,
    source_of,
    stands_on,
)
from puzzles.search.kernel.rules.scoring import caveman_points, horde_points
from puzzles.search.kernel.rules.totems import KINDS
from puzzles.search.kernel.rules.tribe import goods, is_offered, standing_room


@compiled
def best_recruit(state: State, seat: int, sketch: Sketch) -> int:
    if not list_offers(state, seat, sketch):
        return PASS
    expect(state, sketch)
    list_shields(state, seat, sketch)
    best, chosen = 0.0, PASS
    posts = either(standing_room(state, seat), land(state, seat, GOODS))
    while not is_empty(posts):
        cell = first(posts)
        posts = rest(posts)
        for caveman in range(1, 11):
            source = int(sketch.offer[caveman])
            if source == NOBODY:
                continue
            due = price_of(source)
            worth = post_worth(state, seat, sketch, caveman, cell) - due * sketch.ahead * sketch.weights[KEEP]
            if worth > best:
                loss, move = payment(state, seat, sketch, recruit_move(caveman, source, cell))
                if worth - loss > best:
                    best, chosen = worth - loss, move
    return chosen


@compiled
def list_offers(state: State, seat: int, sketch: Sketch) -> bool:
    """Notes where each caveman is available, the cave before the pile, which costs more; False if none is."""
    kinds, any_offered = 0, False
    for kind in range(KINDS):
        kinds += not is_empty(goods(state, seat, kind))
    for caveman in range(1, 11):
        sketch.offer[caveman] = NOBODY
        if kinds >= 2 and is_offered(state, CAVE, caveman):
            sketch.offer[caveman] = CAVE
            any_offered = True
        elif kinds == KINDS and is_offered(state, FROM_PILE, caveman):
            sketch.offer[caveman] = FROM_PILE
            any_offered = True
    return any_offered


@compiled
def post_worth(state: State, seat: int, sketch: Sketch, caveman: int, cell: int) -> float:
    """The points a caveman brings on a cell, and a little for what may come to be beside him."""
    near = around(cell)
    if caveman >= WARRIOR:
        return _horde_worth(state, seat, caveman, cell) + 2.0 * count(both(near, _shamans(state, seat)))
    points = caveman_points(state, seat, caveman, cell) + 2 * count(both(near, _shamans(state, seat)))
    hope = sketch.weights[HOPE] * sketch.ahead * COUNTS[caveman] * count(both(near, land(state, seat, OPEN)))
    return float(points + (hope if caveman <= FIRE_LADY else 0.0))


@compiled
def _shamans(state: State, seat: int) -> Board:
    low = both(land(state, seat, MEN), both(land(state, seat, MEN + 1), land(state, seat, MEN + 2)))
    return without(low, land(state, seat, MEN + 3))


@compiled
def _horde_worth(state: State, seat: int, caveman: int, cell: int) -> float:
    warriors = land(state, seat, MEN + 3)
    horde = without(group(single(cell), either(warriors, single(cell))), single(cell))
    before, power, size = 0, 0, count(horde)
    waiting = horde
    while not is_empty(waiting):
        part = group(single(first(waiting)), horde)
        before += horde_points(state, seat, part)
        power += horde_points(state, seat, part) // count(part)
        waiting = without(waiting, part)
    return float((size + 1) * (power + caveman - WARRIOR + 1) - before)


@compiled
def payment(state: State, seat: int, sketch: Sketch, move: int) -> tuple[float, int]:
    """What is lost by paying for a recruit as cheaply as possible, and the move with its payment, kind by kind."""
    total, used = 0.0, 0
    for _ in range(price_of(source_of(move))):
        kind, loss = _next_kind(state, seat, sketch, move, used)
        total += loss
        used |= 1 << kind
    paid = 0
    for kind in range(KINDS):
        if used >> kind & 1:
            cell, _ = _cheapest(sketch, goods(state, seat, kind), kind, recruited(move), stands_on(move))
            move = paying(move, paid, cell)
            paid += 1
    return total, move


@compiled
def _next_kind(state: State, seat: int, sketch: Sketch, move: int, used: int) -> tuple[int, float]:
    """The kind to pay with next: the one under his feet, then the cheapest, and of equals the one that abounds."""
    at, caveman = stands_on(move), recruited(move)
    chosen, lost, best = -1, 0.0, 1e9
    for kind in range(KINDS):
        stock = goods(state, seat, kind)
        if used >> kind & 1 or is_empty(stock):
            continue
        cell, loss = _cheapest(sketch, stock, kind, caveman, at)
        rank = loss - 0.01 * count(stock) - (100.0 if cell == at else 0.0)
        if rank < best:
            chosen, lost, best = kind, loss, rank
    return chosen, lost


@compiled
def _cheapest(sketch: Sketch, stock: Board, kind: int, caveman: int, cell: int) -> tuple[int, float]:
    """The resource of a kind to be spent: the one the recruit is to stand on, or one that no caveman counts."""
    shield = either(shield_of(sketch, kind), shield_of(sketch, PAINTER - 1))
    if caveman in (kind + 1, PAINTER):
        shield = either(shield, around(cell))
    if has(stock, cell):
        return cell, COUNTS[kind + 1] if has(shield, cell) else 0.0
    spare = without(stock, shield)
    if is_empty(spare):
        return first(stock), COUNTS[kind + 1]
    return first(spare), 0.0
