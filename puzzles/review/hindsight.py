"""The best score that a seat could have reached with the dominoes it took in a finished game.

The dominoes come in the order in which the seat had to place them, every fire may be aimed differently, and in Tribe
mode the same cavemen come after the same dominoes for the same price, paid with any resources, to stand anywhere or not
to come at all. What the opponents would then have done is ignored. Totems are left out: they depend on other seats.

Without cavemen this is a question for the exact solver. With them only its answer for regions and bonuses is exact,
since those do not depend on where cavemen stand; the bound adds the most that each caveman could score. The line that
was really played is always among those compared.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from domain.commands import PlaceDomino, RecruitCaveman, Step, ThrowFire
from domain.dominoes import dominoes
from domain.events import CavemanRecruited, DominoDiscarded, DominoPlaced, Event, FireLanded, GameStarted, TurnUndone
from domain.notation.territories import write_territory
from domain.rules import Rules
from domain.territory import Territory
from puzzles.review.hindsight_tribe import Turn, tribe_bound, with_recruits
from puzzles.review.review import Hindsight
from puzzles.search.exact.line import after, worth
from puzzles.search.exact.problem import Budget, Problem
from puzzles.search.exact.solve import solve

USUAL: Final = Budget(150_000)  # half a second of one core, on large territories two


def hindsight(events: Iterable[Event], seat: int, budget: Budget = USUAL) -> Hindsight:
    """The hindsight of a seat, from the log of a finished game. The same log and nodes give the same answer."""
    happened = _not_undone(events)
    started = happened[0]
    assert isinstance(started, GameStarted)
    return _of_seat(started.rules, seat, turns_of(happened, seat), budget)


def _not_undone(events: Iterable[Event]) -> list[Event]:
    """The events without those that were undone."""
    stayed: list[tuple[int, Event]] = []
    for number, event in enumerate(events, 1):
        if isinstance(event, TurnUndone):
            stayed = [(earlier, kept) for earlier, kept in stayed if earlier <= event.to]
        else:
            stayed.append((number, event))
    return [event for _, event in stayed]


def turns_of(events: Iterable[Event], seat: int) -> list[Turn]:
    """The turns of a seat in a game in which nothing was taken back."""
    turns: list[Turn] = []
    for event in events:
        match event:
            case DominoPlaced(owner, domino, a, b) if owner == seat:
                turns.append(Turn(domino, [PlaceDomino(domino, a, b)]))
            case DominoDiscarded(owner, domino) if owner == seat:
                turns.append(Turn(domino))
            case FireLanded(owner, _, at) if owner == seat:
                turns[-1].placing.append(ThrowFire(at))
            case CavemanRecruited(owner, caveman, source, spent, at) if owner == seat:
                turns[-1].recruit = RecruitCaveman(caveman, source, spent, at)
            case _:
                pass
    return turns


def _of_seat(rules: Rules, seat: int, turns: Sequence[Turn], budget: Budget) -> Hindsight:
    problem = Problem(rules, Territory(rules.size), tuple(turn.domino for turn in turns))
    solution = solve(problem, budget)
    lines: list[Sequence[Step]] = [_played(turns), solution.line]
    if any(turn.recruit for turn in turns):
        lines += [with_recruits(problem, turns), with_recruits(problem, _placed_as(turns, solution.line))]
    best = max(lines, key=lambda line: worth(problem, line))
    territory = write_territory(dominoes(rules), after(problem, best))
    bound = solution.bound + tribe_bound(problem, turns)
    return Hindsight(seat, worth(problem, best), bound, " ".join(territory))


def _played(turns: Iterable[Turn]) -> list[Step]:
    """All steps of the real game."""
    return [step for turn in turns for step in (*turn.placing, *([turn.recruit] if turn.recruit else []))]


def _placed_as(turns: Iterable[Turn], line: Iterable[Step]) -> list[Turn]:
    """The same turns, with dominoes and fires placed as in this line."""
    placed = {turn.domino: Turn(turn.domino, [], turn.recruit) for turn in turns}
    placing: list[Step] = []
    for step in line:
        if isinstance(step, PlaceDomino):
            placing = placed[step.domino].placing
        if isinstance(step, PlaceDomino | ThrowFire):
            placing.append(step)
    return list(placed.values())
