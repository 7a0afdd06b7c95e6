"""`decide` turns a command into the events it causes, or refuses it. It judges moves; `evolve` builds the state."""

from collections.abc import Iterable
from itertools import islice
from typing import Final, assert_never

from domain import events as e
from domain.commands import (
    CancelGame,
    ClaimDomino,
    ClaimVictory,
    Command,
    DeclineDomino,
    DraftDomino,
    GiveTotem,
    Move,
    PassRecruit,
    PlaceDomino,
    Play,
    RecruitCaveman,
    Resign,
    StartGame,
    Step,
    ThrowFire,
    TimeOut,
    UndoTurn,
)
from domain.dominoes import Domino
from domain.errors import IllegalMove, Reason
from domain.evolve import evolve
from domain.fire import burned, land, misfire
from domain.game import Game
from domain.legal import steps
from domain.pieces import CAVE_SIZE
from domain.position import Due, Position
from domain.reveal import due_reveal, next_line
from domain.scoring import winners
from domain.start import start
from domain.territory import Territory, misfit, place, placements
from domain.totems import gifts, takers
from domain.tribe import NOT_IN_CAVE, NOT_IN_PILE, misprice, misstand
from domain.undo import undoable

NOT_STARTED: Final = Reason("not_started", "", "The game has not started yet.")
OVER: Final = Reason("over", "O2", "The game is over.")
WAITING: Final = Reason("waiting", "O2", "The next line has not been revealed yet.")
NO_SEAT: Final = Reason("no_seat", "", "There is no seat {seat} in this game.")
NOT_YOUR_TURN: Final = Reason("not_your_turn", "O2", "It is {name}'s turn.")
WRONG_STEP: Final = Reason("wrong_step", "O2", "That is not due now: first {due}.")
NOT_FREE: Final = Reason("domino_not_free", "O1", "Domino {domino} is not free in this line.")
NOT_THIS_DOMINO: Final = Reason("not_this_domino", "O2", "Your chief stands on domino {domino}: place that one.")
PAIRS: Final = Reason("pairs", "O1", "With two seats claim the two outer or the two inner dominoes: {pairs}.")
ONE_AT_A_TIME: Final = Reason("one_at_a_time", "O1", "Claim one domino.")
MUST_PLACE: Final = Reason("must_place", "O4, K3", "A domino that fits must be placed.")
NOT_OWED: Final = Reason("not_owed", "O9", "You do not owe the {totem} to anybody there.")
NOTHING_TO_UNDO: Final = Reason(
    "nothing_to_undo",
    "O2a",
    "You can take back your turn only until something new is revealed or somebody else has moved.",
)
A_BOT_ALREADY: Final = Reason("a_bot_already", "", "A bot plays this seat already.")
CANCELLED: Final = Reason("cancelled", "", "This game was called off before anybody moved.")
MOVED_ALREADY: Final = Reason("moved_already", "", "A game can be called off only before anybody has moved.")
NOBODY_LEFT: Final = Reason(
    "nobody_left", "", "You can end the game as its winner only when the other player of two has left."
)


def decide(game: Game, command: Command) -> list[e.Event]:
    """The events that `command` causes in `game`, forced steps and reveals included; raises IllegalMove."""
    return advance(game, command)[0]


def advance(game: Game, command: Command) -> tuple[list[e.Event], Game]:
    """As `decide`, with the game after these events, for callers that would fold them next."""
    events, games = course(game, command)
    return events, games[-1] if games else game


def course(game: Game, command: Command) -> tuple[list[e.Event], list[Game]]:
    """As `decide`, with the game after each event."""
    match command:
        case StartGame():
            return _settle(game, start(game, command))
        case Play(seat, move):
            return _settle(game, _played(game, seat, move))
        case Resign(seat, successor):
            _check_leaving(game, seat)
            return _settle(game, [e.SeatResigned(seat, successor)])
        case TimeOut(seat, successor):
            _check_leaving(game, seat)
            return _settle(game, [e.SeatTimedOut(seat, successor)])
        case ClaimVictory(seat):
            _check_claim(game, seat)
            return _settle(game, [e.VictoryClaimed(seat), e.GameFinished((seat,))])
        case CancelGame(seat):
            _check_cancelling(game, seat)
            cancelled = e.GameCancelled(seat)
            return [cancelled], [evolve(game, cancelled)]  # nothing follows, not even an end with winners
        case _:
            assert_never(command)


def settled(game: Game, events: Iterable[e.Event]) -> list[e.Event]:
    """These events, followed by every forced step and every reveal."""
    return _settle(game, events)[0]


def _settle(game: Game, events: Iterable[e.Event]) -> tuple[list[e.Event], list[Game]]:
    following = list(events)
    happened, games = list[e.Event](), list[Game]()
    while following:
        happened += following
        for event in following:
            game = evolve(game, event)
            games.append(game)
        following = _following(game)
    return happened, games


def _following(game: Game) -> list[e.Event]:
    position = game.position
    if position.step == "over":
        return [] if position.winners is not None else [e.GameFinished(winners(position))]
    return _revealed(game) if position.step == "reveal" else forced(position)


