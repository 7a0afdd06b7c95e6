"""Finds out why a move is better than another: both are played to the end of the game on the same deals.

What acting earlier is worth is seen by playing the better move once more as if the other number had been drafted: its
items are then compared with the other move, and the rest is the order. Once nothing more will be revealed, both lines
are played as well as all seats can, and the numbers are exact.
"""

from math import hypot, sqrt
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from domain.commands import Play, Step
from domain.decide import advance
from domain.game import Game
from domain.position import Position
from domain.rules import Rules
from domain.scoring import scores
from puzzles.search.benefit import Benefit, Item, ItemName, Line, is_sure, lead_of, line_items, own_item, telling
from puzzles.search.budget import Budget, Choice
from puzzles.search.endings.solve import solved
from puzzles.search.kernel.policy.itemised import CENTRE, ITEMS
from puzzles.search.kernel.policy.trial import LEADS
from puzzles.search.kernel.rules.constants import KINGDOMINO, ORIGINS
from puzzles.search.kernel.rules.layout import NOBODY
from puzzles.search.kernel.rules.steps import as_move
from puzzles.search.sampling import is_determined
from puzzles.search.trials import CHUNK, Numbers, Trials

CHOOSING: Final = 0.4  # the share of the playouts that finds what best follows each of the two moves
DOUBT: Final = 0.5  # the share by which a benefit may differ from what the search has found, beyond their errors
MOST: Final = 2000  # deals: more would tell nothing that a person wants to know
FEWEST: Final = 64  # deals below which errors are not to be relied on
BEST, OTHER, AS_IF = range(3)
_BONUSES: Final[tuple[ItemName, ...]] = ("centre", "full", "resources", "totems", "cavemen", "hordes")


def explain(position: Position, best: Choice, other: Choice, budget: Budget, rng: Random) -> Benefit | None:
    """What `best` brings compared with `other`; None if nothing can be said for sure."""
    benefit = _of_certain_lines(position, best.step, other.step, budget) if is_determined(position) else None
    if benefit is None:
        benefit = _of_playouts(position, best.step, other.step, budget, rng)
    if benefit is None or benefit.lead <= 0 or not is_sure(benefit.lead, benefit.error) or not benefit.items:
        return None
    return benefit if _bears_out(benefit, best, other) else None


def _bears_out(benefit: Benefit, best: Choice, other: Choice) -> bool:
    """Whether these lines tell the same as the search, which looks less far and goes on differently."""
    gain = best.lead - other.lead
    return abs(benefit.lead - gain) <= DOUBT * gain + hypot(benefit.error, best.error)


def _of_certain_lines(position: Position, best: Step, other: Step, budget: Budget) -> Benefit | None:
    seat = position.seat
    assert seat is not None
    ranked = solved(position, budget, [best, other])
    lines = [best_line(position, step, budget) for step in (best, other)]
    if ranked is None or lines[0] is None or lines[1] is None:
        return None
    items = telling(line_items(lines[0], lines[1], seat))
    lead = float(lead_of(lines[0], seat) - lead_of(lines[1], seat))
    return Benefit(lead, 0.0, 1, items, proven=ranked[0].proven)


def best_line(position: Position, step: Step, budget: Budget) -> Line | None:
    """The final scores if all seats go on from this step as well as they can; None if that is not known."""
    game, mover = Game(position, version=1), position.seat
    while mover is not None:
        _, game = advance(game, Play(mover, step))
        mover = game.position.seat
        if mover is not None:
            if not (choices := solved(game.position, budget)):
                return None
            step = choices[0].step
    return scores(game.position)


def _of_playouts(position: Position, best: Step, other: Step, budget: Budget, rng: Random) -> Benefit | None:
    seat = position.seat
    assert seat is not None
    ends = Ends(position, (best, other), budget, rng.getrandbits(62))
    if len(ends.items) < min(FEWEST, ends.wanted):
        return None
    lead, error = mean_and_error(ends.leads[:, BEST] - ends.leads[:, OTHER])
    return Benefit(lead, error, len(ends.items), telling(_items(position.rules, seat, ends)), proven=False)


