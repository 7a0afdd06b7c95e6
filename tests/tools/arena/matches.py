"""Matches: one player against copies of another, on the same deals from every seat."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from statistics import fmean, pstdev

import msgspec
from tqdm import tqdm

from domain.commands import Play
from domain.decide import advance
from domain.game import INITIAL
from domain.position import Position
from domain.rules import Rules
from domain.scoring import scores
from tests.support.play import start
from tests.tools.arena.players import player


class Result(msgspec.Struct, frozen=True):
    """One game, as the player saw it."""

    deal: int
    points: int
    margin: int  # over the best opponent
    won: float  # shared among those who share the first place


class Outcome(msgspec.Struct, frozen=True):
    """A match: means, and half the width of their 95 % intervals, found from how much the deals differ."""

    games: int
    wins: float
    wins_within: float
    points: float
    margin: float
    margin_within: float

    def __str__(self) -> str:
        return (
            f"{self.games} games: wins {100 * self.wins:.1f} ± {100 * self.wins_within:.1f} %, "
            f"margin {self.margin:+.1f} ± {self.margin_within:.1f}, {self.points:.1f} points"
        )


def match(rules: Rules, challenger: str, others: str, games: int, *, seed: int = 1, jobs: int = 1) -> Outcome:
    """`challenger` against copies of `others`: every deal is played once from every seat."""
    tasks = [
        (rules, challenger, others, deal, seat, seed)
        for deal in range(-(-games // rules.seats))
        for seat in range(rules.seats)
    ]
    label = f"{challenger} against {rules.seats - 1} × {others}"
    with tqdm(total=len(tasks), desc=label, unit="game", leave=False) as progress:
        results = []
        for result in _played(tasks, jobs):
            results.append(result)
            progress.update()
            progress.set_postfix(wins=f"{fmean(each.won for each in results):.3f}")
    return outcome(results)


def _played(tasks: list[tuple[Rules, str, str, int, int, int]], jobs: int) -> Iterator[Result]:
    if jobs == 1:
        yield from (play(*task) for task in tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, *zip(*tasks, strict=True))


def play(rules: Rules, challenger: str, others: str, deal: int, seat: int, seed: int) -> Result:
    """One game through the rules themselves, which refuse illegal steps."""
    command = start(rules, Random(f"{seed}/{deal}"))
    players = [player(challenger if place == seat else others) for place in range(rules.seats)]
    rngs = [Random(f"{seed}/{deal}/{seat}/{place}") for place in range(rules.seats)]
    _, game = advance(INITIAL, command)
    while (mover := game.position.seat) is not None:
        step = players[mover](game.position, rngs[mover])
        _, game = advance(game, Play(mover, step))
    return _result(game.position, deal, seat)


def _result(position: Position, deal: int, seat: int) -> Result:
    points = [score.total for score in scores(position)]
    best = max(points[:seat] + points[seat + 1 :])
    winners = position.winners or ()
    return Result(deal, points[seat], points[seat] - best, (seat in winners) / len(winners))


def outcome(results: list[Result]) -> Outcome:
    by_deal: dict[int, list[Result]] = {}
    for result in results:
        by_deal.setdefault(result.deal, []).append(result)
    won = [fmean(result.won for result in games) for games in by_deal.values()]
    margins = [fmean(result.margin for result in games) for games in by_deal.values()]
    return Outcome(
        len(results),
        fmean(result.won for result in results),
        1.96 * pstdev(won) / sqrt(len(won)),
        fmean(result.points for result in results),
        fmean(result.margin for result in results),
        1.96 * pstdev(margins) / sqrt(len(margins)),
    )
