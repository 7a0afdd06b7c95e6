"""Variations of a finished game: other moves on the same deal, with a greedy bot answering for the other seats.

Nothing is stored: the client sends all moves of the variation each time, and receives the resulting position.
"""

from collections.abc import Iterable
from random import Random

from domain.commands import Play, Step
from domain.decide import OVER, decide
from domain.errors import IllegalMove
from domain.game import Game
from puzzles.bots.greedy_bot import greedy_step
from service.games.codec import Stamped
from service.games.view import View


class Variation:
    """A game up to event `at`, continued by other moves."""

    def __init__(self, view: View, at: int) -> None:
        self.at = at
        self.moves: list[Step] = []
        self.view = view.upto(at)
        self.last_move_seq = at + 1  # the first event of the last move that the client sent

    @property
    def game(self) -> Game:
        return self.view.frames[-1].game

    def play(self, moves: Iterable[Step]) -> None:
        """Make each move for the seat to move; raises IllegalMove."""
        for move in moves:
            self.last_move_seq = self.game.version + 1
            self._make(move)

    def answer(self, seat: int) -> None:
        """Move for the other seats until it is this seat's turn or the game is over."""
        while (to_move := self.game.position.seat) is not None and to_move != seat:
            # Seeded, so that the same moves always get the same answers.
            self._make(greedy_step(self.game.position, Random(f"{self.at}:{self.game.version}")))

    def _make(self, move: Step) -> None:
        seat = self.game.position.seat
        if seat is None:
            raise IllegalMove(OVER)
        version, at = self.game.version, self.view.stamped[-1].at
        events = decide(self.game, Play(seat, move))
        self.view.extend([Stamped(seq, at, event) for seq, event in enumerate(events, version + 1)])
        self.moves.append(move)
