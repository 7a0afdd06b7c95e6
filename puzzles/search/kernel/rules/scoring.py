"""Points for a territory (O7 to O14, K4 to K6), and who wins."""

from puzzles.search.kernel.rules.bits import (
    Board,
    both,
    count,
    either,
    first,
    group,
    is_empty,
    number,
    rest,
    single,
    without,
)
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import (
    AROUND,
    FIRE_LADY,
    GATHERER,
    PAINTER,
    SCULPTOR,
    SHAMAN,
    TERRAINS,
    TOTEM_WORTH,
)
from puzzles.search.kernel.rules.layout import GOODS, MARK_HIGH, MARK_LOW, MEN, TAKEN, TOTEM, TRIBAL, State, land
from puzzles.search.kernel.rules.totems import KINDS


@compiled
def score(state: State, seat: int) -> int:
    """The worth of a territory as it stands."""
    points = number(state.points[seat]) + bonus_points(state, seat)
    if state.mode == TOTEM:
        points += totem_points(state, seat)
    elif state.mode == TRIBAL:
        points += tribe_points(state, seat)
    return points


@compiled
def marks_in(state: State, seat: int, cells: Board) -> int:
    low, high = land(state, seat, MARK_LOW), land(state, seat, MARK_HIGH)
    return count(both(low, cells)) + 2 * count(both(high, cells))


@compiled
def region_points(state: State, seat: int) -> int:
    """O7, K4: squares × marks. A region without marks is worth nothing, so only those with some are looked at."""
    points = 0
    low, high = land(state, seat, MARK_LOW), land(state, seat, MARK_HIGH)
    marked = either(low, high)
    for terrain in range(TERRAINS):
        squares = land(state, seat, terrain)
        waiting = both(marked, squares)
        while not is_empty(waiting):
            region = group(single(first(waiting)), squares)
            points += count(region) * (count(both(low, region)) + 2 * count(both(high, region)))
            waiting = without(waiting, region)
    return points


@compiled
def bonus_points(state: State, seat: int) -> int:
    """O14, K6: the full box with the hut in its centre, and no square missing."""
    points, size = 0, state.size
    if state.centre_bonus and is_centred(state, seat):
        points += state.centre_bonus
    if state.full_bonus and count(land(state, seat, TAKEN)) == size * size:
        points += state.full_bonus
    return points


@compiled
def is_centred(state: State, seat: int) -> bool:
    box, half = state.box[seat], state.size // 2
    return bool(box[0] == 6 - half and box[1] == 6 - half and box[2] == 6 + half and box[3] == 6 + half)


@compiled
def totem_points(state: State, seat: int) -> int:
    """O9: a point for each resource, and the totems held."""
    points = count(land(state, seat, GOODS))
    for kind in range(KINDS):
        if state.totems[kind] == seat:
            points += TOTEM_WORTH[kind]
    return points


@compiled
def men_board(state: State, seat: int) -> Board:
    """Where cavemen stand."""
    low = either(land(state, seat, MEN), land(state, seat, MEN + 1))
    return either(low, either(land(state, seat, MEN + 2), land(state, seat, MEN + 3)))


@compiled
def caveman_at(state: State, seat: int, cell: int) -> int:
    """Which caveman stands on a cell; 0 is none."""
    caveman = 0
    for digit in range(4):
        if not is_empty(both(land(state, seat, MEN + digit), single(cell))):
            caveman |= 1 << digit
    return caveman


@compiled
def tribe_points(state: State, seat: int) -> int:
    men, warriors, points = men_board(state, seat), land(state, seat, MEN + 3), 0
    waiting = without(men, warriors)
    while not is_empty(waiting):
        cell = first(waiting)
        points += caveman_points(state, seat, caveman_at(state, seat, cell), cell)
        waiting = rest(waiting)
    while not is_empty(warriors):
        horde = group(single(first(warriors)), warriors)
        points += horde_points(state, seat, horde)
        warriors = without(warriors, horde)
    return points


@compiled
def caveman_points(state: State, seat: int, caveman: int, cell: int) -> int:
    """O11: what a hunter-gatherer counts on the cells around."""
    words = AROUND[1, cell]
    near = (words[0], words[1], words[2])
    if caveman == SHAMAN:
        return 2 * count(both(near, men_board(state, seat)))
    if caveman == FIRE_LADY:
        return marks_in(state, seat, near)
    goods = both(near, land(state, seat, GOODS))
    if caveman == PAINTER:
        return 2 * count(goods)
    resources = count(both(goods, land(state, seat, caveman - 1)))  # hunter: mammoth, fisher: fish, and so on
    return resources * (5 if caveman == SCULPTOR else 4 if caveman == GATHERER else 3)


@compiled
def horde_points(state: State, seat: int, horde: Board) -> int:
    """O12: number × power. The power is 1 and the two low bits of the warrior's number."""
    size = count(horde)
    amazons, oafs = both(horde, land(state, seat, MEN)), both(horde, land(state, seat, MEN + 1))
    return size * (size + count(amazons) + 2 * count(oafs))


@compiled
def largest_region(state: State, seat: int) -> int:
    """O13, K5: of any terrain, with or without marks."""
    largest = 0
    for terrain in range(TERRAINS):
        waiting = land(state, seat, terrain)
        while not is_empty(waiting):
            region = group(single(first(waiting)), waiting)
            largest = max(largest, count(region))
            waiting = without(waiting, region)
    return largest


@compiled
def tie_break(state: State, seat: int) -> int:
    """O13, K5: what tells seats with equal points apart; the higher wins."""
    key = 1000 * largest_region(state, seat)
    if state.marks_break_ties:
        key += marks_in(state, seat, land(state, seat, TAKEN))
    return key


@compiled
def winners(state: State) -> int:
    """The seats that share the first place, as bits."""
    most, best_seats = -1, 0
    for seat in range(state.seats):
        points = score(state, seat)
        if points > most:
            most, best_seats = points, 0
        if points == most:
            best_seats |= 1 << seat
    if best_seats & (best_seats - 1) == 0:
        return best_seats
    return _tied(state, best_seats)


@compiled
def _tied(state: State, seats: int) -> int:
    most, best_seats = -1, 0
    for seat in range(state.seats):
        if seats & (1 << seat):
            key = tie_break(state, seat)
            if key > most:
                most, best_seats = key, 0
            if key == most:
                best_seats |= 1 << seat
    return best_seats
