"""Forking: a new game that continues from a position of another, with everything hidden shuffled again.

A fork is built only from public knowledge, so it reveals nothing about the deal of a game that is still running.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from domain import events as e
from domain.errors import IllegalMove, Reason
from domain.evolve import drawn_of, evolve
from domain.game import INITIAL
from domain.log import replay, unfinished
from domain.pieces import Caveman
from domain.start import commitment

NOTHING_TO_CHOOSE: Final = Reason("nothing_to_choose", "O2", "Nothing is left to choose here: the game is decided.")


def hidden(events: Iterable[e.Event]) -> e.Deal:
    """What is still hidden after `events`, sorted so that it reveals nothing. Shuffle it for `fork`."""
    line = _line(events)
    position = replay(line).position
    is_drawn = any(isinstance(event, e.ChiefsDrawn) for event in line)
    return e.Deal(
        dominoes=tuple(sorted(position.unseen)),
        cavemen=position.pile if position.rules.mode == "tribe" else None,
        chiefs=() if is_drawn else tuple(range(position.rules.seats)),
    )


def fork(events: Iterable[e.Event], seats: Sequence[e.Player], rest: e.Deal, salt: str) -> list[e.Event]:
    """The log of a game between `seats` that continues from the position after `events`.

    `rest` is what is hidden there, shuffled. If `events` end in the middle of a move, that move is completed. Raises
    IllegalMove when nothing is left to choose.
    """
    started, *moves = line = _line(events)
    assert isinstance(started, e.GameStarted)
    deal = _dealt(line, rest, salt)
    begun = [replace(started, seats=tuple(seats), commitment=commitment(deal, salt), deal=deal, salt=salt), *moves]
    game, due = unfinished(begun)
    if replay(due, game).position.step == "over":
        raise IllegalMove(NOTHING_TO_CHOOSE)
    return [*begun, *due]


def _line(events: Iterable[e.Event]) -> tuple[e.Event, ...]:
    """The public events that led to the position, without turns taken back, players leaving and the end."""
    lines: list[tuple[e.Event, ...]] = [()]  # after each event
    for event in events:
        match event:
            case e.TurnUndone(_, to):
                lines.append(lines[to])
            case (
                e.SeatResigned()
                | e.SeatTimedOut()
                | e.BotDrawn()
                | e.VictoryClaimed()
                | e.GameFinished()
                | e.GameCancelled()
            ):
                lines.append(lines[-1])
            case e.GameStarted():
                lines.append((replace(event, deal=None, salt=None),))
            case _:
                lines.append((*lines[-1], event))
    return lines[-1]


def _dealt(line: Sequence[e.Event], rest: e.Deal, salt: str) -> e.Deal:
    """The whole deal, of which `line` has revealed a part and `rest` is still hidden."""
    shown = [domino for event in line if isinstance(event, e.LineRevealed) for domino in event.dominoes]
    chiefs = next((event.order for event in line if isinstance(event, e.ChiefsDrawn)), rest.chiefs)
    cavemen = None if rest.cavemen is None else _piled(line, rest.cavemen, salt)
    return e.Deal(dominoes=(*shown, *rest.dominoes), cavemen=cavemen, chiefs=chiefs)


def _piled(line: Sequence[e.Event], rest: tuple[Caveman, ...], salt: str) -> tuple[Caveman, ...]:
    """The pile at the start of the game, from which the events of `line` leave `rest` in this order.

    It runs the events backwards. If `line` revealed a cave of hunter, fisher, painter, shaman and later a hunter was
    recruited from the pile, leaving (fisher, painter), the hunter first goes back to the index from which the salt
    would take it, say (fisher, hunter, painter), and then the cave goes on top: (hunter, fisher, painter, shaman,
    fisher, hunter, painter).
    """
    games = [INITIAL]
    for event in line:
        games.append(evolve(games[-1], event))
    pile = rest
    for before, event in reversed(list(zip(games, line, strict=False))):
        match event:
            case e.CaveRevealed(cavemen):
                pile = (*cavemen[len(before.position.cave) :], *pile)
            case e.CavemanRecruited(_, caveman, "pile"):
                pile = _unsearched(pile, caveman, salt)
            case _:
                pass
    return pile


def _unsearched(pile: tuple[Caveman, ...], caveman: Caveman, salt: str) -> tuple[Caveman, ...]:
    """O10: the pile before this caveman was taken, put back at the index from which `evolve` takes it."""
    indices = [*(index for index, other in enumerate(pile) if other == caveman), len(pile)]
    index = indices[drawn_of(salt, len(pile) + 1, len(indices))]
    return (*pile[:index], caveman, *pile[index:])