def _items(rules: Rules, seat: int, ends: "Ends") -> list[Item]:
    """The items by which the ends differ; the order by itself where there is an arm that leaves it out."""
    against = AS_IF if ends.has_order else BEST
    items: list[Item] = []
    if ends.has_order:
        items.append(own_item("order", *mean_and_error(ends.leads[:, BEST] - ends.leads[:, AS_IF])))
    gained = ends.items[:, against] - ends.items[:, OTHER]
    for number, name in enumerate(item_names(rules)):
        items.append(own_item(name, *mean_and_error(gained[:, seat, number])))
    for rival in range(rules.seats):
        if rival != seat:
            points, error = mean_and_error(gained[:, rival].sum(1))
            is_denied = ends.watched is not None and bool((ends.owners[:, OTHER] == rival).mean() > 1 / 2)
            items.append(Item("rival", points, error, rival, ends.watched if is_denied else None))
    return items


def item_names(rules: Rules) -> tuple[ItemName, ...]:
    """The items in the order of the kernel."""
    terrains = KINGDOMINO if rules.game == "kingdomino" else ORIGINS
    return (*terrains[:CENTRE], *_BONUSES)


def mean_and_error(differences: Numbers) -> tuple[float, float]:
    count = len(differences)
    return round(float(differences.mean()), 2), round(float(differences.std()) / sqrt(max(count - 1, 1)), 2)


class Ends:
    """The ends of the playouts after two moves, on the same deals.

    `items[deal, arm, seat, item]` are points, `owners[deal, arm]` says who has drafted the domino of the better move.
    """

    def __init__(self, position: Position, steps: tuple[Step, Step], budget: Budget, seed: int) -> None:
        seat = position.seat
        assert seat is not None
        trials = Trials(position, seed, [as_move(position, step) for step in steps], replies=False)
        arms = [_best_arm(trials, as_move(position, step), budget) for step in steps]
        drafted = [_drafted(position, trials, arm) for arm in arms]
        self.has_order = _matters(position) and None not in drafted and drafted[BEST] != drafted[OTHER]
        self.watched = drafted[BEST]
        count = 3 if self.has_order else 2
        self.wanted = max(1, min(MOST, int(budget.playouts * (1 - CHOOSING)) // count))
        if is_determined(position):
            self.wanted = trials.mixtures  # each style of the others once: on more deals nothing would differ
        chosen = np.array([arms[BEST], arms[OTHER], arms[BEST]][:count])
        as_if = np.array([NOBODY, NOBODY, drafted[OTHER] if self.has_order else NOBODY][:count])
        self.items, self.owners = _played(trials, chosen, as_if, self.watched, self.wanted, budget, position)
        points = self.items.sum(3)
        rivals = [rival for rival in range(position.rules.seats) if rival != seat]
        self.leads: Numbers = points[:, :, seat] - points[:, :, rivals].max(2)


def _best_arm(trials: Trials, move: int, budget: Budget) -> int:
    """The arm of a move whose playouts end best."""
    arms = np.array([arm for arm in trials.arms if trials.moves[arm, 0] == move])
    if len(arms) > 1:
        trials.run(arms, max(1, int(budget.playouts * CHOOSING / 2) // len(arms)), budget)
    return int(arms[np.argmax(trials.tally[arms, LEADS])])


def _drafted(position: Position, trials: Trials, arm: int) -> int | None:
    """The domino that an arm drafts, if it is a single one."""
    move, place, _ = map(int, trials.moves[arm])
    if position.step == "draft" or (position.step == "claim" and not position.rules.claims_in_pairs):
        place = move
    return None if place == NOBODY else position.next_line[place].domino


def _matters(position: Position) -> bool:
    """Whether anything is drafted in the round after this one."""
    return position.round + 1 < position.rules.rounds


def _played(
    trials: Trials,
    arms: NDArray[np.int64],
    as_if: NDArray[np.int64],
    watched: int | None,
    wanted: int,
    budget: Budget,
    position: Position,
) -> tuple[Numbers, NDArray[np.int64]]:
    """The items and owners of as many deals as there was time for."""
    items = np.zeros((wanted, len(arms), position.rules.seats, ITEMS), np.int64)
    owners = np.full((wanted, len(arms)), NOBODY, np.int64)
    step, done = max(1, CHUNK // len(arms)), 0
    seen = NOBODY - 1 if watched is None else watched
    while done < wanted:
        part = slice(done, done + step)
        trials.play_ends(arms, as_if, seen, items[part], owners[part])
        done = min(wanted, done + step)
        if budget.is_over is not None and budget.is_over():
            break
    return items[:done].astype(np.float64), owners[:done]
