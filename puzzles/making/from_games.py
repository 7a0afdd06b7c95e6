"""Puzzles from mistakes: candidates from the decisions of a finished game that lost the most points.

The question is how to lay the dominoes that the seat went on to have, from its territory just before the mistake. So
only mistakes in placing and in throwing fire count: after a bad draft or recruit the dominoes would have been others.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

import msgspec

from domain.events import DominoDiscarded, DominoPlaced, Event, TurnUndone
from domain.evolve import evolve
from domain.game import INITIAL, Game
from domain.position import Position
from puzzles.making.candidates import FEWEST, RECRUITS, Candidate
from puzzles.review.review import Judged, Review
from puzzles.search.exact.problem import Problem

LONGEST: Final = 6  # dominoes: what comes later could not be foreseen
_STEPS: Final = ("place", "fire")


class _Turn(msgspec.Struct, frozen=True):
    """A domino that was laid, or had no room: the event that says so, and the position before it."""

    seq: int
    seat: int
    domino: int
    position: Position


def mined(
    events: Iterable[Event], review: Review, game: str, seats: Collection[int] | None = None
) -> Iterator[Candidate]:
    """Candidates of a game or of some of its seats, the costliest mistake first, no two from the same turn."""
    turns, seen = _turns(events), set[int]()
    for judged in sorted(review.decisions, key=lambda judged: (-judged.lost, judged.seq)):
        if judged.grade == "best" or judged.step not in _STEPS or not (seats is None or judged.seat in seats):
            continue
        hand = _hand(turns, judged)
        if len(hand) >= FEWEST and hand[0].seq not in seen:
            seen.add(hand[0].seq)
            yield Candidate(_problem(hand), "game", game, judged.seat, judged.seq)


def _turns(events: Iterable[Event]) -> list[_Turn]:
    """Every domino that a seat had to place, in order, without turns that were undone."""
    game, turns = INITIAL, list[_Turn]()
    for event in events:
        if isinstance(event, TurnUndone):
            turns = [turn for turn in turns if turn.seq <= event.to]
        elif (turn := _turn(game, event)) is not None:
            turns.append(turn)
        game = evolve(game, event)
    return turns


def _turn(game: Game, event: Event) -> _Turn | None:
    match event:
        case DominoPlaced(seat, domino) | DominoDiscarded(int(seat), domino):
            return _Turn(game.version + 1, seat, domino, game.position)
        case _:
            return None


def _hand(turns: Sequence[_Turn], judged: Judged) -> list[_Turn]:
    """The turn of a decision and those of the same seat that followed it."""
    own = [turn for turn in turns if turn.seat == judged.seat]
    begin = sum(turn.seq <= judged.seq for turn in own) - 1
    return own[max(begin, 0) : max(begin, 0) + LONGEST]


def _problem(hand: Sequence[_Turn]) -> Problem:
    position, seat = hand[0].position, hand[0].seat
    territory, numbers = position.territories[seat], tuple(turn.domino for turn in hand)
    cave = position.cave if position.rules.mode == "tribe" else ()
    return Problem(position.rules, territory, numbers, cave, min(RECRUITS, len(cave)))
