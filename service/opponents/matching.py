"""Which seeks go together, and with which open tables. Pure.

Those who have waited longest come first, and tables before new games: somebody waits there too. Each seek leads to one
game at a time. Two people who play because of the same two seeks do not meet by them again until that game is over.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from domain.rules import Rules
from projections.timing import TimeControl
from service.opponents.records import Seek

# Pairs that are looked at. Who blocks whom can be so entangled that all groups of four would take hours.
_TRIES_OF_A_GROUP: Final = 3_000
_MOST_TRIES: Final = 500_000  # among those who look for the same
_NOBODY: Final[tuple["Seeker", ...]] = ()
_Asked: TypeAlias = tuple[Rules, TimeControl, bool]


class Sitter(NamedTuple):
    """Somebody at a table, or who could be."""

    player: str
    rating: float  # in the pool of the rules, as leaderboards show it
    blocked: frozenset[str]


class Seeker(NamedTuple):
    sitter: Sitter
    seek: Seek


class Opening(NamedTuple):
    """An open table that anybody may join without agreeing to more than a seek says."""

    game: str
    rules: Rules
    clock: TimeControl
    rated: bool
    sitters: tuple[Sitter, ...]
    free: int  # seats


class Match(NamedTuple):
    seekers: tuple[Seeker, ...]
    game: str | None = None  # the open table they sit down at; None: a new one


def matches(seekers: Sequence[Seeker], openings: Sequence[Opening]) -> list[Match]:
    """Which games can begin now. Openings, and then seekers, are taken in the order in which they are given."""
    made, alike = list[Match](), dict[_Asked, list[Seeker]]()
    for seeker in seekers:
        alike.setdefault((seeker.seek.rules, seeker.seek.clock, seeker.seek.rated), []).append(seeker)
    for opening in openings:
        wanted = opening.rules, opening.clock, opening.rated
        waiting = alike.get(wanted, [])
        fitting = [seeker for seeker in waiting if all(may_meet(seeker, sitter) for sitter in opening.sitters)]
        if group := _group((), fitting, opening.free):
            made.append(Match(group, opening.game))
            alike[wanted] = _without(waiting, group)
    for waiting in alike.values():
        made += map(Match, _new_games(waiting))
    return made


def _new_games(waiting: list[Seeker]) -> Iterator[tuple[Seeker, ...]]:
    tries = iter(range(_MOST_TRIES))
    while waiting and next(tries, None) is not None:
        first, *others = waiting
        group = _group((first,), others, first.seek.rules.seats, tries)
        if group:
            yield group
        waiting = _without(others, group)


def _without(waiting: list[Seeker], group: tuple[Seeker, ...]) -> list[Seeker]:
    taken = {seeker.seek.id for seeker in group}
    return [seeker for seeker in waiting if seeker.seek.id not in taken] if taken else waiting


def _group(
    chosen: tuple[Seeker, ...], others: list[Seeker], size: int, tries: Iterator[int] | None = None
) -> tuple[Seeker, ...]:
    """`chosen`, completed to this size by those who come first and all get on with each other; empty if the tries
    end before."""
    tries = iter(range(_MOST_TRIES)) if tries is None else tries
    return next(_groups(chosen, others, size, islice(tries, _TRIES_OF_A_GROUP)), _NOBODY)


def _groups(
    chosen: tuple[Seeker, ...], others: list[Seeker], size: int, tries: Iterator[int]
) -> Iterator[tuple[Seeker, ...]]:
    if len(chosen) == size:
        yield chosen
        return
    for at, other in enumerate(others):
        if next(tries, None) is None:
            return
        if all(_agree(other, member) for member in chosen):
            yield from _groups((*chosen, other), others[at + 1 :], size, tries)


def _agree(seeker: Seeker, other: Seeker) -> bool:
    meets_already = not set(seeker.seek.games).isdisjoint(other.seek.games)
    return not meets_already and may_meet(seeker, other.sitter) and may_meet(other, seeker.sitter)


def may_meet(seeker: Seeker, other: Sitter) -> bool:
    """Whether the seeker would like to play with this person, and neither has blocked the other."""
    own, seek = seeker.sitter, seeker.seek
    if own.player == other.player or other.player in own.blocked or own.player in other.blocked:
        return False
    above = seek.lowest is None or seek.lowest <= other.rating
    return above and (seek.highest is None or other.rating <= seek.highest)
