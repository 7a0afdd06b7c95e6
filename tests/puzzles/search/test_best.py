"""Ranking moves: legal and repeatable in every step, independent of hidden orders, and exact at the end."""

from itertools import count
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from domain.commands import PlaceDomino, Play, StartGame
from domain.decide import advance, decide
from domain.game import INITIAL, Game
from domain.legal import legal
from domain.log import replay
from domain.position import Position
from domain.rules import Rules
from domain.scoring import scores
from puzzles.search.best import MANY, best_moves
from puzzles.search.budget import Budget
from puzzles.search.kernel.policy.arms import play_arm
from puzzles.search.kernel.policy.instinct import instinct
from puzzles.search.kernel.policy.survey import new_sketch, new_sketches
from puzzles.search.kernel.policy.trial import mix
from puzzles.search.kernel.policy.weights import STYLES, THOUGHTFUL
from puzzles.search.kernel.rules.layout import PLACE, actor
from puzzles.search.kernel.rules.steps import as_move, as_step
from puzzles.search.kernel.rules.turn import play
from puzzles.search.sampling import unshuffled
from puzzles.search.trials import CHUNK, Trials
from tests.puzzles.search.twins import take, twins
from tests.support.play import random_game
from tests.support.spec import KINGDOMINO, table

ALL_WAYS = [
    Rules("kingdomino", 4, None, ("must_place", "middle_kingdom", "harmony")),
    Rules("kingdomino", 2),
    Rules("kingdomino", 3, None, ("must_place",)),
    Rules("origins", 2, "discovery"),
    Rules("origins", 3, "totem"),
    Rules("origins", 4, "tribe"),
    Rules("origins", 2, "tribe", ("empire_of_fire",)),
]
DUEL = Rules("kingdomino", 2, None, ("must_place", "middle_kingdom", "harmony", "mighty_duel"))
FEW = Budget(60)


def some_of_each_step(rules: Rules, seed: int = 3) -> list[Position]:
    """An early and a late position of a random game for every step that leaves a choice."""
    positions: dict[tuple[str, bool], Position] = {}
    for game in random_game(rules, Random(seed)).games[1:-1]:
        positions.setdefault((game.position.step, game.position.round > 6), game.position)
    return list(positions.values())


@pytest.mark.parametrize("rules", ALL_WAYS, ids=str)
def test_every_answer_is_legal_ranked_and_repeatable(rules: Rules) -> None:
    for position in some_of_each_step(rules):
        ranked = best_moves(position, FEW, Random(1))
        assert ranked
        assert ranked == best_moves(position, FEW, Random(1))
        assert [choice.lead for choice in ranked] == sorted((choice.lead for choice in ranked), reverse=True)
        assert len({choice.step for choice in ranked}) == len(ranked)
        assert all(choice.step in legal(position) for choice in ranked)
        assert all(choice.trials > 0 and choice.error >= 0 and 0 <= choice.wins <= 1 for choice in ranked)


def test_hidden_orders_do_not_change_the_answer() -> None:
    played = random_game(Rules("origins", 3, "tribe"), Random(2), commands=12)
    game, (start, *commands) = played.end, played.commands
    assert isinstance(start, StartGame)
    assert start.deal.cavemen is not None
    dealt, drawn = 48 - len(game.position.unseen), len(start.deal.cavemen) - len(game.pile)
    dominoes, cavemen = start.deal.dominoes, start.deal.cavemen
    other = replace(
        start.deal,
        dominoes=dominoes[:dealt] + dominoes[dealt:][::-1],
        cavemen=cavemen[:drawn] + cavemen[drawn:][::-1],
    )
    turned = INITIAL
    for command in (replace(start, deal=other), *commands):
        _, turned = advance(turned, command)
    assert turned.pile != game.pile
    assert best_moves(game.position, FEW, Random(1)) == best_moves(turned.position, FEW, Random(1))


def test_a_named_step_is_judged_however_bad_it_is() -> None:
    position = some_of_each_step(Rules("origins", 2, "tribe"))[1]
    for step in legal(position):
        assert step in [choice.step for choice in best_moves(position, FEW, Random(1), [step])]


def test_instinct_decides_unless_trials_disagree() -> None:
    position = some_of_each_step(ALL_WAYS[0])[1]
    believing = {best_moves(position, Budget(1, opinion=10**9), Random(seed))[0].step for seed in range(20)}
    doubting = {best_moves(position, Budget(1, opinion=0), Random(seed))[0].step for seed in range(20)}
    assert len(believing) == 1 < len(doubting)


