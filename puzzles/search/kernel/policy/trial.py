"""Playing arms out: each deal is tried with every arm, so that they can be compared."""

from typing import Any, Final, NamedTuple

import numpy as np

from puzzles.search.kernel.policy.arms import Workspace, play_arm
from puzzles.search.kernel.policy.foresight import NEVER, expected_points, horizon_of, play_on
from puzzles.search.kernel.policy.weights import STYLES, THOUGHTFUL
from puzzles.search.kernel.rules.bits import word
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.dealing import shuffle_hidden
from puzzles.search.kernel.rules.layout import actor

# What is added up for each arm: trials, leads over the best opponent, their squares, own points, wins.
TRIALS, LEADS, SQUARED, POINTS, WINS = range(5)
TALLIES: Final = 5

SPREAD: Final = 6.0  # points by which an expectation and the end are apart, about
_APART: Final = 27  # odd, so that its multiples are all numbers of mixtures, one after the other
_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX: Final = np.uint64(0xBF58476D1CE4E5B9)


class Deals(NamedTuple):
    """A range of numbered deals; the seed decides what each of them is."""

    seed: int
    begin: int
    end: int


@compiled
def try_arms(work: Workspace, alive: Any, deals: Deals) -> None:
    """Plays every arm that is alive to its end or its horizon on each of the deals."""
    state, sketches, room = work.state, work.sketches, work.room
    seat, styles = actor(state), np.full(4, THOUGHTFUL, np.int64)
    horizon, points = horizon_of(state), np.zeros(4, np.float64)
    for deal in range(deals.begin, deals.end):
        room[0] = state
        room[0].random = random_of(deals.seed, deal)
        shuffle_hidden(room[0])
        mix(styles, seat, deal)
        for arm in alive:
            room[1] = room[0]
            for style in range(STYLES):
                sketches[style].game += 1
            play_arm(room[1], sketches[THOUGHTFUL], work.arms[arm])
            play_on(room[1], sketches, styles, seat, horizon, room)
            expected_points(room[1], sketches[THOUGHTFUL], seat, points, room)
            note(points[: state.seats], seat, horizon == NEVER, work.tally[arm])


@compiled
def mix(styles: Any, seat: int, deal: int) -> None:
    """How the others play in a deal: every mixture of styles comes equally often, unlike ones in turn."""
    mixture = deal * _APART
    for other in range(4):
        if other != seat:
            styles[other] = mixture % STYLES
            mixture //= STYLES


@compiled
def random_of(seed: int, deal: int) -> np.uint64:
    """The state of the random numbers of one deal: well mixed, and never 0, where xorshift would stay."""
    mixed = (word(seed) + word(deal) * _GOLDEN) * _MIX
    mixed ^= mixed >> word(31)
    return (mixed * _GOLDEN) | word(1)


@compiled
def note(points: Any, seat: int, is_over: bool, tally: Any) -> None:
    lead = points[seat] - _best_other(points, seat, is_over)
    tally[TRIALS] += 1.0
    tally[LEADS] += lead
    tally[SQUARED] += lead * lead
    tally[POINTS] += points[seat]
    if is_over:
        tally[WINS] += 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    else:
        tally[WINS] += 1 / (1 + np.exp(-lead / SPREAD))


@compiled
def _best_other(points: Any, seat: int, is_over: bool) -> float:
    """The most that another seat has; or, if these are expectations, what to expect of the most."""
    best, more = -1e9, 0.0
    for other in range(len(points)):
        if other != seat:
            best = max(best, points[other])
    if is_over:
        return best
    for other in range(len(points)):
        if other != seat:
            more += np.exp((points[other] - best) / SPREAD)
    return float(best + SPREAD * np.log(more))
