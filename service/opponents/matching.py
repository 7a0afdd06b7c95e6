"""Which seeks go together, and with which open tables. Pure.

Those who have waited longest come first, and tables before new games: somebody waits there too. Each seek leads to one
game at a time. Two people who play because of the same two seeks do not meet by them again until that game is over.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from domain.rules import Rules
from projections.timing import TimeControl
from service.opponents.records import Seek


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
    made, waiting = list[Match](), list(seekers)
    for opening in openings:
        fitting = [seeker for seeker in waiting if _fits(seeker, opening)]
        if group := _group((), fitting, opening.free):
            made.append(Match(group, opening.game))
            waiting = [seeker for seeker in waiting if seeker not in group]
    while waiting:
        first, *others = waiting
        alike = [other for other in others if _asked(other) == _asked(first)]
        if group := _group((first,), alike, first.seek.rules.seats):
            made.append(Match(group))
        waiting = [seeker for seeker in others if seeker not in group]
    return made


_NOBODY: Final[tuple[Seeker, ...]] = ()


def _group(chosen: tuple[Seeker, ...], others: Sequence[Seeker], size: int) -> tuple[Seeker, ...]:
    """`chosen`, completed to this size by those who come first and all get on with each other; empty if nobody does."""
    return next(_groups(chosen, list(others), size), _NOBODY)


def _groups(chosen: tuple[Seeker, ...], others: list[Seeker], size: int) -> Iterator[tuple[Seeker, ...]]:
    if len(chosen) == size:
        yield chosen
        return
    for at, other in enumerate(others):
        if all(_agree(other, member) for member in chosen):
            yield from _groups((*chosen, other), others[at + 1 :], size)


def _asked(seeker: Seeker) -> tuple[Rules, TimeControl, bool]:
    return seeker.seek.rules, seeker.seek.clock, seeker.seek.rated


def _fits(seeker: Seeker, opening: Opening) -> bool:
    is_asked = _asked(seeker) == (opening.rules, opening.clock, opening.rated)
    return is_asked and all(may_meet(seeker, sitter) for sitter in opening.sitters)


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
