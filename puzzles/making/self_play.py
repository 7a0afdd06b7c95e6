"""Games that the compiled instinct plays against itself: each territory, and the domino laid into it next."""

from random import Random
from typing import Final

from domain.dominoes import dominoes
from domain.fire import land
from domain.rules import Rules
from domain.territory import Territory, place
from domain.tribe import recruit
from puzzles.search.kernel.policy.instinct import instinct
from puzzles.search.kernel.policy.survey import new_sketch
from puzzles.search.kernel.rules.constants import cell_at
from puzzles.search.kernel.rules.dealing import deal
from puzzles.search.kernel.rules.layout import FIRE, OVER, PLACE, RECRUIT, State, actor, held
from puzzles.search.kernel.rules.moves import DISCARD, LOST, PASS
from puzzles.search.kernel.rules.pack import pack_table
from puzzles.search.kernel.rules.steps import placed_cells, recruit_of
from puzzles.search.kernel.rules.turn import play

Hand = tuple[Territory, int]  # a territory, and the domino that was laid into it next

_SEED_BITS: Final = 62


def self_played(rules: Rules, rng: Random) -> list[list[Hand]]:
    """A whole game: for each seat its territory before each of its dominoes, and the domino."""
    state, sketch = pack_table(rules, 1 + rng.getrandbits(_SEED_BITS)), new_sketch(rules)
    territories = [Territory(rules.size)] * rules.seats
    hands: list[list[Hand]] = [[] for _ in territories]
    deal(state)
    while state["step"] != OVER:
        seat, move = actor(state), int(instinct(state, sketch))
        if state["step"] == PLACE:
            hands[seat].append((territories[seat], int(held(state))))
        territories[seat] = _after(rules, territories[seat], state, move)
        play(state, move)
    return hands


def _after(rules: Rules, territory: Territory, state: State, move: int) -> Territory:
    """The territory of the acting chief after the move."""
    if state["step"] == PLACE and move != DISCARD:
        return place(territory, dominoes(rules)[int(held(state))], *placed_cells(move))
    if state["step"] == FIRE and move != LOST:
        return land(territory, cell_at(move), territory.squares[cell_at(state["volcano"])].craters)
    if state["step"] == RECRUIT and move != PASS:
        step = recruit_of(move)
        return recruit(territory, step.caveman, step.spend, step.at)
    return territory
