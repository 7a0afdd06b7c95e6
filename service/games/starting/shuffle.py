"""The randomness of a game, drawn once: the orders shuffled before the first line is revealed."""

from random import Random

from domain.dominoes import NUMBERS
from domain.events import Deal
from domain.pieces import CAVEMEN
from domain.rules import Rules


def shuffled(rules: Rules, rng: Random) -> Deal:
    """A fair deal; `rng` is the operating system's in real games, and seeded in tests and benchmarks."""
    dominoes = sorted(NUMBERS)
    cavemen = [caveman for caveman, count in CAVEMEN.items() for _ in range(count)]
    chiefs = list(range(rules.seats))
    for order in (dominoes, cavemen, chiefs):
        rng.shuffle(order)
    return Deal(
        dominoes=tuple(dominoes),
        cavemen=tuple(cavemen) if rules.mode == "tribe" else None,
        chiefs=tuple(chiefs),
    )


def reshuffled(rest: Deal, rng: Random) -> Deal:
    """The rest of a deal in new orders."""
    dominoes, cavemen, chiefs = list(rest.dominoes), list(rest.cavemen or ()), list(rest.chiefs)
    for order in (dominoes, cavemen, chiefs):
        rng.shuffle(order)
    return Deal(
        dominoes=tuple(dominoes),
        cavemen=None if rest.cavemen is None else tuple(cavemen),
        chiefs=tuple(chiefs),
    )
