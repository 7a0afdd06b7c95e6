"""What every move is worth once nothing more will be revealed, unless that would take too long to find out."""

from collections.abc import Iterable
from typing import Final

from domain.commands import Step
from domain.position import Position
from puzzles.search.budget import Budget, Choice
from puzzles.search.endings.choices import list_choices
from puzzles.search.endings.own_leads import lead_over
from puzzles.search.endings.replies import OWN
from puzzles.search.endings.tree import look_ahead
from puzzles.search.endings.workspace import Workspace, is_spent, new_workspace
from puzzles.search.endings.worth import POINT, lead_of, win_of
from puzzles.search.kernel.rules.steps import as_move, as_step
from puzzles.search.sampling import unshuffled

_TRIBE_SHARE: Final = 10  # recruits are many: an ending of Tribe mode takes few steps, or more than are ever allowed


def solved(position: Position, budget: Budget, also: Iterable[Step] = ()) -> list[Choice] | None:
    """Every move, best first, with its value if all seats go on as well as they can; None if that is not known.

    Of moves that come to the same only one is listed, unless it is named in `also`. With two seats the values are
    proven. With more, each seat is expected to want the largest lead of its own, and values are proven in the last
    round only, when no seat can do anything about the others.
    """
    if budget.ending_steps == 0 or not _is_near(position):
        return None
    share = _TRIBE_SHARE if position.rules.mode == "tribe" else 1
    work = new_workspace(unshuffled(position), budget.ending_steps // share)
    listed = work.tree.moves[0, : list_choices(work, 0)].tolist()
    choices: list[Choice] = []
    for move in dict.fromkeys([*listed, *(as_move(position, step) for step in also)]):
        look_ahead(work, move)
        if is_spent(work) or (budget.is_over is not None and budget.is_over()):
            return None
        choices.append(_choice(position, work, move))
    return sorted(choices, key=lambda choice: (choice.lead, choice.wins, choice.score), reverse=True) or None


def _is_near(position: Position) -> bool:
    """Whether all lines are revealed; with more than two seats the cave must not be of use any more either."""
    rules = position.rules
    is_last = position.round == rules.rounds
    return is_last or (position.round == rules.rounds - 1 and not (rules.mode == "tribe" and rules.seats > 2))


def _choice(position: Position, work: Workspace, move: int) -> Choice:
    rules, seat = position.rules, position.seat
    assert seat is not None
    if rules.seats == 2:
        difference, points = divmod(int(work.payoffs[1, 0]), OWN)
    else:
        payoff = work.payoffs[1, : rules.seats]
        difference, points = lead_over(payoff, seat), int(payoff[seat]) // POINT
    return Choice(
        step=as_step(position, move),
        lead=float(lead_of(difference)),
        score=float(points),
        wins=win_of(difference),
        error=0.0,
        trials=1,
        proven=rules.seats == 2 or position.round == rules.rounds,
    )
