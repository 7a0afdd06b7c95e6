"""Whole games at random: every legal placement, fire and draft as likely as any other."""

from typing import Any

from puzzles.search.kernel.rules.bits import count, nth
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.dealing import deal
from puzzles.search.kernel.rules.fire import targets
from puzzles.search.kernel.rules.layout import (
    CLAIM,
    DRAFT,
    FIRE,
    NOBODY,
    OVER,
    PLACE,
    RECRUIT,
    State,
    actor,
    held,
)
from puzzles.search.kernel.rules.moves import (
    CAVE,
    DISCARD,
    FROM_PILE,
    LOST,
    PASS,
    paying,
    price_of,
    recruit_move,
    standing,
)
from puzzles.search.kernel.rules.randomness import below
from puzzles.search.kernel.rules.scoring import score
from puzzles.search.kernel.rules.territory import fits, way, ways
from puzzles.search.kernel.rules.totems import GIFTS, KINDS, may_give
from puzzles.search.kernel.rules.tribe import goods, is_offered, standing_room
from puzzles.search.kernel.rules.turn import craters, play


@compiled
def play_out(state: State) -> None:
    while state.step != OVER:
        play(state, random_move(state))


@compiled
def random_games(table: State, games: Any, count: int) -> float:
    """The mean points of a seat over `count` new games, played on the only record of `games`."""
    total = 0
    random = table.random
    for _ in range(count):
        games[0] = table
        game = games[0]
        game.random = random
        deal(game)
        play_out(game)
        for seat in range(game.seats):
            total += score(game, seat)
        random = game.random
    return float(total / (count * table.seats))


@compiled
def random_move(state: State) -> int:
    step = state.step
    if step == PLACE:
        return random_placement(state)
    if step == DRAFT:
        return random_draft(state)
    if step == FIRE:
        return random_fire(state)
    if step == RECRUIT:
        return random_recruit(state)
    return random_claim(state) if step == CLAIM else random_gift(state)


@compiled
def random_placement(state: State) -> int:
    open_cells = fits(state, actor(state), held(state))
    number = ways(open_cells)
    if number == 0:
        return DISCARD
    chosen = below(state, number if state.must_place else number + 1)
    return DISCARD if chosen == number else way(open_cells, chosen)


@compiled
def random_draft(state: State) -> int:
    free = 0
    for place in range(state.next_count):
        free += state.next_seat[place] == NOBODY
    chosen = below(state, free)
    for place in range(state.next_count):
        if state.next_seat[place] == NOBODY:
            if chosen == 0:
                return place
            chosen -= 1
    return NOBODY


@compiled
def random_claim(state: State) -> int:
    if not state.in_pairs:
        return random_draft(state)
    if state.acting == 0:
        return below(state, 2)
    return 0 if state.next_seat[0] == NOBODY else 1


@compiled
def random_fire(state: State) -> int:
    squares = targets(state, actor(state), state.volcano, craters(state))
    number = count(squares)
    return LOST if number == 0 else nth(squares, below(state, number))


@compiled
def random_gift(state: State) -> int:
    seat, number = actor(state), 0
    for move in range(GIFTS):
        number += may_give(state, seat, move)
    chosen = below(state, number)
    for move in range(GIFTS):
        if may_give(state, seat, move):
            if chosen == 0:
                return move
            chosen -= 1
    return NOBODY


@compiled
def random_recruit(state: State) -> int:
    """Chooses in turn whether to recruit, which caveman, for what, and where, as the random bot does."""
    seat, kinds = actor(state), 0
    for kind in range(KINDS):
        kinds += count(goods(state, seat, kind)) > 0
    offers = (_offers(state, CAVE) if kinds >= 2 else 0) + (_offers(state, FROM_PILE) if kinds == 4 else 0)
    if offers == 0 or below(state, 2) == 0:
        return PASS
    chosen = below(state, offers)
    in_cave = _offers(state, CAVE)
    if chosen < in_cave:
        return _hired(state, seat, CAVE, _offered(state, CAVE, chosen), kinds)
    return _hired(state, seat, FROM_PILE, _offered(state, FROM_PILE, chosen - in_cave), kinds)


@compiled
def _offers(state: State, source: int) -> int:
    """How many kinds of cavemen are available there."""
    kinds = 0
    for caveman in range(1, 11):
        kinds += is_offered(state, source, caveman)
    return kinds


@compiled
def _offered(state: State, source: int, number: int) -> int:
    for caveman in range(1, 11):
        if is_offered(state, source, caveman):
            if number == 0:
                return caveman
            number -= 1
    return 0


@compiled
def _hired(state: State, seat: int, source: int, caveman: int, kinds: int) -> int:
    """Pay with any resources of the kinds there are, and let him stand anywhere."""
    due = price_of(source)
    move, paid = recruit_move(caveman, source, 0), 0
    room = standing_room(state, seat)
    choices = count(room) + due
    spot = below(state, choices)
    for kind in range(KINDS):
        cells = goods(state, seat, kind)
        number = count(cells)
        # `due - paid` of the remaining kinds are needed: each is taken with that probability.
        if number == 0 or below(state, kinds) >= due - paid:
            kinds -= number > 0
            continue
        kinds -= 1
        cell = nth(cells, below(state, number))
        move = paying(move, paid, cell)
        if spot == count(room) + paid:
            move = standing(move, cell)
        paid += 1
    return standing(move, nth(room, spot)) if spot < count(room) else move
