"""One game played by the rules and by the kernel at once, and every difference there could be.

The kernel chooses the moves. After each of them all that both know of the game must be equal: which moves are
legal, the boards, lines, cave and totems, the points by item, and who would win if this were the end.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import numpy as np

from domain.commands import Play
from domain.decide import advance
from domain.game import INITIAL, Game
from domain.legal import legal, steps
from domain.rules import Rules
from domain.scoring import Score, scores, winners
from puzzles.search.kernel.policy.playout import random_move
from puzzles.search.kernel.rules import legal as kernel_legal
from puzzles.search.kernel.rules import scoring
from puzzles.search.kernel.rules.layout import CLAIM, OVER, State
from puzzles.search.kernel.rules.pack import pack
from puzzles.search.kernel.rules.steps import as_step
from puzzles.search.kernel.rules.turn import play
from tests.support.play import start

FEW = 2000  # recruits can be hundreds of thousands: beyond this only their number is compared

Chooser = Callable[[State], int]


class Twins(msgspec.Struct):
    game: Game
    state: State


def twins(rules: Rules, rng: Random) -> Twins:
    _, game = advance(INITIAL, start(rules, rng))
    return Twins(game, packed(game, rng.getrandbits(63) | 1))


def packed(game: Game, random: int = 1) -> State:
    """The record of a game whose hidden orders are known."""
    deal, position = game.deal, game.position
    assert deal is not None
    return pack(position, deal.dominoes[48 - len(position.unseen) :], game.pile, random)


def check_game(rules: Rules, rng: Random, choose: Chooser = random_move) -> int:
    """Play a game to its end and compare at every choice; the number of positions compared."""
    pair = twins(rules, rng)
    for number in range(1, 1000):
        check(pair)
        if pair.state["step"] == OVER:
            return number
        take(pair, choose(pair.state))
    raise AssertionError("the game does not end")


def take(pair: Twins, move: int) -> None:
    position = pair.game.position
    assert position.seat is not None
    step = as_step(position, move)
    _, pair.game = advance(pair.game, Play(position.seat, step))
    play(pair.state, move)
    kernel_legal.settle(pair.state)
    if pair.game.position.rules.mode == "tribe":
        _agree_on_cavemen(pair)


def _agree_on_cavemen(pair: Twins) -> None:
    """Which of several alike leaves a searched pile is random, and each draws its own: go on with that of the rules."""
    ours, theirs = pair.state, packed(pair.game)
    people = [
        sorted([*state["cave"][: state["cave_count"]], *state["pile"][: state["pile_count"]]])
        for state in (ours, theirs)
    ]
    assert people[0] == people[1]
    assert ours["cave_count"] == theirs["cave_count"]
    for name in ("cave", "pile"):
        ours[name] = theirs[name]


def check(pair: Twins) -> None:
    expected = packed(pair.game)
    for (name, ours), (_, theirs) in zip(facts(pair.state), facts(expected), strict=True):
        assert ours == theirs, name
    check_moves(pair)
    check_points(pair)


def facts(state: State) -> Iterator[tuple[str, Any]]:
    """All that is known of a game by name, without what is left lying in the record and no longer of account."""
    for name in ("round", "step", "volcano", "seats", "size", "rounds", "dominoes", "mode"):
        yield name, int(state[name])
    for name in ("land", "box", "totems"):
        yield name, state[name].tolist()
    yield "deck", state["deck"][state["drawn"] :].tolist()
    yield "cave", state["cave"][: state["cave_count"]].tolist()
    yield "pile", state["pile"][: state["pile_count"]].tolist()
    acting = state["acting"]
    claiming = state["step"] == CLAIM
    yield "chiefs", state["chiefs"][acting : state["chief_count"]].tolist() if claiming else []
    for name in ("line", "line_seat"):
        yield name, [] if claiming else state[name][acting : state["line_count"]].tolist()
    for name in ("next_line", "next_seat"):
        yield name, state[name][: state["next_count"]].tolist()


def check_moves(pair: Twins) -> None:
    position = pair.game.position
    room = np.zeros(FEW, np.int64)
    number = kernel_legal.legal(pair.state, room)
    if number > FEW:
        assert number == sum(1 for _ in steps(position))
        return
    ours = {as_step(position, move) for move in room[:number].tolist()}
    assert len(ours) == number
    assert ours == set(legal(position))


def check_points(pair: Twins) -> None:
    position, state = pair.game.position, pair.state
    for seat, worth in enumerate(scores(position)):
        assert scoring.score(state, seat) == worth.total
        assert _items(state, seat) == _points(worth)
    assert scoring.winners(state) == sum(1 << seat for seat in winners(position))


def _items(state: State, seat: int) -> tuple[int, int, int, int]:
    return (
        scoring.region_points(state, seat),
        scoring.tribe_points(state, seat),
        scoring.totem_points(state, seat) if state["mode"] == 1 else 0,
        scoring.bonus_points(state, seat),
    )


def _points(worth: Score) -> tuple[int, int, int, int]:
    return (
        sum(region.points for region in worth.regions),
        sum(man.points for man in worth.cavemen) + sum(horde.points for horde in worth.hordes),
        sum(kind.points for kind in worth.resources) + sum(totem.points for totem in worth.totems),
        sum(bonus.points for bonus in worth.bonuses),
    )
