"""`decide` turns a command into the events it causes, or refuses it. It judges moves; `evolve` builds the state."""

from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from typing import Final, assert_never

from domain import events as e
from domain.commands import (
    CancelGame,
    ClaimVictory,
    Command,
    DrawBot,
    Move,
    Play,
    Resign,
    StartGame,
    TakeBack,
    TimeOut,
    UndoTurn,
)
from domain.errors import IllegalMove, Reason
from domain.evolve import evolve
from domain.game import Game
from domain.legal import steps
from domain.pieces import CAVE_SIZE
from domain.position import Position
from domain.reveal import due_reveal, next_line
from domain.scoring import winners
from domain.start import start
from domain.step_events import acting_seat, step_events, totems_moved
from domain.undo import retractable, undoable

NOT_STARTED: Final = Reason("not_started", "", "The game has not started yet.")
OVER: Final = Reason("over", "O2", "The game is over.")
WAITING: Final = Reason("waiting", "O2", "The next line has not been revealed yet.")
NO_SEAT: Final = Reason("no_seat", "", "There is no seat {seat} in this game.")
NOT_YOUR_TURN: Final = Reason("not_your_turn", "O2", "It is {name}'s turn.")
NOTHING_TO_UNDO: Final = Reason(
    "nothing_to_undo",
    "O2a",
    "You can take back your turn only until something new is revealed or somebody else has moved.",
)
NO_TURN: Final = Reason(
    "no_turn_to_take_back", "O2a", "You have no turn to take back: you have not moved since somebody left."
)
NOT_AGREED: Final = Reason("not_agreed", "", "The others have not all agreed to this.")
NOT_LEFT: Final = Reason("not_left", "", "Another bot can be drawn only for a player who has left.")
A_BOT_ALREADY: Final = Reason("a_bot_already", "", "A bot plays this seat already.")
CANCELLED: Final = Reason("cancelled", "", "This game was called off.")
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
        case TakeBack(seat, agreed):
            return _settle(game, [_taken_back(game, seat, agreed)])
        case DrawBot():
            _check_drawing(game, command)
            return _settle(game, [e.BotDrawn(command.seat, command.successor, command.by, command.agreed)])
        case CancelGame(seat, agreed):
            _check_cancelling(game, seat, agreed)
            cancelled = e.GameCancelled(seat, agreed)
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
        return [e.DominoDiscarded(acting_seat(position), position.domino.number, "no_room")]
    if not choices and position.volcano is not None:
        lost = e.FireLost(acting_seat(position), position.volcano, position.territory.squares[position.volcano].craters)
        return [lost, *totems_moved(position, position.territory)]
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
        raise IllegalMove(NOT_YOUR_TURN.about(name=game.position.players[acting_seat(game.position)].name))


def _check_seat(game: Game, seat: int) -> None:
    if seat not in range(game.position.rules.seats):
        raise IllegalMove(NO_SEAT.about(seat=seat))


def _check_leaving(game: Game, seat: int) -> None:
    _check_started(game)
    _check_seat(game, seat)
    if game.position.players[seat].bot is not None:
        raise IllegalMove(A_BOT_ALREADY)


def _check_cancelling(game: Game, seat: int, agreed: Sequence[int]) -> None:
    _check_started(game)
    _check_seat(game, seat)
    if agreed:
        _check_agreed(agreed, {*range(game.position.rules.seats)} - {seat})
    elif not game.position.is_untouched:
        raise IllegalMove(MOVED_ALREADY)


def _check_drawing(game: Game, command: DrawBot) -> None:
    _check_leaving(game, command.by)
    if command.seat not in game.position.left:
        raise IllegalMove(NOT_LEFT)
    _check_agreed(command.agreed, {*range(game.position.rules.seats)} - {command.by, command.seat})


def _check_agreed(agreed: Sequence[int], voters: Collection[int]) -> None:
    """Each of those who are asked has agreed, once, and nobody else is named."""
    if sorted(agreed) != sorted(voters):
        raise IllegalMove(NOT_AGREED)


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


def _taken_back(game: Game, seat: int, agreed: tuple[int, ...]) -> e.TurnUndone:
    retraction = retractable(game, seat)
    if retraction is None:
        raise IllegalMove(NO_TURN)
    _check_agreed(agreed, retraction.voters)
    return e.TurnUndone(seat, retraction.turn.start, agreed)
