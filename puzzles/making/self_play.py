"""Games that the compiled instinct plays against itself, told as what each seat had before it and in its hand."""

from random import Random
from typing import Final

from domain.dominoes import dominoes
from domain.fire import land
from domain.grid import Cell
from domain.rules import Rules
from domain.territory import Territory, place
from domain.tribe import recruit
from puzzles.search.kernel.policy.instinct import instinct
from puzzles.search.kernel.policy.survey import new_sketch
from puzzles.search.kernel.rules.constants import TRIBE, cell_at
from puzzles.search.kernel.rules.dealing import deal
from puzzles.search.kernel.rules.layout import FIRE, OVER, PLACE, RECRUIT, State, actor, held
from puzzles.search.kernel.rules.pack import pack_table
from puzzles.search.kernel.rules.territory import second_cell
from puzzles.search.kernel.rules.tribe import FROM_PILE, PASS, spent
from puzzles.search.kernel.rules.turn import DISCARD, LOST, play

Hand = tuple[Territory, int]  # a territory, and the domino that was laid into it next

_LUCK: Final = 62  # bits


def self_played(rules: Rules, rng: Random) -> list[list[Hand]]:
    """A whole game: for each seat its territory before each of its dominoes, and the domino."""
    state, sketch = pack_table(rules, 1 + rng.getrandbits(_LUCK)), new_sketch(rules)
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
    """What becomes of the territory whose chief acts."""
    if state["step"] == PLACE and move != DISCARD:
        return place(territory, dominoes(rules)[int(held(state))], cell_at(move >> 2), cell_at(second_cell(move)))
    if state["step"] == FIRE and move != LOST:
        return land(territory, cell_at(move), territory.squares[cell_at(state["volcano"])].craters)
    if state["step"] == RECRUIT and move != PASS:
        return recruit(territory, TRIBE[((move >> 8) & 15) - 1], _payment(move), cell_at(move & 255))
    return territory


def _payment(move: int) -> list[Cell]:
    return [cell_at(spent(move, number)) for number in range(4 if move >> 12 & 1 == FROM_PILE else 2)]
