"""Whole games between bots: always legal, repeatable, and the stronger level wins."""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from domain.commands import Play
from domain.decide import decide
from domain.events import Event
from domain.game import INITIAL, Game
from domain.legal import legal
from domain.log import replay
from domain.pieces import Level
from domain.position import Position
from domain.rules import Rules
from domain.scoring import scores
from domain.territory import Territory
from puzzles.bots.choose import choose
from tests.support.configurations import CONFIGURATIONS, name
from tests.support.play import random_game, start
from tests.support.spec import DISCOVERY, KINGDOMINO, NEOLITHIC, TOTEM, TRIBE, table


def plain_and_rich() -> list[Rules]:
    """Each game, mode and number of seats without variants, and with as many of them as go together."""
    ways = {
        (rules.game, rules.mode, rules.seats): rules
        for rules in sorted(CONFIGURATIONS, key=lambda configuration: len(configuration.variants))
    }
    return [*(rules for rules in CONFIGURATIONS if not rules.variants), *ways.values()]


def after_step(game: Game, level: Level, rng: Random) -> tuple[Game, list[Event]]:
    seat = game.position.seat
    assert seat is not None
    events = decide(game, Play(seat, choose(game.position, level, rng)))
    return replay(events, game), events


def played(rules: Rules, levels: Sequence[Level], rng: Random) -> tuple[Position, list[Event]]:
    """The end and the log of a game between bots; `decide` refuses any step that is not legal."""
    log = decide(INITIAL, start(rules, rng))
    game = replay(log)
    while game.position.step != "over":
        assert game.position.seat is not None
        game, events = after_step(game, levels[game.position.seat], rng)
        log += events
    return game.position, log


@pytest.mark.parametrize("level", ["pebble", "flint"])
@pytest.mark.parametrize("rules", plain_and_rich(), ids=name)
def test_a_game_between_bots_ends(rules: Rules, level: Level) -> None:
    end, _ = played(rules, [level] * rules.seats, Random(7))
    assert end.winners


@pytest.mark.parametrize("level", ["pebble", "flint"])
def test_equal_seeds_give_equal_games(level: Level) -> None:
    first, second = (played(TRIBE, [level] * 4, Random(11))[1] for _ in range(2))
    assert first == second


def test_the_order_in_which_squares_were_laid_does_not_matter() -> None:
    for game in random_game(TOTEM, Random(5)).games[1:-1:8]:
        position = game.position
        turned = tuple(Territory(board.size, dict(reversed(board.squares.items()))) for board in position.territories)
        again = choose(replace(position, territories=turned), "flint", Random(3))
        assert again == choose(position, "flint", Random(3))


@pytest.mark.parametrize(
    "rules",
    [
        NEOLITHIC,
        DISCOVERY,
        TOTEM,
        TRIBE,
        Rules("origins", 2, "tribe"),
        KINGDOMINO,
        Rules("kingdomino", 4, None, ("middle_kingdom",)),
    ],
    ids=name,
)
def test_flint_beats_pebble(rules: Rules) -> None:
    levels: tuple[Level, ...] = ("flint", "pebble", "pebble", "pebble")
    flint, pebbles = 0, 0.0
    for seed in range(6):
        end, _ = played(rules, levels, Random(seed))
        own, *others = (score.total for score in scores(end))
        flint += own
        pebbles += sum(others) / len(others)
    assert flint > 1.5 * pebbles


@pytest.mark.parametrize("rules", [replace(KINGDOMINO, seats=2), replace(DISCOVERY, seats=2)], ids=name)
def test_mammoth_beats_flint(rules: Rules) -> None:
    totals = [0, 0]
    for seed in range(3):
        end, _ = played(rules, ("mammoth", "flint"), Random(seed))
        totals = [total + score.total for total, score in zip(totals, scores(end), strict=True)]
    assert totals[0] > 1.1 * totals[1]


@pytest.mark.parametrize("level", ["mammoth", "volcano"])
def test_a_bot_that_searches_stops_when_its_time_is_up(level: Level) -> None:
    position = next(game.position for game in random_game(TOTEM, Random(5)).games if game.position.step == "place")
    checks: list[int] = []

    def is_over() -> bool:
        checks.append(1)
        return False

    choose(position, level, Random(1), is_over)
    assert checks
    assert choose(position, level, Random(1), lambda: True) in legal(position)


def test_choosing_in_a_finished_game_is_an_error() -> None:
    with pytest.raises(ValueError, match="nobody is to move"):
        choose(table(KINGDOMINO, step="over").position, "pebble", Random(1))
