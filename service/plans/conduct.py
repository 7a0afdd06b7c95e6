"""How a plan ends, and which step it makes now. Pure.

A plan sees what its owner would see at the table at that moment: a `Position`, which holds nothing hidden.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.commands import ClaimDomino, DraftDomino, PlaceDomino, Step
from domain.errors import IllegalMove
from domain.events import DominoDrafted, Event, TurnUndone
from domain.legal import is_choice, legal
from domain.position import Position
from domain.step_events import step_events
from projections.earnings import earnings
from service.plans.records import Otherwise, OwnPlans, Plan, Why

_NOWHERE: Final = -1  # what a domino earns that fits nowhere


class Ending(NamedTuple):
    why: Why
    domino: int = 0


def ending(own: OwnPlans, seat: int, events: Sequence[Event], positions: Sequence[Position]) -> Ending | None:
    """How the plan of this seat has ended; None if it waits or is to make a step now.

    `events` are all events of the game, `positions` those after each of them.
    """
    assert own.planned is not None
    begin, plan = own.planned.seq, own.planned.plan
    made = {made.seq for made in own.made if made.seq >= begin}
    for seq in range(begin, len(events)):
        position = positions[seq - 1]
        if _is_played(position, min(made, default=seq), seq, positions):
            return Ending("done")
        if position.seat == seat and seq not in made and is_choice(position):
            return Ending("by_hand")
        if (reached := _ending_by(events[seq], seat, begin, plan)) is not None:
            return reached
    newest = positions[-1]
    if newest.step == "over":
        return Ending("done" if made else "over")
    if newest.players[seat].bot is not None:
        return Ending("left")
    return Ending("done") if _is_played(newest, min(made, default=len(events)), len(events), positions) else None


def _is_played(position: Position, first: int, seq: int, positions: Sequence[Position]) -> bool:
    """Whether the turn in which the plan made its first step, after event `first`, is over."""
    return first < seq and position.chief != positions[first - 1].chief


def _ending_by(event: Event, seat: int, begin: int, plan: Plan) -> Ending | None:
    match event:
        case TurnUndone(by, to) if to < begin or by == seat:
            return Ending("by_hand" if by == seat else "undone")
        case DominoDrafted(by, domino) if by != seat and domino in plan.stop_if_taken:
            return Ending("taken", domino)
        case _:
            return None


def wanted(plan: Plan, position: Position) -> Step | None:
    """The first of the moves that the rules allow now."""
    return next((move for move in plan.moves if _is_allowed(position, move)), None)


def _is_allowed(position: Position, move: Step) -> bool:
    try:
        step_events(position, move)
    except IllegalMove:
        return False
    return True


def rule(plan: Plan, position: Position) -> Otherwise:
    """What to do now if none of the moves can be made."""
    return plan.choosing if position.step in ("claim", "draft") else plan.placing


def most_points(position: Position) -> Step | None:
    """The step that earns most at once; of equal ones the first that leaves most room.

    Of a domino that is taken, that is what it could earn at its best place. None for recruiting: what is spent there is
    missing later, so the player is asked.
    """
    if position.step == "recruit":
        return None
    moves = legal(position)
    worth = [
        (sum(_NOWHERE if best is None else best for best in earning.best) or earning.total, -len(earning.lost))
        for earning in earnings(position, moves)
    ]
    return moves[max(range(len(moves)), key=worth.__getitem__)]


def named(plan: Plan) -> set[int]:
    """Every domino that the plan speaks of."""
    numbers = {*plan.stop_if_taken}
    for move in plan.moves:
        match move:
            case ClaimDomino(None, tuple(pair)):
                numbers.update(pair)
            case ClaimDomino(int(domino)) | DraftDomino(domino) | PlaceDomino(domino):
                numbers.add(domino)
            case _:
                pass
    return numbers


def possible(position: Position) -> set[int]:
    """The dominoes that lie at the table, or may still be revealed."""
    return {*position.unseen, *(slot.domino for slot in position.lying)}
