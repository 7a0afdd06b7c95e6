"""Side lines of a finished game: other moves, tried on the same deal, with a quick bot answering for the other seats.

Nothing of them is kept. Whoever tries one sends all of its moves each time, and gets back what came of them.
"""

from collections.abc import Iterable
from random import Random

from domain.commands import Play, Step
from domain.decide import OVER, decide
from domain.errors import IllegalMove
from domain.game import Game
from puzzles.bots.greedy_bot import greedy_step
from service.games.codec import Stamped
from service.games.views import View


class SideLine:
    """A game as far as event `at`, and what the moves that are tried there make of it."""

    def __init__(self, view: View, at: int) -> None:
        self.at = at
        self.moves: list[Step] = []
        self.view = View(view.game, view.neutral)
        self.view.stamped, self.view.frames = view.stamped[:at], view.frames[:at]
        self.newest = at + 1  # the event that the last move led to, of those that were asked for

    @property
    def game(self) -> Game:
        return self.view.frames[-1].game

    def play(self, moves: Iterable[Step]) -> None:
        """Makes each of the moves for the seat whose turn it is; raises IllegalMove."""
        for move in moves:
            self.newest = self.game.version + 1
            self._make(move)

    def answer(self, seat: int) -> None:
        """The others move until it is this seat's turn, or all is over."""
        while (to_move := self.game.position.seat) is not None and to_move != seat:
            # Equal moves get equal answers, whoever tries them and however often.
            self._make(greedy_step(self.game.position, Random(f"{self.at}:{self.game.version}")))

    def _make(self, move: Step) -> None:
        seat = self.game.position.seat
        if seat is None:
            raise IllegalMove(OVER)
        known, at = self.game.version, self.view.stamped[-1].at
        events = decide(self.game, Play(seat, move))
        self.view.extend([Stamped(seq, at, event) for seq, event in enumerate(events, known + 1)])
        self.moves.append(move)