def _revealed(game: Game) -> list[e.Event]:
    position, deal = game.position, game.deal
    due = due_reveal(position)
    if due == "unclaimed":
        return [e.DominoDiscarded(None, slot.domino, "unclaimed") for slot in position.line if slot.seat is None]
    if deal is None:
        return []
    if due == "chiefs":
        return [e.ChiefsDrawn(deal.chiefs)]
    if due == "cave":
        missing = CAVE_SIZE - len(position.cave)
        return [e.CaveRevealed((*position.cave, *game.pile[:missing]))]
    return [e.LineRevealed(position.round + 1, next_line(position, deal))]


def forced(position: Position) -> list[e.Event]:
    """The events of a step without a choice, which is taken automatically; none if there is a choice."""
    choices = list(islice(steps(position), 2))
    if len(choices) == 1:
        return step_events(position, choices[0])
    if not choices and position.step == "place":
        return [e.DominoDiscarded(_seat(position), position.domino.number, "no_room")]
    if not choices and position.volcano is not None:
        lost = e.FireLost(_seat(position), position.volcano, position.territory.squares[position.volcano].craters)
        return [lost, *_totems_moved(position, position.territory)]
    return []


def _check_started(game: Game) -> None:
    if not game.version:
        raise IllegalMove(NOT_STARTED)
    if game.position.step == "over":
        raise IllegalMove(CANCELLED if game.position.is_cancelled else OVER)


def _check_turn(game: Game, seat: int) -> None:
    _check_started(game)
    if game.position.step == "reveal":
        raise IllegalMove(WAITING)
    if game.position.seat != seat:
        raise IllegalMove(NOT_YOUR_TURN.about(name=game.position.players[_seat(game.position)].name))


def _check_seat(game: Game, seat: int) -> None:
    if seat not in range(game.position.rules.seats):
        raise IllegalMove(NO_SEAT.about(seat=seat))


def _check_leaving(game: Game, seat: int) -> None:
    _check_started(game)
    _check_seat(game, seat)
    if game.position.players[seat].bot is not None:
        raise IllegalMove(A_BOT_ALREADY)


def _check_cancelling(game: Game, seat: int) -> None:
    _check_started(game)
    _check_seat(game, seat)
    if not game.position.is_untouched:
        raise IllegalMove(MOVED_ALREADY)


def _check_claim(game: Game, seat: int) -> None:
    _check_leaving(game, seat)
    if not game.position.may_claim(seat):
        raise IllegalMove(NOBODY_LEFT)


def _played(game: Game, seat: int, move: Move) -> list[e.Event]:
    if isinstance(move, UndoTurn):
        return [_undo(game, seat)]
    _check_turn(game, seat)
    return step_events(game.position, move)


def _undo(game: Game, seat: int) -> e.TurnUndone:
    turn = undoable(game)
    if turn is None or turn.seat != seat:
        raise IllegalMove(NOTHING_TO_UNDO)
    return e.TurnUndone(seat, turn.start)


def _check_step(position: Position, *due: Due) -> None:
    if position.step not in due:
        raise IllegalMove(WRONG_STEP.about(due=position.step))


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
            return [e.RecruitPassed(_seat(position))]
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


def _seat(position: Position) -> int:
    assert position.seat is not None
    return position.seat


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
    return e.DominoDrafted(_seat(position), domino)


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
    placed = e.DominoPlaced(_seat(position), move.domino, move.a, move.b)
    if domino.has_volcano:
        return [placed]
    return [placed, *_totems_moved(position, place(position.territory, domino, move.a, move.b))]


def _decline(position: Position, move: DeclineDomino) -> e.DominoDiscarded:
    domino = _held(position, move.domino)
    if position.rules.must_place:
        raise IllegalMove(MUST_PLACE)
    assert any(placements(position.territory, domino)), "a domino that fits nowhere was discarded automatically"
    return e.DominoDiscarded(_seat(position), move.domino, "declined")


def _throw(position: Position, move: ThrowFire) -> list[e.Event]:
    _check_step(position, "fire")
    territory, volcano = position.territory, position.volcano
    assert volcano is not None
    if reason := misfire(territory, volcano, move.at):
        raise IllegalMove(reason)
    fires = territory.squares[volcano].craters
    landed = e.FireLanded(_seat(position), volcano, move.at, fires, burned(territory.squares[move.at]))
    return [landed, *_totems_moved(position, land(territory, move.at, fires))]


def _totems_moved(position: Position, territory: Territory) -> list[e.Event]:
    """O9: the totems that change hands when a placement and its fire give the acting seat this territory."""
    if position.rules.mode != "totem":
        return []
    seat = _seat(position)
    territories = [*position.territories]
    territories[seat] = territory
    moves = takers(territories, position.totems, seat)
    return [e.TotemMoved(kind, position.totems.get(kind), to) for kind, to in moves]


def _give(position: Position, move: GiveTotem) -> e.TotemMoved:
    _check_step(position, "totem")
    seat = _seat(position)
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
    return e.CavemanRecruited(_seat(position), move.caveman, move.source, move.spend, move.at)
