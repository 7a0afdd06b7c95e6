"""An attempt at a puzzle, step by step, by the same rules as a game.

A domino that fits nowhere is discarded, and a fire without a target is lost, without a step. In Tribe mode the recruits
come after the last domino; a player who wants no more of them passes, or just stops.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.commands import Step
from domain.dominoes import dominoes
from domain.errors import IllegalMove, Reason
from domain.events import CavemanRecruited, DominoPlaced, FireLanded
from domain.fire import land, targets
from domain.legal import legal, steps
from domain.position import Due, Position, Slot
from domain.scoring import Score, score
from domain.step_events import step_events
from domain.territory import Territory, place, placements
from domain.tribe import recruit
from puzzles.search.exact.problem import Problem

UNFINISHED: Final = Reason("attempt_unfinished", "O2", "This is not all yet: next {due}.")
NOTHING_LEFT: Final = Reason("nothing_left", "O2", "The puzzle is done by then: nothing is left to do.")


class IllegalAttempt(Exception):
    """The step of this number, counted from 1, is not legal, or is missing."""

    def __init__(self, number: int, reason: Reason) -> None:
        super().__init__(f"move {number}: {reason.text}")
        self.number = number
        self.reason = reason


class Sitting(msgspec.Struct, frozen=True):
    """Where an attempt stands."""

    problem: Problem
    position: Position  # as if the only seat of a game were to move: its line holds the dominoes to come
    recruits: int  # how many more are allowed
    discarded: tuple[int, ...] = ()

    @property
    def territory(self) -> Territory:
        return self.position.territories[0]

    @property
    def due(self) -> Due:
        """`place`, `fire`, `recruit` or `over`."""
        return self.position.step

    @property
    def domino(self) -> int | None:
        """The domino to place, or the one whose fire is to be thrown."""
        return self.position.line[0].domino if self.due in ("place", "fire") else None

    @property
    def is_complete(self) -> bool:
        """Whether it may end here: recruits are optional."""
        return self.due in ("recruit", "over")

    @property
    def score(self) -> Score:
        """By item. Totems are left out: they depend on other seats."""
        return score(self.problem.rules, self.territory, {}, 0)

    def legal(self) -> list[Step]:
        return legal(self.position)


def begun(problem: Problem) -> Sitting:
    line = tuple(Slot(number, 0) for number in problem.dominoes)
    position = Position(problem.rules, (), (problem.territory,), frozenset(), cave=problem.cave, line=line)
    return _next_domino(Sitting(problem, position, problem.recruits))


def after(sitting: Sitting, step: Step) -> Sitting:
    """The attempt after one more step; raises IllegalMove."""
    if sitting.due == "over":
        raise IllegalMove(NOTHING_LEFT)
    event = step_events(sitting.position, step)[0]
    match event:
        case DominoPlaced():
            return _placed(sitting, event)
        case FireLanded(_, _, at, fires):
            return _turned(_with(sitting, land(sitting.territory, at, fires)))
        case CavemanRecruited():
            return _recruited(sitting, event)
        case _:  # declined, or passed
            return _turned(sitting) if sitting.due == "place" else _over(sitting)


def played(problem: Problem, moves: Iterable[Step]) -> Sitting:
    """The attempt after these steps, which may not be all; raises IllegalAttempt."""
    sitting = begun(problem)
    for number, step in enumerate(moves, 1):
        try:
            sitting = after(sitting, step)
        except IllegalMove as illegal:
            raise IllegalAttempt(number, illegal.reason) from illegal
    return sitting


def replay(problem: Problem, moves: Sequence[Step]) -> Sitting:
    """A whole attempt; raises IllegalAttempt, also when it ends too early."""
    sitting = played(problem, moves)
    if not sitting.is_complete:
        raise IllegalAttempt(len(moves) + 1, UNFINISHED.about(due=sitting.due))
    return sitting


def _with(sitting: Sitting, territory: Territory) -> Sitting:
    return replace(sitting, position=replace(sitting.position, territories=(territory,)))


def _placed(sitting: Sitting, event: DominoPlaced) -> Sitting:
    domino = dominoes(sitting.problem.rules)[event.domino]
    laid = _with(sitting, place(sitting.territory, domino, event.a, event.b))
    volcano = event.a if domino.a.craters else event.b
    if not domino.has_volcano or not any(targets(laid.territory, volcano)):
        return _turned(laid)
    return replace(laid, position=replace(laid.position, step="fire", volcano=volcano))


def _turned(sitting: Sitting) -> Sitting:
    """The attempt after the turn of its current domino."""
    return _next_domino(replace(sitting, position=replace(sitting.position, line=sitting.position.line[1:])))


def _next_domino(sitting: Sitting) -> Sitting:
    """O4: a domino that fits nowhere is discarded at once."""
    line, box = sitting.position.line, dominoes(sitting.problem.rules)
    if not line:
        return _next_recruit(sitting)
    if any(placements(sitting.territory, box[line[0].domino])):
        return replace(sitting, position=replace(sitting.position, step="place", volcano=None))
    return _turned(replace(sitting, discarded=(*sitting.discarded, line[0].domino)))


def _next_recruit(sitting: Sitting) -> Sitting:
    """O10: recruits come from the cave as it is; if none is affordable, the attempt is over."""
    # The slot says whose turn it is; the domino on it does not matter any more.
    camp = replace(sitting.position, step="recruit", volcano=None, line=(Slot(0, 0),))
    can_recruit = sitting.recruits > 0 and len(list(islice(steps(camp), 2))) > 1
    return replace(sitting, position=camp) if can_recruit else _over(sitting)


def _recruited(sitting: Sitting, event: CavemanRecruited) -> Sitting:
    cave = list(sitting.position.cave)
    cave.remove(event.caveman)
    camp = _with(sitting, recruit(sitting.territory, event.caveman, event.spent, event.at))
    position = replace(camp.position, cave=tuple(cave))
    return _next_recruit(replace(camp, position=position, recruits=camp.recruits - 1))


def _over(sitting: Sitting) -> Sitting:
    return replace(sitting, position=replace(sitting.position, step="over", volcano=None, line=()))
