"""Where puzzles come from: games that the instinct plays against itself, and composed starts.

A candidate is a question without an answer; most do not make a good puzzle.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from domain.dominoes import NUMBERS, Domino, dominoes
from domain.fire import land, targets
from domain.pieces import CAVEMEN, Caveman
from domain.rules import Rules
from domain.territory import Territory, place, placements
from puzzles.making.self_play import self_played
from puzzles.puzzle import Source
from puzzles.search.exact.problem import Problem

Kind: TypeAlias = Literal["kingdomino", "middle_kingdom", "discovery", "empire_of_fire", "totem", "tribe"]

RULES: Final[dict[Kind, Rules]] = {
    "kingdomino": Rules("kingdomino", 4, None, ("must_place",)),
    "middle_kingdom": Rules("kingdomino", 4, None, ("must_place", "middle_kingdom", "harmony")),
    "discovery": Rules("origins", 4, "discovery"),
    "empire_of_fire": Rules("origins", 4, "discovery", ("empire_of_fire", "homo_habilis")),
    "totem": Rules("origins", 4, "totem"),
    "tribe": Rules("origins", 4, "tribe"),
}
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
FEWEST, MOST = 3, 8  # dominoes of a puzzle
CAVE: Final = 4
RECRUITS: Final = 2

_COMPOSED: Final = 0.5  # how often a start is composed; a game makes four candidates at once
_LATER: Final = (0, 0, 1, 2)  # how many dominoes of the game may come after those of the candidate
_DOMINOES: Final = 10  # of a composed start, laid and to come
_SPARE: Final = 3  # dominoes drawn for each one taken


class Candidate(msgspec.Struct, frozen=True):
    """A question, where it comes from and, if that is a game, the seat and the event of the decision."""

    problem: Problem
    source: Source
    game: str | None = None
    seat: int | None = None
    seq: int | None = None


def candidates(
    rng: Random, kinds: Sequence[Kind] = KINDS, counts: Sequence[int] = range(FEWEST, MOST + 1)
) -> Iterator[Candidate]:
    """An endless stream of candidates of these kinds and numbers of dominoes; an equal `rng` gives equal ones."""
    while True:
        rules = RULES[rng.choice(kinds)]
        if rng.random() < _COMPOSED:
            yield composed(rules, rng.choice(counts), rng)
        else:
            yield from from_self_play(rules, counts, rng)


def from_self_play(rules: Rules, counts: Sequence[int], rng: Random) -> Iterator[Candidate]:
    """One of each seat: its territory at some time towards the end, and the dominoes it went on to place."""
    for hands in self_played(rules, rng):
        count = rng.choice(counts)
        begin = len(hands) - count - rng.choice(_LATER)
        numbers = tuple(number for _, number in hands[begin : begin + count])
        yield Candidate(_problem(rules, hands[begin][0], numbers, rng), "self_play")


def composed(rules: Rules, count: int, rng: Random) -> Candidate:
    """Dominoes of few terrains, some of them laid at random: there is much to join."""
    laid = _DOMINOES - count
    numbers = _of_few_terrains(rules, rng)
    territory = Territory(rules.size)
    for number in numbers[:laid]:
        territory = _laid_anywhere(territory, dominoes(rules)[number], rng)
    return Candidate(_problem(rules, territory, tuple(numbers[laid:]), rng), "composed")


def _problem(rules: Rules, territory: Territory, numbers: tuple[int, ...], rng: Random) -> Problem:
    if rules.mode != "tribe":
        return Problem(rules, territory, numbers)
    return Problem(rules, territory, numbers, _cave(territory, rng), rng.randint(1, RECRUITS))


def _cave(territory: Territory, rng: Random) -> tuple[Caveman, ...]:
    """Four of the cavemen that do not stand in the territory."""
    standing = Counter(square.caveman for square in territory.squares.values() if square.caveman)
    others: list[Caveman] = [caveman for caveman, count in CAVEMEN.items() for _ in range(count - standing[caveman])]
    return tuple(sorted(rng.sample(others, CAVE)))


def _of_few_terrains(rules: Rules, rng: Random) -> list[int]:
    """Dominoes of which most have the terrains of two that were drawn first."""
    drawn = rng.sample(sorted(NUMBERS), _DOMINOES * _SPARE)
    box = dominoes(rules)
    wanted = _terrains(box[drawn[0]]) | _terrains(box[drawn[1]]) | {"volcano"}
    chosen = sorted(drawn, key=lambda number: len(_terrains(box[number]) - wanted))[:_DOMINOES]
    rng.shuffle(chosen)
    return chosen


def _terrains(domino: Domino) -> set[str]:
    return {domino.a.terrain, domino.b.terrain}


def _laid_anywhere(territory: Territory, domino: Domino, rng: Random) -> Territory:
    ways = sorted(placements(territory, domino))
    if not ways:
        return territory
    a, b = rng.choice(ways)
    laid, volcano = place(territory, domino, a, b), a if domino.a.craters else b
    landings = list(targets(laid, volcano)) if domino.has_volcano else []
    return land(laid, rng.choice(landings), laid.squares[volcano].craters) if landings else laid
