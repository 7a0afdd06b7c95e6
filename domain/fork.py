"""Another game that goes on from a position of this one, with everything hidden shuffled anew.

It is built from what everybody at the table knows and from nothing else, so it tells nothing of the deal of a game that
is still being played.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from domain.errors import IllegalMove, Reason
from domain.events import (
    CavemanRecruited,
    CaveRevealed,
    ChiefsDrawn,
    Deal,
    Event,
    GameStarted,
    LineRevealed,
    Player,
    SeatResigned,
    SeatTimedOut,
    TurnUndone,
)
from domain.evolve import drawn_of, evolve
from domain.game import INITIAL
from domain.log import replay, unfinished
from domain.pieces import Caveman
from domain.start import commitment

NOTHING_TO_CHOOSE: Final = Reason("nothing_to_choose", "O2", "Nothing is left to choose here: the game is decided.")


def hidden(events: Iterable[Event]) -> Deal:
    """What nobody can know after `events`, in orders that tell nothing: shuffle it for `fork`."""
    line = _line(events)
    position = replay(line).position
    is_drawn = any(isinstance(event, ChiefsDrawn) for event in line)
    return Deal(
        dominoes=tuple(sorted(position.unseen)),
        cavemen=position.pile if position.rules.mode == "tribe" else None,
        chiefs=() if is_drawn else tuple(range(position.rules.seats)),
    )


def fork(events: Iterable[Event], seats: Sequence[Player], rest: Deal, salt: str) -> list[Event]:
    """The log of a game by other players that goes on from the position after `events`.

    `rest` is what is hidden there, shuffled. A move that `events` break off is finished. Raises IllegalMove when there
    is nothing left to choose.
    """
    started, *moves = line = _line(events)
    assert isinstance(started, GameStarted)
    deal = _dealt(line, rest, salt)
    begun = [replace(started, seats=tuple(seats), commitment=commitment(deal, salt), deal=deal, salt=salt), *moves]
    game, due = unfinished(begun)
    if replay(due, game).position.step == "over":
        raise IllegalMove(NOTHING_TO_CHOOSE)
    return [*begun, *due]


def _line(events: Iterable[Event]) -> tuple[Event, ...]:
    """The public moves that led to the position: without what was taken back, and without who left."""
    lines: list[tuple[Event, ...]] = [()]  # after each event
    for event in events:
        match event:
            case TurnUndone(_, to):
                lines.append(lines[to])
            case SeatResigned() | SeatTimedOut():
                lines.append(lines[-1])
            case GameStarted():
                lines.append((replace(event, deal=None, salt=None),))
            case _:
                lines.append((*lines[-1], event))
    return lines[-1]


def _dealt(line: Sequence[Event], rest: Deal, salt: str) -> Deal:
    """The orders of a deal of which `line` has shown a part and `rest` is left."""
    shown = [domino for event in line if isinstance(event, LineRevealed) for domino in event.dominoes]
    chiefs = next((event.order for event in line if isinstance(event, ChiefsDrawn)), rest.chiefs)
    cavemen = None if rest.cavemen is None else _piled(line, rest.cavemen, salt)
    return Deal((*shown, *rest.dominoes), cavemen, chiefs)


def _piled(line: Sequence[Event], rest: tuple[Caveman, ...], salt: str) -> tuple[Caveman, ...]:
    """The pile before all that was drawn from it, so that `rest` is left in this order."""
    games = [INITIAL]
    for event in line:
        games.append(evolve(games[-1], event))
    pile = rest
    for before, event in reversed(list(zip(games, line, strict=False))):
        match event:
            case CaveRevealed(cavemen):
                pile = (*cavemen[len(before.position.cave) :], *pile)
            case CavemanRecruited(_, caveman, "pile"):
                pile = _unsearched(pile, caveman, salt)
            case _:
                pass
    return pile


def _unsearched(pile: tuple[Caveman, ...], caveman: Caveman, salt: str) -> tuple[Caveman, ...]:
    """O10: the pile with the caveman at a place from which the search takes just him, not another of his kind."""
    places = [*(place for place, other in enumerate(pile) if other == caveman), len(pile)]
    place = places[drawn_of(salt, len(pile) + 1, len(places))]
    return (*pile[:place], caveman, *pile[place:])
