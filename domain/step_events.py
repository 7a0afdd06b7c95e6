"""`step_events` judges one step of the seat to move and turns it into events, without what is forced by them."""

from typing import Final, assert_never

from domain import events as e
from domain.commands import (
    ClaimDomino,
    DeclineDomino,
    DraftDomino,
    GiveTotem,
    PassRecruit,
    PlaceDomino,
    RecruitCaveman,
    Step,
    ThrowFire,
)
from domain.dominoes import Domino
from domain.errors import IllegalMove, Reason
from domain.fire import burned, land, misfire
from domain.position import Due, Position
from domain.territory import Territory, misfit, place, placements
from domain.totems import gifts, takers
from domain.tribe import NOT_IN_CAVE, NOT_IN_PILE, misprice, misstand

WRONG_STEP: Final = Reason("wrong_step", "O2", "That is not due now: first {due}.")
NOT_FREE: Final = Reason("domino_not_free", "O1", "Domino {domino} is not free in this line.")
NOT_THIS_DOMINO: Final = Reason("not_this_domino", "O2", "Your chief stands on domino {domino}: place that one.")
PAIRS: Final = Reason("pairs", "O1", "With two seats claim the two outer or the two inner dominoes: {pairs}.")
ONE_AT_A_TIME: Final = Reason("one_at_a_time", "O1", "Claim one domino.")
MUST_PLACE: Final = Reason("must_place", "O4, K3", "A domino that fits must be placed.")
NOT_OWED: Final = Reason("not_owed", "O9", "You do not owe the {totem} to anybody there.")


def step_events(position: Position, step: Step) -> list[e.Event]:
    """The events of this step by the seat to move, without forced steps and reveals; raises IllegalMove."""
    match step:
        case PlaceDomino():
            return _place(position, step)
        case DraftDomino():
            _check_step(position, "draft")
            return [_draft(position, step.domino)]
        case ThrowFire():
            return _throw(position, step)
        case PassRecruit():
            _check_step(position, "recruit")
            return [e.RecruitPassed(acting_seat(position))]
        case RecruitCaveman():
            return [_recruit(position, step)]
        case ClaimDomino():
            return _claim(position, step)
        case GiveTotem():
            return [_give(position, step)]
        case DeclineDomino():
            return [_decline(position, step)]
        case _:
            assert_never(step)


def acting_seat(position: Position) -> int:
    assert position.seat is not None
    return position.seat


def totems_moved(position: Position, territory: Territory) -> list[e.Event]:
    """O9: the totems that change hands when a placement and its fire give the acting seat this territory."""
    if position.rules.mode != "totem":
        return []
    seat = acting_seat(position)
    territories = [*position.territories]
    territories[seat] = territory
    moves = takers(territories, position.totems, seat)
    return [e.TotemMoved(kind, position.totems.get(kind), to) for kind, to in moves]


def _check_step(position: Position, *due: Due) -> None:
    if position.step not in due:
        raise IllegalMove(WRONG_STEP.about(due=position.step))


def _claim(position: Position, claim: ClaimDomino) -> list[e.Event]:
    _check_step(position, "claim")
    if position.rules.claims_in_pairs:
        return _claim_pair(position, claim)
    match claim:
        case ClaimDomino(int(domino), None):
            return [_draft(position, domino)]
        case _:
            raise IllegalMove(ONE_AT_A_TIME)


def _claim_pair(position: Position, claim: ClaimDomino) -> list[e.Event]:
    free = position.free
    pairs = [(free[0], free[3]), (free[1], free[2])] if len(free) == 4 else [free]
    match claim:
        case ClaimDomino(None, (low, high)) if (low, high) in pairs:
            return [_draft(position, low), _draft(position, high)]
        case _:
            raise IllegalMove(PAIRS.about(pairs=", ".join(" + ".join(map(str, pair)) for pair in pairs)))


def _draft(position: Position, domino: int) -> e.DominoDrafted:
    if domino not in position.free:
        raise IllegalMove(NOT_FREE.about(domino=domino))
    return e.DominoDrafted(acting_seat(position), domino)


def _held(position: Position, number: int) -> Domino:
    _check_step(position, "place")
    domino = position.domino
    if number != domino.number:
        raise IllegalMove(NOT_THIS_DOMINO.about(domino=domino.number))
    return domino


def _place(position: Position, move: PlaceDomino) -> list[e.Event]:
    domino = _held(position, move.domino)
    if reason := misfit(position.territory, domino, move.a, move.b):
        raise IllegalMove(reason)
    placed = e.DominoPlaced(acting_seat(position), move.domino, move.a, move.b)
    if domino.has_volcano or position.rules.mode != "totem":
        return [placed]
    return [placed, *totems_moved(position, place(position.territory, domino, move.a, move.b))]


def _decline(position: Position, move: DeclineDomino) -> e.DominoDiscarded:
    domino = _held(position, move.domino)
    if position.rules.must_place:
        raise IllegalMove(MUST_PLACE)
    assert any(placements(position.territory, domino)), "a domino that fits nowhere was discarded automatically"
    return e.DominoDiscarded(acting_seat(position), move.domino, "declined")


def _throw(position: Position, move: ThrowFire) -> list[e.Event]:
    _check_step(position, "fire")
    territory, volcano = position.territory, position.volcano
    assert volcano is not None
    if reason := misfire(territory, volcano, move.at):
        raise IllegalMove(reason)
    fires = territory.squares[volcano].craters
    landed = e.FireLanded(acting_seat(position), volcano, move.at, fires, burned(territory.squares[move.at]))
    return [landed, *totems_moved(position, land(territory, move.at, fires))]


def _give(position: Position, move: GiveTotem) -> e.TotemMoved:
    _check_step(position, "totem")
    seat = acting_seat(position)
    if (move.resource, move.to) not in gifts(position.territories, position.totems, seat):
        raise IllegalMove(NOT_OWED.about(totem=move.resource))
    return e.TotemMoved(move.resource, seat, move.to)


def _recruit(position: Position, move: RecruitCaveman) -> e.CavemanRecruited:
    _check_step(position, "recruit")
    if move.source == "cave" and move.caveman not in position.cave:
        raise IllegalMove(NOT_IN_CAVE.about(caveman=move.caveman))
    if move.source == "pile" and move.caveman not in position.pile:
        raise IllegalMove(NOT_IN_PILE.about(caveman=move.caveman))
    territory = position.territory
    reason = misprice(territory, move.source, move.spend) or misstand(territory, move.spend, move.at)
    if reason:
        raise IllegalMove(reason)
    return e.CavemanRecruited(acting_seat(position), move.caveman, move.source, move.spend, move.at)