@pytest.mark.parametrize(("seats", "seat"), [(2, 1), (3, 0), (4, 2)])
def test_every_mixture_of_styles_is_played_and_the_own_seat_stays_thoughtful(seats: int, seat: int) -> None:
    styles, met = np.full(4, THOUGHTFUL), set()
    for deal in range(STYLES ** (seats - 1)):
        mix(styles, seat, deal)
        met.add(tuple(styles[:seats].tolist()))
        assert styles[seat] == THOUGHTFUL
    assert len(met) == STYLES ** (seats - 1)


@pytest.mark.parametrize("rules", ALL_WAYS, ids=str)
def test_longer_arms_lay_the_next_domino_where_they_say(rules: Rules) -> None:
    position = next(at for at in some_of_each_step(rules) if at.step == "place")
    trials = Trials(position, 1, replies=False)
    longer, origins = trials.lengthen(trials.arms)
    grown = longer[longer != origins]
    assert len(grown) > len(longer) / 2
    for arm in grown[:40]:
        assert trials.moves[arm, :2].tolist() == trials.moves[origins[longer == arm][0], :2].tolist()
        assert trials.moves[arm, 2] == next_placement(position, trials, arm)


def next_placement(position: Position, trials: Trials, arm: int) -> int:
    """Where the seat to move lays its next domino, if it plays this arm and then by instinct."""
    state, sketches = unshuffled(position), new_sketches(position.rules)
    seat = actor(state)
    play_arm(state, sketches[THOUGHTFUL], trials.moves[arm])
    while state["step"] != PLACE or actor(state) != seat:
        play(state, instinct(state, sketches[THOUGHTFUL]))
    return instinct(state, sketches[THOUGHTFUL])


def test_many_playouts_also_try_the_next_placement_and_rank_no_move_twice() -> None:
    position = next(at for at in some_of_each_step(ALL_WAYS[0]) if at.step == "place")
    ranked = best_moves(position, Budget(MANY), Random(1))
    assert ranked == best_moves(position, Budget(MANY), Random(1))
    assert [choice.lead for choice in ranked] == sorted((choice.lead for choice in ranked), reverse=True)
    assert len({choice.step for choice in ranked}) == len(ranked)


@pytest.mark.parametrize(("rules", "choices"), [(DUEL, 56), (Rules("origins", 2, "discovery"), 26)], ids=str)
def test_an_arm_given_up_before_arms_grew_does_not_come_first(rules: Rules, choices: int) -> None:
    """It had few trials. The winner was compared with it by the opinion of its longer arm, which is lower."""
    pair, sketch = twins(rules, Random("prior/2")), new_sketch(rules)
    for _ in range(choices):
        take(pair, instinct(pair.state, sketch))
    ranked = best_moves(pair.game.position, Budget(MANY), Random(1))
    assert ranked[0].trials == max(choice.trials for choice in ranked)


def test_the_search_ends_when_all_remaining_arms_begin_with_the_same_move() -> None:
    position = next(at for at in some_of_each_step(ALL_WAYS[0]) if at.step == "place")
    looks = count()
    best_moves(position, Budget(8 * MANY, lambda: next(looks) < 0), Random(1))
    assert next(looks) * CHUNK < 7 * MANY


def test_the_clock_ends_the_search() -> None:
    position = some_of_each_step(ALL_WAYS[0])[1]
    looks = iter([False, False, True])
    ranked = best_moves(position, Budget(10**9, lambda: next(looks)), Random(1))
    assert ranked
    assert sum(choice.trials for choice in ranked) < 1000


def test_a_finished_game_has_no_best_move() -> None:
    with pytest.raises(ValueError, match="nobody is to move"):
        best_moves(table(KINGDOMINO, step="over").position, FEW, Random(1))


@pytest.mark.parametrize("rules", ALL_WAYS, ids=str)
def test_moves_and_steps_translate_both_ways(rules: Rules) -> None:
    for position in some_of_each_step(rules):
        for step in legal(position)[:200]:
            assert as_step(position, as_move(position, step)) == step


def points_after(game: Game, step: PlaceDomino) -> int:
    seat = game.position.seat
    assert seat is not None
    return scores(replay(decide(game, Play(seat, step)), game).position)[seat].total


@pytest.mark.parametrize("seed", range(3))
def test_the_last_domino_is_laid_where_it_scores_most(seed: int) -> None:
    last = [
        game
        for game in random_game(ALL_WAYS[0], Random(seed)).games[1:-1]
        if game.position.round == 12 and game.position.step == "place"
    ]
    for game in last:
        best = best_moves(game.position, FEW, Random(1))[0].step
        assert isinstance(best, PlaceDomino)
        placements = [step for step in legal(game.position) if isinstance(step, PlaceDomino)]
        assert points_after(game, best) == max(points_after(game, step) for step in placements)
