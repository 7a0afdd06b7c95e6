"""Who meets whom, in which seat.

Two to a table and everybody against everybody: the circle method, in which each round turns all but one by a place.
Two to a table by standing (Swiss): the first who is left meets the next they have not met, with a step back wherever
that leaves somebody without an opponent; so nobody meets the same person twice while that can be avoided.
Three and four to a table: people change places between tables as long as that lowers what it costs, which is how often
those at a table have met already, and in a Swiss tournament how far apart they stand.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Final, NamedTuple, TypeAlias

Table: TypeAlias = tuple[str | None, ...]  # who sits in which seat; None is the bot that fills
_SEARCHED: Final = 20_000  # steps after which a Swiss pairing takes what it has
_ROUNDS_OF_CHANGES: Final = 50


class Pairing(NamedTuple):
    tables: tuple[Table, ...]
    resting: tuple[str, ...] = ()


class Past:
    """What was so far: who met whom, who sat where, who rested."""

    def __init__(self, pairings: Iterable[Pairing] = ()) -> None:
        self.met: Counter[frozenset[str]] = Counter()
        self.sat: Counter[tuple[str, int]] = Counter()
        self.rested: Counter[str] = Counter()
        for pairing in pairings:
            self.add(pairing)

    def add(self, pairing: Pairing) -> None:
        self.rested.update(pairing.resting)
        for table in pairing.tables:
            people = [player for player in table if player is not None]
            self.met.update(map(frozenset, combinations(people, 2)))
            self.sat.update((player, seat) for seat, player in enumerate(table) if player is not None)

    def meetings(self, people: Iterable[str]) -> int:
        """The squares of how often these have met, so that a third meeting counts more than a first."""
        return sum(self.met[frozenset(pair)] ** 2 for pair in combinations(people, 2))


def everybody(order: Sequence[str], seats: int, rounds: int, *, fills: bool) -> list[Pairing]:
    """All rounds of a round robin. `rounds` matters only at tables of three and four."""
    if seats == 2:
        return _circle(order, fills=fills)
    past, pairings = Past(), list[Pairing]()
    for _ in range(rounds):
        pairings.append(_spread(order, seats, past, None, fills=fills))
        past.add(pairings[-1])
    return pairings


def by_standing(order: Sequence[str], seats: int, past: Past, *, fills: bool) -> Pairing:
    """The next round of a Swiss tournament; the leader is first in `order`."""
    if seats == 2:
        return _pair_two(order, past, fills=fills)
    return _spread(order, seats, past, {player: place for place, player in enumerate(order)}, fills=fills)


def _circle(order: Sequence[str], *, fills: bool) -> list[Pairing]:
    ring = list(range(len(order) + len(order) % 2))  # the last is the bot, or rest
    pairings = list[Pairing]()
    for _ in range(len(ring) - 1):
        pairs = [sorted(pair) for pair in zip(ring[: len(ring) // 2], ring[: len(ring) // 2 - 1 : -1], strict=True)]
        tables = [_as_named(order, first, second) for first, second in pairs if second < len(order) or fills]
        resting = [order[first] for first, second in pairs if second == len(order) and not fills]
        pairings.append(Pairing(tuple(tables), tuple(resting)))
        ring.insert(1, ring.pop())
    return pairings


def _as_named(order: Sequence[str], first: int, second: int) -> Table:
    """Seats by the parity of the distance: so everybody has each of the two equally often, or once more."""
    players = order[first], order[second] if second < len(order) else None
    return players if (second - first) % 2 else players[::-1]


def _pair_two(order: Sequence[str], past: Past, *, fills: bool) -> Pairing:
    resting = _who_rests(order, 2, past)
    left = [player for player in order if player not in resting]
    pairs = _first_pairs(left, past.met)
    tables = [seated(pair, past) for pair in pairs]
    if fills:
        tables += [seated((player, None), past) for player in resting]
        resting = ()
    return Pairing(tuple(tables), resting)


def _first_pairs(left: Sequence[str], met: Mapping[frozenset[str], int]) -> list[tuple[str, str]]:
    """Everybody with somebody, at the fewest repetitions for which that is found."""
    for most in range(max(met.values(), default=0) + 1):
        pairs = _paired(left, met, most)
        if pairs is not None:
            return pairs
    return list(zip(left[::2], left[1::2], strict=True))


def _paired(left: Sequence[str], met: Mapping[frozenset[str], int], most: int) -> list[tuple[str, str]] | None:
    """Depth first: the first who is left with the next possible; None if there is no way, or none was found."""
    steps = 0
    open_choices: list[tuple[list[str], Iterator[str]]] = []
    pairs: list[tuple[str, str]] = []
    rest = list(left)
    while True:
        if not rest:
            return pairs
        first = rest[0]
        choices = iter([other for other in rest[1:] if met.get(frozenset((first, other)), 0) <= most])
        open_choices.append((rest, choices))
        while (other := next(open_choices[-1][1], None)) is None:
            open_choices.pop()
            if not open_choices:
                return None
            pairs.pop()
        steps += 1
        if steps > _SEARCHED:
            return None
        rest = [player for player in open_choices[-1][0][1:] if player != other]
        pairs.append((open_choices[-1][0][0], other))


def _spread(order: Sequence[str], seats: int, past: Past, places: Mapping[str, int] | None, *, fills: bool) -> Pairing:
    """Tables of three or four; near each other in `places`, if these are given."""
    resting = () if fills else _who_rests(order, seats, past)
    people: list[str | None] = [player for player in order if player not in resting]
    people += [None] * (-len(people) % seats)
    tables = _dealt(people, seats) if places is None else _cut(people, seats)
    _improve(tables, past, places)
    return Pairing(tuple(seated(table, past) for table in tables), resting)


def _cut(people: Sequence[str | None], seats: int) -> list[list[str | None]]:
    return [list(people[at : at + seats]) for at in range(0, len(people), seats)]


def _dealt(people: Sequence[str | None], seats: int) -> list[list[str | None]]:
    """In turn to each table, as cards are dealt, so that bots are spread."""
    count = len(people) // seats
    return [list(people[table::count]) for table in range(count)]


def _improve(tables: list[list[str | None]], past: Past, places: Mapping[str, int] | None) -> None:
    """Lets two people change places while that lowers the costs of their tables."""
    for _ in range(_ROUNDS_OF_CHANGES):
        changes = [_exchange(first, second, past, places) for first, second in combinations(tables, 2)]
        if not any(changes):
            return


def _exchange(left: list[str | None], right: list[str | None], past: Past, places: Mapping[str, int] | None) -> bool:
    is_better = False
    for first in range(len(left)):
        for second in range(len(right)):
            before = _cost(left, past, places) + _cost(right, past, places)
            left[first], right[second] = right[second], left[first]
            if _cost(left, past, places) + _cost(right, past, places) < before:
                is_better = True
            else:
                left[first], right[second] = right[second], left[first]
    return is_better


def _cost(table: Sequence[str | None], past: Past, places: Mapping[str, int] | None) -> int:
    people = [player for player in table if player is not None]
    bots = len(table) - len(people)
    apart = 0 if places is None else max(map(places.__getitem__, people)) - min(map(places.__getitem__, people))
    return 1_000 * past.meetings(people) + 100_000 * max(0, bots - 1) + apart * apart


def _who_rests(order: Sequence[str], seats: int, past: Past) -> tuple[str, ...]:
    """Those for whom there is no table: who has rested least, the last of them first."""
    count = len(order) % seats
    ranked = sorted(range(len(order)), key=lambda place: (past.rested[order[place]], -place))
    return tuple(order[place] for place in sorted(ranked[:count]))


def seated(people: Sequence[str | None], past: Past) -> Table:
    """In the seats that they have had least."""

    def repeats(table: Table) -> int:
        return sum((past.sat[player, seat] + 1) ** 2 for seat, player in enumerate(table) if player is not None)

    return min(permutations(people), key=repeats)
