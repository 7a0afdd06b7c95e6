"""All luck of a game, drawn once: what is shuffled before the first line is revealed."""

from random import Random

from domain.dominoes import NUMBERS
from domain.events import Deal
from domain.pieces import CAVEMEN
from domain.rules import Rules


def shuffled(rules: Rules, rng: Random) -> Deal:
    """A fair deal; `rng` is the operating system's in play, and a seeded one in tests and benchmarks."""
    dominoes = sorted(NUMBERS)
    cavemen = [caveman for caveman, count in CAVEMEN.items() for _ in range(count)]
    chiefs = list(range(rules.seats))
    for order in (dominoes, cavemen, chiefs):
        rng.shuffle(order)
    return Deal(tuple(dominoes), tuple(cavemen) if rules.mode == "tribe" else None, tuple(chiefs))


def reshuffled(rest: Deal, rng: Random) -> Deal:
    """What is left of a deal, in new orders."""
    dominoes, cavemen, chiefs = list(rest.dominoes), list(rest.cavemen or ()), list(rest.chiefs)
    for order in (dominoes, cavemen, chiefs):
        rng.shuffle(order)
    return Deal(tuple(dominoes), None if rest.cavemen is None else tuple(cavemen), tuple(chiefs))
