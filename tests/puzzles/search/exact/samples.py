"""Problems of every kind for the exact solver: territories half built at random or greedily, and dominoes to come."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from random import Random
from typing import Final

from msgspec.structs import replace

from domain.dominoes import NUMBERS
from domain.pieces import CAVEMEN, Caveman
from domain.rules import Rules
from domain.scoring import score
from domain.territory import Territory, change
from domain.tribe import places_to_stand
from puzzles.search.exact.problem import Problem
from tests.puzzles.search.exact.enumeration import TooMany, Verdict, continuations, verdict

KINDS: Final = {
    "kingdomino": Rules("kingdomino", 4, None, ("must_place",)),
    "kingdomino-declining": Rules("kingdomino", 4),
    "kingdomino-bonuses": Rules("kingdomino", 4, None, ("must_place", "middle_kingdom", "harmony")),
    "kingdomino-bonuses-declining": Rules("kingdomino", 4, None, ("middle_kingdom", "harmony")),
    "mighty-duel": Rules("kingdomino", 2, None, ("must_place", "middle_kingdom", "mighty_duel")),
    "discovery": Rules("origins", 4, "discovery"),
    "discovery-bonuses": Rules("origins", 4, "discovery", ("empire_of_fire", "homo_habilis")),
    "discovery-7": Rules("origins", 2, "discovery", ("empire_of_fire",)),
    "totem": Rules("origins", 4, "totem"),
    "totem-bonuses": Rules("origins", 4, "totem", ("empire_of_fire", "homo_habilis")),
    "totem-7": Rules("origins", 2, "totem"),
    "tribe": Rules("origins", 4, "tribe"),
    "tribe-bonuses": Rules("origins", 4, "tribe", ("empire_of_fire", "homo_habilis")),
    "tribe-7": Rules("origins", 2, "tribe"),
}

_CAVE: Final = 4
_MOST_STANDING: Final = 3


def sample(rules: Rules, rng: Random, dominoes: int, spare: int = 0) -> Problem:
    """Some dominoes of a shuffled box for a territory with room for them, at best, and for this many more."""
    numbers = rng.sample(sorted(NUMBERS), len(NUMBERS))
    built = max(0, (rules.size**2 - 1) // 2 - dominoes - spare)
    territory = _built(rules, rng, numbers[:built])
    to_come = tuple(numbers[built : built + dominoes])
    if rules.mode != "tribe":
        return Problem(rules, territory, to_come)
    men = rng.sample([caveman for caveman, number in CAVEMEN.items() for _ in range(number)], sum(CAVEMEN.values()))
    settled = _settled(rng, _spent(rng, territory), men)
    return Problem(rules, settled, to_come, tuple(men[: rng.randint(0, _CAVE)]), rng.randint(0, 2))


def enumerable(rules: Rules, seed: str, most: int) -> Iterator[tuple[Problem, Verdict]]:
    """Endless problems of one to four dominoes that can be enumerated within the limit, with the result."""
    for number in count():
        rng = Random(f"{seed}/{number}")
        problem = sample(rules, rng, rng.randint(1, 4), rng.randint(-1, 6))
        with suppress(TooMany):
            yield problem, verdict(problem, most)


def _built(rules: Rules, rng: Random, numbers: list[int]) -> Territory:
    """Where greed always won there would be little left to choose; where chance did, no room."""
    territory, greed = Territory(rules.size), rng.random()
    for number in numbers:
        ways = [after for _, after in continuations(rules, territory, number) if after != territory] or [territory]
        if rng.random() < greed:
            points = [score(rules, way, {}, 0).total for way in ways]
            ways = [way for way, worth in zip(ways, points, strict=True) if worth == max(points)]
        territory = rng.choice(ways)
    return territory


def _spent(rng: Random, territory: Territory) -> Territory:
    """After some of the resources were spent."""
    thrift = rng.random()
    spent = {cell: replace(square, resource=None) for cell, square in territory.squares.items() if square.resource}
    return change(territory, {cell: square for cell, square in spent.items() if rng.random() > thrift})


def _settled(rng: Random, territory: Territory, men: list[Caveman]) -> Territory:
    """With some cavemen, who are taken from these men."""
    free = places_to_stand(territory)
    for at in rng.sample(free, min(len(free), rng.randint(0, _MOST_STANDING))):
        territory = change(territory, {at: replace(territory.squares[at], caveman=men.pop())})
    return territory
